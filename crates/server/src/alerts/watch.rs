//! For whom matches wait: found out a moment after a turn began, and written down.

use std::collections::{BTreeMap, BTreeSet};

use parlor_hub::matches::Waited;
use parlor_hub::people::PlayerId;
use parlor_hub::{MatchId, Refusal};
use parlor_store::{Alert, Channel};

use super::channels::ON;
use super::words::Kind;
use super::{AlertEnvironment, AlertSettings, Teller};

const TICK_MS: i64 = 500;
/// Who wants to be told is read again this often.
const PEOPLE_MS: i64 = 5_000;
/// What was missed is found by looking at everything again.
const EVERYTHING_MS: i64 = 600_000;
/// Whoever has the match open is looked at again after this.
const LOOK_AGAIN_MS: i64 = 60_000;
/// A page that has been open for so long without a move was forgotten.
const FORGOTTEN_MS: i64 = 15 * 60_000;
/// The store or the match did not answer.
const RETRY_MS: i64 = 5_000;

/// A match that is to be looked at.
#[derive(Clone, Debug)]
struct Look {
    due_ms: i64,
    /// Those who had it open when it was looked at last.
    seen: BTreeSet<PlayerId>,
}

impl<E: AlertEnvironment> Teller<E> {
    /// For ever.
    pub async fn watch(self) {
        let mut looks: BTreeMap<MatchId, Look> = BTreeMap::new();
        let (mut people_ms, mut everything_ms) = (0, 0);
        loop {
            self.env.pause(TICK_MS).await;
            let now_ms = self.env.now_ms();
            if now_ms >= people_ms {
                people_ms = now_ms + PEOPLE_MS;
                let all = now_ms >= everything_ms;
                if all {
                    everything_ms = now_ms + EVERYTHING_MS;
                }
                if let Err(refusal) = self.read_people(all).await {
                    tracing::warn!(%refusal, "who wants to be told could not be read");
                }
            }
            for match_id in self.lobby.take_turned() {
                let due_ms = now_ms + self.after_ms;
                let seen = BTreeSet::new();
                looks.insert(match_id, Look { due_ms, seen });
            }
            let due = looks.iter().filter(|(_, look)| look.due_ms <= now_ms);
            let due: Vec<MatchId> = due.map(|(&match_id, _)| match_id).collect();
            for match_id in due {
                let Some(look) = looks.remove(&match_id) else {
                    continue;
                };
                let next = self.look(match_id, &look, now_ms).await;
                let next = next.unwrap_or_else(|refusal| {
                    tracing::debug!(%match_id, %refusal, "not looked at");
                    let due_ms = now_ms + RETRY_MS;
                    refusal.is_temporary().then_some(Look { due_ms, ..look })
                });
                if let Some(next) = next {
                    looks.insert(match_id, next);
                }
            }
        }
    }

    async fn read_people(&self, all: bool) -> Result<(), Refusal> {
        let people = self.env.people(ON).await?;
        let people = people.into_iter().map(PlayerId).collect();
        self.lobby.note_turns_of(people, all);
        Ok(())
    }

    /// Writes down what follows from whose turn it is; when to look again, if ever.
    async fn look(
        &self,
        match_id: MatchId,
        look: &Look,
        now_ms: i64,
    ) -> Result<Option<Look>, Refusal> {
        let people = self.lobby.people_at(match_id);
        let Some(&somebody) = people.first() else {
            return Ok(None);
        };
        let waits = self.matches.waits(match_id, somebody).await?;
        if waits.fresh {
            let due_ms = now_ms + self.grace_ms / 2 + 1;
            let look = look.clone();
            return Ok(Some(Look { due_ms, ..look }));
        }
        let mut next: Option<Look> = None;
        for waited in waits.people {
            let channels = self.env.channels(waited.player.0).await?;
            let channels: Vec<Channel> = channels.into_iter().filter(|it| it.state == ON).collect();
            if channels.is_empty() {
                continue;
            }
            let settings = self.settings(waited.player).await?;
            self.remind_later(match_id, &waited, &settings, &channels, now_ms)
                .await?;
            let begun_ms = now_ms - waited.since_ms;
            let was_here = look.seen.contains(&waited.player);
            let again_ms = if begun_ms < self.after_ms {
                Some(waited.since_ms + self.after_ms)
            } else if waited.here && begun_ms < FORGOTTEN_MS {
                Some(now_ms + LOOK_AGAIN_MS)
            } else {
                None
            };
            if let Some(due_ms) = again_ms {
                let next = next.get_or_insert_with(|| Look {
                    due_ms,
                    seen: BTreeSet::new(),
                });
                next.due_ms = next.due_ms.min(due_ms);
                if waited.here || was_here {
                    next.seen.insert(waited.player);
                }
                continue;
            }
            // Whoever had it open knows, and went away again.
            let knows = was_here && !waited.here;
            let due_ms = if knows {
                // Put away at once; until then nobody sends it.
                now_ms + EVERYTHING_MS
            } else {
                settings.not_before(now_ms, waited.ends_ms)
            };
            for channel in &channels {
                let alert = alert(match_id, &waited, channel, (Kind::TURN, due_ms), now_ms);
                let new = self.env.insert_alert(&alert).await?;
                let claim = self.env.claim_number();
                if new && knows && self.claim(&alert, claim).await? {
                    self.env.end_alert(&alert, claim).await?;
                }
            }
        }
        Ok(next)
    }

    async fn remind_later(
        &self,
        match_id: MatchId,
        waited: &Waited,
        settings: &AlertSettings,
        channels: &[Channel],
        now_ms: i64,
    ) -> Result<(), Refusal> {
        let times = waited.ends_ms.zip(waited.full_ms);
        let due_ms = times.and_then(|(ends, full)| settings.remind_ms(ends, full));
        let Some(due_ms) = due_ms.filter(|due| *due > now_ms) else {
            return Ok(());
        };
        for channel in channels {
            let alert = alert(match_id, waited, channel, (Kind::REMINDER, due_ms), now_ms);
            self.env.insert_alert(&alert).await?;
        }
        Ok(())
    }
}

fn alert(
    match_id: MatchId,
    waited: &Waited,
    channel: &Channel,
    (kind, due_ms): (&str, i64),
    made_ms: i64,
) -> Alert {
    Alert {
        match_id: match_id.to_string(),
        seq: waited.since_seq,
        channel: channel.id.clone(),
        kind: kind.to_owned(),
        player: waited.player.0,
        tries: 0,
        due_ms,
        made_ms,
    }
}
