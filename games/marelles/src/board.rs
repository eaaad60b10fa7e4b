//! The board of §1: points, neighbours and mills as masks of 24 bits, bit = index.

use std::fmt;

use parlor_describe::TS;
use parlor_engine::members;
use serde::{Deserialize, Serialize};

pub const POINTS: usize = 24;

/// All points.
pub const FULL: u32 = (1 << POINTS) - 1;

/// A place on the board by its index, row by row from the top left. A number from outside may
/// exceed 23; [`Point::is_on_board`] tells, and no lookup panics on it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct Point(pub u8);

/// Row letter from the top, then column digit from the left (§1.1).
const LABELS: [&str; POINTS] = [
    "A1", "A4", "A7", "B2", "B4", "B6", "C3", "C4", "C5", "D1", "D2", "D3", "D5", "D6", "D7", "E3",
    "E4", "E5", "F2", "F4", "F6", "G1", "G4", "G7",
];

impl Point {
    pub const fn is_on_board(self) -> bool {
        (self.0 as usize) < POINTS
    }

    pub const fn bit(self) -> u32 {
        1 << (self.0 & 31)
    }

    /// A row of a table with 32 rows: masking instead of a bounds check.
    const fn slot(self) -> usize {
        (self.0 & 31) as usize
    }

    /// Reads a label such as `D7`, in any letter case.
    pub fn from_label(label: &str) -> Option<Point> {
        let place = LABELS
            .iter()
            .position(|known| known.eq_ignore_ascii_case(label))?;
        Some(Point(place as u8))
    }

    /// Column and row on the 7×7 grid, both 1 to 7; `None` off the board.
    pub fn grid(self) -> Option<(u8, u8)> {
        match LABELS.get(usize::from(self.0))?.as_bytes() {
            [row, column] => Some((column - b'0', row - b'A' + 1)),
            _ => None,
        }
    }

    /// The points one slide away.
    pub const fn neighbours(self) -> u32 {
        NEIGHBOUR_MASKS[self.slot()]
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match LABELS.get(usize::from(self.0)) {
            Some(label) => f.write_str(label),
            None => write!(f, "#{}", self.0),
        }
    }
}

/// The points of a mask in index order.
#[inline]
pub fn points(mask: u32) -> impl Iterator<Item = Point> {
    members(mask).map(Point)
}

/// Neighbours by index, each row ascending.
pub const NEIGHBOURS: [&[u8]; POINTS] = [
    &[1, 9],
    &[0, 2, 4],
    &[1, 14],
    &[4, 10],
    &[1, 3, 5, 7],
    &[4, 13],
    &[7, 11],
    &[4, 6, 8],
    &[7, 12],
    &[0, 10, 21],
    &[3, 9, 11, 18],
    &[6, 10, 15],
    &[8, 13, 17],
    &[5, 12, 14, 20],
    &[2, 13, 23],
    &[11, 16],
    &[15, 17, 19],
    &[12, 16],
    &[10, 19],
    &[16, 18, 20, 22],
    &[13, 19],
    &[9, 22],
    &[19, 21, 23],
    &[14, 22],
];

/// The 16 mills M0 to M15 of §1.2, the middle point second.
pub const MILLS: [[u8; 3]; 16] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
    [12, 13, 14],
    [15, 16, 17],
    [18, 19, 20],
    [21, 22, 23],
    [0, 9, 21],
    [3, 10, 18],
    [6, 11, 15],
    [1, 4, 7],
    [16, 19, 22],
    [8, 12, 17],
    [5, 13, 20],
    [2, 14, 23],
];

pub const MILL_MASKS: [u32; 16] = {
    let mut masks = [0; 16];
    let mut id = 0;
    while id < 16 {
        let [a, b, c] = MILLS[id];
        masks[id] = 1 << a | 1 << b | 1 << c;
        id += 1;
    }
    masks
};

static NEIGHBOUR_MASKS: [u32; 32] = {
    let mut masks = [0; 32];
    let mut at = 0;
    while at < POINTS {
        let mut n = 0;
        while n < NEIGHBOURS[at].len() {
            masks[at] |= 1 << NEIGHBOURS[at][n];
            n += 1;
        }
        at += 1;
    }
    masks
};

