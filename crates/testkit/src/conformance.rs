//! The properties, one function each.

use parlor_engine::{
    Act, AnyEvents, AnyState, Departure, Fast, Legality, Match, Rejection, Seat, SeatSet, Seed,
    Seq, Setup, Stream, Viewer, entry,
};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::specimen::{Case, Specimen, runner, step, walk};

/// Runs a check over random walks of up to `steps` steps through every option set.
pub(crate) fn over_walks<G: Specimen>(
    walks_per_case: u32,
    steps: u32,
    check: impl Fn(Case) -> Result<(), TestCaseError>,
) {
    let option_sets = G::cases().len();
    assert!(option_sets > 0, "a game needs at least one test case");
    let strategy =
        (0..option_sets, any::<u64>(), 0..=steps).prop_map(|(options, seed, steps)| Case {
            options,
            seed,
            steps,
        });
    runner(walks_per_case * option_sets as u32)
        .run(&strategy, check)
        .unwrap_or_else(|error| panic!("{error}"));
}

/// A refusal has a word that is listed, and a sentence.
fn says_why<G: Specimen>(refused: &Rejection) -> Result<(), TestCaseError> {
    let word = refused.code.as_ref();
    let known = Rejection::WORDS.contains(&word) || G::REFUSALS.contains(&word);
    prop_assert!(known, "refused with {word}, which is in no list");
    prop_assert!(!refused.message.is_empty());
    Ok(())
}

fn viewers(seats: u8) -> impl Iterator<Item = Viewer> {
    (0..seats)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator, Viewer::Referee])
}

/// Random play ends within the bound, `to_act` is empty exactly at the end, the outcome is there
/// exactly then, and it places every seat.
pub fn random_play_ends<G: Specimen>() {
    over_walks::<G>(4, 0, |case| {
        let (mut state, mut chance) = case.start::<G>();
        let mut steps = 0;
        loop {
            prop_assert_eq!(state.to_act().is_empty(), state.outcome().is_some());
            state
                .check_state()
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            if step(&mut state, &mut chance).is_none() {
                break;
            }
            steps += 1;
            prop_assert!(steps <= G::LONGEST, "still running after {} actions", steps);
        }
        let outcome = state.outcome().expect("checked above");
        prop_assert!(
            outcome.places.is_empty() || outcome.places.len() == usize::from(state.seats())
        );
        prop_assert!(!outcome.reason.is_empty());
        Ok(())
    });
}

/// Every listed action is accepted; junk and actions of other positions are accepted exactly if
/// listed (or, under a pattern, exactly if `execute` leads to a sound state).
pub fn legal_is_what_is_accepted<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(300), |case| {
        let (state, mut chance) = walk::<G>(case);
        let (other, _) = walk::<G>(Case {
            steps: case.steps / 2,
            ..case
        });
        for seat in (0..state.seats()).map(Seat) {
            let mut listed = Vec::new();
            let legality = state.legal_actions(seat, &mut listed);
            for action in &listed {
                prop_assert!(
                    state.validate(seat, action).is_ok(),
                    "listed but refused: {action:?}"
                );
            }
            for (place, action) in listed.iter().enumerate() {
                prop_assert!(
                    !listed[..place].contains(action),
                    "listed twice: {:?}",
                    action
                );
            }
            let mut strays: Vec<G::Action> = (0..40).map(|_| G::junk(&mut chance)).collect();
            for place in (0..other.seats()).map(Seat) {
                strays.extend(other.sample(place, &mut Vec::new(), &mut chance));
            }
            for action in &strays {
                let accepted = state.validate(seat, action).is_ok();
                if legality == Legality::Listed {
                    prop_assert_eq!(accepted, listed.contains(action), "{:?}", action);
                } else if accepted {
                    let mut next = state.clone();
                    next.execute(seat, action, &mut chance, &mut Vec::new());
                    prop_assert!(
                        next.check_state().is_ok(),
                        "accepted {action:?} breaks the state"
                    );
                }
            }
        }
        Ok(())
    });
}

/// A refused action leaves the state bit for bit as it was and draws no chance.
pub fn refusals_change_nothing<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(300), |case| {
        let (mut state, mut chance) = walk::<G>(case);
        let before = state.clone();
        let bytes = serde_json::to_vec(&state).expect("a state serialises");
        for _ in 0..40 {
            let action = G::junk(&mut chance);
            for seat in (0..=state.seats()).map(Seat) {
                let mut events = Vec::new();
                let mut stream = Stream::new(&[1; 32], 1);
                let mut trial = state.clone();
                if let Err(refused) = trial.apply(seat, &action, &mut stream, &mut events) {
                    prop_assert!(events.is_empty() && !stream.was_used());
                    says_why::<G>(&refused)?;
                    state = trial;
                }
            }
        }
        prop_assert_eq!(&state, &before);
        prop_assert_eq!(
            serde_json::to_vec(&state).expect("a state serialises"),
            bytes
        );
        Ok(())
    });
}

