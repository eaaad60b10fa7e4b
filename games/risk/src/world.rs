//! The world (rule page 2): territories, continents, borders. The one table of names: the server
//! serves it to the page, the notation and the pictures use it.

use parlor_engine::members;
use serde::Serialize;

/// A territory by its wire id, `0..42`.
pub type TerritoryId = u8;

pub const TERRITORY_COUNT: usize = 42;

/// A colour follows the seat, not the person (rule page 1.1).
pub const SEAT_COLOURS: [&str; 6] = ["red", "blue", "green", "purple", "orange", "yellow"];

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Territory {
    pub id: TerritoryId,
    /// The word for it in notation.
    pub key: &'static str,
    pub name: &'static str,
    /// For labels on the map.
    pub short: &'static str,
    /// Index into [`CONTINENTS`].
    pub continent: u8,
    pub lat: f64,
    pub lon: f64,
    /// Pixel offset of the label from its circle.
    pub label: (i16, i16),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Continent {
    pub id: u8,
    pub key: &'static str,
    pub name: &'static str,
    /// Under the default options; `asia_bonus` may lower Asia's.
    pub bonus: u8,
    pub members: &'static [TerritoryId],
}

/// Everything the page needs to draw an empty map.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct World {
    pub territories: &'static [Territory],
    pub continents: &'static [Continent],
    /// Undirected, the lower id first.
    pub borders: &'static [(TerritoryId, TerritoryId)],
    pub colours: &'static [&'static str],
}

pub const WORLD: World = World {
    territories: &TERRITORIES,
    continents: &CONTINENTS,
    borders: &BORDERS,
    colours: &SEAT_COLOURS,
};

#[allow(clippy::too_many_arguments)] // a row of the table
const fn land(
    id: TerritoryId,
    key: &'static str,
    name: &'static str,
    short: &'static str,
    continent: u8,
    lat: f64,
    lon: f64,
    label: (i16, i16),
) -> Territory {
    Territory {
        id,
        key,
        name,
        short,
        continent,
        lat,
        lon,
        label,
    }
}

