//! Tiles, and sets of tiles as bits: bit `10 * y + x`.

use std::fmt;

use parlor_describe::TS;
use parlor_engine::members;
use serde::{Deserialize, Serialize};

pub(crate) const SIZE: u8 = 10;
pub(crate) const TILES: usize = 100;

/// A tile of the board; `[x, y]` in JSON, column before row (section 1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(into = "[u8; 2]", try_from = "[u8; 2]")]
#[ts(as = "[u8; 2]")]
pub struct Tile(u8);

impl Tile {
    /// `None` outside of the board.
    pub fn new(x: impl TryInto<u8>, y: impl TryInto<u8>) -> Option<Tile> {
        match (x.try_into(), y.try_into()) {
            (Ok(x), Ok(y)) if x < SIZE && y < SIZE => Some(Tile(SIZE * y + x)),
            _ => None,
        }
    }

    /// For tables; a coordinate outside of the board does not compile.
    pub(crate) const fn at(x: u8, y: u8) -> Tile {
        assert!(x < SIZE && y < SIZE, "a tile of the board");
        Tile(SIZE * y + x)
    }

    pub const fn x(self) -> u8 {
        self.0 % SIZE
    }

    pub const fn y(self) -> u8 {
        self.0 / SIZE
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> u128 {
        1 << self.0
    }

    /// The 4 orthogonal neighbours on the board.
    pub const fn beside(self) -> u128 {
        BESIDE[self.index()]
    }

    /// The up to 8 surrounding tiles: what rule page section 6 calls near.
    pub const fn around(self) -> u128 {
        AROUND[self.index()]
    }

    pub fn all() -> impl Iterator<Item = Tile> {
        (0..TILES as u8).map(Tile)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

impl From<Tile> for [u8; 2] {
    fn from(tile: Tile) -> Self {
        [tile.x(), tile.y()]
    }
}

impl TryFrom<[u8; 2]> for Tile {
    type Error = String;

    fn try_from([x, y]: [u8; 2]) -> Result<Self, String> {
        Tile::new(x, y).ok_or_else(|| format!("{x},{y} is not on the board"))
    }
}

const BOARD: u128 = (1 << TILES) - 1;

const fn column(x: u8) -> u128 {
    let mut bits = 0;
    let mut y = 0;
    while y < SIZE {
        bits |= 1 << (SIZE * y + x);
        y += 1;
    }
    bits
}

const LEFT: u128 = column(0);
const RIGHT: u128 = column(9);

/// Every tile of the set one step further; a step over the edge leads nowhere.
pub(crate) const fn shifted(bits: u128, (dx, dy): (i8, i8)) -> u128 {
    let bits = match dx {
        1 => (bits & !RIGHT) << 1,
        -1 => (bits & !LEFT) >> 1,
        _ => bits,
    };
    match dy {
        1 => (bits << SIZE) & BOARD,
        -1 => bits >> SIZE,
        _ => bits,
    }
}

/// The set and everything near it.
pub(crate) const fn spread(bits: u128) -> u128 {
    let wide = bits | shifted(bits, (1, 0)) | shifted(bits, (-1, 0));
    wide | shifted(wide, (0, 1)) | shifted(wide, (0, -1))
}

const fn neighbours(diagonal: bool) -> [u128; TILES] {
    let mut table = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        let bit = 1 << tile;
        table[tile] = if diagonal {
            spread(bit) & !bit
        } else {
            shifted(bit, (1, 0))
                | shifted(bit, (-1, 0))
                | shifted(bit, (0, 1))
                | shifted(bit, (0, -1))
        };
        tile += 1;
    }
    table
}

const BESIDE: [u128; TILES] = neighbours(false);
const AROUND: [u128; TILES] = neighbours(true);

/// The tiles of a set, row by row.
#[inline]
pub(crate) fn tiles(bits: u128) -> impl Iterator<Item = Tile> {
    members(bits).map(Tile)
}

/// The tile with `rank` tiles of the set before it.
pub(crate) fn nth(bits: u128, rank: u32) -> Option<Tile> {
    let low = bits as u64;
    let (mut half, mut rank, base) = match rank.checked_sub(low.count_ones()) {
        None => (low, rank, 0),
        Some(rest) => ((bits >> 64) as u64, rest, 64),
    };
    while rank > 0 && half != 0 {
        half &= half - 1;
        rank -= 1;
    }
    (half != 0).then(|| Tile(base + half.trailing_zeros() as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stop_at_the_edge() {
        for tile in Tile::all() {
            let near = |diagonal: bool| {
                Tile::all()
                    .filter(|other| {
                        let dx = tile.x().abs_diff(other.x());
                        let dy = tile.y().abs_diff(other.y());
                        (if diagonal { dx.max(dy) } else { dx + dy }) == 1
                    })
                    .fold(0, |bits, other| bits | other.bit())
            };
            assert_eq!(tile.beside(), near(false), "{tile}");
            assert_eq!(tile.around(), near(true), "{tile}");
        }
    }

    #[test]
    fn nth_counts_like_tiles() {
        let bits = RIGHT | Tile::at(3, 3).bit() | Tile::at(4, 6).bit() | 1;
        let listed: Vec<Tile> = tiles(bits).collect();
        assert_eq!(listed.len(), 13);
        for (rank, &tile) in listed.iter().enumerate() {
            assert_eq!(nth(bits, rank as u32), Some(tile));
        }
        assert_eq!(nth(bits, 13), None);
        assert_eq!(nth(0, 0), None);
    }
}
