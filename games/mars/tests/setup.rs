//! Sections 1 to 3, 6 and 8: the opening position against tables typed anew.

mod common;

use common::{GERMANS, SOVIETS, id, start, tile, unit_on};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_mars::{
    Arm, Eyes, Icon, Mars, Options, Position, RIVERS, ROSTER, Side, TERRITORY, TOWN_POINTS, TOWNS,
    Tile, UnitId, map,
};

/// Section 2.2.
const OVERVIEW: [&str; 10] = [
    "si0 si0 sc0 sa0 si0 si0 si0 si0 si0 si0",
    "sa0 si0 Gi2 st1 sc0 sc1 si0 si0 si0 si0",
    "si0 st0 Gi3 Gt2 Gi3 Gi3 st1 si0 st0 si0",
    "si0 Gi4 Gi1  .   .  Ga1 Ga1 st0 sa0  . ",
    "sa0 si1 Ga1  .   .   .  Ga1 st0 si0 st0",
    "sa0 si0 Gt2  .  Gi2  .  Gt1 si1 sc0 si0",
    "si0 Gi0 Ga1  .   .   .  Gt1 Ga1 st0  . ",
    "sa0 Gt2  .  Gi1  .   .  Gi2 Ga1 st0  . ",
    "si0 Gt1  .   .   .   .  Gi1 st0 st0  . ",
    "Gt1 Gi1  .   .   .   .  Gi1 si1  .   . ",
];

#[test]
fn section_2_2_overview() {
    let state = start();
    for (y, row) in OVERVIEW.iter().enumerate() {
        for (x, cell) in row.split_whitespace().enumerate() {
            let found = state.unit_at(tile(x as u8, y as u8)).map_or_else(
                || ".".to_string(),
                |id| {
                    let record = id.record();
                    assert_eq!(state.health(id), 100);
                    assert_eq!(state.veterancy(id), record.veterancy);
                    let side = match id.side() {
                        Side::Soviets => 's',
                        Side::Germans => 'G',
                    };
                    let icon = match record.icon {
                        Icon::Inf => 'i',
                        Icon::Cav => 'c',
                        Icon::Art => 'a',
                        Icon::Arm => 't',
                    };
                    format!("{side}{icon}{}", record.veterancy)
                },
            );
            assert_eq!(found, cell, "at {x},{y}");
        }
    }
}

#[test]
fn section_2_1_counts() {
    let state = start();
    assert_eq!(Side::BOTH.map(|side| state.alive(side)), [46, 27]);
    let count = |side: Side, wanted: &dyn Fn(UnitId) -> bool| {
        UnitId::all()
            .filter(|&id| id.side() == side && wanted(id))
            .count()
    };
    let types = |side| {
        [Arm::Infantry, Arm::Artillery, Arm::Armour]
            .map(|arm| count(side, &|id| id.record().icon.arm() == arm))
    };
    assert_eq!(types(Side::Soviets), [29, 6, 11]);
    assert_eq!(types(Side::Germans), [13, 7, 7]);
    let cavalry = |side| count(side, &|id| id.record().icon == Icon::Cav);
    assert_eq!(Side::BOTH.map(cavalry), [4, 0]);
    let levels = |side| [0, 1, 2, 3, 4].map(|v| count(side, &|id| id.record().veterancy == v));
    assert_eq!(levels(Side::Soviets), [40, 6, 0, 0, 0]);
    assert_eq!(levels(Side::Germans), [1, 16, 6, 3, 1]);
}

#[test]
fn names_are_as_written() {
    let name_at = |x, y| {
        let id = start().unit_at(tile(x, y)).expect("a unit");
        id.record().name
    };
    assert_eq!(name_at(1, 3), "Panzergrenadier Division Großdeutschland");
    assert_eq!(name_at(0, 9), "XXXXI Panzer Corps");
    assert_eq!(name_at(5, 1), "11th Cavalry Division");
    assert_eq!(name_at(8, 0), "343rd Rifle Division");
    assert_eq!(name_at(4, 1), "24th Cavalry Division");
    assert_eq!(
        name_at(0, 1),
        "Katukov's 3rd Mechanised Corps Artillery Reserve"
    );
    let mut names: Vec<&str> = ROSTER.iter().map(|record| record.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 73);
    assert_eq!(id("S46").record().name, "33rd Army");
    assert_eq!(id("G1").record().name, "86th Infantry Division");
    assert_eq!(id("G27").record().name, "102nd Infantry Division");
}

#[test]
fn trap_1_columns_before_rows() {
    let state = start();
    let corner = state.unit_at(tile(0, 9)).expect("a unit");
    assert_eq!(
        (corner.side(), corner.record().icon),
        (Side::Germans, Icon::Arm)
    );
    let corner = state.unit_at(tile(9, 0)).expect("a unit");
    assert_eq!(
        (corner.side(), corner.record().icon),
        (Side::Soviets, Icon::Inf)
    );
}

