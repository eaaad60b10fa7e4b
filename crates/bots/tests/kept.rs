//! Marelles with tables: `best` gives nothing away, with all stones placed and with the last ones in
//! hand.

use parlor_bots::{Budget, Cancel};
use parlor_endgame::build::{Plan, build};
use parlor_endgame::{Tables, Value};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_marelles::{Marelles, Options, Removal};

const GAMES: usize = 24;
const PLIES: usize = 16;

fn play(state: &mut Marelles, seat: Seat, level: &str, seed: u64) {
    let view = serde_json::to_string(&state.view(Viewer::Seat(seat))).expect("a view");
    let budget = Budget::of_nodes(500);
    let choice = parlor_bots::choose(
        "marelles",
        &view,
        seat,
        level,
        &budget,
        seed,
        &Cancel::new(),
    )
    .expect("a move");
    for action in Marelles::parse(&choice.action).expect("notation") {
        state
            .apply(seat, &action, &mut Fast::new(0), &mut Vec::new())
            .expect("legal");
    }
}

/// For the side to move, between two plies.
fn value(tables: &Tables, state: &Marelles) -> Option<Value> {
    let side = state.side();
    let placed = 18 - state.hand(side) - state.hand(side.other());
    tables.placing_value(placed, state.stones(side), state.stones(side.other()))
}

/// Random boards of these many stones and hands, black to move.
fn boards(stones: usize, hand: u8) -> impl Iterator<Item = Marelles> {
    let mut random = 11_u64;
    let options = Options {
        removal: Removal::Standard,
        ..Options::default()
    };
    std::iter::from_fn(move || {
        let mut cells = ['.'; 24];
        for stone in ['b', 'w'].into_iter().cycle().take(2 * stones) {
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
        let text = format!("{cells} b {hand} {hand} -");
        Some(Marelles::from_position(&text, &options))
    })
    .filter_map(Result::ok)
}

#[test]
fn best_gives_nothing_away() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = Plan {
        dir: folder.path().to_owned(),
        removal: Removal::Standard,
        up_to: "4-4".parse().expect("a pair"),
        threads: 1,
        verify: false,
    };
    build(&plan, &()).expect("tables");
    parlor_bots::use_tables(folder.path());
    let tables = Tables::open(folder.path(), Removal::Standard);
    let starts = [(4, 0), (3, 0), (3, 1), (2, 2)];
    let mut judged = [0; 3];
    for (stones, hand) in starts {
        let known = boards(stones, hand).filter(|state| value(&tables, state).is_some());
        for (seed, mut state) in (0u64..).zip(known.take(GAMES / starts.len())) {
            for _ in 0..PLIES {
                let Some(seat) = state.to_act().iter().next() else {
                    break;
                };
                let (side, before) = (state.side(), value(&tables, &state));
                let level = if seed % 2 == u64::from(seat.0) {
                    "best"
                } else {
                    "easy"
                };
                let start = state.position();
                while state.outcome().is_none() && state.side() == side {
                    play(&mut state, seat, level, seed);
                }
                let after = match state.outcome() {
                    Some(outcome) if outcome.winner.is_none() => Some(Value::Draw),
                    Some(_) => Some(Value::Win),
                    None => value(&tables, &state).map(Value::other),
                };
                if level == "best"
                    && let (Some(before), Some(after)) = (before, after)
                {
                    assert!(after >= before, "{start}: {before:?} became {after:?}");
                    judged[before as usize] += 1;
                }
            }
        }
    }
    assert!(judged.iter().all(|&count| count > 0), "{judged:?}");
}
