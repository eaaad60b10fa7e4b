//! What is certain comes true; attacks are held against thousands that were fought.

use parlor_engine::{Ends, Fast, Game, Seat, Viewer};
use parlor_testkit::Specimen;

use super::{Defence, Preview};
use crate::board::{attack_dice, defence_dice};
use crate::dice::best_defence;
use crate::state::{Phase, Risk};
use crate::world::TerritoryId;
use crate::{Action, Event};

const FIGHTS: u32 = 3_000;

fn act(state: &mut Risk, seat: Seat, action: &Action, chance: &mut Fast) -> Vec<Event> {
    let mut events = Vec::new();
    state
        .apply(seat, action, chance, &mut events)
        .expect("it is legal");
    events
}

/// Attacks once; the defender answers as was assumed.
fn throw(
    state: &mut Risk,
    land: (TerritoryId, TerritoryId),
    dice: u8,
    how: Defence,
    chance: &mut Fast,
) {
    let (from, to) = land;
    let attacker = state.current;
    act(state, attacker, &Action::Attack { from, to, dice }, chance);
    if let (Phase::Defend { roll, .. }, Some(seat)) = (state.phase, state.actor()) {
        let most = defence_dice(state.board.troops(to));
        let dice = match how {
            Defence::Most => most,
            Defence::Best => best_defence(roll, most),
        };
        act(state, seat, &Action::Defend { dice }, chance);
    }
}

/// Troops of attacker and defender after fighting on with all dice.
fn fight_on(
    state: &Risk,
    land: (TerritoryId, TerritoryId),
    how: Defence,
    chance: &mut Fast,
) -> (u32, u32) {
    let mut trial = state.clone();
    loop {
        let troops = (trial.board.troops(land.0), trial.board.troops(land.1));
        if troops.0 < 2 || troops.1 == 0 {
            return troops;
        }
        throw(&mut trial, land, attack_dice(troops.0), how, chance);
    }
}

fn agrees(state: &Risk, preview: &Preview, chance: &mut Fast) {
    let Preview::Attack {
        from,
        to,
        dice,
        defence,
        throw: throws,
        take,
        attackers,
        defenders_mean,
        attackers_mean,
        exact,
        ..
    } = preview
    else {
        return;
    };
    assert!(exact);
    let count = f64::from(FIGHTS);
    let near = |seen: f64, told: f64| {
        let error = (told * (1.0 - told) / count).sqrt();
        assert!(
            (seen - told).abs() < 5.0 * error + 0.002,
            "{seen} {preview:?}"
        );
    };
    let ends: Vec<(u32, u32)> = (0..FIGHTS)
        .map(|_| fight_on(state, (*from, *to), *defence, chance))
        .collect();
    near(
        ends.iter().filter(|end| end.1 == 0).count() as f64 / count,
        *take,
    );
    for (left, &told) in (attackers.least..).zip(&attackers.chances) {
        near(
            ends.iter().filter(|end| end.0 == left).count() as f64 / count,
            told,
        );
    }
    let mean = |side: fn(&(u32, u32)) -> u32| {
        ends.iter().map(|end| f64::from(side(end))).sum::<f64>() / count
    };
    assert!((mean(|end| end.0) - attackers_mean).abs() < 0.3);
    assert!((mean(|end| end.1) - defenders_mean).abs() < 0.3);
    let before = (state.board.troops(*from), state.board.troops(*to));
    let thrown: Vec<(u32, u32)> = (0..FIGHTS)
        .map(|_| {
            let mut trial = state.clone();
            throw(&mut trial, (*from, *to), *dice, *defence, chance);
            let after = (trial.board.troops(*from), trial.board.troops(*to));
            (before.0 - after.0, before.1 - after.1)
        })
        .collect();
    for told in throws {
        let like = (
            u32::from(told.attacker_loses),
            u32::from(told.defender_loses),
        );
        let seen = thrown.iter().filter(|&&losses| losses == like).count();
        near(seen as f64 / count, told.chance);
    }
}

#[test]
fn attacks_go_as_foretold() {
    let mut looked = 0;
    for (place, (seats, options)) in Risk::cases().into_iter().enumerate() {
        let mut chance = Fast::new(40 + place as u64);
        let mut state = Risk::new(&options, seats, &mut chance).expect("good options");
        let mut found = 0;
        while let Some(seat) = state.to_act().first() {
            let action = state.sample(seat, &mut Vec::new(), &mut chance);
            let action = action.expect("an actor can act");
            if let Action::Attack { .. } = action {
                let view = state.view(Viewer::Seat(seat));
                let preview = Risk::preview(&view, seat, &action).expect("it is legal");
                if found % 5 == 0 {
                    agrees(&state, &preview, &mut Fast::new(found));
                    looked += 1;
                }
                found += 1;
                if found == 16 {
                    break;
                }
            }
            act(&mut state, seat, &action, &mut chance);
        }
    }
    assert!(looked > 20, "{looked}");
}

/// Incomes, garrisons and ends, in whole random games.
#[test]
fn what_was_foreseen_happens() {
    let (mut bonuses, mut ends, mut conquests) = (0, 0, 0);
    let cases = Risk::cases();
    for (place, (seats, options)) in cases.iter().take(2).enumerate() {
        let mut chance = Fast::new(place as u64);
        let mut state = Risk::new(options, *seats, &mut chance).expect("good options");
        for _ in 0..4_000 {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let action = state.sample(seat, &mut Vec::new(), &mut chance);
            let action = action.expect("an actor can act");
            let view = state.view(Viewer::Seat(seat));
            let preview = Risk::preview(&view, seat, &action).expect("it is legal");
            act(&mut state, seat, &action, &mut chance);
            let after = state.view(Viewer::Seat(seat));
            let troops = |id: TerritoryId| after.troops[usize::from(id)];
            match preview {
                Preview::Claim { change, stock, .. } => {
                    assert_eq!(after.seats[seat.index()].income, change.income.after);
                    assert_eq!(after.seats[seat.index()].stock, stock);
                }
                Preview::Place {
                    territory,
                    troops: there,
                    ..
                } => assert_eq!(troops(territory), there),
                Preview::TurnIn { hand, troops, .. } => {
                    assert_eq!(after.hand, Some(hand));
                    let Phase::Reinforce { from_cards } = state.phase else {
                        panic!("cards lead to troops");
                    };
                    assert_eq!(state.reinforcements(from_cards), troops);
                }
                Preview::Reinforce { territories } => {
                    for it in territories {
                        assert_eq!(troops(it.territory), it.after);
                    }
                }
                Preview::Occupy {
                    from,
                    to,
                    left,
                    garrison,
                    change,
                    ends: end,
                } => {
                    assert_eq!((troops(from), troops(to)), (left, garrison));
                    assert_eq!(end, after.outcome.clone().map(Ends::from));
                    if end.is_none() {
                        assert_eq!(after.seats[seat.index()].income, change.income.after);
                    }
                    conquests += 1;
                    ends += u32::from(end.is_some());
                    bonuses += change.bonuses.len();
                }
                Preview::Transfer {
                    from,
                    to,
                    left,
                    garrison,
                    ..
                } => assert_eq!((troops(from), troops(to)), (left, garrison)),
                Preview::Attack { .. } | Preview::Defend { .. } | Preview::Skip { .. } => {}
            }
        }
    }
    assert!(
        bonuses > 5 && conquests > 50,
        "{bonuses} {ends} {conquests}"
    );
}
