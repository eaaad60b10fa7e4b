//! One seat's side of a match: what it was told, what it did, and what it has to do.

use std::collections::VecDeque;
use std::time::Instant;

use fastrand::Rng;
use parlor_engine::Seq;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::frame::{Frame, LogLineRef};
use crate::ledger::{Faults, Ledger};
use crate::tally::Tally;

#[derive(Default, Debug)]
pub(crate) struct Game {
    pub(crate) id: String,
    pub(crate) seats: Vec<Place>,
}

#[derive(Default, Debug)]
pub(crate) struct Place {
    pub(crate) seat: Option<u8>,
    pub(crate) seq: Seq,
    pub(crate) over: bool,
    pub(crate) ledger: Ledger,
    pub(crate) follows: Follows,
    /// What to play next; empty if it is not this seat's turn.
    pub(crate) choice: String,
    pub(crate) pending: Option<Pending>,
    /// Nothing is sent before this time.
    pub(crate) due: Option<Instant>,
    /// When moves were sent that no opponent has received yet, by the position they were meant for.
    sent: VecDeque<(Seq, Instant)>,
}

/// Whether the server tells this seat what happens.
#[derive(Default, Debug)]
pub(crate) enum Follows {
    Yes,
    /// The connection is a new one.
    #[default]
    No,
    /// `open` was sent under this id.
    Asked(String),
}

/// The command under way.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) id: String,
    pub(crate) seq: Seq,
    pub(crate) text: Utf8Bytes,
    /// False if nobody has heard it, or it is to be said again.
    pub(crate) sent: bool,
}

impl Game {
    /// Nothing is under way, and everybody has seen the same.
    pub(crate) fn is_settled(&self) -> bool {
        let seq = self.seats.first().map(|seat| seat.seq);
        let settled = |seat: &Place| {
            let follows = matches!(seat.follows, Follows::Yes);
            follows && seat.pending.is_none() && Some(seat.seq) == seq
        };
        self.seats.iter().all(settled)
    }

    pub(crate) fn due(&self) -> Option<Instant> {
        self.seats.iter().filter_map(|seat| seat.due).min()
    }

    /// A seat is told of entries.
    pub(crate) fn enter(
        &mut self,
        place: usize,
        entries: &[LogLineRef<'_>],
        faults: &mut Faults,
        tally: &Tally,
    ) {
        for entry in entries {
            let ledger = &mut self.seats[place].ledger;
            ledger.enter(entry.seq, entry.digest(), faults);
            self.arrived(place, entry.seat, entry.seq, tally);
        }
    }

    /// Somebody received an entry: how long was it under way from its author?
    fn arrived(&mut self, place: usize, author: Option<u8>, seq: Seq, tally: &Tally) {
        let author =
            self.seats.iter_mut().enumerate().find(|(other, seat)| {
                *other != place && seat.seat.is_some() && seat.seat == author
            });
        let Some((_, author)) = author else { return };
        while let Some(&(meant_for, at)) = author.sent.front()
            && meant_for < seq
        {
            author.sent.pop_front();
            if meant_for.next() == seq {
                tally.took(at.elapsed());
            }
        }
    }
}

impl Place {
    /// A seat that has just been shown the match.
    pub(crate) fn new(frame: &Frame<'_>, rng: &mut Rng) -> Place {
        let mut place = Place {
            seat: frame.seat,
            follows: Follows::Yes,
            ..Place::default()
        };
        place.look(frame, rng);
        place
    }

    /// Takes over a position and chooses among what may be done.
    pub(crate) fn look(&mut self, frame: &Frame<'_>, rng: &mut Rng) {
        self.seq = frame.seq.unwrap_or(self.seq);
        self.over = frame.outcome.is_some();
        self.choice.clear();
        if !frame.legal.is_empty() {
            self.choice
                .push_str(frame.legal[rng.usize(..frame.legal.len())]);
        }
    }

    pub(crate) fn is_answered_by(&self, frame: &Frame<'_>) -> bool {
        let pending = self.pending.as_ref().map(|pending| pending.id.as_str());
        frame.id.is_some() && frame.id == pending
    }

    /// The move is in the log: the entries of it, if this is what tells of them.
    pub(crate) fn acknowledged(&mut self, entries: &[LogLineRef<'_>]) {
        self.pending = None;
        for entry in entries {
            if entry.seat == self.seat {
                self.ledger.acknowledge(entry.seq);
            }
        }
    }

    /// A move sent again turns out to be in the log already; this seat must have been told where.
    pub(crate) fn was_done_before(&mut self, faults: &mut Faults) {
        if let Some(pending) = self.pending.take() {
            if self.ledger.last() > pending.seq {
                self.ledger.acknowledge(pending.seq.next());
            } else {
                faults.lost += 1;
            }
        }
    }

    /// The move was refused. True if it was refused for good.
    pub(crate) fn refused(&mut self, is_stale: bool, again: Instant) -> bool {
        let Some(pending) = &mut self.pending else {
            return false;
        };
        if is_stale && pending.seq == self.seq {
            // This node has not heard yet of what another one told us.
            pending.sent = false;
            self.due = Some(again);
            return false;
        }
        self.pending = None;
        self.sent.pop_back();
        if is_stale {
            // Where several may act at once, another may have been faster.
            return false;
        }
        self.choice.clear();
        true
    }

    /// Everything that was said to the old connection must be said again.
    pub(crate) fn is_adrift(&mut self) {
        self.follows = Follows::No;
        if let Some(pending) = &mut self.pending {
            pending.sent = false;
        }
    }

    pub(crate) fn sends(&mut self, id: String, text: Utf8Bytes, now: Instant) {
        self.sent.push_back((self.seq, now));
        self.pending = Some(Pending {
            id,
            seq: self.seq,
            text,
            sent: true,
        });
    }
}
