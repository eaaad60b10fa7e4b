//! The 16 symmetries of the board (§1.3): four rotations, a mirror, and the exchange of the outer
//! and the inner ring. Tables and searches use them to treat equal positions as one.

use crate::board::{POINTS, Point};

pub const SYMMETRIES: usize = 16;

/// A permutation of the points that keeps edges and mills. Number 0 changes nothing; bits 0 and 1
/// are quarter turns, bit 2 is the mirror, bit 3 the exchange of rings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry(u8);

const MIRROR: u8 = 4;
const RINGS: u8 = 8;

/// Column and row of each point, as in the drawing of §1.1.
const GRID: [(i8, i8); POINTS] = [
    (1, 1),
    (4, 1),
    (7, 1),
    (2, 2),
    (4, 2),
    (6, 2),
    (3, 3),
    (4, 3),
    (5, 3),
    (1, 4),
    (2, 4),
    (3, 4),
    (5, 4),
    (6, 4),
    (7, 4),
    (3, 5),
    (4, 5),
    (5, 5),
    (2, 6),
    (4, 6),
    (6, 6),
    (1, 7),
    (4, 7),
    (7, 7),
];

/// Keeps the direction from the centre and replaces the distance d by 4 − d.
const fn exchange(offset: i8, distance: i8) -> i8 {
    offset / distance * (4 - distance)
}

const fn image(number: u8, at: usize) -> u8 {
    let (mut c, mut r) = GRID[at];
    let mut turn = 0;
    while turn < number & 3 {
        (c, r) = (8 - r, c);
        turn += 1;
    }
    if number & MIRROR != 0 {
        c = 8 - c;
    }
    if number & RINGS != 0 {
        let (dc, dr) = (c - 4, r - 4);
        let distance = if dc.abs() > dr.abs() {
            dc.abs()
        } else {
            dr.abs()
        };
        c = 4 + exchange(dc, distance);
        r = 4 + exchange(dr, distance);
    }
    let mut to = 0;
    while GRID[to].0 != c || GRID[to].1 != r {
        to += 1;
    }
    to as u8
}

static IMAGES: [[u8; POINTS]; SYMMETRIES] = {
    let mut images = [[0; POINTS]; SYMMETRIES];
    let mut number = 0;
    while number < SYMMETRIES {
        let mut at = 0;
        while at < POINTS {
            images[number][at] = image(number as u8, at);
            at += 1;
        }
        number += 1;
    }
    images
};

/// Images of masks, byte by byte: three loads instead of a loop over the stones.
static MASKS: [[[u32; 256]; 3]; SYMMETRIES] = {
    let mut masks = [[[0; 256]; 3]; SYMMETRIES];
    let mut number = 0;
    while number < SYMMETRIES {
        let mut byte = 0;
        while byte < 3 {
            let mut bits = 1;
            while bits < 256usize {
                let low = byte * 8 + bits.trailing_zeros() as usize;
                masks[number][byte][bits] =
                    masks[number][byte][bits & (bits - 1)] | 1 << IMAGES[number][low];
                bits += 1;
            }
            byte += 1;
        }
        number += 1;
    }
    masks
};

impl Symmetry {
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All of them, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..SYMMETRIES as u8).map(Symmetry)
    }

    /// By its number, of which only the four lowest bits count.
    #[inline]
    pub const fn numbered(number: u8) -> Symmetry {
        Symmetry(number & 15)
    }

    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Where a point goes; points off the board stay.
    pub fn point(self, at: Point) -> Point {
        IMAGES[usize::from(self.0 & 15)]
            .get(usize::from(at.0))
            .map_or(at, |&to| Point(to))
    }

    /// Where a set of points goes.
    #[inline]
    pub fn mask(self, mask: u32) -> u32 {
        let [a, b, c, _] = mask.to_le_bytes();
        let table = &MASKS[usize::from(self.0 & 15)];
        table[0][usize::from(a)] | table[1][usize::from(b)] | table[2][usize::from(c)]
    }
}

/// The representative of a pair of stone sets: the smallest of its 16 images, and what leads to it.
pub fn canonical(black: u32, white: u32) -> ((u32, u32), Symmetry) {
    let mut best = ((black, white), Symmetry::IDENTITY);
    for symmetry in Symmetry::all() {
        let image = (symmetry.mask(black), symmetry.mask(white));
        if image < best.0 {
            best = (image, symmetry);
        }
    }
    best
}
