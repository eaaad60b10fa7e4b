//! Rule page 2, against data typed a second time.

use parlor_risk::world::{
    BORDERS, CONTINENTS, SEAT_COLOURS, TERRITORIES, WORLD, by_key, chain, continent_lands, ids,
    neighbours, only,
};

/// The table "same data per territory".
const PER_TERRITORY: [(&str, &[u8]); 42] = [
    ("Alaska", &[6, 7, 31]),
    ("Ontario", &[3, 4, 5, 6, 7, 8]),
    ("Central America", &[3, 4, 9]),
    ("Eastern United States", &[1, 2, 4, 8]),
    ("Western United States", &[1, 2, 3, 7]),
    ("Greenland", &[1, 6, 8, 19]),
    ("Northwest Territory", &[0, 1, 5, 7]),
    ("Alberta", &[0, 1, 4, 6]),
    ("Quebec", &[1, 3, 5]),
    ("Venezuela", &[2, 10, 11]),
    ("Peru", &[9, 11, 12]),
    ("Brazil", &[9, 10, 12, 13]),
    ("Argentina", &[10, 11]),
    ("North Africa", &[11, 14, 15, 16, 21, 24]),
    ("Egypt", &[13, 15, 24, 32]),
    ("East Africa", &[13, 14, 16, 17, 18, 32]),
    ("Central Africa", &[13, 15, 17]),
    ("South Africa", &[15, 16, 18]),
    ("Madagascar", &[15, 17]),
    ("Iceland", &[5, 20, 23]),
    ("Great Britain", &[19, 21, 22, 23]),
    ("Western Europe", &[13, 20, 22, 24]),
    ("Northern Europe", &[20, 21, 23, 24, 25]),
    ("Scandinavia", &[19, 20, 22, 25]),
    ("Southern Europe", &[13, 14, 21, 22, 25, 32]),
    ("Russia", &[22, 23, 24, 26, 32, 36]),
    ("Afghanistan", &[25, 27, 28, 32, 36]),
    ("China", &[26, 28, 33, 34, 35, 36]),
    ("India", &[26, 27, 32, 34]),
    ("Irkutsk", &[31, 33, 35, 37]),
    ("Japan", &[31, 33]),
    ("Kamchatka", &[0, 29, 30, 33, 37]),
    ("Middle East", &[14, 15, 24, 25, 26, 28]),
    ("Mongolia", &[27, 29, 30, 31, 35]),
    ("Southeast Asia", &[27, 28, 39]),
    ("Siberia", &[27, 29, 33, 36, 37]),
    ("Ural", &[25, 26, 27, 35]),
    ("Yakutsk", &[29, 31, 35]),
    ("Eastern Australia", &[40, 41]),
    ("Indonesia", &[34, 40, 41]),
    ("New Guinea", &[38, 39, 41]),
    ("Western Australia", &[38, 39, 40]),
];

#[test]
fn territories_have_their_names_and_neighbours() {
    for (id, (name, around)) in PER_TERRITORY.iter().enumerate() {
        assert_eq!(TERRITORIES[id].name, *name);
        assert_eq!(
            ids(neighbours(id as u8)).collect::<Vec<_>>(),
            *around,
            "{name}"
        );
    }
}

#[test]
fn the_graph_has_83_borders_and_one_component() {
    assert_eq!(TERRITORIES.len(), 42);
    let mut pairs = BORDERS.to_vec();
    assert!(pairs.iter().all(|(one, other)| one < other && *other < 42));
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), 83);
    let everything = (1u64 << 42) - 1;
    assert_eq!(chain(everything, 0) | only(0), everything);
    for id in 0..42 {
        assert!(ids(neighbours(id)).all(|other| neighbours(other) & only(id) != 0));
    }
}

#[test]
fn degrees_are_as_on_the_page() {
    let of_degree = |degree| -> Vec<u8> {
        (0..42)
            .filter(|&id| neighbours(id).count_ones() == degree)
            .collect()
    };
    assert_eq!(of_degree(2), [12, 18, 30, 38]);
    assert_eq!(of_degree(3).len(), 13);
    assert_eq!(of_degree(4).len(), 13);
    assert_eq!(of_degree(5).len(), 5);
    assert_eq!(of_degree(6), [1, 13, 15, 24, 25, 27, 32]);
    assert_eq!(
        (0..42).map(|id| neighbours(id).count_ones()).sum::<u32>(),
        166
    );
}

