//! Whether those against whom a claim was made had gone, as far as the node that wrote it could know.

use std::collections::BTreeMap;

use parlor_engine::{Seat, SeatSet};
use parlor_server::MatchId;
use parlor_server::people::PlayerId;

use crate::database::Database;
use crate::node::POLICY;
use crate::referee::Claimed;
use crate::world::{MOST_SKEW_MS, World};

/// An entry's time is that of its judgement, or a little later: no log runs backwards.
const JUDGED_MS: i64 = 2 * MOST_SKEW_MS + 100;

/// When each node last knew of somebody at a match: they were there, or another node said so.
#[derive(Debug, Default)]
pub(crate) struct Presence(BTreeMap<(usize, MatchId, Seat), Vec<i64>>);

impl Presence {
    pub(crate) fn heard(&mut self, (node, match_id): (usize, MatchId), seats: SeatSet, now: i64) {
        for seat in seats.iter() {
            let seen = self.0.entry((node, match_id, seat)).or_default();
            seen.push(now);
        }
    }

    /// The node has noticed that somebody is gone: until now they were there.
    pub(crate) fn left(&mut self, at: (usize, MatchId), player: PlayerId, now: i64, db: &Database) {
        let fold = db.referee.fold(&at.1);
        if let Some(seat) = fold.and_then(|fold| fold.table.seat_of(player)) {
            self.heard(at, SeatSet::only(Seat(seat)), now);
        }
    }

    /// When this node knew of them, less than the grace before the judgement.
    fn seen(&self, node: usize, claimed: &Claimed, seat: Seat, judged: i64) -> Option<i64> {
        let match_id = MatchId::from_outside(&claimed.match_id);
        let seen = self.0.get(&(node, match_id, seat))?;
        let lately = |&&at: &&i64| at + JUDGED_MS <= judged && at + POLICY.grace_ms > judged;
        seen.iter().find(lately).copied()
    }
}

impl World {
    /// Looks at the claims that a node has just written.
    pub(crate) fn judge_claims(&mut self, (place, life): (usize, i64)) {
        for claimed in std::mem::take(&mut self.db.referee.claims) {
            self.seen.claims += usize::from(!claimed.away.is_empty());
            let Some(skew_ms) = self.node((place, life)).map(|node| node.skew_ms) else {
                continue;
            };
            let judged = claimed.at_ms - skew_ms;
            for seat in claimed.away.iter() {
                let seen = self.presence.seen(place, &claimed, seat, judged);
                if self.sits_here(place, &claimed, seat, judged) || seen.is_some() {
                    let id = &claimed.match_id;
                    let what = format!(
                        "{id}: claimed against {seat:?}, whom node {place} knew to be here"
                    );
                    self.db.referee.complaints.push(what);
                }
            }
        }
    }

    /// Whether the person of a seat looked at the match at this very node.
    fn sits_here(&self, place: usize, claimed: &Claimed, seat: Seat, judged: i64) -> bool {
        let match_id = MatchId::from_outside(&claimed.match_id);
        let Some(fold) = self.db.referee.fold(&claimed.match_id) else {
            return false;
        };
        self.lines.values().any(|line| {
            let player = self.clients[line.client].player.id;
            let since = line.shown.get(&match_id);
            line.node == place
                && fold.table.seat_of(player) == Some(seat.0)
                && since.is_some_and(|&since| since + JUDGED_MS <= judged)
        })
    }
}
