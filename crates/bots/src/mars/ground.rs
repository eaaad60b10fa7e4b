//! What never changes on the board, by tile (`10 * y + x`) or by unit.

use parlor_mars::{Arm, ROSTER, SOVIET_UNITS, TOWNS, UNITS};

pub(crate) const TILES: usize = 100;
const BOARD: u128 = (1 << TILES) - 1;

pub(crate) struct Tables {
    pub beside: [u128; TILES],
    pub around: [u128; TILES],
    pub points: [u8; TILES],
    pub towns: u128,
    pub arms: [Arm; UNITS],
}

pub(crate) static TABLES: Tables = tables();

const fn tables() -> Tables {
    let mut tables = Tables {
        beside: [0; TILES],
        around: [0; TILES],
        points: [0; TILES],
        towns: 0,
        arms: [Arm::Infantry; UNITS],
    };
    let mut place = 0;
    while place < TILES {
        // The edges: a step from the last column leads nowhere.
        let bit = 1u128 << place;
        let left = if place % 10 > 0 { bit >> 1 } else { 0 };
        let right = if place % 10 < 9 { bit << 1 } else { 0 };
        let row = left | bit | right;
        tables.beside[place] = (left | right | bit >> 10 | bit << 10) & BOARD;
        tables.around[place] = (row >> 10 | row << 10 | left | right) & BOARD;
        place += 1;
    }
    let mut place = 0;
    while place < TOWNS.len() {
        let town = &TOWNS[place];
        tables.points[town.at.index()] = town.points;
        tables.towns |= town.at.bit();
        place += 1;
    }
    let mut place = 0;
    while place < UNITS {
        tables.arms[place] = ROSTER[place].icon.arm();
        place += 1;
    }
    tables
}

/// The places of a set, row by row.
pub(crate) fn places(mut bits: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let place = bits.trailing_zeros() as usize;
        bits &= bits - 1;
        Some(place)
    })
}

pub(crate) fn arm(unit: usize) -> Arm {
    TABLES.arms[unit]
}

pub(crate) fn side_of(unit: usize) -> usize {
    usize::from(unit >= SOVIET_UNITS)
}

#[cfg(test)]
mod tests {
    use parlor_mars::{Tile, town_at};

    use super::*;

    #[test]
    fn the_tables_are_those_of_the_rules() {
        for tile in Tile::all() {
            let at = tile.index();
            assert_eq!(TABLES.beside[at], tile.beside(), "{tile}");
            assert_eq!(TABLES.around[at], tile.around(), "{tile}");
            let points = town_at(tile).map_or(0, |town| town.points);
            assert_eq!(TABLES.points[at], points, "{tile}");
            assert_eq!(TABLES.towns & tile.bit() != 0, points > 0, "{tile}");
        }
    }
}
