use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use parlor_engine::Seq;
use serde::Serialize;

/// What must never happen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub struct Faults {
    /// Entries that never came, or that the server's log does not have.
    pub lost: u64,
    /// Entries that came more than once.
    pub doubled: u64,
    /// Entries that came after a later one.
    pub reordered: u64,
    /// Entries that say something else in the server's log.
    pub changed: u64,
    /// Moves taken from the list of legal ones and refused all the same.
    pub refused: u64,
    /// Matches that did not go on.
    pub stalled: u64,
}

impl Faults {
    pub fn is_clean(&self) -> bool {
        *self == Faults::default()
    }

    pub(crate) fn add(&mut self, other: Faults) {
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.reordered += other.reordered;
        self.changed += other.changed;
        self.refused += other.refused;
        self.stalled += other.stalled;
    }
}

/// The log of a match as one seat received it.
#[derive(Default, Debug)]
pub(crate) struct Ledger {
    /// Digest of entry 1, 2, …; zero for one that has not come.
    entries: Vec<u64>,
    missing: BTreeSet<Seq>,
    /// The places of this seat's own moves that the server has acknowledged, in order.
    acknowledged: Vec<Seq>,
}

/// An entry of the server's log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) seq: Seq,
    pub(crate) seat: Option<u8>,
    pub(crate) digest: u64,
}

impl Ledger {
    pub(crate) fn enter(&mut self, seq: Seq, digest: u64, faults: &mut Faults) {
        let next = self.last().next();
        if seq >= next {
            self.missing.extend((next.0..seq.0).map(Seq));
            self.entries.resize(seq.length(), 0);
        } else if self.missing.remove(&seq) {
            faults.reordered += 1;
        } else {
            faults.doubled += 1;
            return;
        }
        if let Some(entry) = seq.place().and_then(|place| self.entries.get_mut(place)) {
            *entry = digest;
        }
    }

    /// A move of this seat's own was acknowledged as this entry.
    pub(crate) fn acknowledge(&mut self, seq: Seq) {
        self.acknowledged.push(seq);
    }

    /// The last entry that came.
    pub(crate) fn last(&self) -> Seq {
        Seq::of_length(self.entries.len())
    }

    /// Holds what came, and what this seat did, against what the server has stored.
    pub(crate) fn compare(&self, own: Option<u8>, stored: &[Kept]) -> Faults {
        let mut faults = Faults::default();
        for (place, &digest) in self.entries.iter().enumerate() {
            let seq = Seq::of_length(place + 1);
            match stored.get(place) {
                None => faults.lost += 1,
                Some(_) if self.missing.contains(&seq) => faults.lost += 1,
                Some(kept) if (kept.seq, kept.digest) != (seq, digest) => faults.changed += 1,
                Some(_) => {}
            }
        }
        // Whatever is in the log was told to everybody before the match was left.
        faults.lost += stored.len().saturating_sub(self.entries.len()) as u64;
        let done: BTreeSet<Seq> = stored
            .iter()
            .filter(|kept| own.is_some() && kept.seat == own)
            .map(|kept| kept.seq)
            .collect();
        let told: BTreeSet<Seq> = self.acknowledged.iter().copied().collect();
        faults.lost += told.difference(&done).count() as u64;
        // A command that is carried out again is in the log where nobody was told of it.
        faults.doubled += done.difference(&told).count() as u64;
        faults.doubled += (self.acknowledged.len() - told.len()) as u64;
        faults
    }
}

/// Of an entry's author, time and words, which are written alike wherever they are sent; never zero.
pub(crate) fn digest(seat: Option<u8>, at_ms: i64, words: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seat, at_ms, words).hash(&mut hasher);
    hasher.finish() | 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(seqs: &[u32]) -> (Ledger, Faults) {
        let (mut ledger, mut faults) = (Ledger::default(), Faults::default());
        for &seq in seqs {
            ledger.enter(Seq(seq), u64::from(seq), &mut faults);
        }
        (ledger, faults)
    }

    fn stored(last: u32) -> Vec<Kept> {
        let kept = |seq| Kept {
            seq: Seq(seq),
            seat: Some((seq % 2) as u8),
            digest: u64::from(seq),
        };
        (1..=last).map(kept).collect()
    }

    #[test]
    fn a_gapless_log_is_clean() {
        let (ledger, faults) = received(&[1, 2, 3]);
        assert!(faults.is_clean());
        assert!(ledger.compare(None, &stored(3)).is_clean());
    }

    #[test]
    fn doubled_and_reordered_entries_are_told_apart() {
        let (ledger, faults) = received(&[1, 3, 2, 2]);
        assert_eq!((faults.reordered, faults.doubled), (1, 1));
        assert!(ledger.compare(None, &stored(3)).is_clean());
    }

    #[test]
    fn gaps_and_missing_tails_are_lost() {
        let (ledger, _) = received(&[1, 3]);
        assert_eq!(ledger.compare(None, &stored(3)).lost, 1);
        assert_eq!(ledger.compare(None, &stored(4)).lost, 2);
        let (ledger, _) = received(&[1, 2]);
        assert_eq!(ledger.compare(None, &stored(1)).lost, 1);
    }

    #[test]
    fn another_story_in_the_log_is_noticed() {
        let (ledger, _) = received(&[1, 2]);
        let mut stored = stored(2);
        stored[1].digest = 9;
        assert_eq!(ledger.compare(None, &stored).changed, 1);
    }

    #[test]
    fn acknowledged_moves_are_in_the_log_once() {
        let (mut ledger, _) = received(&[1, 2, 3]);
        ledger.acknowledge(Seq(1));
        ledger.acknowledge(Seq(3));
        assert!(ledger.compare(Some(1), &stored(3)).is_clean());
        ledger.acknowledge(Seq(2));
        assert_eq!(ledger.compare(Some(1), &stored(3)).lost, 1);
        let (mut ledger, _) = received(&[1, 2, 3]);
        ledger.acknowledge(Seq(1));
        assert_eq!(ledger.compare(Some(1), &stored(3)).doubled, 1);
    }
}
