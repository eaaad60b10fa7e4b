//! Section 6: who sees what, in views and in events.

mod common;

use common::{GERMANS, SOVIETS, act, edited, play, play_with, scene, start, start_with, tile};
use parlor_engine::{Charset, Game, Viewer};
use parlor_mars::{Act, Event, Mars, Options, Side, Tile, View};

const SOVIET: Viewer = Viewer::Seat(SOVIETS);
const GERMAN: Viewer = Viewer::Seat(GERMANS);

fn seen(view: &View, side: Side) -> Vec<Tile> {
    let units = view.units.iter().filter(|placed| placed.unit.side == side);
    units.map(|placed| placed.at).collect()
}

fn hidden(state: &Mars, viewer: Viewer, side: Side) -> Vec<(u8, u8)> {
    let seen = seen(&state.view(viewer), side);
    let all = Tile::all().filter(|&at| state.unit_at(at).is_some_and(|id| id.side() == side));
    all.filter(|at| !seen.contains(at))
        .map(|at| (at.x(), at.y()))
        .collect()
}

fn heard(events: &[Event], viewer: Viewer) -> Vec<Event> {
    let heard = events
        .iter()
        .filter_map(|event| Mars::redact(event, viewer));
    heard.collect()
}

fn turn(side: Side, turn: u16) -> Event {
    Event::Turn { side, turn }
}

#[test]
fn t15_views_of_the_opening() {
    let state = start();
    let view = state.view(SOVIET);
    assert_eq!(seen(&view, Side::Soviets).len(), 46);
    assert_eq!(seen(&view, Side::Germans).len(), 25);
    assert_eq!(hidden(&state, SOVIET, Side::Germans), [(4, 5), (3, 7)]);

    let view = state.view(GERMAN);
    assert_eq!(seen(&view, Side::Germans).len(), 27);
    assert_eq!(seen(&view, Side::Soviets).len(), 29);
    let table = [
        (0, 0),
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 0),
        (8, 0),
        (9, 0),
        (0, 1),
        (7, 1),
        (8, 1),
        (9, 1),
        (8, 2),
        (9, 2),
        (8, 3),
        (8, 4),
        (9, 4),
        (9, 5),
    ];
    assert_eq!(hidden(&state, GERMAN, Side::Soviets), table);

    let view = state.view(Viewer::Spectator);
    assert_eq!(view.units.len(), 54);
    assert_eq!(hidden(&state, Viewer::Spectator, Side::Soviets), table);
    assert_eq!(
        hidden(&state, Viewer::Spectator, Side::Germans),
        [(4, 5), (3, 7)]
    );
    assert_eq!(state.view(Viewer::Referee).units.len(), 73);
    // A seat that does not exist is a stranger.
    assert_eq!(state.view(Viewer::Seat(parlor_engine::Seat(2))), view);
}

#[test]
fn a_visible_unit_shows_everything_and_territory_is_whole() {
    let state = edited(&start(), |position| {
        for unit in &mut position.units {
            if unit.at == tile(1, 3) {
                unit.health = 37;
            }
        }
    });
    for viewer in [SOVIET, GERMAN, Viewer::Spectator] {
        let view = state.view(viewer);
        assert_eq!(view.territory, state.land());
        let placed = view.units.iter().find(|placed| placed.at == tile(1, 3));
        let json = serde_json::to_value(placed).expect("a unit serialises");
        assert_eq!(
            json,
            serde_json::json!({
                "at": [1, 3], "id": "G6", "side": "germans", "type": "inf", "icon": "inf",
                "name": "Panzergrenadier Division Großdeutschland", "health": 37, "veterancy": 4
            })
        );
    }
}

#[test]
fn trap_19_no_memory() {
    // The only Soviet unit near the two Germans dies: both vanish.
    let mut state = scene(
        &[
            ("S1", (4, 4), 5, 0),
            ("G15", (4, 5), 100, 0),
            ("G26", (5, 5), 100, 1),
            ("S2", (9, 0), 100, 0),
        ],
        &[],
    );
    assert_eq!(seen(&state.view(SOVIET), Side::Germans).len(), 2);
    play_with(&mut state, "4,4-4,5", &[0.0, 0.0]);
    assert_eq!(seen(&state.view(SOVIET), Side::Germans), []);
    assert_eq!(state.view(Viewer::Spectator).units, []);
}

