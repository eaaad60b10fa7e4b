use std::net::IpAddr;
use std::sync::{Arc, PoisonError, RwLock};

use parlor_store::{Ban, Store};

use super::PlayerId;
use crate::ops::{Connections, Subnet};
use crate::{Code, Refusal, clock};

/// Who is kept out, as this node knows it: asked at every door, so it is kept in memory and read
/// again when an operator changes it anywhere, and now and then.
#[derive(Clone, Debug, Default)]
pub struct Bans(Arc<RwLock<Vec<Held>>>);

#[derive(Clone, Debug)]
struct Held {
    player: Option<i64>,
    range: Option<Subnet>,
    reason: String,
    until_ms: Option<i64>,
}

impl Bans {
    pub async fn read(&self, store: &Store) -> Result<(), Refusal> {
        let held = store.bans(clock::now_ms()).await?;
        let held = held.into_iter().map(|ban: Ban| Held {
            player: ban.player,
            range: ban.network.parse().ok(),
            reason: ban.reason,
            until_ms: ban.until_ms,
        });
        let mut inside = self.0.write().unwrap_or_else(PoisonError::into_inner);
        *inside = held.collect();
        Ok(())
    }

    pub(crate) fn check_player(&self, player: PlayerId) -> Result<(), Refusal> {
        self.check(|held| held.player == Some(player.0))
    }

    pub fn check_address(&self, from: IpAddr) -> Result<(), Refusal> {
        self.check(|held| held.range.is_some_and(|range| range.contains(from)))
    }

    /// Ends the connections to this node from where nobody is welcome any more.
    pub fn hang_up(&self, connections: &Connections) {
        connections.shed_if(|from| self.check_address(from).is_err());
    }

    fn check(&self, is_meant: impl Fn(&Held) -> bool) -> Result<(), Refusal> {
        let inside = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if inside.is_empty() {
            return Ok(());
        }
        let now = clock::now_ms();
        let holds = |held: &&Held| is_meant(held) && held.until_ms.is_none_or(|end| now < end);
        match inside.iter().find(holds) {
            None => Ok(()),
            Some(held) => Err(refusal(held, now)),
        }
    }
}

fn refusal(held: &Held, now: i64) -> Refusal {
    let time = match held.until_ms {
        None => "for good".to_owned(),
        Some(end) => {
            let hours = (end - now) / 3_600_000;
            match hours {
                0 => "for less than an hour".to_owned(),
                1..48 => format!("for {hours} more hours"),
                _ => format!("for {} more days", hours / 24),
            }
        }
    };
    let reason = match held.reason.as_str() {
        "" => String::new(),
        reason => format!(": {reason}"),
    };
    let message = format!("whoever answers for this house keeps you out {time}{reason}");
    Refusal::new(Code::PeopleBanned, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_hold_for_their_time_and_their_range() {
        let held = |player, range: &str, until_ms| Held {
            player,
            range: range.parse().ok(),
            reason: "spoils games".to_owned(),
            until_ms,
        };
        let now = clock::now_ms();
        let bans = Bans(Arc::new(RwLock::new(vec![
            held(Some(1), "", None),
            held(Some(2), "", Some(now - 1)),
            held(Some(3), "", Some(now + 3 * 86_400_000 + 60_000)),
            held(None, "192.0.2.0/24", None),
        ])));
        let refused = bans.check_player(PlayerId(1)).unwrap_err();
        assert_eq!(refused.code, Code::PeopleBanned);
        assert!(refused.message.contains("for good: spoils games"));
        assert!(bans.check_player(PlayerId(2)).is_ok(), "it is over");
        let refused = bans.check_player(PlayerId(3)).unwrap_err();
        assert!(refused.message.contains("3 more days"), "{refused}");
        assert!(bans.check_address([192, 0, 2, 9].into()).is_err());
        assert!(bans.check_address([192, 0, 3, 9].into()).is_ok());
    }
}
