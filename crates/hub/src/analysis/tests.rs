use parlor_engine::{
    Act, AnyGame, Fast, Match, Nonce, Record, Seat, SeatSet, Seed, Seq, Setup, Viewer,
};
use serde_json::{Value, json};

use super::*;
use crate::Code;

fn game(id: &str) -> &'static dyn AnyGame {
    parlor_catalog::game(id).unwrap()
}

/// A match of so many random actions.
fn played(game: &'static dyn AnyGame, entries: usize) -> Match {
    let seats = game.meta().min_seats.max(2);
    let setup = Setup::new(game, &Value::Null, seats, Seed([7; 32]), Vec::new()).unwrap();
    let mut matched = Match::start(setup).unwrap();
    let mut chance = Fast::new(11);
    for _ in 0..entries {
        let Some(seat) = matched.state().to_act().first() else {
            break;
        };
        let action = matched.state().sample(seat, &mut chance).unwrap();
        matched.push(Act::action(seat, action)).unwrap();
    }
    matched
}

fn question(value: Value) -> Question {
    serde_json::from_value(value).unwrap()
}

fn refused(id: &str, value: Value) -> (Code, String) {
    let refusal = question(value).look(game(id)).unwrap_err();
    (refusal.code, refusal.message.to_string())
}

/// What the page does with an import: it goes on from the last state that came along.
fn at_the_end(game: &'static dyn AnyGame, imported: &Imported) -> Value {
    let whole = serde_json::to_value(imported).unwrap();
    let steps = whole["steps"].as_array().unwrap();
    let kept = steps.iter().rposition(|step| step.get("state").is_some());
    let (start, rest) = match kept {
        Some(place) => (&steps[place]["state"], &steps[place + 1..]),
        None => (&whole["start"], &steps[..]),
    };
    let rest: Vec<Value> = rest
        .iter()
        .map(|step| {
            let mut step = step.clone();
            step.as_object_mut().unwrap().remove("state");
            step
        })
        .collect();
    let asked = json!({
        "start": { "position": start },
        "chance": whole["chance"],
        "steps": rest,
        "eyes": "all",
        "state": true,
    });
    serde_json::to_value(question(asked).look(game).unwrap()).unwrap()
}

#[test]
fn a_record_is_studied_as_it_was_played_dice_and_all() {
    for &game in parlor_catalog::GAMES {
        let matched = played(game, 150);
        let record = Record::of(&matched, vec!["Ann".to_owned(), "Ben".to_owned()]);
        let imported = from_record(game, &record, None).unwrap();
        assert_eq!(imported.at, matched.log().len(), "{}", game.meta().id);
        let look = at_the_end(game, &imported);
        assert_eq!(look["state"], matched.state().state(), "{}", game.meta().id);
        assert_eq!(
            look["options"],
            matched.setup().options,
            "{}",
            game.meta().id
        );
    }
}

#[test]
fn what_was_taken_back_is_studied_by_itself() {
    let game = game("marelles");
    let mut matched = played(game, 6);
    let before = matched.state_at(Seq(4)).unwrap().state();
    matched
        .push(Act::TakeBack {
            seat: Seat(0),
            to: Seq(4),
        })
        .unwrap();
    let action = matched.state().sample(Seat(0), &mut Fast::new(99)).unwrap();
    matched.push(Act::action(Seat(0), action)).unwrap();
    let record = Record::of(&matched, Vec::new());
    let whole = from_record(game, &record, None).unwrap();
    assert_eq!((whole.steps.len(), whole.at), (5, 5));
    assert_eq!(at_the_end(game, &whole)["state"], matched.state().state());
    let gone = from_record(game, &record, Some(Seq(6))).unwrap();
    assert_eq!((gone.steps.len(), gone.at), (6, 6));
    let kept = from_record(game, &record, Some(Seq(4))).unwrap();
    assert_eq!(
        (kept.steps.len(), kept.at),
        (5, 4),
        "the game goes on from there"
    );
    assert_eq!(matched.state_at(Seq(4)).unwrap().state(), before);
}

#[test]
fn lines_are_judged() {
    let opening = json!({ "opening": {} });
    let place = |seat: u8, at: &str| json!({ "kind": "action", "seat": seat, "action": at });
    let long: Vec<Value> = vec![place(0, "A1"); 257];
    let too_long = json!({ "start": opening, "steps": long });
    assert_eq!(refused("marelles", too_long).0, Code::AnalysisTooLong);
    let back = json!({ "start": opening, "steps": [place(0, "A1"), { "kind": "take_back", "seat": 0, "to": 0 }] });
    let (code, message) = refused("marelles", back);
    assert_eq!(code, Code::AnalysisStep);
    assert!(message.starts_with("step 2: "), "{message}");
    let taken = json!({ "start": opening, "steps": [place(0, "A1"), place(1, "A1")] });
    let (code, message) = refused("marelles", taken);
    assert!(matches!(code, Code::Action(_)), "{code}");
    assert!(message.starts_with("step 2: "), "{message}");
    let turn = json!({ "start": opening, "steps": [place(1, "A1")] });
    assert_eq!(refused("marelles", turn).0.to_string(), "action/wait");
    let eyes = json!({ "start": opening, "eyes": { "seat": 5 } });
    assert_eq!(refused("marelles", eyes).0.to_string(), "action/no_seat");
    let seats = json!({ "start": { "opening": { "seats": 7 } } });
    assert_eq!(refused("marelles", seats).0, Code::TableSeats);
    let options = json!({ "start": { "opening": { "options": { "none": 1 } } } });
    assert_eq!(refused("marelles", options).0, Code::TableOption);
    let foreign = json!({ "start": { "position": played(game("risk"), 3).state().state() } });
    assert_eq!(refused("marelles", foreign).0, Code::TableState);
    let sketch = json!({ "start": { "sketch": { "seats": 2, "sketch": {} } } });
    assert_eq!(
        refused("risk", sketch.clone()).0.to_string(),
        "action/no_sketch"
    );
    assert_eq!(refused("marelles", sketch).0, Code::TableState);
}