#[test]
fn the_end_keeps_the_fog_unless_asked() {
    for reveal_at_end in [false, true] {
        let mut state = start_with(Options {
            turns: 2,
            reveal_at_end,
        });
        let first = play(&mut state, "8,1-9,1");
        assert_eq!(state.view(SOVIET).units.len(), 46 + 25);
        assert!(!Mars::reveals(&first));
        let last = play(&mut state, "0,9-1,9");
        let counts = [SOVIET, GERMAN, Viewer::Spectator].map(|who| state.view(who).units.len());
        if reveal_at_end {
            assert_eq!(counts, [73; 3]);
        } else {
            assert_eq!(counts, [46 + 25, 27 + 29, 54]);
        }
        assert_eq!(Mars::reveals(&last), reveal_at_end);
    }
}

#[test]
fn trap_18_a_hidden_move_is_only_a_turn() {
    let mut state = start();
    // 9,4 and 9,3 are far from any German; so are both ends of the swap.
    for text in ["9,4-9,3", "8,1-9,1", "9,4-8,4"] {
        let mut next = state.clone();
        let events = play(&mut next, text);
        for viewer in [GERMAN, Viewer::Spectator] {
            assert_eq!(heard(&events, viewer), [turn(Side::Germans, 2)], "{text}");
            assert_eq!(next.view(viewer).last, None);
        }
        assert_eq!(heard(&events, SOVIET).len(), 2);
        assert!(!Mars::reveals(&events));
    }
    play(&mut state, "9,4-9,3");
    let events = play(&mut state, "4,5-4,4");
    assert_eq!(heard(&events, SOVIET), [turn(Side::Soviets, 3)]);
    assert_eq!(heard(&events, Viewer::Spectator), [turn(Side::Soviets, 3)]);
}

#[test]
fn a_hidden_capture_is_a_tile_that_turns() {
    let mut state = scene(
        &[("S1", (4, 4), 100, 0), ("G15", (9, 9), 100, 0)],
        &[(4, 5), (4, 6)],
    );
    let events = play(&mut state, "4,4-4,5");
    let captured = Event::Captured {
        side: Side::Soviets,
        at: tile(4, 5),
        town: None,
    };
    for viewer in [GERMAN, Viewer::Spectator] {
        assert_eq!(
            heard(&events, viewer),
            [captured.clone(), turn(Side::Germans, 2)]
        );
        let last = state.view(viewer).last.expect("a tile turned");
        assert_eq!(last.tiles, [tile(4, 5)]);
        assert_eq!(seen(&state.view(viewer), Side::Soviets), []);
    }
    assert!(Mars::reveals(&events), "it tells where a unit is");
}

#[test]
fn into_and_out_of_sight_shows_one_end() {
    // A German sentry on 4,7; a Soviet unit comes near and leaves again.
    let mut state = scene(
        &[
            ("S1", (4, 4), 90, 2),
            ("G15", (4, 7), 100, 0),
            ("S2", (9, 0), 100, 0),
            ("G26", (0, 9), 100, 1),
        ],
        &[],
    );
    let ends = |events: &[Event], viewer| match heard(events, viewer).first() {
        Some(Event::Moved { step, seen, .. }) => {
            assert_eq!(*seen, None, "only the referee is told");
            Some((step.from, step.to))
        }
        _ => None,
    };
    let events = play(&mut state, "4,4-4,5");
    assert_eq!(ends(&events, GERMAN), None);
    play(&mut state, "0,9-0,8");
    let events = play(&mut state, "4,5-4,6");
    assert_eq!(ends(&events, GERMAN), Some((None, Some(tile(4, 6)))));
    assert_eq!(ends(&events, Viewer::Spectator), ends(&events, GERMAN));
    assert_eq!(
        ends(&events, SOVIET),
        Some((Some(tile(4, 5)), Some(tile(4, 6))))
    );
    let Some(Event::Sighted { units }) = events.get(1) else {
        panic!("both come into sight: {events:?}");
    };
    let found: Vec<Tile> = units.iter().map(|placed| placed.at).collect();
    assert_eq!(found, [tile(4, 6), tile(4, 7)]);
    assert!(Mars::reveals(&events));

    play(&mut state, "0,8-0,9");
    let events = play(&mut state, "4,6-4,5");
    assert_eq!(ends(&events, GERMAN), Some((Some(tile(4, 6)), None)));
    assert!(!Mars::reveals(&events), "nobody learned anything");
    assert_eq!(seen(&state.view(GERMAN), Side::Soviets), []);
}

