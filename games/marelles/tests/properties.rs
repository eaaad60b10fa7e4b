//! What must hold in every position that random play reaches.

mod common;

use common::*;
use parlor_engine::{Chance, Charset, Fast, Game, Seat, Viewer};
use parlor_marelles::{Action, Colour::Black, Marelles, Options, Ply, Point};
use parlor_testkit::runner;
use proptest::prelude::*;

/// A walk of random steps from the opening.
fn walk(seed: u64, steps: u32, options: &Options) -> (Marelles, Fast) {
    let mut state = opening(options);
    let mut chance = Fast::new(seed);
    for _ in 0..steps {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let action = state
            .sample(seat, &mut Vec::new(), &mut chance)
            .expect("an actor acts");
        state.execute(seat, &action, &mut chance, &mut Vec::new());
    }
    (state, chance)
}

#[test]
fn complete_plies_are_the_closure_of_single_actions() {
    let cases = (any::<u64>(), 0..200u32, any::<bool>());
    let mut takes = 0u32;
    runner(400)
        .run(&cases, |(seed, steps, strict)| {
            let options = if strict { standard() } else { document() };
            let (mut state, mut chance) = walk(seed, steps, &options);
            while state.is_mid_ply() {
                let seat = to_move(&state);
                let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
                state.execute(seat, &action, &mut chance, &mut Vec::new());
            }
            let mut closure: Vec<Ply> = Vec::new();
            let Some(seat) = state.to_act().first() else {
                prop_assert!(state.legal_plies().is_empty());
                return Ok(());
            };
            let mut arrivals = Vec::new();
            state.legal_actions(seat, &mut arrivals);
            for arrival in arrivals {
                let mut next = state.clone();
                next.execute(seat, &arrival, &mut chance, &mut Vec::new());
                prop_assert!(next.check_state().is_ok());
                let last = next.last().expect("a stone arrived").ply();
                if !next.is_mid_ply() {
                    closure.push(last);
                    continue;
                }
                prop_assert!(next.legal_plies().is_empty());
                let mut removals = Vec::new();
                next.legal_actions(seat, &mut removals);
                prop_assert!(!removals.is_empty(), "there is always a victim");
                for removal in removals {
                    let mut done = next.clone();
                    done.execute(seat, &removal, &mut chance, &mut Vec::new());
                    prop_assert!(done.check_state().is_ok() && !done.is_mid_ply());
                    closure.push(done.last().expect("a stone arrived").ply());
                }
            }
            prop_assert_eq!(&closure, &state.legal_plies());
            for ply in closure {
                let read = Marelles::parse(&ply.to_string()).expect("a ply reads back");
                prop_assert_eq!(read.to_vec(), ply.actions().collect::<Vec<_>>());
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    for seed in 0..20 {
        takes += u32::from(walk(seed, 100, &document()).0.captured_by(Black));
    }
    assert!(takes > 0, "random walks take stones");
}

/// Chance that answers with the given number, whatever is asked, and remembers the bound.
struct Fixed(u32, u32);

impl Chance for Fixed {
    fn below(&mut self, n: u32) -> u32 {
        self.1 = n;
        self.0
    }

    fn normal(&mut self) -> f64 {
        0.0
    }
}

#[test]
fn drawing_the_nth_gives_the_nth_of_the_list() {
    runner(600)
        .run(&(any::<u64>(), 0..250u32), |(seed, steps)| {
            let (state, _) = walk(seed, steps, &standard());
            let Some(seat) = state.to_act().first() else {
                return Ok(());
            };
            let mut listed = Vec::new();
            state.legal_actions(seat, &mut listed);
            for (n, action) in listed.iter().enumerate() {
                let mut chance = Fixed(n as u32, 0);
                let drawn = state.sample(seat, &mut Vec::new(), &mut chance);
                prop_assert_eq!(drawn, Some(*action));
                prop_assert_eq!(chance.1 as usize, listed.len());
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_position_text_and_the_view_lead_back() {
    runner(400)
        .run(&(any::<u64>(), 0..300u32), |(seed, steps)| {
            let (state, mut chance) = walk(seed, steps, &document());
            let imagined = Marelles::determinize(&state.view(Viewer::Spectator), &mut chance);
            prop_assert_eq!(&imagined, &state, "the view holds the whole state");
            if state.end().is_none() {
                let read = Marelles::from_position(&state.position(), state.options());
                let read = read.expect("a running position reads back");
                prop_assert_eq!(read.position(), state.position());
                prop_assert_eq!(read.removable(), state.removable());
                prop_assert_eq!(read.legal_plies(), state.legal_plies());
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn execute_never_panics_on_nonsense() {
    runner(200)
        .run(
            &(
                any::<u64>(),
                0..120u32,
                prop::collection::vec(any::<(u8, u8, u8)>(), 1..40),
            ),
            |(seed, steps, nonsense)| {
                let (mut state, mut chance) = walk(seed, steps, &document());
                for (kind, a, b) in nonsense {
                    let action = match kind % 3 {
                        0 => Action::Place { at: Point(a) },
                        1 => Action::Move {
                            from: Point(a),
                            to: Point(b),
                        },
                        _ => Action::Remove { at: Point(a) },
                    };
                    state.execute(Seat(b), &action, &mut chance, &mut Vec::new());
                    let view = state.view(Viewer::Referee);
                    Marelles::picture(&view, Charset::Unicode);
                    let _ = Marelles::determinize(&view, &mut chance);
                    let _ = state.check_state();
                    for seat in [Seat(0), Seat(1)] {
                        state.legal_actions(seat, &mut Vec::new());
                        state.sample(seat, &mut Vec::new(), &mut chance);
                    }
                }
                Ok(())
            },
        )
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn forged_histories_are_refused() {
    let mut state = placed("A1 B2 C3 D5", "G7 F6 E4 D2", 'b', &document());
    play(&mut state, "A1-A4 G7-G4 A4-A1 G4-G7");
    let honest = serde_json::to_value(&state).expect("a state serialises");
    let load = |state: &serde_json::Value| parlor_engine::entry::<Marelles>().load(state).is_ok();
    assert!(load(&honest));
    // Another stone, another side, two stones at once, a jump: no quiet ply leads on from these.
    let moved = |from: &str, to: &str| at(from).bit() ^ at(to).bit();
    for change in [
        1 << 48,
        u64::from(moved("B2", "B6")),
        u64::from(moved("A1", "C4")),
        u64::from(moved("G7", "D7")) << 24,
        u64::from(at("F4").bit()),
    ] {
        for place in 0..4 {
            let mut forged = honest.clone();
            let key = forged["history"][place].as_u64().expect("a key");
            forged["history"][place] = (key ^ change).into();
            assert!(!load(&forged), "{place} {change:x}");
        }
    }
    for forget in [0, 4] {
        let mut forged = honest.clone();
        forged["history"]
            .as_array_mut()
            .expect("a list")
            .remove(forget);
        assert!(!load(&forged));
    }
}
