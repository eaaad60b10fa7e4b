//! Non-interference over many turns: two worlds that look alike to a viewer go on looking alike
//! while the unseen do different things in them.

use parlor_engine::{Chance, Charset, Fast, Game, Names, Seat, Viewer, pick};
use parlor_mars::{Act, Event, Mars, Options, Side, Tile, UnitId, View};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use std::cell::Cell;

const PEOPLE: [Viewer; 3] = [
    Viewer::Seat(Seat(0)),
    Viewer::Seat(Seat(1)),
    Viewer::Spectator,
];

fn walk(seed: u64, steps: u32, turns: u16) -> (Mars, Fast) {
    let mut chance = Fast::new(seed);
    let options = Options {
        turns,
        reveal_at_end: false,
    };
    let mut state = Mars::new(&options, 2, &mut chance).expect("the opening");
    for _ in 0..steps {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let Some(act) = state.sample(seat, &mut Vec::new(), &mut chance) else {
            break;
        };
        state.execute(seat, &act, &mut chance, &mut Vec::new());
    }
    (state, chance)
}

/// Every action there could be, so that every refusal is compared.
fn all_acts() -> Vec<Act> {
    Tile::all()
        .flat_map(|from| {
            Tile::all()
                .filter(move |to| to.x().abs_diff(from.x()) <= 2 && to.y().abs_diff(from.y()) <= 2)
                .map(move |to| Act::new(from, to))
        })
        .collect()
}

/// Everything the viewer is told about a position, as bytes.
fn told(state: &Mars, viewer: Viewer, acts: &[Act]) -> Vec<String> {
    let view = state.view(viewer);
    let mut told = vec![
        serde_json::to_string(&view).expect("a view serialises"),
        Mars::picture(&view, Charset::Ascii),
        Mars::picture(&view, Charset::Unicode),
        format!("{:?} {:?}", state.to_act(), state.outcome()),
    ];
    if let Viewer::Seat(seat) = viewer {
        let mut listed = Vec::new();
        state.legal_actions(seat, &mut listed);
        told.push(format!("{listed:?}"));
        let answers = acts
            .iter()
            .map(|act| format!("{:?}", state.validate(seat, act)));
        told.extend(answers);
    }
    told
}

fn heard(events: &[Event], viewer: Viewer) -> (String, Vec<String>) {
    let heard: Vec<Event> = events
        .iter()
        .filter_map(|event| Mars::redact(event, viewer))
        .collect();
    let words = heard
        .iter()
        .map(|event| Mars::describe(event, Names(&[])))
        .collect();
    (serde_json::to_string(&heard).expect("JSON"), words)
}

fn tried(state: &Mars, act: Act, seed: u64) -> (Mars, Vec<Event>) {
    let mut next = state.clone();
    let mut events = Vec::new();
    let seat = state.to_act().first().expect("somebody is to move");
    next.execute(seat, &act, &mut Fast::new(seed), &mut events);
    (next, events)
}

/// An action of which the viewer hears nothing but that the turn went on.
fn unnoticed(state: &Mars, viewer: Viewer, chance: &mut Fast) -> Option<Act> {
    let seat = state.to_act().first()?;
    let mut acts = Vec::new();
    state.legal_actions(seat, &mut acts);
    let quiet: Vec<Act> = acts
        .into_iter()
        .filter(|act| {
            let (_, events) = tried(state, *act, 0);
            let heard = events
                .iter()
                .filter(|event| Mars::redact(event, viewer).is_some());
            heard.count() == 1 && matches!(events.last(), Some(Event::Turn { .. }))
        })
        .collect();
    pick(&quiet, chance).copied()
}

/// An action known to the viewer that is legal in both worlds and shows nothing new: the
/// viewer's own, or a fight.
fn known(worlds: [&Mars; 2], viewer: Viewer, seed: u64, chance: &mut Fast) -> Option<Act> {
    let seat = worlds[0].to_act().first()?;
    let view = worlds[0].view(viewer);
    let is_seen = |[x, y]: [i16; 2]| {
        let at = Tile::new(x, y);
        view.units.iter().any(|placed| Some(placed.at) == at)
    };
    let mut acts = Vec::new();
    worlds[0].legal_actions(seat, &mut acts);
    let quiet: Vec<Act> = acts
        .into_iter()
        .filter(|act| {
            let tries = worlds.map(|world| tried(world, *act, seed).1);
            let fights = matches!(tries[0].first(), Some(Event::Fought { .. }));
            let shows = |events: &Vec<Event>| {
                let sighted = |event: &Event| matches!(event, Event::Sighted { .. });
                events.iter().any(sighted)
            };
            is_seen(act.from)
                && worlds[1].validate(seat, act).is_ok()
                && (fights || viewer == Viewer::Seat(seat))
                && !tries.iter().any(shows)
        })
        .collect();
    pick(&quiet, chance).copied()
}

