use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

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
    missing: BTreeSet<u32>,
    /// The places of this seat's own moves that the server has acknowledged, in order.
    acknowledged: Vec<u32>,
}

/// An entry of the server's log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) seq: u32,
    pub(crate) seat: Option<u8>,
    pub(crate) digest: u64,
}

impl Ledger {
    pub(crate) fn enter(&mut self, seq: u32, digest: u64, faults: &mut Faults) {
        let next = self.entries.len() as u32 + 1;
        if seq >= next {
            self.missing.extend(next..seq);
            self.entries.resize(seq as usize - 1, 0);
            self.entries.push(digest);
        } else if self.missing.remove(&seq) {
            faults.reordered += 1;
            self.entries[seq as usize - 1] = digest;
        } else {
            faults.doubled += 1;
        }
    }

    /// A move of this seat's own was acknowledged as this entry.
    pub(crate) fn acknowledge(&mut self, seq: u32) {
        self.acknowledged.push(seq);
    }

    /// The last entry that came.
    pub(crate) fn last(&self) -> u32 {
        self.entries.len() as u32
    }

    /// Holds what came, and what this seat did, against what the server has stored.
    pub(crate) fn compare(&self, own: Option<u8>, stored: &[Kept]) -> Faults {
        let mut faults = Faults::default();
        for (place, &digest) in self.entries.iter().enumerate() {
            let seq = place as u32 + 1;
            match stored.get(place) {
                None => faults.lost += 1,
                Some(_) if self.missing.contains(&seq) => faults.lost += 1,
                Some(kept) if (kept.seq, kept.digest) != (seq, digest) => faults.changed += 1,
                Some(_) => {}
            }
        }
        // Whatever is in the log was told to everybody before the match was left.
        faults.lost += stored.len().saturating_sub(self.entries.len()) as u64;
        let done: BTreeSet<u32> = stored
            .iter()
            .filter(|kept| own.is_some() && kept.seat == own)
            .map(|kept| kept.seq)
            .collect();
        let told: BTreeSet<u32> = self.acknowledged.iter().copied().collect();
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
            ledger.enter(seq, u64::from(seq), &mut faults);
        }
        (ledger, faults)
    }

    fn stored(last: u32) -> Vec<Kept> {
        let kept = |seq| Kept {
            seq,
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
        ledger.acknowledge(1);
        ledger.acknowledge(3);
        assert!(ledger.compare(Some(1), &stored(3)).is_clean());
        ledger.acknowledge(2);
        assert_eq!(ledger.compare(Some(1), &stored(3)).lost, 1);
        let (mut ledger, _) = received(&[1, 2, 3]);
        ledger.acknowledge(1);
        assert_eq!(ledger.compare(Some(1), &stored(3)).doubled, 1);
    }
}
