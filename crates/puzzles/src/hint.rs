//! A part of the moves, among which the right one is.

use sha2::{Digest, Sha256};

use crate::{Puzzle, Verdict, Walk};

/// Moves are dealt into so many heaps where they have nothing in common.
const HEAPS: usize = 3;

impl Walk {
    /// The moves of the stone (the card, the land) that has to move; where that would say all, one of
    /// three heaps. Which moves are together does not depend on which is right, so that nothing else
    /// can be read from it, and whoever asks twice learns no more.
    pub fn hint(&self, puzzle: &Puzzle) -> Vec<String> {
        if self.verdict != Verdict::Open {
            return Vec::new();
        }
        let legal = self.state.legal(self.seat).actions.to_vec();
        let right = self.next(puzzle);
        let same: Vec<String> = legal
            .iter()
            .filter(|it| mover(it) == mover(right))
            .cloned()
            .collect();
        if same.len() > 1 && same.len() < legal.len() {
            return same;
        }
        let mut dealt = legal.clone();
        dealt.sort_by_cached_key(|it| Sha256::digest(format!("{} {it}", puzzle.id)).to_vec());
        let size = legal.len().div_ceil(HEAPS).max(2);
        let mut heaps: Vec<Vec<String>> = dealt.chunks(size).map(<[String]>::to_vec).collect();
        if heaps.len() > 1 && heaps.last().is_some_and(|heap| heap.len() < 2) {
            let alone = heaps.pop().unwrap_or_default();
            heaps
                .last_mut()
                .into_iter()
                .for_each(|it| it.extend(alone.clone()));
        }
        let heap = heaps
            .into_iter()
            .find(|heap| heap.iter().any(|it| it == right));
        let heap = heap.unwrap_or_else(|| vec![right.to_owned()]);
        legal.into_iter().filter(|it| heap.contains(it)).collect()
    }
}

/// What moves, as notations tell it: `A1` of `A1-A4`, `attack brazil` of `attack brazil peru 3`, `C`
/// of `CE`.
fn mover(action: &str) -> &str {
    if let Some((from, _)) = action.split_once('-') {
        return from;
    }
    if let Some((front, _)) = action.rsplit_once(' ') {
        return front.rsplit_once(' ').map_or(front, |(front, _)| front);
    }
    action.get(..1).unwrap_or(action)
}