#[test]
fn the_unseen_may_do_what_they_like() {
    let strategy = (any::<u64>(), 0u32..120, 0usize..3);
    let (quiet_steps, known_steps) = (Cell::new(0u32), Cell::new(0u32));
    let acts = all_acts();
    parlor_testkit::runner(60)
        .run(&strategy, |(seed, steps, who)| {
            let viewer = PEOPLE[who];
            let (mut here, mut chance) = walk(seed, steps, 400);
            let mut there = Mars::determinize(&here.view(viewer), &mut chance);
            for round in 0..12 {
                let here_told = told(&here, viewer, &acts);
                prop_assert_eq!(here_told, told(&there, viewer, &acts));
                let Some(mover) = here.to_act().first() else {
                    break;
                };
                let seed = seed.wrapping_add(round);
                // Their own moves differ between the worlds; what all see is the same in both.
                let quiet = viewer != Viewer::Seat(mover) && chance.below(3) > 0;
                let (a, b) = if quiet {
                    let a = unnoticed(&here, viewer, &mut chance);
                    let b = unnoticed(&there, viewer, &mut chance);
                    quiet_steps.set(quiet_steps.get() + u32::from(a.is_some() && b.is_some()));
                    (a, b)
                } else {
                    let both = known([&here, &there], viewer, seed, &mut chance);
                    known_steps.set(known_steps.get() + u32::from(both.is_some()));
                    (both, both)
                };
                let (Some(a), Some(b)) = (a, b) else {
                    break;
                };
                let (next, events) = tried(&here, a, seed);
                let (other, others) = tried(&there, b, seed);
                prop_assert_eq!(heard(&events, viewer), heard(&others, viewer));
                (here, there) = (next, other);
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(quiet_steps.get() > 100, "{}", quiet_steps.get());
    assert!(known_steps.get() > 100, "{}", known_steps.get());
}

fn ids(view: &View) -> Vec<UnitId> {
    view.units.iter().map(|placed| placed.unit.id).collect()
}

/// What an event names was in sight before or is in sight after; what comes into sight is told
/// and cannot be taken back; nothing else is refused to be taken back but fights and captures.
#[test]
fn events_tell_what_views_show() {
    parlor_testkit::runner(40)
        .run(&any::<u64>(), |seed| {
            let (mut state, mut chance) = walk(seed, 0, 120);
            while let Some(seat) = state.to_act().first() {
                let act = state
                    .sample(seat, &mut Vec::new(), &mut chance)
                    .ok_or_else(|| TestCaseError::fail("an actor can act"))?;
                let before = state.clone();
                let mut events = Vec::new();
                state.execute(seat, &act, &mut chance, &mut events);
                let mut gained = false;
                for viewer in PEOPLE {
                    let (was, is) = (before.view(viewer), state.view(viewer));
                    let fresh = ids(&is).into_iter().filter(|id| !ids(&was).contains(id));
                    let fresh: Vec<UnitId> = fresh.collect();
                    gained |= !fresh.is_empty();
                    check_heard(&events, viewer, &was, &is)?;
                    let told = events.iter().any(|event| {
                        matches!(event, Event::Sighted { units }
                            if fresh.iter().all(|id| units.iter().any(|unit| unit.unit.id == *id)))
                    });
                    prop_assert!(told || fresh.is_empty(), "{:?} {:?}", fresh, events);
                }
                let sighted = |event: &Event| matches!(event, Event::Sighted { .. });
                prop_assert_eq!(gained, events.iter().any(sighted));
                prop_assert!(!gained || Mars::reveals(&events));
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

fn check_heard(
    events: &[Event],
    viewer: Viewer,
    was: &View,
    is: &View,
) -> Result<(), TestCaseError> {
    let stood = |view: &View, id: UnitId, at: Tile| {
        let mut units = view.units.iter();
        units.any(|placed| placed.unit.id == id && placed.at == at)
    };
    for event in events {
        match Mars::redact(event, viewer) {
            Some(Event::Moved { step, .. }) => {
                prop_assert!(step.from.is_none_or(|at| stood(was, step.unit.id, at)));
                prop_assert!(step.to.is_none_or(|at| stood(is, step.unit.id, at)));
                prop_assert!(step.from.is_some() || step.to.is_some());
            }
            Some(Event::Swapped { steps, .. }) => {
                for step in steps {
                    prop_assert!(step.from.is_none_or(|at| stood(was, step.unit.id, at)));
                    prop_assert!(step.to.is_none_or(|at| stood(is, step.unit.id, at)));
                }
            }
            Some(Event::Fought {
                attacker, defender, ..
            }) => {
                for fighter in [attacker, defender] {
                    prop_assert!(stood(was, fighter.unit.id, fighter.at));
                }
            }
            Some(Event::Sighted { units }) => {
                for placed in units {
                    prop_assert!(stood(is, placed.unit.id, placed.at));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Section 6, by the words: near is one of the 8 tiles around.
#[test]
fn views_follow_the_definition() {
    parlor_testkit::runner(60)
        .run(&(any::<u64>(), 0u32..400), |(seed, steps)| {
            let (state, _) = walk(seed, steps, 500);
            let near = |at: Tile, side: Side| {
                Tile::all().any(|other| {
                    let far = at.x().abs_diff(other.x()).max(at.y().abs_diff(other.y()));
                    far == 1 && state.unit_at(other).is_some_and(|id| id.side() == side)
                })
            };
            for viewer in PEOPLE {
                let view = state.view(viewer);
                for at in Tile::all() {
                    let Some(id) = state.unit_at(at) else {
                        continue;
                    };
                    let own = viewer == Viewer::Seat(id.side().seat());
                    let expected = own || near(at, id.side().other());
                    prop_assert_eq!(ids(&view).contains(&id), expected, "{} {:?}", at, viewer);
                }
            }
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}
