use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::map::TERRITORY;
use crate::{Side, Tile};

/// Who owns each tile; ten texts of `S` and `G` in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(into = "[String; 10]", try_from = "[String; 10]")]
#[ts(as = "[String; 10]")]
pub struct Land {
    german: u128,
}

impl Land {
    pub fn opening() -> Land {
        let mut land = Land { german: 0 };
        for (tile, letter) in Tile::all().zip(TERRITORY.iter().flat_map(|row| row.bytes())) {
            if letter == b'G' {
                land.give(tile, Side::Germans);
            }
        }
        land
    }

    pub fn owner(self, tile: Tile) -> Side {
        if self.german & tile.bit() == 0 {
            Side::Soviets
        } else {
            Side::Germans
        }
    }

    pub fn give(&mut self, tile: Tile, side: Side) {
        match side {
            Side::Soviets => self.german &= !tile.bit(),
            Side::Germans => self.german |= tile.bit(),
        }
    }

    /// The tiles of a side.
    pub(crate) const fn of(self, side: Side) -> u128 {
        match side {
            Side::Soviets => !self.german & ((1 << crate::tile::TILES) - 1),
            Side::Germans => self.german,
        }
    }

    /// Whether a unit of this side would have no way out: none of the orthogonal neighbours on
    /// the board is its own (5.4).
    pub fn encircles(self, tile: Tile, side: Side) -> bool {
        tile.beside() & self.of(side) == 0
    }
}

impl From<Land> for [String; 10] {
    fn from(land: Land) -> Self {
        std::array::from_fn(|y| {
            (0..10u8)
                .filter_map(|x| Tile::new(x, y))
                .map(|tile| land.owner(tile).letter())
                .collect()
        })
    }
}

impl TryFrom<[String; 10]> for Land {
    type Error = &'static str;

    fn try_from(rows: [String; 10]) -> Result<Self, Self::Error> {
        let mut land = Land { german: 0 };
        for (y, row) in rows.iter().enumerate() {
            if row.len() != 10 {
                return Err("a row of territory has 10 letters");
            }
            for (x, letter) in row.bytes().enumerate() {
                match (letter, Tile::new(x, y)) {
                    (b'S', _) => {}
                    (b'G', Some(tile)) => land.give(tile, Side::Germans),
                    _ => return Err("a tile is S or G"),
                }
            }
        }
        Ok(land)
    }
}
