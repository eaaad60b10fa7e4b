use parlor_engine::{Seat, SeatSet, Seq};
use serde::{Deserialize, Serialize};

use crate::protocol::{OfferKind, OfferView};

/// A request that the other people of a match must agree to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    pub(super) kind: OfferKind,
    pub(super) by: Seat,
    /// The last entry kept, for a take-back.
    pub(super) to: Seq,
    /// Who has not answered yet.
    pub(super) waiting_for: SeatSet,
    made_ms: i64,
    /// Made because somebody has gone: these. It ends when they are back.
    #[serde(default)]
    pub(super) claims: bool,
    #[serde(default)]
    pub(super) away: SeatSet,
}

/// Marelles page 4.1: a request dies after half a minute.
const LIFETIME_MS: i64 = 30_000;

impl Offer {
    pub(super) fn new(kind: OfferKind, by: Seat, to: Seq, asked: SeatSet, now_ms: i64) -> Offer {
        Offer {
            kind,
            by,
            to,
            waiting_for: asked,
            made_ms: now_ms,
            claims: false,
            away: SeatSet::EMPTY,
        }
    }

    pub(super) fn claiming(self, away: SeatSet) -> Offer {
        Offer {
            claims: !away.is_empty(),
            away,
            ..self
        }
    }

    pub(super) fn is_stale(&self, now_ms: i64) -> bool {
        now_ms - self.made_ms >= LIFETIME_MS
    }

    pub(super) fn dies_ms(&self) -> i64 {
        self.made_ms + LIFETIME_MS
    }

    /// The same offer as two nodes know it, or the later of two.
    pub(super) fn merge(self, other: Offer) -> Offer {
        let same = (self.kind, self.by, self.made_ms) == (other.kind, other.by, other.made_ms);
        if same {
            let both = self
                .waiting_for
                .iter()
                .filter(|&seat| other.waiting_for.contains(seat));
            let waiting_for = both.collect();
            Offer {
                waiting_for,
                ..self
            }
        } else if other.made_ms > self.made_ms {
            other
        } else {
            self
        }
    }

    pub(super) fn view(&self) -> OfferView {
        OfferView {
            kind: self.kind,
            by: self.by.0,
        }
    }
}