/// Rule page 2.1.
#[rustfmt::skip]
pub const TERRITORIES: [Territory; TERRITORY_COUNT] = [
    land(0, "alaska", "Alaska", "Alaska", 0, 65.903_817, -154.899_950, (0, -10)),
    land(1, "ontario", "Ontario", "Ontario", 0, 50.899_997, -87.521_976, (-30, -20)),
    land(2, "central_america", "Central America", "C. America", 0, 22.525_567, -102.054_754, (0, 2)),
    land(3, "eastern_us", "Eastern United States", "E. US", 0, 38.392_017, -85.047_551, (0, 2)),
    land(4, "western_us", "Western United States", "W. US", 0, 41.187_449, -114.449_540, (-50, 15)),
    land(5, "greenland", "Greenland", "Greenland", 0, 74.663_742, -41.234_447, (-5, 10)),
    land(6, "northwest_territory", "Northwest Territory", "NW Territory", 0, 65.199_589, -119.253_051, (0, 2)),
    land(7, "alberta", "Alberta", "Alberta", 0, 55.279_171, -113.971_396, (-60, 10)),
    land(8, "quebec", "Quebec", "Quebec", 0, 50.206_416, -75.586_515, (0, 2)),
    land(9, "venezuela", "Venezuela", "Venezuela", 1, 1.683_763, -73.050_849, (0, 2)),
    land(10, "peru", "Peru", "Peru", 1, -15.185_794, -69.359_442, (-40, 10)),
    land(11, "brazil", "Brazil", "Brazil", 1, -11.423_151, -51.781_319, (0, 2)),
    land(12, "argentina", "Argentina", "Argentina", 1, -32.756_957, -65.492_254, (0, 2)),
    land(13, "north_africa", "North Africa", "N. AF", 2, 21.054_596, 0.659_746, (-50, 10)),
    land(14, "egypt", "Egypt", "Egypt", 2, 26.520_551, 23.687_088, (0, 5)),
    land(15, "east_africa", "East Africa", "E. AF", 2, -0.954_854, 36.519_119, (0, 2)),
    land(16, "central_africa", "Central Africa", "C. AF", 2, -0.075_992, 19.292_558, (-50, -15)),
    land(17, "south_africa", "South Africa", "S. AF", 2, -17.883_791, 22.456_620, (-50, 10)),
    land(18, "madagascar", "Madagascar", "Madagascar", 2, -19.073_939, 46.428_030, (0, 2)),
    land(19, "iceland", "Iceland", "Iceland", 3, 64.821_171, -18.807_248, (0, -10)),
    land(20, "great_britain", "Great Britain", "GB", 3, 54.047_766, -1.398_164, (-40, 10)),
    land(21, "western_europe", "Western Europe", "W. EU", 3, 43.295_002, -0.071_574, (-50, 10)),
    land(22, "northern_europe", "Northern Europe", "N. EU", 3, 53.111_401, 15.536_295, (0, 2)),
    land(23, "scandinavia", "Scandinavia", "Scandinavia", 3, 62.869_291, 14.505_908, (0, 2)),
    land(24, "southern_europe", "Southern Europe", "S. EU", 3, 44.646_422, 21.718_624, (0, 2)),
    land(25, "russia", "Russia", "Russia", 3, 56.551_044, 39.372_611, (0, 2)),
    land(26, "afghanistan", "Afghanistan", "Afghanistan", 4, 37.768_380, 66.896_086, (0, -10)),
    land(27, "china", "China", "China", 4, 36.897_568, 103.375_284, (0, 10)),
    land(28, "india", "India", "India", 4, 21.539_913, 77.344_727, (0, -6)),
    land(29, "irkutsk", "Irkutsk", "Irkutsk", 4, 58.664_724, 127.776_577, (0, 2)),
    land(30, "japan", "Japan", "Japan", 4, 37.222_275, 139.220_748, (0, 2)),
    land(31, "kamchatka", "Kamchatka", "Kamchatka", 4, 66.569_164, 153.670_575, (0, 10)),
    land(32, "middle_east", "Middle East", "Middle East", 4, 29.866_106, 41.663_581, (0, 2)),
    land(33, "mongolia", "Mongolia", "Mongolia", 4, 49.846_997, 124.554_928, (0, 2)),
    land(34, "southeast_asia", "Southeast Asia", "SE Asia", 4, 17.900_297, 101.426_756, (0, -2)),
    land(35, "siberia", "Siberia", "Siberia", 4, 67.160_839, 103.342_985, (-10, -10)),
    land(36, "ural", "Ural", "Ural", 4, 66.666_218, 67.958_187, (-10, -10)),
    land(37, "yakutsk", "Yakutsk", "Yakutsk", 4, 67.092_513, 131.116_421, (0, -10)),
    land(38, "eastern_australia", "Eastern Australia", "E. AU", 5, -25.384_764, 139.468_350, (0, 2)),
    land(39, "indonesia", "Indonesia", "Indonesia", 5, 1.954_392, 113.200_858, (0, -7)),
    land(40, "new_guinea", "New Guinea", "New Guinea", 5, -4.849_519, 140.997_146, (0, 2)),
    land(41, "western_australia", "Western Australia", "W. AU", 5, -24.755_328, 123.346_503, (-50, 10)),
];

pub const NORTH_AMERICA: u8 = 0;
pub const SOUTH_AMERICA: u8 = 1;
pub const AFRICA: u8 = 2;
pub const EUROPE: u8 = 3;
pub const ASIA: u8 = 4;
pub const AUSTRALIA: u8 = 5;

const fn continent(
    id: u8,
    key: &'static str,
    name: &'static str,
    bonus: u8,
    members: &'static [TerritoryId],
) -> Continent {
    Continent {
        id,
        key,
        name,
        bonus,
        members,
    }
}

/// Rule page 2.2.
#[rustfmt::skip]
pub const CONTINENTS: [Continent; 6] = [
    continent(NORTH_AMERICA, "north_america", "North America", 5, &[0, 1, 2, 3, 4, 5, 6, 7, 8]),
    continent(SOUTH_AMERICA, "south_america", "South America", 2, &[9, 10, 11, 12]),
    continent(AFRICA, "africa", "Africa", 3, &[13, 14, 15, 16, 17, 18]),
    continent(EUROPE, "europe", "Europe", 5, &[19, 20, 21, 22, 23, 24, 25]),
    continent(ASIA, "asia", "Asia", 11, &[26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37]),
    continent(AUSTRALIA, "australia", "Australia", 2, &[38, 39, 40, 41]),
];

