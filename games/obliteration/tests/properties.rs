//! Properties of sections 2.3, 2.4, 4 and 9.3 over random boards and random games.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Plain, conversions, hex, sorted};
use parlor_engine::{Chance, Departure, Fast, Game, Seat, pick};
use parlor_obliteration::{
    Action, Board, Event, Grid, Hex, Mode, Obliteration, Options, start_hexes, waves,
};
use parlor_testkit::runner;
use proptest::prelude::*;

fn random_board(grid: Grid, seats: u8, chance: &mut Fast) -> Board {
    Board::new(grid, seats, |_| {
        let owner = chance.below(u32::from(seats) + 1) as u8;
        (
            (owner < seats).then_some(Seat(owner)),
            chance.below(6) as u8,
        )
    })
}

fn hexes_of(board: &Board, seat: Seat) -> Vec<Hex> {
    let grid = board.grid();
    grid.hexes()
        .filter(|&hex| board.owner(hex) == Some(seat))
        .collect()
}

/// The converted set by its definition in section 2.2: grow it until nothing changes.
fn closure(plain: &Plain, seat: Seat, turned: Hex) -> Vec<Hex> {
    let connected = |a: Hex, b: Hex| plain.target(a) == Some(b) || plain.target(b) == Some(a);
    let mut taken: Vec<Hex> = Vec::new();
    if !plain.is_gate_open(seat, turned) {
        return taken;
    }
    loop {
        let more = plain.grid.hexes().find(|&h| {
            plain.owner(h) != Some(seat)
                && !taken.contains(&h)
                && (connected(h, turned) || taken.iter().any(|&c| connected(h, c)))
        });
        match more {
            Some(hex) => taken.push(hex),
            None => break,
        }
    }
    taken.sort_unstable();
    taken
}