/// A preview is there exactly for what is accepted, and a refusal has the words of the rules. It
/// survives JSON, says something, and through a view sent as text it is the same.
pub fn previews_judge_like_the_rules<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(300), |case| {
        let (state, mut chance) = walk::<G>(case);
        let mut actions: Vec<G::Action> = (0..20).map(|_| G::junk(&mut chance)).collect();
        for seat in state.to_act().iter() {
            let drawn = (0..10).filter_map(|_| state.sample(seat, &mut Vec::new(), &mut chance));
            actions.extend(drawn);
        }
        for seat in (0..state.seats()).map(Seat) {
            let view = state.view(Viewer::Seat(seat));
            let text = serde_json::to_string(&view).expect("a view serialises");
            for action in &actions {
                let preview = G::preview(&view, seat, action);
                let judged = preview.as_ref().map(drop).map_err(Clone::clone);
                prop_assert_eq!(judged, state.validate(seat, action), "{:?}", action);
                let Ok(preview) = preview else {
                    continue;
                };
                let said = G::describe_preview(&preview, parlor_engine::Names(&[]));
                prop_assert!(!said.is_empty() && said.iter().all(|line| !line.trim().is_empty()));
                let json = serde_json::to_string(&preview).expect("a preview serialises");
                let back: G::Preview = serde_json::from_str(&json)
                    .map_err(|error| TestCaseError::fail(format!("{error}: {json}")))?;
                prop_assert_eq!(&back, &preview);
                let erased = entry::<G>().preview(&text, seat, &G::notate(action));
                let erased = erased.map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(erased.json(), json);
            }
        }
        Ok(())
    });
}

/// A seat that may not act has no legal action and is refused; a seat that does not exist too.
pub fn idle_seats_have_nothing_to_do<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(300), |case| {
        let (state, mut chance) = walk::<G>(case);
        let acting = state.to_act();
        prop_assert!(acting.iter().all(|seat| seat.0 < state.seats()));
        for seat in (0..=state.seats()).map(Seat) {
            let mut listed = Vec::new();
            let legality = state.legal_actions(seat, &mut listed);
            let sampled = state.sample(seat, &mut Vec::new(), &mut chance);
            if acting.contains(seat) {
                prop_assert!(!listed.is_empty() && sampled.is_some());
            } else {
                prop_assert!(listed.is_empty() && sampled.is_none());
                prop_assert_eq!(legality, Legality::Listed);
                for actor in acting.iter() {
                    let action = state.sample(actor, &mut Vec::new(), &mut chance);
                    let action = action.expect("an actor can act");
                    prop_assert!(state.validate(seat, &action).is_err());
                }
            }
        }
        Ok(())
    });
}

/// State, action, event and view survive JSON; notation and its parser are inverse in any case.
pub fn everything_round_trips<G: Specimen>() {
    fn round<T>(value: &T) -> Result<(), TestCaseError>
    where
        T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        let text = serde_json::to_string(value).expect("it serialises");
        let back: T = serde_json::from_str(&text)
            .map_err(|error| TestCaseError::fail(format!("{error}: {text}")))?;
        prop_assert_eq!(&back, value);
        Ok(())
    }
    for (_, options) in G::cases() {
        round(&options).expect("options round-trip");
    }
    over_walks::<G>(16, G::LONGEST.min(300), |case| {
        let (mut state, mut chance) = walk::<G>(case);
        round(&state)?;
        for viewer in viewers(state.seats()) {
            let view = state.view(viewer);
            round(&view)?;
            for charset in [
                parlor_engine::Charset::Ascii,
                parlor_engine::Charset::Unicode,
            ] {
                let picture = G::picture(&view, charset);
                prop_assert!(!picture.trim().is_empty());
                let plain = charset == parlor_engine::Charset::Ascii;
                prop_assert!(!plain || picture.is_ascii(), "not ASCII:\n{}", picture);
            }
        }
        for seat in state.to_act().iter() {
            let mut listed = Vec::new();
            state.legal_actions(seat, &mut listed);
            for action in &listed {
                round(action)?;
                let text = G::notate(action);
                for text in [
                    text.clone(),
                    text.to_lowercase(),
                    format!(" {} ", text.to_uppercase()),
                ] {
                    prop_assert_eq!(G::parse(&text), Ok([action.clone()].into()), "{}", text);
                }
            }
        }
        if let Some((_, _, events)) = step(&mut state, &mut chance) {
            for event in &events {
                round(event)?;
                prop_assert_eq!(G::redact(event, Viewer::Referee), Some(event.clone()));
                // What is told of a game that hides nothing is made once for everybody.
                if !G::META.hidden {
                    let viewers = (0..state.seats()).map(|seat| Viewer::Seat(Seat(seat)));
                    for viewer in viewers.chain([Viewer::Spectator]) {
                        prop_assert_eq!(G::redact(event, viewer), Some(event.clone()));
                    }
                }
                let sentence = G::describe(event, parlor_engine::Names(&[]));
                prop_assert!(!sentence.trim().is_empty());
            }
        }
        Ok(())
    });
}

