//! Whoever wants to follow a match from an entry that this node has not read yet: another node told
//! them of it. They wait until it is here.

use std::collections::BTreeMap;

use parlor_engine::Seq;

use super::message::{OpenRequest, ShardMessage};
use super::reply::open;
use super::{LiveMatch, Shard};
use crate::{MatchId, Refusal};

#[derive(Debug, Default)]
pub(super) struct EarlyOpens(BTreeMap<MatchId, Vec<EarlyOpen>>);

#[derive(Debug)]
struct EarlyOpen {
    request: OpenRequest,
    /// The log has been read once since; a read before that may have begun too soon.
    has_waited: bool,
}

impl EarlyOpens {
    pub(super) fn add(&mut self, match_id: MatchId, mut request: OpenRequest) {
        request.permit = None;
        self.push(
            match_id,
            EarlyOpen {
                request,
                has_waited: false,
            },
        );
    }

    fn push(&mut self, match_id: MatchId, early: EarlyOpen) {
        self.0.entry(match_id).or_default().push(early);
    }
}

impl Shard {
    /// Whoever wanted to follow the match from a place up to this one may come in now.
    pub(super) fn admit_reached(&mut self, match_id: MatchId, reached: Seq, now_ms: i64) {
        let Some(early) = self.early.0.remove(&match_id) else {
            return;
        };
        for early in early {
            if early.request.since <= Some(reached) {
                self.with_live(match_id, |live, _| open(live, early.request, now_ms));
            } else {
                self.early.push(match_id, early);
            }
        }
    }

    /// The log was read: who has come since that began waits for one more time, everybody else
    /// comes in, for whatever they have seen elsewhere, this is all there is.
    pub(super) fn admit_after_read(&mut self, match_id: MatchId, now_ms: i64) {
        let Some(waiting) = self.early.0.remove(&match_id) else {
            return;
        };
        let Some(reached) = self.live(match_id).map(LiveMatch::seq) else {
            return;
        };
        for mut early in waiting {
            let since = early.request.since;
            if early.has_waited || since <= Some(reached) {
                self.with_live(match_id, |live, _| open(live, early.request, now_ms));
            } else {
                early.has_waited = true;
                self.with_live(match_id, |live, effects| {
                    live.hear_of(since.unwrap_or_default(), effects);
                });
                self.early.push(match_id, early);
            }
        }
    }
    /// What they wait for will not come.
    pub(super) fn refuse_early(&mut self, match_id: MatchId, refusal: &Refusal) {
        for EarlyOpen { request, .. } in self.early.0.remove(&match_id).unwrap_or_default() {
            ShardMessage::Open { match_id, request }.refuse(refusal);
        }
    }
}