#[test]
fn trap_2_the_later_placement_wins() {
    let names: Vec<&str> = ROSTER.iter().map(|record| record.name).collect();
    assert!(!names.contains(&"82nd Cavalry Division"));
    assert!(!names.contains(&"178th Rifle Division"));
    assert_eq!(unit_on(&start(), 1, 1).as_deref(), Some("S12"));
    assert_eq!(id("S12").record().name, "355th Infantry Division");
    assert_eq!(unit_on(&start(), 8, 2).as_deref(), Some("S24"));
    assert_eq!(id("S24").record().name, "110th Tank Division");
}

#[test]
fn section_1_territory() {
    let land = start().land();
    // German columns, row by row, as the text below the picture gives them.
    let ranges: [Option<(u8, u8)>; 10] = [
        None,
        Some((2, 2)),
        Some((2, 5)),
        Some((1, 6)),
        Some((2, 6)),
        Some((2, 6)),
        Some((1, 7)),
        Some((1, 7)),
        Some((1, 6)),
        Some((0, 6)),
    ];
    let mut counts = [0; 2];
    for tile in Tile::all() {
        let german = ranges[usize::from(tile.y())]
            .is_some_and(|(first, last)| (first..=last).contains(&tile.x()));
        let owner = if german { Side::Germans } else { Side::Soviets };
        assert_eq!(land.owner(tile), owner, "{tile}");
        counts[owner.index()] += 1;
    }
    assert_eq!(counts, [52, 48]);
    assert_eq!(
        serde_json::to_value(land).unwrap(),
        serde_json::json!(TERRITORY)
    );
}

#[test]
fn section_3_towns() {
    let table = [
        ("Staritsa", 8, 0, 5, Side::Soviets, "343rd Rifle Division"),
        (
            "Molodoi Tud",
            2,
            1,
            5,
            Side::Germans,
            "86th Infantry Division",
        ),
        (
            "Nelidovo",
            0,
            2,
            5,
            Side::Soviets,
            "Katukov's 3rd Mechanised Corps Infantry Reserve",
        ),
        (
            "Rzhev",
            5,
            2,
            10,
            Side::Germans,
            "14th Panzergrenadier Division",
        ),
        (
            "Olenino",
            2,
            3,
            5,
            Side::Germans,
            "1st Motorised Infantry Brigade",
        ),
        (
            "Zubtsov",
            6,
            3,
            5,
            Side::Germans,
            "Heavy Artillery Division 808",
        ),
        ("Karmanovo", 8, 4, 5, Side::Soviets, "350th Rifle Division"),
        (
            "Sychevka",
            6,
            5,
            5,
            Side::Germans,
            "Assault Gun Department 189",
        ),
        ("Belyi", 1, 6, 5, Side::Germans, "Eastern Battalion 441"),
        ("Novodugino", 4, 6, 5, Side::Germans, ""),
        ("Kholm", 3, 7, 5, Side::Germans, "183rd Infantry Division"),
        ("Vyazma", 6, 7, 10, Side::Germans, "78th Infantry Division"),
    ];
    let state = start();
    assert_eq!(TOWNS.len(), table.len());
    for (town, (name, x, y, points, owner, unit)) in TOWNS.iter().zip(table) {
        assert_eq!(
            (town.name, town.at, town.points),
            (name, tile(x, y), points)
        );
        assert_eq!(state.land().owner(town.at), owner);
        let found = state.unit_at(town.at).map_or("", |id| id.record().name);
        assert_eq!(found, unit, "in {name}");
    }
    let sum: u8 = TOWNS.iter().map(|town| town.points).sum();
    assert_eq!((sum, TOWN_POINTS), (70, 70));
}

#[test]
fn the_map_for_the_page() {
    let json = serde_json::to_value(map()).expect("a map serialises");
    assert_eq!(json["size"], 10);
    assert_eq!(json["towns"][6]["name"], "Karmanovo");
    assert_eq!(json["towns"][6]["at"], serde_json::json!([8, 4]));
    assert_eq!(json["rivers"].as_array().map(Vec::len), Some(RIVERS.len()));
    assert!(RIVERS.iter().all(|course| course.len() >= 3));
    let points: Vec<[u16; 2]> = RIVERS.concat();
    assert!(points.iter().flatten().all(|&along| along <= 600));
    assert_eq!(
        points.len(),
        18 + 10 + 5 + 4 + 4 + 5 + 8 + 4 + 9 + 8 + 7 + 7 + 3 + 5 + 5 + 7 + 3
    );
}

