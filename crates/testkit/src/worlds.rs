//! Hidden information: two worlds that look alike to a viewer must go on looking alike.

use parlor_engine::{Charset, Fast, Seat, Viewer, entry};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::conformance::over_walks;
use crate::specimen::{Case, Specimen, walk};

fn people(seats: u8) -> impl Iterator<Item = Viewer> {
    (0..seats)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator])
}

/// Everything a viewer is ever told about a position, as bytes.
fn told<G: Specimen>(state: &G, viewer: Viewer, junk: &[G::Action]) -> Vec<String> {
    let view = state.view(viewer);
    let mut told = vec![
        serde_json::to_string(&view).expect("a view serialises"),
        G::picture(&view, Charset::Ascii),
        format!("{:?} {:?}", state.to_act(), state.outcome()),
    ];
    if let Viewer::Seat(seat) = viewer {
        let mut listed = Vec::new();
        let legality = state.legal_actions(seat, &mut listed);
        told.push(format!("{legality:?} {listed:?}"));
        let some = listed.iter().step_by(listed.len() / 12 + 1);
        for action in junk.iter().chain(some) {
            told.push(format!("{:?}", state.validate(seat, action)));
            let preview = entry::<G>().preview(&told[0], seat, &G::notate(action));
            told.push(format!("{:?}", preview.map(|preview| preview.json())));
        }
    }
    told
}

/// Change what a viewer cannot know: its views, legal lists, previews and error texts stay byte-identical,
/// and so does what it hears of its own next action, unless the action reveals something.
pub fn worlds_that_look_alike_stay_alike<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(200), |case| {
        let (state, mut chance) = walk::<G>(case);
        let junk: Vec<G::Action> = (0..20).map(|_| G::junk(&mut chance)).collect();
        for viewer in people(state.seats()) {
            let other = state.other_world(viewer, &mut chance);
            other
                .check_state()
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(told(&state, viewer, &junk), told(&other, viewer, &junk));
            let Some(seat) = viewer.seat().filter(|&seat| state.to_act().contains(seat)) else {
                continue;
            };
            let action = state
                .sample(seat, &mut Vec::new(), &mut chance)
                .ok_or_else(|| TestCaseError::fail("an actor can act"))?;
            let play = |state: &G| {
                let (mut next, mut events) = (state.clone(), Vec::new());
                next.execute(seat, &action, &mut Fast::new(case.seed), &mut events);
                let heard: Vec<_> = events
                    .iter()
                    .map(|event| G::redact(event, viewer))
                    .collect();
                let revealed = G::reveals(&events);
                (format!("{heard:?}"), told(&next, viewer, &junk), revealed)
            };
            let (here, there) = (play(&state), play(&other));
            if !here.2 && !there.2 {
                prop_assert_eq!(here, there, "after {:?}", action);
            }
        }
        Ok(())
    });
}

/// A world imagined from a view gives that view again.
pub fn imagined_worlds_look_the_same<G: Specimen>() {
    over_walks::<G>(24, G::LONGEST.min(200), |case: Case| {
        let (state, mut chance) = walk::<G>(case);
        for viewer in people(state.seats()).chain([Viewer::Referee]) {
            let view = state.view(viewer);
            let imagined = G::determinize(&view, &mut chance);
            imagined
                .check_state()
                .map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(imagined.view(viewer), view);
        }
        Ok(())
    });
}
