//! Moves come true; fights are held against thousands that were fought.

use parlor_engine::{Fast, Game, Seat, Viewer};

use super::{Odds, Preview};
use crate::event::Fighter;
use crate::{Act, Event, Mars, Options};

const FIGHTS: u32 = 4_000;

fn fought(state: &Mars, seat: Seat, act: Act, chance: &mut Fast) -> (Fighter, Fighter) {
    let (mut trial, mut events) = (state.clone(), Vec::new());
    trial.execute(seat, &act, chance, &mut events);
    let fight = events.into_iter().find_map(|event| match event {
        Event::Fought {
            attacker, defender, ..
        } => Some((attacker, defender)),
        _ => None,
    });
    fight.expect("an attack is a fight")
}

fn agrees(odds: &Odds, seen: &[Fighter]) {
    let count = f64::from(FIGHTS);
    let share = |holds: &dyn Fn(&Fighter) -> bool| {
        seen.iter().filter(|fighter| holds(fighter)).count() as f64 / count
    };
    let mean: f64 = seen.iter().map(|it| f64::from(it.damage)).sum::<f64>() / count;
    // Five standard errors of a deviation of at most 8, and the rounding to a tenth.
    assert!((mean - odds.damage.mean).abs() < 0.7, "{mean} {odds:?}");
    let died = share(&|it| it.died);
    let error = (odds.destroyed * (1.0 - odds.destroyed) / count).sqrt();
    assert!(
        (died - odds.destroyed).abs() < 5.0 * error + 0.001,
        "{died} {odds:?}"
    );
    assert!(share(&|it| it.damage < odds.damage.low) < 0.13);
    assert!(share(&|it| it.damage > odds.damage.high) < 0.13);
    assert!(share(&|it| it.damage <= odds.damage.low) > 0.07);
    assert!(share(&|it| it.damage >= odds.damage.high) > 0.07);
    assert!(seen.iter().all(|it| it.encircled == odds.encircled));
    assert!(seen.iter().all(|it| it.health_before == odds.health));
}

#[test]
fn fights_go_as_foretold() {
    let mut chance = Fast::new(7);
    let (mut fights, mut close) = (0, 0);
    for game in 0..12 {
        let options = Options {
            turns: 600,
            ..Options::default()
        };
        let mut state = Mars::new(&options, 2, &mut chance).expect("good options");
        for step in 0..600 {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let act = state.sample(seat, &mut Vec::new(), &mut chance);
            let act = act.expect("an actor can act");
            let view = state.view(Viewer::Seat(seat));
            let preview = Mars::preview(&view, seat, &act).expect("it is legal");
            // One fight of a game, at different stages of it.
            if step >= 40 * game
                && let Preview::Attack {
                    attacker, defender, ..
                } = &preview
            {
                let mut draws = Fast::new(game);
                let seen: Vec<(Fighter, Fighter)> = (0..FIGHTS)
                    .map(|_| fought(&state, seat, act, &mut draws))
                    .collect();
                let (ours, theirs): (Vec<_>, Vec<_>) = seen.into_iter().unzip();
                agrees(attacker, &ours);
                agrees(defender, &theirs);
                fights += 1;
                let open = |odds: &Odds| (0.05..0.95).contains(&odds.destroyed);
                close += u32::from(open(attacker) || open(defender));
                break;
            }
            state.execute(seat, &act, &mut chance, &mut Vec::new());
        }
    }
    assert!(fights >= 8 && close >= 2, "{fights} fights, {close} close");
}

#[test]
fn moves_come_true() {
    let (mut captures, mut encircled, mut surprises) = (0, 0, 0);
    for seed in 0..12 {
        let mut chance = Fast::new(seed);
        let options = Options {
            turns: 1000,
            ..Options::default()
        };
        let mut state = Mars::new(&options, 2, &mut chance).expect("good options");
        while let Some(seat) = state.to_act().first() {
            let act = state.sample(seat, &mut Vec::new(), &mut chance);
            let act = act.expect("an actor can act");
            let before = state.view(Viewer::Seat(seat));
            let preview = Mars::preview(&before, seat, &act).expect("it is legal");
            let mut events = Vec::new();
            state.execute(seat, &act, &mut chance, &mut events);
            let Preview::Move {
                from,
                to,
                captures: takes,
                encircled: way_out,
                encircles,
                relieves,
                unseen,
                ..
            } = preview
            else {
                continue;
            };
            let taken = events
                .iter()
                .any(|event| matches!(event, Event::Captured { at, .. } if *at == to));
            assert_eq!(takes, taken);
            let after = state.view(Viewer::Seat(seat));
            assert_eq!(before.encircled.contains(&from), way_out.before);
            assert_eq!(after.encircled.contains(&to), way_out.after);
            for tile in &encircles {
                assert!(!before.encircled.contains(tile));
                let still_seen = after.units.iter().any(|unit| unit.at == *tile);
                assert_eq!(after.encircled.contains(tile), still_seen);
                encircled += 1;
            }
            for tile in &relieves {
                assert!(before.encircled.contains(tile) && !after.encircled.contains(tile));
            }
            // Whoever comes into sight beside the goal stood where nobody could know.
            let known: Vec<_> = before.units.iter().map(|unit| unit.at).collect();
            for unit in &after.units {
                if unit.unit.side.seat() != seat && !known.contains(&unit.at) {
                    assert!(unseen.contains(&unit.at), "{} {unseen:?}", unit.at);
                    surprises += 1;
                }
            }
            captures += u32::from(takes);
        }
    }
    assert!(
        captures > 50 && encircled > 3 && surprises > 3,
        "{captures} {encircled} {surprises}"
    );
}