/// Section 8: moves, captures among them, swaps, distinct pairs, attacks.
fn breakdown(state: &Mars, seat: Seat) -> [usize; 6] {
    let mut acts = Vec::new();
    state.legal_actions(seat, &mut acts);
    let side = Side::of(seat).expect("a side");
    let target = |act: &parlor_mars::Act| Tile::new(act.to[0], act.to[1]).expect("on the board");
    let moves: Vec<_> = acts
        .iter()
        .filter(|act| state.unit_at(target(act)).is_none())
        .collect();
    let captures = moves
        .iter()
        .filter(|act| state.land().owner(target(act)) != side)
        .count();
    let swaps: Vec<_> = acts
        .iter()
        .filter(|act| {
            state
                .unit_at(target(act))
                .is_some_and(|id| id.side() == side)
        })
        .collect();
    let mut pairs: Vec<_> = swaps
        .iter()
        .map(|act| (act.from.min(act.to), act.from.max(act.to)))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let attacks = acts
        .iter()
        .filter(|act| {
            state
                .unit_at(target(act))
                .is_some_and(|id| id.side() != side)
        })
        .count();
    [
        moves.len(),
        captures,
        swaps.len(),
        pairs.len(),
        attacks,
        acts.len(),
    ]
}

#[test]
fn section_8_legal_actions_of_the_opening() {
    let state = start();
    assert_eq!(breakdown(&state, SOVIETS), [16, 0, 144, 80, 41, 201]);
    assert_eq!(breakdown(&state, GERMANS), [0; 6]);
    let germans = common::edited(&state, |position| position.done = 1);
    assert_eq!(breakdown(&germans, GERMANS), [36, 0, 58, 32, 35, 129]);
}

#[test]
fn at_the_start_nobody_is_encircled() {
    let view = start().view(Viewer::Referee);
    assert_eq!(view.units.len(), 73);
    assert!(view.encircled.is_empty());
    assert!(view.fallen.is_empty());
}

#[test]
fn the_opening_view() {
    let view = start().view(Viewer::Seat(SOVIETS));
    assert_eq!(view.viewer, Eyes::Soviets);
    assert_eq!((view.done, view.turn), (0, 1));
    assert_eq!(view.to_move, Some(Side::Soviets));
    assert_eq!(view.alive, [46, 27]);
    assert_eq!(view.scores.map(|score| score.total), [15, 55]);
    assert_eq!(view.last, None);
    assert_eq!(view.outcome, None);
}

#[test]
fn options_and_seats() {
    let make = |turns, seats| {
        let options = Options {
            turns,
            ..Options::default()
        };
        Mars::new(&options, seats, &mut Fast::new(0)).map_err(|refused| refused.code)
    };
    assert_eq!(Options::default().turns, 100);
    assert!(!Options::default().reveal_at_end);
    assert!(make(2, 2).is_ok() && make(1000, 2).is_ok() && make(98, 2).is_ok());
    for turns in [0, 1, 1001, u16::MAX] {
        assert_eq!(make(turns, 2), Err("option".into()), "{turns}");
    }
    for seats in [0, 1, 3] {
        assert_eq!(make(100, seats), Err("seats".into()));
    }
    assert!(serde_json::from_str::<Options>(r#"{"turn":5}"#).is_err());
    assert!(serde_json::from_str::<Options>("{}").is_ok());
}

#[test]
fn loaded_states_are_judged() {
    let sound = Position::from(start());
    let judge = |edit: &dyn Fn(&mut Position)| {
        let mut position = sound.clone();
        edit(&mut position);
        match Mars::try_from(position) {
            Ok(state) => state.check_state().is_ok(),
            Err(_) => false,
        }
    };
    assert!(judge(&|_| {}));
    assert!(!judge(&|p| p.units[0].health = 0));
    assert!(!judge(&|p| p.units[0].health = 101));
    assert!(!judge(&|p| p.units[0].veterancy = 7));
    assert!(judge(&|p| p.units[0].veterancy = 6));
    assert!(!judge(&|p| p.units[0].id = p.units[1].id), "twice the same");
    assert!(!judge(&|p| p.units[0].at = p.units[1].at), "two on a tile");
    assert!(!judge(&|p| p.units[0].at = tile(3, 3)), "on enemy land");
    assert!(judge(&|p| p.units[0].at = tile(9, 9)));
    assert!(!judge(&|p| p.territory.give(tile(0, 0), Side::Germans)));
    assert!(!judge(&|p| p.kills = [1, 0]));
    assert!(!judge(&|p| {
        p.units.remove(0);
    }));
    assert!(judge(&|p| {
        p.units.remove(0);
        p.kills = [0, 1];
    }));
    assert!(judge(&|p| p.done = 100), "a finished game");
    assert!(!judge(&|p| p.done = 101));
    assert!(!judge(&|p| p.options.turns = 1));
    assert!(!judge(&|p| {
        p.done = 1;
        p.units.retain(|unit| unit.id.side() == Side::Soviets);
        p.kills = [27, 0];
    }));
    let text = serde_json::to_string(&start()).expect("a state serialises");
    let extra = text.replacen('{', r#"{"extra":1,"#, 1);
    assert!(serde_json::from_str::<Mars>(&text).is_ok());
    assert!(serde_json::from_str::<Mars>(&extra).is_err());
    for wrong in ["S0", "S47", "G28", "s1", "S01", "S+1", "G", "", "X1"] {
        assert!(UnitId::try_from(wrong.to_string()).is_err(), "{wrong}");
    }
}
