//! What alpha-beta remembers of positions it has seen.

/// What a remembered score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot<M> {
    key: u64,
    pub best: Option<M>,
    pub score: i32,
    pub depth: i16,
    pub bound: Bound,
}

/// A transposition table of fixed size; the newest result wins its slot.
#[derive(Debug)]
pub(crate) struct TranspositionTable<M> {
    slots: Vec<Option<Slot<M>>>,
    mask: usize,
}

/// Slots of the largest table.
const LARGEST: u64 = 1 << 19;
const SMALLEST: u64 = 1 << 10;

impl<M: Copy> TranspositionTable<M> {
    /// Large enough for so many positions, up to a bound.
    pub fn for_nodes(nodes: u64) -> TranspositionTable<M> {
        let size = nodes.clamp(SMALLEST, LARGEST).next_power_of_two() as usize;
        TranspositionTable {
            slots: vec![None; size],
            mask: size - 1,
        }
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&Slot<M>> {
        self.slots[self.place(key)]
            .as_ref()
            .filter(|slot| slot.key == key)
    }

    #[inline]
    pub fn put(&mut self, key: u64, best: Option<M>, score: i32, depth: i16, bound: Bound) {
        let place = self.place(key);
        self.slots[place] = Some(Slot {
            key,
            best,
            score,
            depth,
            bound,
        });
    }

    /// Keys may be positions packed into a number: spread them.
    #[inline]
    fn place(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & self.mask
    }
}