#[test]
fn records_are_judged() {
    let marelles = game("marelles");
    let record = Record::of(&played(marelles, 9), Vec::new());
    let other = from_record(game("risk"), &record, None).unwrap_err();
    assert_eq!(other.code, Code::AnalysisGame);
    let mut forged = record.clone();
    forged.entries.swap(1, 2);
    let forged = from_record(marelles, &forged, None).unwrap_err();
    assert_eq!(forged.code, Code::AnalysisRecord);
    let mut endless = record;
    endless.entries = vec![endless.entries[0].clone(); 6001];
    let endless = from_record(marelles, &endless, None).unwrap_err();
    assert_eq!(endless.code, Code::AnalysisTooLong);
}

#[test]
fn a_ply_may_be_one_step_and_a_position_be_set_up() {
    let cells = |black: &[usize], white: &[usize]| -> Vec<Option<&str>> {
        let of = |at: &usize| match (black.contains(at), white.contains(at)) {
            (true, _) => Some("black"),
            (_, true) => Some("white"),
            _ => None,
        };
        (0..24).map(|at| of(&at)).collect()
    };
    let start = json!({ "sketch": { "seats": 2, "sketch": {
        "cells": cells(&[0, 1, 9, 23], &[4, 6, 8, 15]), "turn": "white",
    } } });
    let look = question(json!({ "start": start, "state": true }))
        .look(game("marelles"))
        .unwrap();
    assert_eq!(look.to_act, SeatSet::only(Seat(1)));
    assert!(look.state.is_some());
    // Too few stones to go on.
    let few = json!({ "start": { "sketch": { "seats": 2, "sketch": { "cells": cells(&[0, 1], &[4, 6, 8]), "turn": "black" } } } });
    assert_eq!(refused("marelles", few).0, Code::TableState);
    let start = json!({ "sketch": { "seats": 2, "sketch": {
        "cells": cells(&[0, 1, 14, 23], &[4, 6, 8, 15]), "turn": "black",
    } } });
    // C... closes A1-A4-A7 from D7 and takes a stone, in one line.
    let after = question(
        json!({ "start": start, "steps": [{ "kind": "action", "seat": 0, "action": "D7-A7xB4" }] }),
    )
    .look(game("marelles"))
    .unwrap();
    assert_eq!(after.to_act, SeatSet::only(Seat(1)));
    assert_eq!(after.last.unwrap().events.len(), 2);
}

/// Two worlds that look alike to a seat are one to whoever studies with its eyes.
#[test]
fn an_analysis_from_a_seat_knows_what_the_seat_knows() {
    for id in ["mars", "risk"] {
        let game = game(id);
        for entries in [0, 20, 60, 120] {
            let matched = played(game, entries);
            let Some(mover) = matched.state().to_act().first() else {
                continue;
            };
            for seat in (0..matched.state().seats()).map(Seat) {
                let mut chance = Fast::new(entries as u64);
                let other = matched.state().imagine(Viewer::Seat(seat), &mut chance);
                let studied = |view: String| {
                    let names = vec!["Ann".to_owned()];
                    let imported = from_view(game, &view, seat.0, names, Nonce([3; 32]));
                    serde_json::to_string(&imported.unwrap()).unwrap()
                };
                let here = studied(matched.state().view(Viewer::Seat(seat)));
                let there = studied(other.view(Viewer::Seat(seat)));
                assert_eq!(here, there, "{id} {entries} {seat}");
                let look = |state: Value| {
                    let eyes = json!({ "start": { "position": state }, "eyes": { "seat": seat } });
                    let look = question(eyes).look(game).unwrap();
                    let mut look = serde_json::to_value(look).unwrap();
                    // Of what others decide nothing is listed.
                    if seat != mover && !matched.state().decides_openly(mover) {
                        assert_eq!(look["legal"], json!([]), "{id} {entries} {seat}");
                    }
                    look["state"] = Value::Null;
                    look.to_string()
                };
                assert_eq!(
                    look(matched.state().state()),
                    look(other.state()),
                    "{id} {seat}"
                );
            }
        }
    }
}

#[test]
fn the_dice_are_spread_out_and_each_outcome_can_be_had() {
    let risk = game("risk");
    // Far enough for somebody to attack.
    let (matched, action) = (20..400)
        .find_map(|entries| {
            let matched = played(risk, entries);
            let seat = matched.state().to_act().first()?;
            let legal = matched.state().legal(seat);
            let action = legal.actions.iter().find(|it| it.starts_with("attack"))?;
            Some((played(risk, entries), action.to_owned()))
        })
        .unwrap();
    let state = matched.state().state();
    let line = question(json!({ "start": { "position": state } }));
    let told = line.play(risk).unwrap().spread(&action, &[]).unwrap();
    assert!(told.len() > 1, "{told:?}");
    assert!(told.is_sorted_by(|a, b| a.share >= b.share));
    let seat = matched.state().to_act().first().unwrap();
    for chanced in &told {
        let step =
            json!({ "kind": "action", "seat": seat, "action": action, "roll": chanced.roll });
        let look = question(json!({ "start": { "position": state }, "steps": [step] }))
            .look(risk)
            .unwrap();
        let words = look.last.unwrap().words;
        assert_eq!(words.last(), chanced.words.last());
    }
    let still = question(json!({ "start": { "opening": {} } }));
    let told = still.play(game("marelles")).unwrap().spread("A1", &[]);
    assert_eq!(told.unwrap().len(), 1);
}
