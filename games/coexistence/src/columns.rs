use crate::COLUMNS;

/// A set of columns, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Columns(u8);

/// Per set: how many columns it has and which they are. Random play asks little else.
const SETS: [(u8, [u8; COLUMNS as usize]); 64] = {
    let mut sets = [(0, [0; COLUMNS as usize]); 64];
    let mut set = 0;
    while set < 64 {
        let mut column = 0;
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                let count = sets[set].0;
                sets[set].1[count as usize] = column;
                sets[set].0 = count + 1;
            }
            column += 1;
        }
        set += 1;
    }
    sets
};

impl Columns {
    fn listed(self) -> &'static (u8, [u8; COLUMNS as usize]) {
        &SETS[usize::from(self.0 & 63)]
    }

    pub fn len(self) -> u32 {
        self.listed().0.into()
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// False for a column that does not exist.
    pub fn has(self, column: u8) -> bool {
        column < COLUMNS && self.0 >> column & 1 == 1
    }

    pub fn iter(self) -> impl Iterator<Item = u8> {
        let (count, columns) = self.listed();
        columns.iter().copied().take((*count).into())
    }

    /// The n-th column of the set, from 0; A if there are not so many.
    pub(crate) fn nth(self, n: u32) -> u8 {
        self.listed().1[n.min(5) as usize]
    }

    pub(crate) fn insert(&mut self, column: u8) {
        self.0 |= 1 << column;
    }

    pub(crate) fn remove(&mut self, column: u8) {
        self.0 &= !(1 << column);
    }

    pub(crate) fn union(self, other: Columns) -> Columns {
        Columns(self.0 | other.0)
    }
}