/// A swap with one end in sight tells neither where the other end is nor who was ordered.
#[test]
fn half_seen_swaps_look_alike() {
    // German sentry on 4,6. Infantry on 4,5 in sight; armour of the same name on one of the
    // unseen tiles behind it.
    let world = |at: (u8, u8)| {
        scene(
            &[
                ("S1", (4, 5), 90, 2),
                ("S13", at, 70, 3),
                ("G15", (4, 6), 100, 0),
            ],
            &[],
        )
    };
    let mut told: Vec<(String, Vec<String>)> = Vec::new();
    for (at, texts) in [
        ((3, 4), vec!["3,4-4,5"]),
        ((4, 4), vec!["4,4-4,5", "4,5-4,4"]),
        ((5, 4), vec!["5,4-4,5"]),
    ] {
        for text in texts {
            let mut state = world(at);
            let events = play(&mut state, text);
            assert!(Mars::reveals(&events));
            for viewer in [GERMAN, Viewer::Spectator] {
                let heard = heard(&events, viewer);
                let words = heard
                    .iter()
                    .map(|event| Mars::describe(event, parlor_engine::Names(&[])))
                    .collect();
                told.push((serde_json::to_string(&heard).expect("JSON"), words));
                let last = state.view(viewer).last.expect("half of it is in sight");
                assert_eq!(last.tiles, [tile(4, 5)]);
            }
        }
    }
    assert!(told.windows(2).all(|pair| pair[0] == pair[1]), "{told:#?}");
    assert!(told[0].1[0].contains("relieves"), "{:?}", told[0].1);
}

#[test]
fn fights_are_seen_by_all() {
    let mut state = start();
    let events = play_with(&mut state, "0,6-1,6", &[0.4, -0.3]);
    for viewer in [SOVIET, GERMAN, Viewer::Spectator] {
        assert_eq!(heard(&events, viewer), events);
    }
    assert!(Mars::reveals(&events));
}

#[test]
fn the_referees_flags_stay_with_the_referee() {
    let mut state = start();
    for text in ["7,8-8,8", "6,9-5,9", "9,4-9,3", "5,9-6,9"] {
        let events = play(&mut state, text);
        for viewer in [SOVIET, GERMAN, Viewer::Spectator] {
            let json = serde_json::to_string(&heard(&events, viewer)).expect("JSON");
            assert!(!json.contains("seen"), "{json}");
        }
    }
}

/// Every action a client could send, legal or not, is answered the same wherever the unseen are.
#[test]
fn refusals_do_not_depend_on_the_unseen() {
    let state = start();
    let moved = edited(&state, |position| {
        for unit in &mut position.units {
            if unit.at == tile(4, 5) {
                unit.at = tile(4, 4);
                unit.health = 3;
            } else if unit.at == tile(3, 7) {
                unit.at = tile(3, 8);
            }
        }
    });
    assert_eq!(state.view(SOVIET), moved.view(SOVIET));
    for from in Tile::all() {
        for to in Tile::all() {
            let act = Act::new(from, to);
            assert_eq!(
                state.validate(SOVIETS, &act),
                moved.validate(SOVIETS, &act),
                "{act}"
            );
        }
    }
    for charset in [Charset::Ascii, Charset::Unicode] {
        assert_eq!(
            Mars::picture(&state.view(SOVIET), charset),
            Mars::picture(&moved.view(SOVIET), charset)
        );
    }
    let distant = |target: &str| {
        let refused = state.validate(SOVIETS, &act(&format!("7,5-{target}")));
        let refused = refused.expect_err("out of reach");
        (refused.code, refused.message.replace(target, "there"))
    };
    // A hidden enemy, a visible one and an empty tile, all out of reach.
    assert_eq!(distant("4,5"), distant("3,3"));
    assert_eq!(distant("4,5"), distant("2,1"));
}

#[test]
fn pictures_show_no_more_than_the_view_and_fit_the_screen() {
    let state = start();
    for viewer in [SOVIET, GERMAN, Viewer::Spectator, Viewer::Referee] {
        for charset in [Charset::Ascii, Charset::Unicode] {
            let view = state.view(viewer);
            let picture = Mars::picture(&view, charset);
            let counters = picture.lines().filter(|line| line.contains("100"));
            let shown: usize = counters.map(|line| line.matches(" 100").count()).sum();
            // The title speaks of 100 turns as well.
            assert_eq!(shown, view.units.len() + 1, "{picture}");
            let widest = picture.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(100), "{widest:?}\n{picture}");
        }
    }
    let title = |viewer| {
        let picture = Mars::picture(&state.view(viewer), Charset::Ascii);
        picture.lines().next().unwrap_or_default().to_string()
    };
    assert_eq!(
        title(SOVIET),
        "Operation Mars | Faction: Soviets | Your Turn | Turn: 1 of 100"
    );
    assert_eq!(
        title(GERMAN),
        "Operation Mars | Faction: Germans | Opponent's Turn | Turn: 1 of 100"
    );
    assert_eq!(
        title(Viewer::Spectator),
        "Operation Mars | Spectator | Soviets' Turn | Turn: 1 of 100"
    );
}
