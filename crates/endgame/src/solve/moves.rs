use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, Point, in_mills};

/// Where a stone may go: anywhere with three stones on the board, else to a neighbour.
#[inline]
pub(super) fn reach(from: Point, stones: u8) -> u32 {
    if stones == 3 { FULL } else { from.neighbours() }
}

/// The stones that a slide or flight that closed a mill may take (§2.4).
#[inline]
pub(super) fn victims(enemy: u32, removal: Removal) -> u32 {
    if removal == Removal::Document {
        return enemy;
    }
    let free = enemy & !in_mills(enemy);
    if free == 0 { enemy } else { free }
}

/// The images of a set of stones, at most 16.
#[derive(Debug)]
pub(super) struct Few {
    sets: [u32; Few::MOST],
    len: usize,
}

impl Few {
    /// A power of two, so that no bounds need checking.
    const MOST: usize = 16;

    pub(super) fn new() -> Few {
        Few {
            sets: [0; Few::MOST],
            len: 0,
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn push(&mut self, set: u32) {
        self.sets[self.len & (Few::MOST - 1)] = set;
        self.len += 1;
    }

    /// Leaves each set once.
    pub(super) fn dedup(&mut self) {
        let sets = &mut self.sets[..self.len];
        sets.sort_unstable();
        let mut kept = 0;
        for at in 0..sets.len() {
            if at == 0 || sets[at] != sets[kept - 1] {
                sets[kept] = sets[at];
                kept += 1;
            }
        }
        self.len = kept;
    }

    pub(super) fn as_slice(&self) -> &[u32] {
        &self.sets[..self.len]
    }
}
