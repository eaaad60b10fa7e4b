//! Rule page 11.3: what holds after every step of random legal play, whole matches long.

use parlor_engine::{Chance, Departure, Fast, Game, Legality, Seat, Viewer, entry};
use parlor_risk::{Action, Event, Options, PhaseName, Risk, View, starting_troops};
use parlor_testkit::runner;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

use crate::position::all;

fn option_sets() -> Vec<Options> {
    [
        json!({}),
        json!({"asia_bonus": 7, "floor_before_bonus": true, "capture_cards": true}),
        json!({"card_table": "star_2008", "claim_min": "dice", "on_leave": "bot"}),
        json!({"fortify": "adjacent", "hide_attack_roll": true, "on_leave": "neutral"}),
    ]
    .into_iter()
    .map(|options| serde_json::from_value(options).expect("options"))
    .collect()
}

/// Seats, options, a seed and a number of steps.
fn matches(steps: u32) -> impl Strategy<Value = (u8, Options, u64, u32)> {
    (2..=6u8, 0..option_sets().len(), any::<u64>(), 0..steps)
        .prop_map(|(seats, set, seed, steps)| (seats, option_sets().swap_remove(set), seed, steps))
}

fn walk(seats: u8, options: &Options, seed: u64, steps: u32) -> (Risk, Fast) {
    let mut chance = Fast::new(seed);
    let mut state = Risk::new(options, seats, &mut chance).expect("good options");
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

fn army(view: &View) -> u64 {
    view.troops.iter().map(|&troops| u64::from(troops)).sum()
}

/// What an event changes in the sum of troops.
fn change(event: &Event) -> i64 {
    match event {
        Event::Claimed { .. } | Event::Placed { .. } => 1,
        Event::Reinforced { troops, .. } => troops.total() as i64,
        Event::Battle(battle) => -i64::from(battle.attacker_loses + battle.defender_loses),
        _ => 0,
    }
}

fn holds(view: &View) -> Result<(), TestCaseError> {
    let empty: Vec<usize> = (0..42).filter(|&id| view.owners[id].is_none()).collect();
    for id in 0..42 {
        prop_assert_eq!(view.owners[id].is_some(), view.troops[id] > 0);
    }
    match view.phase {
        PhaseName::Setup => prop_assert!(!empty.is_empty()),
        PhaseName::Occupy => prop_assert_eq!(empty.len(), 1),
        _ => prop_assert!(empty.is_empty()),
    }
    let secrets = view.secrets.as_ref().expect("the referee sees all");
    let piles = [secrets.pool.cards(), view.used, secrets.discarded];
    let cards = piles.iter().chain(&secrets.hands);
    let (ones, twos) = cards.fold((0, 0), |(ones, twos), cards| {
        (ones + cards.ones, twos + cards.twos)
    });
    prop_assert_eq!((ones, twos), (30, 12));
    prop_assert_eq!(view.attack.is_some(), view.phase == PhaseName::Defend);
    prop_assert_eq!(view.actor.is_some(), view.end.is_none());
    let defending = view.phase == PhaseName::Defend;
    prop_assert!(
        view.actor
            .is_none_or(|actor| defending != (actor == view.current))
    );
    Ok(())
}

#[test]
fn whole_matches_keep_the_invariants() {
    runner(24)
        .run(&matches(1), |(seats, options, seed, _)| {
            let (mut state, mut chance) = walk(seats, &options, seed, 0);
            let setup = u32::from(seats) * u32::from(starting_troops(seats));
            let mut steps = 0u32;
            while let Some(seat) = state.to_act().first() {
                let before = all(&state);
                holds(&before)?;
                prop_assert_eq!(state.to_act().len(), 1);
                // Setup takes exactly players x start actions.
                prop_assert_eq!(before.turn == 0, steps < setup);
                let action = state
                    .sample(seat, &mut Vec::new(), &mut chance)
                    .expect("acts");
                let mut events = Vec::new();
                state
                    .apply(seat, &action, &mut chance, &mut events)
                    .map_err(|refused| TestCaseError::fail(refused.to_string()))?;
                let after = all(&state);
                let changed: i64 = events.iter().map(change).sum();
                prop_assert_eq!(army(&after) as i64 - army(&before) as i64, changed);
                if before.phase == PhaseName::Reinforce {
                    prop_assert!(matches!(
                        after.phase,
                        PhaseName::Attack | PhaseName::Transfer
                    ));
                }
                steps += 1;
            }
            holds(&all(&state))?;
            let outcome = state.outcome().expect("it is over");
            prop_assert_eq!(&*outcome.reason, "conquest");
            let mut places = outcome.places.clone();
            places.sort_unstable();
            prop_assert_eq!(places, (1..=seats).collect::<Vec<_>>());
            Ok(())
        })
        .unwrap();
}

/// The legal choices as the valid action describes them, tested by hand.
fn described(valid: &Value, action: &Action) -> bool {
    let has = |list: &Value, id: u8| list.as_array().is_some_and(|ids| ids.contains(&json!(id)));
    let source = |id: u8| {
        let sources = valid["sources"].as_array().cloned().unwrap_or_default();
        sources
            .into_iter()
            .find(|source| source["id"] == json!(id))
            .unwrap_or_default()
    };
    let within = |value: u64, min: u64, max: &Value| {
        max.as_u64().is_some_and(|max| (min..=max).contains(&value))
    };
    let phase = valid["phase"].as_str().unwrap_or_default();
    match (phase, action) {
        ("setup", Action::Claim { territory })
        | ("setup_reinforce", Action::Place { territory }) => {
            has(&valid["territories"], *territory)
        }
        ("turn_in", Action::TurnIn { cards }) => {
            let held = valid["cards"].as_array().cloned().unwrap_or_default();
            let count = |stars: u8| held.iter().filter(|&card| *card == json!(stars)).count();
            usize::from(cards.ones) <= count(1)
                && usize::from(cards.twos) <= count(2)
                && !cards.is_empty()
        }
        ("reinforce", Action::Reinforce { troops }) => {
            let pairs = troops.pairs();
            pairs
                .iter()
                .all(|&(id, count)| has(&valid["territories"], id) && count > 0)
                && pairs.windows(2).all(|pair| pair[0].0 != pair[1].0)
                && json!(troops.total()) == valid["troops"]
        }
        ("attack", Action::Attack { from, to, dice }) => {
            let source = source(*from);
            has(&source["targets"], *to) && within(u64::from(*dice), 1, &source["max_dice"])
        }
        ("defend", Action::Defend { dice }) => within(u64::from(*dice), 1, &valid["max_dice"]),
        ("occupy", Action::Occupy { troops }) => {
            let min = valid["min"].as_u64().unwrap_or(1);
            within(u64::from(*troops), min, &valid["max"])
        }
        ("transfer", Action::Transfer { from, to, troops }) => {
            let source = source(*from);
            has(&source["targets"], *to) && within(u64::from(*troops), 1, &source["max_troops"])
        }
        ("turn_in" | "attack" | "transfer", Action::Skip {}) => true,
        _ => false,
    }
}

/// An action near the legal ones: a sampled one with a number or a territory changed.
fn neighbour(action: &Action, chance: &mut Fast) -> Action {
    let land = chance.below(44) as u8;
    let number = chance.below(9);
    match action.clone() {
        Action::Claim { .. } => Action::Claim { territory: land },
        Action::Place { .. } => Action::Place { territory: land },
        Action::TurnIn { mut cards } => {
            cards.twos += number as u8 % 3;
            Action::TurnIn { cards }
        }
        Action::Reinforce { troops } => {
            let mut pairs = troops.pairs().to_vec();
            let last = pairs.len() - 1;
            match number % 4 {
                0 => pairs[last].1 += 1,
                1 => pairs[last].0 = land,
                2 => pairs.push((land, 1)),
                _ => pairs.push(pairs[last]),
            }
            Action::Reinforce {
                troops: pairs.into(),
            }
        }
        Action::Attack { from, to, dice } => match number % 3 {
            0 => Action::Attack {
                from: land,
                to,
                dice,
            },
            1 => Action::Attack {
                from,
                to: land,
                dice,
            },
            _ => Action::Attack {
                from,
                to,
                dice: dice + number as u8,
            },
        },
        Action::Defend { dice } => Action::Defend {
            dice: dice + number as u8,
        },
        Action::Occupy { troops } => Action::Occupy {
            troops: troops + number,
        },
        Action::Transfer { from, to, troops } => match number % 3 {
            0 => Action::Transfer {
                from: land,
                to,
                troops,
            },
            1 => Action::Transfer {
                from,
                to: land,
                troops,
            },
            _ => Action::Transfer {
                from,
                to,
                troops: troops + number,
            },
        },
        Action::Skip {} => Action::Defend { dice: 1 },
    }
}

#[test]
fn the_valid_action_describes_what_is_accepted() {
    runner(600)
        .run(&matches(3_000), |(seats, options, seed, steps)| {
            let (state, mut chance) = walk(seats, &options, seed, steps);
            let Some(seat) = state.to_act().first() else {
                return Ok(());
            };
            let valid = serde_json::to_value(state.view(Viewer::Seat(seat)).valid).expect("json");
            let mut listed = Vec::new();
            let legality = state.legal_actions(seat, &mut listed);
            prop_assert!(listed.len() <= parlor_risk::MOST_LISTED);
            if let Legality::Pattern(pattern) = &legality {
                prop_assert_eq!(&pattern.bounds, &valid);
            }
            for action in &listed {
                prop_assert!(state.validate(seat, action).is_ok() && described(&valid, action));
            }
            for _ in 0..30 {
                let action = state
                    .sample(seat, &mut Vec::new(), &mut chance)
                    .expect("acts");
                prop_assert!(state.validate(seat, &action).is_ok(), "{:?}", action);
                prop_assert!(legality != Legality::Listed || listed.contains(&action));
                let stray = neighbour(&action, &mut chance);
                let star_2008 = matches!(stray, Action::TurnIn { .. });
                let accepted = state.validate(seat, &stray).is_ok();
                prop_assert!(
                    accepted == described(&valid, &stray) || star_2008,
                    "{:?}",
                    stray
                );
                if legality == Legality::Listed {
                    prop_assert_eq!(accepted, listed.contains(&stray), "{:?}", stray);
                }
            }
            Ok(())
        })
        .unwrap();
}

/// Drawing equals listing: every listed action is drawn about equally often.
#[test]
fn samples_are_uniform() {
    let mut tested = 0;
    for seed in 0..60 {
        let (state, mut chance) = walk(
            2 + (seed % 5) as u8,
            &Options::default(),
            seed,
            130 + 20 * seed as u32,
        );
        let Some(seat) = state.to_act().first() else {
            continue;
        };
        let mut listed = Vec::new();
        if state.legal_actions(seat, &mut listed) != Legality::Listed || listed.len() > 60 {
            continue;
        }
        tested += 1;
        let draws = 400 * listed.len();
        let mut counts = vec![0u32; listed.len()];
        for _ in 0..draws {
            let action = state
                .sample(seat, &mut Vec::new(), &mut chance)
                .expect("acts");
            let place = listed.iter().position(|one| *one == action);
            counts[place.expect("a drawn action is listed")] += 1;
        }
        // Five standard deviations around 400.
        assert!(
            counts.iter().all(|count| (300..=500).contains(count)),
            "{counts:?}"
        );
    }
    assert!(tested > 15, "{tested}");
}

#[test]
fn late_positions_can_be_imagined_and_loaded() {
    runner(150)
        .run(&matches(2_500), |(seats, options, seed, steps)| {
            let (state, mut chance) = walk(seats, &options, seed, steps);
            let people = (0..seats).map(|seat| Viewer::Seat(Seat(seat)));
            for viewer in people.chain([Viewer::Spectator, Viewer::Referee]) {
                let view = state.view(viewer);
                let imagined = Risk::determinize(&view, &mut chance);
                prop_assert!(imagined.check_state().is_ok());
                prop_assert_eq!(imagined.view(viewer), view);
            }
            let text = serde_json::to_string(&state).expect("json");
            prop_assert_eq!(serde_json::from_str::<Risk>(&text).expect("json"), state);
            Ok(())
        })
        .unwrap();
}

#[test]
fn late_departures_are_sound() {
    runner(150)
        .run(&matches(2_500), |(seats, options, seed, steps)| {
            let (mut state, mut chance) = walk(seats, &options, seed, steps);
            let mut leavers: Vec<u8> = (0..seats).collect();
            parlor_engine::shuffle(&mut leavers, &mut chance);
            for seat in leavers.into_iter().map(Seat) {
                let how = [Departure::Left, Departure::Resigned][chance.below(2) as usize];
                let before = state.clone();
                let result = state.depart(seat, how, &mut chance, &mut Vec::new());
                prop_assert!(result.is_ok() || state == before);
                for _ in 0..30 {
                    let sound = state.check_state();
                    prop_assert!(sound.is_ok(), "{:?}", sound);
                    prop_assert_eq!(state.to_act().is_empty(), state.outcome().is_some());
                    let Some(actor) = state.to_act().first() else {
                        break;
                    };
                    prop_assert_ne!(actor, seat);
                    let action = state
                        .sample(actor, &mut Vec::new(), &mut chance)
                        .expect("acts");
                    let result = state.apply(actor, &action, &mut chance, &mut Vec::new());
                    prop_assert!(result.is_ok());
                }
            }
            prop_assert!(state.outcome().is_some(), "everybody left");
            Ok(())
        })
        .unwrap();
}

/// Every leaf of the JSON of late states is tampered with; what loads can be played on.
#[test]
fn late_forgeries_are_refused_or_sound() {
    fn leaves<'a>(value: &'a mut Value, found: &mut Vec<&'a mut Value>) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| leaves(item, found)),
            Value::Object(fields) => fields.values_mut().for_each(|item| leaves(item, found)),
            leaf => found.push(leaf),
        }
    }
    let forgeries = [
        json!(null),
        json!(-1),
        json!(0),
        json!(1),
        json!(2),
        json!(3),
        json!(41),
        json!(42),
        json!(255),
        json!(u32::MAX),
        json!(100_000_000),
        json!(1.5),
        json!("defend"),
        json!("eliminated"),
        json!("neutral"),
        json!("bot"),
        json!(true),
        json!([]),
        json!({}),
    ];
    runner(800)
        .run(&matches(1_500), |(seats, options, seed, steps)| {
            let (state, mut chance) = walk(seats, &options, seed, steps);
            let mut forged = serde_json::to_value(&state).expect("json");
            let mut places = Vec::new();
            leaves(&mut forged, &mut places);
            let place = chance.below(places.len() as u32) as usize;
            let forgery = chance.below(forgeries.len() as u32) as usize;
            *places.swap_remove(place) = forgeries[forgery].clone();
            let Ok(mut loaded) = entry::<Risk>().load(&forged) else {
                return Ok(());
            };
            for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator, Viewer::Referee] {
                loaded.view(viewer);
                loaded.picture(viewer, parlor_engine::Charset::Unicode);
                loaded.imagine(viewer, &mut chance);
            }
            for _ in 0..60 {
                let Some(seat) = loaded.to_act().first() else {
                    break;
                };
                let legal = loaded.legal(seat);
                prop_assert!(!legal.actions.is_empty());
                let action = loaded.sample(seat, &mut chance).expect("acts");
                let result = loaded.act(seat, &action, &mut chance);
                prop_assert!(result.is_ok(), "{}: {:?}", action, result);
            }
            Ok(())
        })
        .unwrap();
}

/// `execute` may be called with anything: nonsense, but no panic.
#[test]
fn unjudged_actions_do_not_panic() {
    runner(200)
        .run(&matches(800), |(seats, options, seed, steps)| {
            let (mut state, mut chance) = walk(seats, &options, seed, steps);
            for _ in 0..40 {
                let (one, other) = (chance.below(256) as u8, chance.below(43) as u8);
                let number = [0, 1, 3, 255, u32::MAX][chance.below(5) as usize];
                let action = match chance.below(7) {
                    0 => Action::Claim { territory: one },
                    1 => Action::Reinforce {
                        troops: vec![(one, number), (other, number)].into(),
                    },
                    2 => Action::Attack {
                        from: one,
                        to: other,
                        dice: number as u8,
                    },
                    3 => Action::Attack {
                        from: other,
                        to: other,
                        dice: number as u8,
                    },
                    4 => Action::Defend { dice: number as u8 },
                    5 => Action::Occupy { troops: number },
                    _ => Action::Transfer {
                        from: one,
                        to: other,
                        troops: number,
                    },
                };
                state.execute(Seat(one % 7), &action, &mut chance, &mut Vec::new());
            }
            Ok(())
        })
        .unwrap();
}
