//! Marelles with tables that tell who wins, but not in how many plies: what is won is brought home.

use parlor_bots::{Budget, Cancel};
use parlor_endgame::build::{Plan, build};
use parlor_endgame::{Tables, Value};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_marelles::{Marelles, Options, Removal};

const NODES: u64 = 20_000;
const WON: usize = 8;
/// Among which so many are won in a few plies.
const BOARDS: usize = 200_000;

fn play(state: &mut Marelles, seat: Seat) {
    let view = serde_json::to_string(&state.view(Viewer::Seat(seat))).expect("a view");
    let budget = Budget::of_nodes(NODES);
    let choice = parlor_bots::choose("marelles", &view, seat, "best", &budget, 1, &Cancel::new())
        .expect("a move");
    for action in Marelles::parse(&choice.action).expect("notation") {
        state
            .apply(seat, &action, &mut Fast::new(0), &mut Vec::new())
            .expect("legal");
    }
}

/// Random boards of three against four, black to move, with the usual draw rules.
fn boards() -> impl Iterator<Item = Marelles> {
    let mut random = 5_u64;
    let options = Options {
        removal: Removal::Standard,
        ..Options::default()
    };
    std::iter::from_fn(move || {
        let mut cells = ['.'; 24];
        for stone in "bbbwwww".chars() {
            let free = std::iter::repeat_with(|| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                (random >> 33) as usize % 24
            })
            .find(|&at| cells[at] == '.');
            cells[free?] = stone;
        }
        let cells: String = cells.iter().collect();
        Some(Marelles::from_position(
            &format!("{cells} b 0 0 -"),
            &options,
        ))
    })
    .filter_map(Result::ok)
}

#[test]
fn a_win_of_unknown_length_is_brought_home() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        dir: folder.path().to_owned(),
        removal: Removal::Standard,
        up_to: "4-3".parse().expect("a pair"),
        threads: 1,
        verify: false,
    };
    build(&plan, &()).expect("tables");
    let whole = Tables::open(folder.path(), Removal::Standard);
    let entry = |state: &Marelles| whole.probe_position(state).expect("covered");
    let far = |state: &Marelles| {
        let entry = entry(state);
        entry.value == Value::Win && entry.distance.is_some_and(|plies| plies >= 5)
    };
    let starts: Vec<_> = boards().take(BOARDS).filter(far).take(WON).collect();
    assert_eq!(starts.len(), WON);
    // As for the large pairs, of which only values are kept.
    for pair in ["3-3", "4-3"] {
        let path = folder
            .path()
            .join(format!("marelles/standard/{pair}.distances"));
        std::fs::remove_file(path).expect("it was there");
    }
    parlor_bots::use_tables(folder.path());
    for mut state in starts {
        let (start, winner) = (state.position(), state.side());
        while let Some(seat) = state.to_act().iter().next() {
            let (side, before) = (state.side(), entry(&state).value);
            while state.outcome().is_none() && state.side() == side {
                play(&mut state, seat);
            }
            if state.outcome().is_none() && side == winner {
                let after = entry(&state).value.other();
                assert_eq!(after, before, "{start}: given away at {}", state.position());
            }
        }
        let won = state.outcome().and_then(|outcome| outcome.winner);
        let colours = state.view(Viewer::Spectator).colours;
        let won = won.map(|seat| colours[seat.index()]);
        assert_eq!(won, Some(winner), "{start} ended at {}", state.position());
    }
}