#[test]
fn continents_have_their_bonus_members_and_gateways() {
    let page: [(&str, u8, usize, &[u8], u32); 6] = [
        ("North America", 5, 9, &[0, 2, 5], 3),
        ("South America", 2, 4, &[9, 11], 2),
        ("Africa", 3, 6, &[13, 14, 15], 6),
        ("Europe", 5, 7, &[19, 21, 24, 25], 8),
        ("Asia", 11, 12, &[26, 31, 32, 34, 36], 8),
        ("Australia", 2, 4, &[39], 1),
    ];
    let mut first = 0;
    for (continent, (name, bonus, size, gateways, foreign)) in CONTINENTS.iter().zip(page) {
        assert_eq!((continent.name, continent.bonus), (name, bonus));
        let members: Vec<u8> = (first..first + size as u8).collect();
        assert_eq!(continent.members, members);
        first += size as u8;
        let lands = continent_lands(continent.id);
        assert_eq!(ids(lands).collect::<Vec<_>>(), members);
        let abroad = |id: u8| (neighbours(id) & !lands).count_ones();
        let open: Vec<u8> = members
            .iter()
            .copied()
            .filter(|&id| abroad(id) > 0)
            .collect();
        assert_eq!(open, gateways, "{name}");
        assert_eq!(
            members.iter().map(|&id| abroad(id)).sum::<u32>(),
            foreign,
            "{name}"
        );
    }
}

#[test]
fn the_borders_a_reader_misses_are_there() {
    for pair in [(0, 31), (11, 13), (5, 19), (15, 32)] {
        assert!(BORDERS.contains(&pair));
    }
}

#[test]
fn keys_are_words_of_their_own() {
    for (id, territory) in TERRITORIES.iter().enumerate() {
        assert_eq!(usize::from(territory.id), id);
        assert_eq!(by_key(&territory.key.to_uppercase()), Some(territory.id));
        let word = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        assert!(territory.key.bytes().all(word), "{}", territory.key);
    }
    for (key, id) in [
        ("NORTHWEST_TERRITORY", 6),
        ("GREAT_BRITAIN", 20),
        ("KAMCHATKA", 31),
        ("IRKUTSK", 29),
        ("WESTERN_AUSTRALIA", 41),
    ] {
        assert_eq!(by_key(key), Some(id));
    }
    assert_eq!(by_key("kamachatka"), None);
}

#[test]
fn colours_follow_seats() {
    assert_eq!(
        SEAT_COLOURS,
        ["red", "blue", "green", "purple", "orange", "yellow"]
    );
}

#[test]
fn the_world_serialises_for_the_page() {
    let world = serde_json::to_value(WORLD).unwrap();
    assert_eq!(
        world["territories"][27],
        serde_json::json!({
            "id": 27, "key": "china", "name": "China", "short": "China", "continent": 4,
            "lat": 36.897_568, "lon": 103.375_284, "label": [0, 10]
        })
    );
    assert_eq!(world["borders"].as_array().map(Vec::len), Some(83));
    assert_eq!(
        world["continents"][5]["members"],
        serde_json::json!([38, 39, 40, 41])
    );
}

/// Rule page 8.5: the projected centres, as a check that no coordinate is mistyped.
#[test]
fn centres_span_what_the_page_says() {
    use std::f64::consts::{FRAC_PI_4, PI};
    let centres: Vec<(f64, f64)> = TERRITORIES
        .iter()
        .map(|land| {
            let x = (land.lon + 180.0) / 360.0 * 1000.0;
            let y = 1000.0 / (2.0 * PI) * (FRAC_PI_4 + land.lat.to_radians() / 2.0).tan().ln();
            (x, y)
        })
        .collect();
    let span = |values: Vec<f64>| {
        let least = values.iter().copied().fold(f64::MAX, f64::min);
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        (least, most)
    };
    let (left, right) = span(centres.iter().map(|centre| centre.0).collect());
    assert_eq!((left.round() as i32, right.round() as i32), (70, 927));
    let (bottom, top) = span(centres.iter().map(|centre| centre.1).collect());
    assert_eq!((top - bottom).round() as i32, 416);
    let apart = |one: usize, other: usize| {
        let (a, b) = (centres[one], centres[other]);
        (a.0 - b.0).hypot(a.1 - b.1)
    };
    assert_eq!(apart(1, 8).round() as i32, 33);
    for one in 0..42 {
        for other in 0..one {
            assert!(apart(one, other) >= apart(1, 8), "{one} {other}");
        }
    }
}