#[test]
fn breadth_first_equals_depth_first_and_the_definition() {
    let strategy = (2u8..=12, 2u8..=12, 1u8..=6, any::<u64>());
    runner(10_000)
        .run(&strategy, |(columns, rows, seats, seed)| {
            let mut chance = Fast::new(seed);
            let board = random_board(Grid { columns, rows }, seats, &mut chance);
            let seat = Seat(chance.below(u32::from(seats)) as u8);
            let own = hexes_of(&board, seat);
            let Some(&turned) = pick(&own, &mut chance) else {
                return Ok(());
            };
            let mut plain = Plain::of(&board);
            let levels = plain.levels(seat, turned);
            let mut after = board.clone();
            let mut events = Vec::new();
            let converted = after.turn(seat, turned, &mut events);
            let found = waves(&events);
            prop_assert_eq!(&found[0], &[turned]);
            prop_assert_eq!(sorted(&found[1..]), closure(&plain, seat, turned));
            prop_assert_eq!(converted, found[1..].iter().flatten().count());
            for wave in &found {
                prop_assert!(wave.is_sorted(), "{:?}", wave);
            }
            if plain.is_gate_open(seat, turned) {
                prop_assert_eq!(sorted(&found), sorted(&levels));
                for (number, wave) in found.iter().enumerate() {
                    for hex in wave {
                        let level = levels.iter().position(|level| level.contains(hex));
                        prop_assert!(Some(number) <= level, "{:?} comes late", hex);
                    }
                }
            } else {
                prop_assert_eq!(converted, 0);
            }
            // What the events say is what has changed, and all bookkeeping is as if made anew.
            for (hex, from) in conversions(&events) {
                prop_assert_eq!(board.owner(hex), from);
                prop_assert_eq!(after.owner(hex), Some(seat));
            }
            let anew = Board::from_text(seats, &after.to_text())
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(after, anew);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// A random game; `look` sees the state before and after each move.
fn random_game(
    options: &Options,
    seats: u8,
    seed: u64,
    turns: u32,
    mut look: impl FnMut(&Obliteration, Seat, &[Event], &Obliteration) -> Result<(), TestCaseError>,
) -> Result<Obliteration, TestCaseError> {
    let mut chance = Fast::new(seed);
    let mut state = Obliteration::new(options, seats, &mut chance)
        .map_err(|error| TestCaseError::fail(error.to_string()))?;
    for _ in 0..turns {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let action = state
            .sample(seat, &mut Vec::new(), &mut chance)
            .expect("an actor can act");
        let before = state.clone();
        let mut events = Vec::new();
        state
            .apply(seat, &action, &mut chance, &mut events)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        look(&before, seat, &events, &state)?;
    }
    Ok(state)
}

fn games() -> impl Strategy<Value = (u8, Options, u64)> {
    (
        2u8..=6,
        0u32..=16,
        0u32..=16,
        any::<u64>(),
        any::<Option<bool>>(),
        any::<bool>(),
    )
        .prop_map(|(seats, columns, rows, seed, fair_start, domination)| {
            let smallest = [4, 6, 6, 8, 8][usize::from(seats - 2)];
            let options = Options {
                columns: smallest + columns,
                rows: smallest + rows,
                fair_start,
                mode: if domination {
                    Mode::Domination
                } else {
                    Mode::Obliteration
                },
                ..Options::default()
            };
            (seats, options, seed)
        })
}

#[test]
fn positions_settle_and_stay_settled() {
    runner(800)
        .run(&games(), |(seats, options, seed)| {
            let mut moved = [false; 6];
            let mut starts: Vec<Hex> = Vec::new();
            random_game(&options, seats, seed, 250, |before, seat, events, after| {
                let (board, next) = (before.board(), after.board());
                if starts.is_empty() {
                    starts = start_hexes(board.grid(), seats);
                }
                let was_settled = board.is_settled();
                let first_move = !std::mem::replace(&mut moved[seat.index()], true);
                let taken = conversions(events);

                // A first move is forced and always converts.
                prop_assert!(!first_move || (board.count(seat) == 1 && !taken.is_empty()));
                // Once settled, always settled; settled when all who are in have moved.
                let unmoved: Vec<Hex> = starts
                    .iter()
                    .zip(moved)
                    .filter_map(|(&start, moved)| (!moved).then_some(start))
                    .collect();
                let waiting =
                    |hex: &Hex| unmoved.contains(hex) && next.count(next.owner(*hex).unwrap()) > 0;
                prop_assert!(!was_settled || next.is_settled());
                for hex in next.grid().hexes() {
                    let Some(target) = next.target(hex) else {
                        continue;
                    };
                    // The only unsettled arrows: neutral ones at a start hex that has not moved.
                    prop_assert!(
                        next.owner(hex) == next.owner(target)
                            || next.owner(hex).is_none() && waiting(&target),
                        "{:?} points at {:?}\n{}",
                        hex,
                        target,
                        next.to_text()
                    );
                }
                // From a settled position one move takes from one owner only.
                prop_assert!(!was_settled || taken.iter().all(|one| one.1 == taken[0].1));
                // The mover loses nothing, nobody else gains, only one rotation changes.
                prop_assert_eq!(
                    usize::from(next.count(seat)),
                    usize::from(board.count(seat)) + taken.len()
                );
                for other in (0..seats).map(Seat).filter(|&other| other != seat) {
                    prop_assert!(next.count(other) <= board.count(other));
                }
                let total: u16 = (0..seats).map(|seat| next.count(Seat(seat))).sum();
                prop_assert_eq!(usize::from(total + next.neutral()), next.grid().len());
                let turned: Vec<Hex> = next
                    .grid()
                    .hexes()
                    .filter(|&hex| board.rotation(hex) != next.rotation(hex))
                    .collect();
                prop_assert_eq!(&waves(events)[0], &turned);
                Ok(())
            })
            .map(|_| ())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn fair_starts_give_everybody_a_turn() {
    runner(400)
        .run(&games(), |(seats, options, seed)| {
            let options = Options {
                fair_start: Some(true),
                ..options
            };
            let everyone = u32::from(seats);
            let state = random_game(&options, seats, seed, everyone, |_, _, events, _| {
                prop_assert!(conversions(events).iter().all(|one| one.1.is_none()));
                Ok(())
            })?;
            prop_assert_eq!(state.turns(), everyone);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn six_turns_without_conversion_change_nothing() {
    let strategy = (2u8..=8, 2u8..=8, any::<u64>());
    runner(500)
        .run(&strategy, |(columns, rows, seed)| {
            let mut chance = Fast::new(seed);
            let board = random_board(Grid { columns, rows }, 2, &mut chance);
            for turned in hexes_of(&board, Seat(0)) {
                let mut after = board.clone();
                let converted: usize = (0..6)
                    .map(|_| after.turn(Seat(0), turned, &mut Vec::new()))
                    .sum();
                prop_assert_eq!(converted == 0, after == board);
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn same_seed_same_game() {
    let options = Options::default();
    let play = |seed| {
        let mut log = Vec::new();
        let state = random_game(&options, 3, seed, 200, |_, _, events, _| {
            log.extend_from_slice(events);
            Ok(())
        });
        (state.unwrap(), log)
    };
    assert_eq!(play(7), play(7));
    assert_ne!(play(7).0, play(8).0);
}

/// Drawing and listing agree: every own hex comes up, in dense and in sparse positions alike.
#[test]
fn samples_are_uniform() {
    let mut chance = Fast::new(11);
    let grid = Grid {
        columns: 9,
        rows: 7,
    };
    for own in [1, 2, 5, 7, 8, 9, 20, 62] {
        let mut members: Vec<Hex> = grid.hexes().collect();
        parlor_engine::shuffle(&mut members, &mut chance);
        members.truncate(own);
        let free = grid.hexes().find(|hex| !members.contains(hex)).unwrap();
        let board = Board::new(grid, 2, |hex| match hex {
            _ if members.contains(&hex) => (Some(Seat(0)), 0),
            _ if hex == free => (Some(Seat(1)), 0),
            _ => (None, 0),
        });
        let state = Obliteration::from_board(&Options::default(), board, Seat(0), 2).unwrap();
        let mut listed = Vec::new();
        state.legal_actions(Seat(0), &mut listed);
        members.sort_unstable();
        assert_eq!(
            listed,
            members
                .iter()
                .map(|&hex| Action::from(hex))
                .collect::<Vec<_>>()
        );
        let mut drawn = vec![0u32; own];
        for _ in 0..1_000 * own {
            let action = state.sample(Seat(0), &mut Vec::new(), &mut chance).unwrap();
            drawn[listed.iter().position(|one| *one == action).unwrap()] += 1;
        }
        assert!(
            drawn.iter().all(|count| (850..1_150).contains(count)),
            "{own}: {drawn:?}"
        );
    }
}

#[test]
fn stalling_never_ends_4_2() {
    // From the normal setup: whoever has a hex among own hexes may turn it for ever.
    let board = Board::from_text(2, &"A0 A0 B0 B0\n".repeat(4)).unwrap();
    let mut state =
        Obliteration::from_board(&Options::default(), board.clone(), Seat(0), 0).unwrap();
    for turn in 0..1_200u16 {
        let seat = Seat((turn % 2) as u8);
        let place = if seat == Seat(0) {
            hex(0, 0)
        } else {
            hex(3, 3)
        };
        let action = Action::from(place);
        state
            .apply(seat, &action, &mut Fast::new(0), &mut Vec::new())
            .unwrap();
    }
    assert_eq!((state.outcome(), state.board()), (None, &board));
}

fn three(text: &str, options: &Options) -> Obliteration {
    let board = Board::from_text(3, text).unwrap();
    Obliteration::from_board(options, board, Seat(0), 9).unwrap()
}

const THREE: &str = "
A0 A0 B0 B0
A0 A3 B0 B3
.0 .3 .0 .3
C0 C0 C0 C3
";

#[test]
fn leaving_8_5_of_two_players() {
    for (how, reason) in [
        (Departure::Resigned, "resigned"),
        (Departure::Left, "left"),
        (Departure::TimedOut, "time"),
    ] {
        for seat in [Seat(0), Seat(1)] {
            let options = Options::default();
            let mut state = Obliteration::new(&options, 2, &mut Fast::new(3)).unwrap();
            let board = state.board().clone();
            let mut events = Vec::new();
            state
                .depart(seat, how, &mut Fast::new(0), &mut events)
                .unwrap();
            let outcome = state.outcome().unwrap();
            assert_eq!(outcome.winner, Some(Seat(1 - seat.0)));
            assert_eq!(outcome.reason, reason);
            assert_eq!(state.board(), &board, "the board stays");
            assert_eq!(events.len(), 2);
            let again = state.depart(Seat(0), how, &mut Fast::new(0), &mut events);
            assert_eq!(again.unwrap_err().code, "over");
        }
    }
}

#[test]
fn leaving_8_5_of_three_players() {
    let mut state = three(THREE, &Options::default());
    let (mut chance, mut events) = (Fast::new(0), Vec::new());
    let rotations = |state: &Obliteration| Plain::of(state.board()).rotations;
    let before = rotations(&state);
    // Not the leaver's turn: it stays whose it was.
    state
        .depart(Seat(2), Departure::Left, &mut chance, &mut events)
        .unwrap();
    assert_eq!(state.to_act().first(), Some(Seat(0)));
    assert_eq!(
        (state.board().count(Seat(2)), state.board().neutral()),
        (0, 8)
    );
    assert_eq!(rotations(&state), before);
    assert_eq!(state.outcome(), None);
    state.check_state().unwrap();
    let refused = state.depart(Seat(2), Departure::Left, &mut chance, &mut events);
    assert_eq!(refused.unwrap_err().code, "out");
    // The mover's turn passes on; here to the last one, who wins.
    state
        .depart(Seat(0), Departure::Resigned, &mut chance, &mut events)
        .unwrap();
    let outcome = state.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Seat(1)));
    assert_eq!(outcome.places, [2, 1, 3], "who left later is placed better");
    assert_eq!(outcome.reason, "resigned");
    state.check_state().unwrap();
}

#[test]
fn the_turn_passes_on_when_its_owner_leaves() {
    let mut state = three(THREE, &Options::default());
    state
        .time_out(Seat(0), &mut Fast::new(0), &mut Vec::new())
        .unwrap();
    assert_eq!(state.to_act().first(), Some(Seat(1)));
    let action = Action::Turn { x: 2, y: 0 };
    state
        .apply(Seat(1), &action, &mut Fast::new(0), &mut Vec::new())
        .unwrap();
    assert_eq!(state.to_act().first(), Some(Seat(2)), "seat 0 is skipped");
}

#[test]
fn turn_limit_4_3_ranks_by_hexes_then_later_seats() {
    let limited = Options {
        turn_limit: Some(10),
        ..Options::default()
    };
    // A turns inside its own hexes: 4, 4 and 4 hexes, so the latest in turn order wins.
    let mut state = three(THREE, &limited);
    let mut events = Vec::new();
    let action = Action::Turn { x: 0, y: 0 };
    state
        .apply(Seat(0), &action, &mut Fast::new(0), &mut events)
        .unwrap();
    let outcome = state.outcome().unwrap();
    assert_eq!(
        (outcome.winner, &*outcome.reason),
        (Some(Seat(2)), "turn_limit")
    );
    assert_eq!(outcome.places, [3, 2, 1]);
    assert!(matches!(events.last(), Some(Event::Over { .. })));

    // With more hexes than the others an early seat wins.
    let mut state = three(&THREE.replace(".0 .3", "A0 A3"), &limited);
    state
        .apply(Seat(0), &action, &mut Fast::new(0), &mut events)
        .unwrap();
    assert_eq!(state.outcome().unwrap().winner, Some(Seat(0)));
}

/// Two players may fall by one move, through start hexes that have not moved: they share a place.
#[test]
fn two_eliminated_by_one_move_share_a_place() {
    let board = Board::from_text(4, "A1 B4 C4 D3\n.3 .3 .3 .3\n.0 .3 .3 .3\n").unwrap();
    let mut state = Obliteration::from_board(&Options::default(), board, Seat(0), 0).unwrap();
    let mut events = Vec::new();
    let action = Action::Turn { x: 0, y: 0 };
    state
        .apply(Seat(0), &action, &mut Fast::new(0), &mut events)
        .unwrap();
    let out: Vec<_> = events
        .iter()
        .filter(|event| matches!(event, Event::Eliminated { .. }))
        .collect();
    assert_eq!(out.len(), 2, "{}", state.board().to_text());
    assert_eq!(
        state.to_act().first(),
        Some(Seat(3)),
        "round one skips both"
    );
    state
        .depart(Seat(3), Departure::Left, &mut Fast::new(0), &mut events)
        .unwrap();
    let outcome = state.outcome().unwrap();
    assert_eq!(outcome.places, [1, 3, 3, 2]);
    assert_eq!(outcome.reason, "left");
}

#[test]
fn refusals_say_why() {
    let state = three(THREE, &Options::default());
    let code = |seat: u8, x: u16, y: u16| {
        state
            .validate(Seat(seat), &Action::Turn { x, y })
            .map_err(|refused| refused.code.into_owned())
    };
    assert_eq!(code(0, 0, 0), Ok(()));
    for (seat, x, y, expected) in [
        (1, 2, 0, "not_your_turn"),
        (9, 0, 0, "not_your_turn"),
        (0, 4, 0, "outside"),
        (0, 0, 4, "outside"),
        (0, 256, 0, "outside"),
        (0, u16::MAX, u16::MAX, "outside"),
        (0, 0, 2, "not_yours"),
        (0, 2, 0, "not_yours"),
    ] {
        assert_eq!(code(seat, x, y), Err(expected.to_owned()), "{seat} {x},{y}");
    }
}