/// A match of the game with a fixed seed, played at random through the erased interface, and what
/// each viewer heard of every entry.
fn random_match<G: Specimen>(case: Case) -> (Match, Vec<Vec<String>>) {
    let (seats, options) = G::cases().swap_remove(case.options);
    let options = serde_json::to_value(options).expect("options serialise");
    let seed = Seed([case.seed as u8; 32]);
    let setup = Setup::new(entry::<G>(), &options, seats, seed, Vec::new()).expect("good options");
    let mut matched = Match::start(setup).expect("a test case can start");
    let mut chance = Fast::new(case.seed);
    let mut heard = Vec::new();
    for _ in 0..case.steps {
        let Some(seat) = matched.state().to_act().first() else {
            break;
        };
        let action = matched
            .state()
            .sample(seat, &mut chance)
            .expect("an actor can act");
        let events = matched
            .push(Act::Action { seat, action })
            .expect("a sampled action is legal");
        heard.push(told(&*events.expect("an action has events"), seats));
    }
    (matched, heard)
}

fn told(events: &dyn AnyEvents, seats: u8) -> Vec<String> {
    viewers(seats).map(|viewer| events.json(viewer)).collect()
}

fn fingerprint(state: &dyn AnyState) -> Vec<String> {
    let mut parts = vec![state.state().to_string(), format!("{:?}", state.to_act())];
    parts.extend(viewers(state.seats()).map(|viewer| state.view(viewer)));
    parts
}

/// Same seed and log give the same state, events and bytes; a record of it verifies.
pub fn same_seed_same_bytes<G: Specimen>() {
    over_walks::<G>(8, G::LONGEST.min(150), |case| {
        let (first, heard) = random_match::<G>(case);
        let mut again = Match::start(first.setup().clone())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        for (logged, heard) in first.log().iter().zip(&heard) {
            let events = again
                .push(logged.act.clone())
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            let events = events.expect("an action has events");
            prop_assert_eq!(&told(&*events, first.setup().seats), heard);
        }
        prop_assert_eq!(fingerprint(first.state()), fingerprint(again.state()));
        let record = parlor_engine::Record::of(&first, Vec::new());
        let text = serde_json::to_string(&record).expect("a record serialises");
        let read = parlor_engine::Record::parse(&text)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let verified = read
            .verify(&[entry::<G>()])
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(fingerprint(first.state()), fingerprint(verified.state()));
        Ok(())
    });
}

/// From the saved state after any entry, the rest of the log leads to the same events and the
/// same end: nothing of the past is needed but the number of the entry.
pub fn replay_may_start_anywhere<G: Specimen>() {
    over_walks::<G>(8, G::LONGEST.min(150), |case| {
        let (whole, heard) = random_match::<G>(case);
        let from = Seq(((case.seed >> 8) % (u64::from(whole.seq().0) + 1)) as u32);
        let middle = whole
            .position_after(from)
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let setup = whole.setup();
        let key = setup.seed.mixed(&setup.nonces);
        let mut state = entry::<G>()
            .load(&middle.state().state())
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        let rest = whole.log().iter().zip(&heard).skip(from.length());
        for (logged, heard) in rest {
            let Act::Action { seat, action } = &logged.act else {
                continue;
            };
            let mut chance = Stream::new(&key, logged.seq.0);
            let events = state
                .act(*seat, action, &mut chance)
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&told(&*events, setup.seats), heard);
        }
        prop_assert_eq!(fingerprint(whole.state()), fingerprint(&*state));
        Ok(())
    });
}

