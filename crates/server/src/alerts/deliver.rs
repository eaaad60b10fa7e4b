//! Sends what is due. Whichever node claims a row sends it, and no other. If that node falls while
//! it sends, nobody knows whether the message went out: it is not sent again, for the reminder
//! still comes.

use std::time::Duration;

use parlor_alerts::SendError;
use parlor_hub::people::PlayerId;
use parlor_hub::{MatchId, Refusal};
use parlor_store::{Alert, Channel};
use tokio::sync::watch as closing;
use tokio::task::JoinSet;

use super::channels::{MAIL, ON};
use super::words::{self, Kind};
use super::{AlertEnvironment, Alerts, Teller};

const TICK_MS: i64 = 500;
/// Rows that are looked at in one go.
const BATCH: u32 = 64;
/// Tried again after this, and then longer and longer.
const FIRST_PAUSE_MS: i64 = 30_000;
const LONGEST_PAUSE_MS: i64 = 2 * 3_600_000;
/// Then it is given up.
const MOST_TRIES: i64 = 8;
/// How often a claim is asked for when the store does not answer.
const CLAIMS: u32 = 20;
/// That something was sent is remembered for so long.
pub(super) const KEPT_MS: i64 = 90 * 86_400_000;
/// What is on its way when the house closes.
const LAST_CALL: Duration = Duration::from_millis(1500);

/// What becomes of a row that was claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    End,
    At(i64),
}

impl Alerts {
    pub(super) async fn deliver(self, mut closed: closing::Receiver<bool>) {
        let mut under_way = JoinSet::new();
        let teller = self.teller();
        loop {
            tokio::select! {
                _ = closed.changed() => break,
                () = self.pause(TICK_MS) => {}
            }
            while under_way.try_join_next().is_some() {}
            for alert in teller.due().await {
                // As many as may be on their way; the others are found again.
                let Ok(turn) = self.0.sending.clone().try_acquire_owned() else {
                    break;
                };
                let teller = teller.clone();
                under_way.spawn(async move {
                    teller.see_to(&alert).await;
                    drop(turn);
                });
            }
        }
        let rest = async { while under_way.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(LAST_CALL, rest).await;
    }
}

impl<E: AlertEnvironment> Teller<E> {
    /// What is to be sent now.
    pub async fn due(&self) -> Vec<Alert> {
        let due = self.env.alerts_due(self.env.now_ms(), BATCH).await;
        due.unwrap_or_else(|error| {
            tracing::warn!(%error, "what is to be sent could not be read");
            Vec::new()
        })
    }

    /// One row: claimed, judged, sent, and put away; or left for later.
    pub async fn see_to(&self, alert: &Alert) {
        if let Err(refusal) = self.try_to_tell(alert).await {
            let match_id = &alert.match_id;
            tracing::warn!(match_id, %refusal, "an alert was left for later");
        }
    }

    async fn try_to_tell(&self, alert: &Alert) -> Result<(), Refusal> {
        let Some(channel) = self.env.channel(&alert.channel).await? else {
            return Ok(());
        };
        let now_ms = self.env.now_ms();
        let message = self.judge(alert, &channel, now_ms).await?;
        let claim = self.env.claim_number();
        if !self.claim(alert, claim).await? {
            return Ok(());
        }
        let fate = match message {
            Ok(message) => {
                let sent = self.env.send(&channel, &message).await;
                let fate = self.after(alert, &channel, sent).await?;
                if fate == Fate::End && self.env.channel(&channel.id).await?.is_none() {
                    return Ok(());
                }
                fate
            }
            Err(fate) => fate,
        };
        match fate {
            Fate::End => self.env.end_alert(alert, claim).await?,
            Fate::At(due_ms) => self.env.postpone_alert(alert, claim, due_ms).await?,
        };
        Ok(())
    }

    /// Where no answer comes, the claim may have been written all the same: it is asked for again.
    pub(super) async fn claim(&self, alert: &Alert, claim: i64) -> Result<bool, Refusal> {
        let mut failed = None;
        for _ in 0..CLAIMS {
            match self.env.claim_alert(alert, claim).await {
                Ok(claimed) => return Ok(claimed),
                Err(error) => failed = Some(error),
            }
            self.env.pause(TICK_MS).await;
        }
        failed.map_or(Ok(false), |error| Err(error.into()))
    }

