//! Marelles with end-game tables: what is won is brought home, however few nodes are looked at.

use parlor_bots::{Budget, Cancel};
use parlor_endgame::build::{Plan, build};
use parlor_endgame::{Tables, Value};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_marelles::{Marelles, Options, Removal};

/// Too few to see the win by searching.
const NODES: u64 = 2_000;
const WON: usize = 12;

fn options() -> Options {
    Options {
        removal: Removal::Standard,
        ..Options::default()
    }
}

fn play(state: &mut Marelles, seat: Seat, level: &str) {
    let view = serde_json::to_string(&state.view(Viewer::Seat(seat))).expect("a view");
    let budget = Budget::of_nodes(NODES);
    let choice = parlor_bots::choose("marelles", &view, seat, level, &budget, 1, &Cancel::new())
        .expect("a move");
    let mut events = Vec::new();
    for action in Marelles::parse(&choice.action).expect("notation") {
        let chance = &mut Fast::new(0);
        state
            .apply(seat, &action, chance, &mut events)
            .expect("legal");
    }
}

fn to_move(state: &Marelles) -> Option<Seat> {
    state.to_act().iter().next()
}

/// Boards of three against three, drawn from a fixed sequence.
fn boards() -> impl Iterator<Item = Marelles> {
    let mut state = 7_u64;
    std::iter::from_fn(move || {
        let mut cells = ['.'; 24];
        for stone in ['b', 'b', 'b', 'w', 'w', 'w'] {
            loop {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let at = (state >> 33) as usize % 24;
                if cells[at] == '.' {
                    cells[at] = stone;
                    break;
                }
            }
        }
        let cells: String = cells.iter().collect();
        Some(Marelles::from_position(
            &format!("{cells} b 0 0 -"),
            &options(),
        ))
    })
    .filter_map(Result::ok)
}

#[test]
fn a_known_win_is_brought_home() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        dir: folder.path().to_owned(),
        removal: Removal::Standard,
        up_to: "3-3".parse().expect("a pair"),
        threads: 1,
        verify: false,
    };
    build(&plan, &()).expect("tables");
    parlor_bots::use_tables(folder.path());
    let notes = parlor_bots::table_notes();
    assert!(
        notes.iter().all(|note| note.contains("document")),
        "{notes:?}"
    );
    let tables = Tables::open(folder.path(), Removal::Standard);
    let value = |state: &Marelles| tables.probe_position(state).expect("covered");
    // Not those that one look ahead wins.
    let far = |state: &Marelles| {
        let entry = value(state);
        entry.value == Value::Win && entry.distance.is_some_and(|plies| plies >= 5)
    };
    for mut state in boards().filter(far).take(WON) {
        let plies = value(&state).distance.expect("kept for this pair");
        let (start, winner) = (state.position(), state.side());
        let mut played = 0;
        while let Some(seat) = to_move(&state) {
            let own = state.side() == winner;
            let between = state.pending().is_none();
            play(&mut state, seat, if own { "best" } else { "hard" });
            played += u8::from(between);
            assert!(played <= plies, "{start}: {plies} plies would do");
        }
        let outcome = state.outcome().expect("over");
        let winner = [Seat(0), Seat(1)]
            .into_iter()
            .find(|&seat| (state.view(Viewer::Spectator).colours[seat.index()]) == winner);
        assert_eq!(outcome.winner, winner, "{start}");
    }
}
