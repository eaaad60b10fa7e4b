//! Looking back into a match: from a checkpoint or folded from the start, the position is the same.

use parlor_engine::{Act, Fast, Match, Nonce, Seed, Seq, Setup, Viewer};
use serde_json::Value;

/// More than two checkpoints.
const ENTRIES: usize = 150;

/// A match of random moves, some of which were taken back.
fn played(game: &'static dyn parlor_engine::AnyGame, seed: u64) -> Match {
    let mut chance = Fast::new(seed);
    let seats = game.meta().min_seats;
    let nonces = vec![Nonce([seed as u8; 32]); usize::from(seats)];
    let setup = Setup::new(game, &Value::Null, seats, Seed([7; 32]), nonces)
        .expect("random play follows the rules");
    let mut matched = Match::start(setup).expect("random play follows the rules");
    while matched.log().len() < ENTRIES {
        let Some(seat) = matched.state().to_act().first() else {
            break;
        };
        if matched.log().len() % 7 == 6
            && let Some(to) = matched.one_back()
            && matched.push(Act::TakeBack { seat, to }).is_ok()
        {
            continue;
        }
        let action = matched
            .state()
            .sample(seat, &mut chance)
            .expect("random play follows the rules");
        matched
            .push(Act::action(seat, action))
            .expect("random play follows the rules");
    }
    matched
}

#[test]
fn every_earlier_position_is_found_again() {
    for &game in parlor_catalog::GAMES {
        for seed in 0..3 {
            let matched = played(game, seed);
            let name = game.meta().id;
            let mut fold = matched
                .position_after(Seq::START)
                .expect("random play follows the rules");
            for seq in (0..=matched.log().len()).map(Seq::of_length) {
                if let Some(place) = seq.place() {
                    let act = matched.log()[place].act.clone();
                    fold.push(act).expect("random play follows the rules");
                }
                let found = matched
                    .state_at(seq)
                    .expect("random play follows the rules");
                assert_eq!(found.state(), fold.state().state(), "{name} at {seq}");
            }
            assert!(matched.state_at(matched.seq().next()).is_err());
        }
    }
}

#[test]
fn every_part_of_the_log_tells_the_same() {
    for &game in parlor_catalog::GAMES {
        let matched = played(game, 5);
        let last = matched.seq();
        let told = |since: Seq| {
            let mut told = Vec::new();
            let each = |entry: &parlor_engine::Entry,
                        events: Option<&dyn parlor_engine::AnyEvents>| {
                told.push((entry.seq, events.map(|it| it.json(Viewer::Referee))));
            };
            matched
                .events_between(since, last, each)
                .expect("random play follows the rules");
            told
        };
        let whole = told(Seq::START);
        assert_eq!(whole.len(), last.length());
        for since in [1, 63, 64, 65, 100, last.0]
            .map(Seq)
            .into_iter()
            .filter(|&it| it <= last)
        {
            assert_eq!(told(since), whole[since.length()..], "{}", game.meta().id);
        }
    }
}
