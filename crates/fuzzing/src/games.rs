use parlor_catalog::GAMES;
use parlor_engine::{Act, AnyGame, Charset, Fast, Match, Record, Seat, Seed, Setup, Viewer};
use serde_json::Value;

/// Actions after a state from outside; longer games only repeat themselves.
const PLIES: usize = 60;

fn chosen(data: &[u8]) -> Option<(&'static dyn AnyGame, &[u8])> {
    let (first, rest) = data.split_first()?;
    Some((GAMES[usize::from(*first) % GAMES.len()], rest))
}

/// To look at a match from all sides takes ten times as long as to play in it: one input in so many,
/// by its length, has all of it.
const THOROUGH: usize = 8;

/// A match, then lines of notation or JSON: `seat`, what is played, a line end. What is refused must
/// have changed nothing.
pub fn notation(data: &[u8]) {
    let Some((game, rest)) = chosen(data) else {
        return;
    };
    let thorough = data.len().is_multiple_of(THOROUGH);
    let seats = game.meta().min_seats;
    let setup = Setup::new(game, &Value::Null, seats, Seed([7; 32]), Vec::new());
    let mut matched = Match::start(setup.expect("defaults")).expect("defaults");
    for line in rest.split(|&byte| byte == b'\n').take(PLIES) {
        let Some((seat, text)) = line.split_first() else {
            continue;
        };
        let seat = Seat(seat % (seats + 1));
        let text = String::from_utf8_lossy(text);
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            let _ = game.notate(&value);
            let _ = game.complete_options(&value);
        }
        if let Ok(parts) = game.parse(&text) {
            let again = game.parse(&parts.join(" "));
            if parts.len() == 1 {
                assert_eq!(again.ok(), Some(parts), "{text:?} is not canonical");
            }
        }
        if seat.0 >= seats {
            continue;
        }
        let before = thorough.then(|| matched.state().state());
        let _ = matched.state().preview(seat, &text);
        match matched.judge_line(seat, &text) {
            Err(_) => {
                let after = thorough.then(|| matched.state().state());
                assert_eq!(after, before, "{text:?}");
            }
            Ok(chain) => {
                for judged in chain {
                    matched.commit(judged);
                }
            }
        }
    }
    if thorough {
        look(&matched);
    }
}

/// A record, which must either be refused or play again to the same end.
pub fn record(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(record) = Record::parse(&text) else {
        return;
    };
    if record.entries.len() > PLIES {
        return;
    }
    if let Ok(matched) = record.verify(GAMES) {
        let again = Record::of(&matched, record.names.clone());
        assert!(again.verify(GAMES).is_ok());
    }
}

/// A whole state from outside: refused, or good enough to be played on with.
pub fn state(data: &[u8]) {
    let Some((game, rest)) = chosen(data) else {
        return;
    };
    let Ok(value) = serde_json::from_slice::<Value>(rest) else {
        return;
    };
    let Ok(loaded) = game.load(&value) else {
        return;
    };
    let seed = Seed([9; 32]);
    let Ok(mut setup) = Setup::new(game, &Value::Null, loaded.seats(), seed, Vec::new()) else {
        return;
    };
    setup.position = Some(value);
    let mut matched = Match::start(setup).expect("a state that was loaded");
    let mut chance = Fast::new(data.len() as u64);
    let thorough = data.len().is_multiple_of(THOROUGH);
    look(&matched);
    for _ in 0..PLIES {
        if thorough {
            look(&matched);
        }
        let Some(seat) = matched.state().to_act().first() else {
            assert!(matched.state().outcome().is_some(), "over without an end");
            break;
        };
        let action = matched.state().sample(seat, &mut chance);
        let action = action.expect("whoever is to act can act");
        matched
            .push(Act::action(seat, &action))
            .expect("what was drawn is legal");
    }
    look(&matched);
}

/// Everything that is made from a state for those who look at it.
fn look(matched: &Match) {
    let state = matched.state();
    let seats = (0..state.seats()).map(|seat| Viewer::Seat(Seat(seat)));
    for viewer in seats.chain([Viewer::Spectator, Viewer::Referee]) {
        let view = state.view(viewer);
        serde_json::from_str::<Value>(&view).expect("a view is JSON");
        for charset in [Charset::Ascii, Charset::Unicode] {
            let picture = matched.setup().game.picture(&view, charset);
            assert!(!picture.expect("a view has a picture").is_empty());
        }
    }
    for seat in state.to_act().iter() {
        let legal = state.legal(seat);
        if let Some(first) = legal.actions.iter().next() {
            assert!(state.validate(seat, first).is_ok(), "{first}");
            assert!(state.preview(seat, first).is_ok(), "{first}");
        }
    }
    let whole = state.state();
    let game = matched.setup().game;
    assert!(game.load(&whole).is_ok(), "a state loads again: {whole}");
}
