//! Towns, the opening territory, and the rivers, which are decoration (sections 1, 3 and 7.3).

use serde::Serialize;

use crate::Tile;

/// A town; it counts for whoever owns its tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Town {
    pub name: &'static str,
    pub at: Tile,
    pub points: u8,
}

const fn town(name: &'static str, x: u8, y: u8, points: u8) -> Town {
    Town {
        name,
        at: Tile::at(x, y),
        points,
    }
}

pub const TOWNS: [Town; 12] = [
    town("Staritsa", 8, 0, 5),
    town("Molodoi Tud", 2, 1, 5),
    town("Nelidovo", 0, 2, 5),
    town("Rzhev", 5, 2, 10),
    town("Olenino", 2, 3, 5),
    town("Zubtsov", 6, 3, 5),
    town("Karmanovo", 8, 4, 5),
    town("Sychevka", 6, 5, 5),
    town("Belyi", 1, 6, 5),
    town("Novodugino", 4, 6, 5),
    town("Kholm", 3, 7, 5),
    town("Vyazma", 6, 7, 10),
];

pub const TOWN_POINTS: u8 = 70;

const fn town_bits(points: u8) -> u128 {
    let mut bits = 0;
    let mut place = 0;
    while place < TOWNS.len() {
        if points == 0 || TOWNS[place].points == points {
            bits |= TOWNS[place].at.bit();
        }
        place += 1;
    }
    bits
}

const ALL_TOWNS: u128 = town_bits(0);
const LARGE_TOWNS: u128 = town_bits(10);

/// The points of the towns among these tiles.
pub(crate) const fn points_in(tiles: u128) -> u8 {
    5 * ((tiles & ALL_TOWNS).count_ones() + (tiles & LARGE_TOWNS).count_ones()) as u8
}

pub(crate) const fn is_town(tile: Tile) -> bool {
    ALL_TOWNS & tile.bit() != 0
}

pub fn town_at(tile: Tile) -> Option<&'static Town> {
    TOWNS.iter().find(|town| town.at == tile)
}

/// Who owns what at the start, one text per row.
pub const TERRITORY: [&str; 10] = [
    "SSSSSSSSSS",
    "SSGSSSSSSS",
    "SSGGGGSSSS",
    "SGGGGGGSSS",
    "SSGGGGGSSS",
    "SSGGGGGSSS",
    "SGGGGGGGSS",
    "SGGGGGGGSS",
    "SGGGGGGSSS",
    "GGGGGGGSSS",
];

/// River courses in a space of 600 by 600, 60 to a tile.
pub const RIVERS: [&[[u16; 2]]; 17] = [
    &[
        [56, 0],
        [68, 32],
        [61, 55],
        [78, 68],
        [95, 108],
        [110, 130],
        [128, 125],
        [130, 105],
        [155, 90],
        [162, 100],
        [180, 125],
        [215, 121],
        [262, 138],
        [297, 133],
        [307, 160],
        [325, 178],
        [352, 177],
        [380, 168],
    ],
    &[
        [476, 0],
        [455, 55],
        [425, 90],
        [398, 115],
        [385, 140],
        [381, 168],
        [388, 195],
        [415, 232],
        [420, 252],
        [446, 277],
    ],
    &[[446, 277], [462, 285], [488, 314], [545, 328], [600, 335]],
    &[[446, 277], [441, 315], [443, 345], [437, 375]],
    &[[437, 375], [420, 385], [403, 415], [390, 455]],
    &[[437, 375], [447, 390], [464, 420], [450, 457], [428, 450]],
    &[
        [0, 226],
        [15, 238],
        [65, 237],
        [125, 248],
        [178, 262],
        [205, 262],
        [240, 288],
        [262, 312],
    ],
    &[[178, 262], [195, 272], [182, 312], [165, 323]],
    &[
        [0, 388],
        [38, 402],
        [65, 418],
        [90, 416],
        [97, 397],
        [160, 401],
        [175, 380],
        [205, 350],
        [228, 334],
    ],
    &[
        [228, 390],
        [210, 400],
        [190, 435],
        [140, 482],
        [118, 515],
        [105, 553],
        [75, 575],
        [58, 600],
    ],
    &[
        [258, 330],
        [250, 345],
        [268, 370],
        [258, 395],
        [264, 425],
        [255, 470],
        [215, 510],
    ],
    &[
        [268, 370],
        [290, 352],
        [330, 383],
        [336, 345],
        [352, 320],
        [336, 285],
        [343, 268],
    ],
    &[[255, 472], [278, 472], [304, 461]],
    &[[222, 484], [214, 515], [225, 538], [200, 560], [201, 600]],
    &[[446, 477], [474, 490], [470, 520], [456, 548], [478, 600]],
    &[
        [456, 548],
        [415, 542],
        [380, 556],
        [345, 547],
        [328, 523],
        [300, 520],
        [280, 548],
    ],
    &[[360, 555], [360, 585], [353, 600]],
];

/// What never changes and a page needs to draw: served once, part of no view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Map {
    /// Tiles per row and column.
    pub size: u8,
    /// Units of the river courses per tile.
    pub scale: u16,
    pub towns: [Town; 12],
    pub territory: [&'static str; 10],
    pub rivers: [&'static [[u16; 2]]; 17],
}

pub const fn map() -> Map {
    Map {
        size: crate::tile::SIZE,
        scale: 60,
        towns: TOWNS,
        territory: TERRITORY,
        rivers: RIVERS,
    }
}