/// The ids of the two mills through each point.
static MILLS_THROUGH: [[u8; 2]; 32] = {
    let mut through = [[0; 2]; 32];
    let mut at = 0;
    while at < POINTS {
        let (mut id, mut found) = (0, 0);
        while id < 16 {
            if MILL_MASKS[id] >> at & 1 == 1 {
                through[at][found] = id as u8;
                found += 1;
            }
            id += 1;
        }
        at += 1;
    }
    through
};

/// For each point the two pairs of points that make it a mill.
static PARTNERS: [[u32; 2]; 32] = {
    // Rows that belong to no point can never be completed.
    let mut partners = [[u32::MAX; 2]; 32];
    let mut at = 0;
    while at < POINTS {
        let [a, b] = MILLS_THROUGH[at];
        partners[at] = [
            MILL_MASKS[a as usize] & !(1 << at),
            MILL_MASKS[b as usize] & !(1 << at),
        ];
        at += 1;
    }
    partners
};

/// The ids of the two mills through a point, which must be on the board.
pub fn mills_through(at: Point) -> [u8; 2] {
    MILLS_THROUGH[at.slot()]
}

/// Whether a stone on `at` completes a mill with the others of `own`.
#[inline]
pub fn completes(own: u32, at: Point) -> bool {
    let [a, b] = PARTNERS[at.slot()];
    own & a == a || own & b == b
}

/// The mills that a stone on `at` completes, as a set of ids.
pub fn completed(own: u32, at: Point) -> u16 {
    let ([a, b], [first, second]) = (PARTNERS[at.slot()], MILLS_THROUGH[at.slot()]);
    u16::from(own & a == a) << first | u16::from(own & b == b) << second
}

/// The stones that stand in a mill.
#[inline]
pub fn in_mills(stones: u32) -> u32 {
    let mut found = 0;
    for mill in MILL_MASKS {
        found |= if stones & mill == mill { mill } else { 0 };
    }
    found
}

/// The 64 directed edges, ordered by source and then target: 32 edges fill a word exactly, so all
/// slides of a side are one mask.
pub static SLIDES: [(Point, Point); 64] = {
    let mut slides = [(Point(0), Point(0)); 64];
    let (mut from, mut count) = (0, 0);
    while from < POINTS {
        let mut n = 0;
        while n < NEIGHBOURS[from].len() {
            slides[count] = (Point(from as u8), Point(NEIGHBOURS[from][n]));
            count += 1;
            n += 1;
        }
        from += 1;
    }
    assert!(count == 64);
    slides
};

type ByBytes = [[u64; 256]; 3];

const fn edges_by_bytes(by_source: bool) -> ByBytes {
    let mut of_point = [0u64; POINTS];
    let mut edge = 0;
    while edge < 64 {
        let (from, to) = SLIDES[edge];
        of_point[if by_source { from.0 } else { to.0 } as usize] |= 1 << edge;
        edge += 1;
    }
    let mut table = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 3 {
        let mut bits = 1;
        while bits < 256usize {
            let low = bits.trailing_zeros() as usize;
            table[byte][bits] = table[byte][bits & (bits - 1)] | of_point[byte * 8 + low];
            bits += 1;
        }
        byte += 1;
    }
    table
}

static EDGES_FROM: ByBytes = edges_by_bytes(true);
static EDGES_TO: ByBytes = edges_by_bytes(false);

#[inline]
fn edges(table: &ByBytes, mask: u32) -> u64 {
    let [a, b, c, _] = mask.to_le_bytes();
    table[0][usize::from(a)] | table[1][usize::from(b)] | table[2][usize::from(c)]
}

/// All slides of `own` onto `empty`, as a set of indices into [`SLIDES`].
#[inline]
pub fn slides(own: u32, empty: u32) -> u64 {
    edges(&EDGES_FROM, own) & edges(&EDGES_TO, empty)
}