    /// What to say now, or what else becomes of it.
    async fn judge(
        &self,
        alert: &Alert,
        channel: &Channel,
        now_ms: i64,
    ) -> Result<Result<parlor_alerts::Message, Fate>, Refusal> {
        if channel.state != ON {
            return Ok(Err(Fate::End));
        }
        let player = PlayerId(alert.player);
        let match_id = MatchId::from_outside(&alert.match_id);
        let waits = match self.matches.waits(match_id, player).await {
            Err(refusal) if refusal.is_temporary() => return Err(refusal),
            waits => waits.unwrap_or_default(),
        };
        let mine =
            |it: &&parlor_hub::matches::Waited| it.player == player && it.since_seq == alert.seq;
        let Some(waited) = waits.people.iter().find(mine) else {
            // They have moved.
            return Ok(Err(Fate::End));
        };
        let kind = Kind::of(&alert.kind);
        let settings = self.settings(player).await?;
        if kind == Kind::Reminder {
            let times = waited.ends_ms.zip(waited.full_ms);
            let due = times.and_then(|(ends, full)| settings.remind_ms(ends, full));
            match due {
                None => return Ok(Err(Fate::End)),
                // A vacation has moved the end.
                Some(due) if due > now_ms => return Ok(Err(Fate::At(due))),
                Some(_) => {}
            }
        }
        let not_before = settings.not_before(now_ms, waited.ends_ms);
        if not_before > now_ms {
            return Ok(Err(Fate::At(not_before)));
        }
        let about = (kind, alert.match_id.as_str(), waits.game);
        Ok(Ok(words::turn(channel, about, waited, now_ms)))
    }

    async fn after(
        &self,
        alert: &Alert,
        channel: &Channel,
        sent: Result<(), SendError>,
    ) -> Result<Fate, Refusal> {
        let result = match &sent {
            Ok(()) => "sent",
            Err(SendError::Gone(_)) => "gone",
            Err(SendError::Later { .. }) => "later",
            Err(SendError::Unknown(_)) => "unknown",
            Err(SendError::Never(_)) => "refused",
        };
        let kind = channel.kind.clone();
        metrics::counter!("parlor_alerts_total", "kind" => kind, "result" => result).increment(1);
        Ok(match sent {
            Ok(()) => Fate::End,
            Err(SendError::Later { after_s, .. }) if alert.tries + 1 < MOST_TRIES => {
                Fate::At(self.env.now_ms() + pause_ms(alert.tries, after_s))
            }
            Err(error) => {
                let (kind, id) = (&channel.kind, &channel.id);
                tracing::info!(kind, id, %error, "an alert was not sent");
                if matches!(error, SendError::Gone(_)) {
                    self.give_up(channel).await?;
                }
                Fate::End
            }
        })
    }

    /// Nobody is there any more: nothing is sent there again. A mail address stays in its owner's
    /// list, switched off, so that they see why no mail comes.
    async fn give_up(&self, channel: &Channel) -> Result<(), Refusal> {
        if channel.kind == MAIL {
            let off = self.env.set_channel_state(&channel.id, ON + 1);
            return Ok(off.await?);
        }
        self.env.delete_channel(&channel.id).await?;
        Ok(())
    }
}

fn pause_ms(tries: i64, after_s: Option<u32>) -> i64 {
    let doubled = FIRST_PAUSE_MS << (2 * tries.clamp(0, 8));
    let asked = i64::from(after_s.unwrap_or(0)) * 1000;
    doubled.max(asked).min(LONGEST_PAUSE_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_and_longer() {
        let pauses: Vec<i64> = (0..5).map(|tries| pause_ms(tries, None) / 1000).collect();
        assert_eq!(pauses, [30, 120, 480, 1920, 7200]);
        assert_eq!(pause_ms(0, Some(90)), 90_000);
        assert_eq!(pause_ms(0, Some(u32::MAX)), LONGEST_PAUSE_MS);
    }
}