/// Taking back leads exactly to the earlier position, and the game goes on from there.
pub fn take_back_equals_replay<G: Specimen>() {
    over_walks::<G>(8, G::LONGEST.min(80), |case| {
        let (mut matched, _) = random_match::<G>(case);
        if matched.log().is_empty() || matched.state().outcome().is_some() {
            return Ok(());
        }
        let to = Seq((case.seed % u64::from(matched.seq().0)) as u32);
        let earlier = matched
            .position_after(to)
            .expect("an earlier position folds");
        matched
            .push(Act::TakeBack { seat: Seat(0), to })
            .map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(fingerprint(earlier.state()), fingerprint(matched.state()));
        let mut chance = Fast::new(case.seed);
        let seat = matched
            .state()
            .to_act()
            .first()
            .expect("the game was not over");
        let action = matched
            .state()
            .sample(seat, &mut chance)
            .expect("an actor can act");
        matched
            .push(Act::Action { seat, action })
            .expect("a sampled action is legal");
        let again = Match::fold(matched.setup().clone(), matched.log().iter().cloned())
            .expect("the log folds");
        prop_assert_eq!(fingerprint(again.state()), fingerprint(matched.state()));
        Ok(())
    });
}

/// Whoever leaves or runs out of time, whenever: the state stays sound and the game can go on or is over.
pub fn departures_are_sound<G: Specimen>() {
    over_walks::<G>(16, G::LONGEST.min(200), |case| {
        let (state, mut chance) = walk::<G>(case);
        let over = state.outcome().is_some();
        let nobody = Seat(state.seats());
        for how in [Departure::Resigned, Departure::Left, Departure::TimedOut] {
            let refused = state
                .clone()
                .depart(nobody, how, &mut chance, &mut Vec::new());
            let word = if over { "over" } else { "no_seat" };
            prop_assert_eq!(refused.map_err(|it| it.code), Err(word.into()));
        }
        for seat in (0..state.seats()).map(Seat) {
            for how in [Departure::Resigned, Departure::Left, Departure::TimedOut] {
                let mut left = state.clone();
                let result = left.depart(seat, how, &mut chance, &mut Vec::new());
                prop_assert!(!(over && result.is_ok()), "left a finished game");
                if let Err(refused) = &result {
                    prop_assert_eq!(&left, &state);
                    says_why::<G>(refused)?;
                }
                left.check_state()
                    .map_err(|error| TestCaseError::fail(error.to_string()))?;
                prop_assert_eq!(left.to_act().is_empty(), left.outcome().is_some());
                prop_assert!(!left.to_act().contains(seat) || result.is_err());
                for _ in 0..20 {
                    step(&mut left, &mut chance);
                }
                left.check_state()
                    .map_err(|error| TestCaseError::fail(error.to_string()))?;
            }
            let mut late = state.clone();
            let result = late.time_out(seat, &mut chance, &mut Vec::new());
            if let Err(refused) = &result {
                says_why::<G>(refused)?;
            }
            prop_assert!(!(over && result.is_ok()), "time ran out in a finished game");
            late.check_state()
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(late.to_act().is_empty(), late.outcome().is_some());
        }
        let mut agreed = state.clone();
        let result = agreed.agree_draw(&mut Vec::new());
        if let Err(refused) = &result {
            says_why::<G>(refused)?;
        }
        prop_assert_eq!(result.is_ok(), G::META.draw_offers && !over);
        prop_assert_eq!(result.is_ok(), agreed != state);
        if result.is_ok() {
            prop_assert_eq!(agreed.to_act(), SeatSet::EMPTY);
        }
        Ok(())
    });
}

/// A state whose JSON was tampered with is refused or sound, and never panics.
pub fn forged_states_are_refused<G: Specimen>() {
    use serde_json::Value;
    fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| leaves(item, found)),
            Value::Object(fields) => fields.values_mut().for_each(|item| leaves(item, found)),
            leaf => found.push(leaf),
        }
    }
    let forgeries = [
        Value::Null,
        Value::from(-1),
        Value::from(0),
        Value::from(7),
        Value::from(255),
        Value::from(u32::MAX),
        Value::from(true),
        Value::from("x"),
        Value::Array(Vec::new()),
    ];
    over_walks::<G>(48, G::LONGEST.min(100), |case| {
        use parlor_engine::Chance;
        let (state, mut chance) = walk::<G>(case);
        let mut forged = serde_json::to_value(&state).expect("a state serialises");
        let mut places = Vec::new();
        leaves(&mut forged, &mut places);
        let place = chance.below(places.len() as u32) as usize;
        *places.swap_remove(place) = forgeries[chance.below(9) as usize].clone();
        if let Ok(mut loaded) = entry::<G>().load(&forged) {
            for viewer in viewers(loaded.seats()) {
                loaded.view(viewer);
                loaded.picture(viewer, parlor_engine::Charset::Ascii);
            }
            for _ in 0..30 {
                let Some(seat) = loaded.to_act().first() else {
                    break;
                };
                let Some(action) = loaded.sample(seat, &mut chance) else {
                    return Err(TestCaseError::fail("an actor has nothing to do"));
                };
                prop_assert!(loaded.act(seat, &action, &mut chance).is_ok());
            }
        }
        Ok(())
    });
}
