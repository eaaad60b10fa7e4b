//! Asking somebody for a match. A challenge is a private table with a seat kept for one person: to
//! sit down accepts it, so everything else is as at any table.

use serde::{Deserialize, Serialize};

use super::callers::Declined;
use super::service::Verdict;
use super::{Guest, Lobby, Sitter, Table, Tables};
use crate::bus::{BusMessage, NodeId};
use crate::environment::Environment;
use crate::matches::Outbox;
use crate::people::{Player, PlayerId};
use crate::protocol::{NewTable, Status, TableInfo};
use crate::{Code, MatchId, Refusal};

/// For whom a seat is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Challenge {
    pub to: Sitter,
}

/// Nobody waits for an answer longer than this.
pub(super) const EXPIRES_MS: i64 = 86_400_000;
/// Open challenges of one person, and to one person.
const MOST_FROM: usize = 10;
const MOST_TO: usize = 20;

impl Lobby {
    /// A connection of somebody with a name: they are here, and hear of challenges.
    pub fn call_in(&self, outbox: &Outbox, player: &Player) {
        self.inside().callers.call_in(outbox, player);
    }

    /// Who is at this node.
    pub fn own_guests(&self) -> Vec<Guest> {
        self.inside().callers.own()
    }

    /// Who is at another node, as it says.
    pub fn hear_guests(&self, node: NodeId, guests: Vec<Guest>, now_ms: i64) {
        self.inside().callers.hear(node, guests, now_ms);
    }

    /// Who is in the house, with whether they play.
    pub fn guests(&self, now_ms: i64) -> Vec<(Guest, bool)> {
        let mut inside = self.inside();
        let guests = inside.callers.all(now_ms);
        let playing = inside.playing();
        let mark = |guest: Guest| {
            let plays = playing.contains(&guest.player);
            (guest, plays)
        };
        guests.into_iter().map(mark).collect()
    }

    pub fn declined(&self, news: &Declined) {
        self.inside().callers.declined(news);
    }

    fn may_challenge(&self, from: PlayerId, to: PlayerId) -> Result<(), Refusal> {
        if self.inside().callers.counts(from, to)[0] > 0 {
            let message = "you have challenged them already; wait for the answer, or take it back";
            return Err(Refusal::new(Code::ChallengePending, message));
        }
        self.may_ask(from, to)
    }

    /// Whether one more question may be open of this person, and to that one.
    pub(super) fn may_ask(&self, from: PlayerId, to: PlayerId) -> Result<(), Refusal> {
        let [_, own, theirs] = self.inside().callers.counts(from, to);
        if own >= MOST_FROM || theirs >= MOST_TO {
            let message = "too many challenges are open; wait until some are answered";
            return Err(Refusal::new(Code::ChallengeTooMany, message));
        }
        Ok(())
    }
}

impl Table {
    pub fn is_challenged(&self, player: PlayerId) -> bool {
        let challenge = self.challenge.as_ref();
        challenge.is_some_and(|it| it.to.player == player)
    }

    /// Whether this person belongs to the table: sits there, hosts it, or was asked to come.
    pub fn is_inside(&self, player: PlayerId) -> bool {
        self.seat_of(player).is_some()
            || self.is_host(player)
            || self.is_challenged(player)
            || self.is_invited(player)
    }
}

impl<O: Environment> Tables<O> {
    /// Asks somebody for a match on these terms. A resend of the command finds the first one's table.
    pub async fn challenge(
        &self,
        player: &Player,
        to: &Player,
        terms: &NewTable,
        command: Option<&str>,
    ) -> Result<TableInfo, Refusal> {
        if player.id == to.id {
            let message = "you cannot challenge yourself";
            return Err(Refusal::new(Code::ChallengeSelf, message));
        }
        let new = NewTable {
            private: true,
            sit: true,
            bots: Vec::new(),
            screen: Vec::new(),
            ..terms.clone()
        };
        let kept = Sitter {
            player: to.id,
            name: to.name.clone(),
        };
        let known = self.known(player, command).await?;
        if known.is_none() {
            self.notifier.lobby.may_challenge(player.id, to.id)?;
        }
        self.create_for(player, &new, command, Some(kept)).await
    }

    /// The one who was challenged does not want to, or has proposed something else in its place. A
    /// table to which somebody was only invited waits on.
    pub async fn decline(
        &self,
        player: &Player,
        id: MatchId,
        instead: Option<MatchId>,
    ) -> Result<TableInfo, Refusal> {
        let close = |table: &mut Table| {
            if !table.is_challenged(player.id) {
                return table.decline_invitation(player.id).map(|()| Verdict::Keep);
            }
            match table.status {
                Status::Open | Status::Ready => Ok(Verdict::Remove),
                Status::Running | Status::Over => {
                    Err(Refusal::new(Code::TableStarted, "the match has started"))
                }
            }
        };
        let table = self.change(id, close).await?;
        let stays = !table.is_challenged(player.id);
        let inviter = table.invitation_to(player.id).map(|it| it.by.player);
        let news = Declined {
            table: id,
            game: table.game.clone(),
            from: inviter.filter(|_| stays).unwrap_or(table.host.player),
            by: player.name.clone(),
            instead,
            stays,
        };
        self.notifier.lobby.declined(&news);
        self.notifier.bus.publish(BusMessage::Declined { news });
        Ok(table.info(Some(player.id)))
    }
}