/// Rule page 2.3.
#[rustfmt::skip]
pub const BORDERS: [(TerritoryId, TerritoryId); 83] = [
    (0, 6), (0, 7), (0, 31), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7),
    (1, 8), (2, 3), (2, 4), (2, 9), (3, 4), (3, 8), (4, 7), (5, 6),
    (5, 8), (5, 19), (6, 7), (9, 10), (9, 11), (10, 11), (10, 12), (11, 12),
    (11, 13), (13, 14), (13, 15), (13, 16), (13, 21), (13, 24), (14, 15), (14, 24),
    (14, 32), (15, 16), (15, 17), (15, 18), (15, 32), (16, 17), (17, 18), (19, 20),
    (19, 23), (20, 21), (20, 22), (20, 23), (21, 22), (21, 24), (22, 23), (22, 24),
    (22, 25), (23, 25), (24, 25), (24, 32), (25, 26), (25, 32), (25, 36), (26, 27),
    (26, 28), (26, 32), (26, 36), (27, 28), (27, 33), (27, 34), (27, 35), (27, 36),
    (28, 32), (28, 34), (29, 31), (29, 33), (29, 35), (29, 37), (30, 31), (30, 33),
    (31, 33), (31, 37), (33, 35), (34, 39), (35, 36), (35, 37), (38, 40), (38, 41),
    (39, 40), (39, 41), (40, 41),
];

/// A set of territories, one bit each.
pub type Lands = u64;

pub const ALL_LANDS: Lands = (1 << TERRITORY_COUNT) - 1;

/// The neighbours of each territory.
static NEIGHBOURS: [Lands; TERRITORY_COUNT] = {
    let mut sets = [0; TERRITORY_COUNT];
    let mut place = 0;
    while place < BORDERS.len() {
        let (one, other) = BORDERS[place];
        sets[one as usize] |= 1 << other;
        sets[other as usize] |= 1 << one;
        place += 1;
    }
    sets
};

static CONTINENT_LANDS: [Lands; 6] = {
    let mut sets = [0; 6];
    let mut id = 0;
    while id < TERRITORY_COUNT {
        sets[TERRITORIES[id].continent as usize] |= 1 << id;
        id += 1;
    }
    sets
};

/// The neighbours of a territory; none of one that does not exist.
#[inline]
pub fn neighbours(id: TerritoryId) -> Lands {
    NEIGHBOURS.get(usize::from(id)).copied().unwrap_or(0)
}

/// The members of a continent; none of one that does not exist.
#[inline]
pub fn continent_lands(continent: u8) -> Lands {
    CONTINENT_LANDS
        .get(usize::from(continent))
        .copied()
        .unwrap_or(0)
}

/// The set that holds one territory; empty for one that does not exist.
#[inline]
pub fn only(id: TerritoryId) -> Lands {
    1u64.checked_shl(u32::from(id)).unwrap_or(0) & ALL_LANDS
}

#[inline]
pub fn contains(lands: Lands, id: TerritoryId) -> bool {
    lands & only(id) != 0
}

/// The members of a set in rising order.
#[inline]
pub fn ids(lands: Lands) -> impl Iterator<Item = TerritoryId> {
    members(lands & ALL_LANDS)
}

/// The `place`-th member of a set, counted from 0.
pub fn nth(lands: Lands, place: u32) -> Option<TerritoryId> {
    ids(lands).nth(place as usize)
}

/// The territories that can be reached from `from` through `own` alone, `from` left out.
pub fn chain(own: Lands, from: TerritoryId) -> Lands {
    let mut reached = only(from);
    let mut fresh = reached;
    while fresh != 0 {
        let around = ids(fresh).fold(0, |around, id| around | neighbours(id));
        fresh = around & own & !reached;
        reached |= fresh;
    }
    reached & !only(from)
}

/// The name of a territory for people.
pub fn name(id: TerritoryId) -> &'static str {
    TERRITORIES
        .get(usize::from(id))
        .map_or("nowhere", |territory| territory.name)
}

/// A territory by its key, in any letter case.
pub fn by_key(key: &str) -> Option<TerritoryId> {
    TERRITORIES
        .iter()
        .find(|territory| territory.key.eq_ignore_ascii_case(key))
        .map(|territory| territory.id)
}
