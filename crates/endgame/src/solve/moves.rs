use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, Point, completes, in_mills, points};

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

/// A stone's arrival on a point that the opponent may occupy.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) to: u32,
    /// The mover's stones afterwards.
    pub(super) after: u32,
}

/// What the mover could do if no opponent stood in the way; whether it closes a mill depends on
/// the mover's stones alone.
#[derive(Debug)]
pub(super) struct Arrivals {
    pub(super) quiet: Vec<Arrival>,
    pub(super) closing: Vec<Arrival>,
}

impl Arrivals {
    pub(super) fn of(own: u32, stones: u8) -> Arrivals {
        let (mut quiet, mut closing) = (Vec::new(), Vec::new());
        for from in points(own) {
            let left = own & !from.bit();
            for to in points(reach(from, stones) & !own) {
                let arrival = Arrival {
                    to: to.bit(),
                    after: left | to.bit(),
                };
                if completes(left, to) {
                    closing.push(arrival);
                } else {
                    quiet.push(arrival);
                }
            }
        }
        Arrivals { quiet, closing }
    }
}

/// Slots that follow or precede a board, at most 54 when both fly.
#[derive(Debug)]
pub(super) struct Few {
    slots: [u32; Few::MOST],
    len: usize,
}

impl Few {
    /// A power of two, so that no bounds need checking.
    pub(super) const MOST: usize = 64;

    pub(super) fn new() -> Few {
        Few {
            slots: [0; Few::MOST],
            len: 0,
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(super) fn push(&mut self, slot: u32) {
        self.slots[self.len & (Few::MOST - 1)] = slot;
        self.len += 1;
    }

    /// Leaves each slot once.
    pub(super) fn dedup(&mut self) {
        let slots = &mut self.slots[..self.len];
        slots.sort_unstable();
        let mut kept = 0;
        for at in 0..slots.len() {
            if at == 0 || slots[at] != slots[kept - 1] {
                slots[kept] = slots[at];
                kept += 1;
            }
        }
        self.len = kept;
    }

    pub(super) fn as_slice(&self) -> &[u32] {
        &self.slots[..self.len]
    }
}
