//! Events as sentences.

use parlor_engine::{Names, OutcomeKind};

use crate::event::{Event, Fighter, Placed, Step, Unit};
use crate::position::Exit;

pub(crate) fn describe(event: &Event, names: Names<'_>) -> String {
    match event {
        Event::Moved { side, step, .. } => moved(&names.of(side.seat()), step),
        Event::Swapped { side, steps, .. } => swapped(&names.of(side.seat()), steps),
        Event::Fought {
            side,
            attacker,
            defender,
            town,
        } => fought(&names.of(side.seat()), attacker, defender, *town),
        Event::Captured { side, at, town } => {
            let who = names.of(side.seat());
            match town {
                Some(town) => format!("{who} takes {} ({} points)", town.name, town.points),
                None => format!("{who} takes the tile {at}"),
            }
        }
        Event::Sighted { units } => sighted(units),
        Event::Passed { side, turn } => {
            let who = names.of(side.seat());
            format!("{who} has no units and passes turn {turn}")
        }
        Event::Turn { side, turn } => {
            format!("Turn {turn} is {}'s", names.of(side.seat()))
        }
        Event::Departed { side, how } => {
            let who = names.of(side.seat());
            match how {
                Exit::Resigned => format!("{who} resigns"),
                Exit::Left => format!("{who} has left"),
                Exit::Time => format!("{who} is out of time"),
            }
        }
        Event::Ended {
            outcome, scores, ..
        } => {
            let [soviets, germans] = scores.map(|score| score.total);
            let score = format!("Soviets {soviets}, Germans {germans}");
            match (outcome.kind, outcome.winner) {
                (OutcomeKind::Win, Some(winner)) => format!("{} wins: {score}", names.of(winner)),
                _ => format!("The game is drawn: {score}"),
            }
        }
    }
}

/// "the 5th Tank Corps", but "Katukov's 3rd Mechanised Corps".
fn called(unit: &Unit) -> String {
    let name = &unit.name;
    match name.split_once(' ') {
        Some((first, _)) if first.ends_with("'s") => name.to_string(),
        _ => format!("the {name}"),
    }
}

fn moved(who: &str, Step { unit, from, to }: &Step) -> String {
    let name = called(unit);
    match (from, to) {
        (Some(from), Some(to)) => format!("{who} moves {name} from {from} to {to}"),
        (Some(from), None) => format!("{who} moves {name} from {from} out of sight"),
        (None, Some(to)) => format!("{who} moves {name} into sight at {to}"),
        (None, None) => format!("{who} moves"),
    }
}

fn swapped(who: &str, [first, second]: &[Step; 2]) -> String {
    let (one, other) = (called(&first.unit), called(&second.unit));
    match (first.from, first.to) {
        (Some(from), Some(to)) => {
            format!("{who} swaps {one} at {from} with {other} at {to}")
        }
        (Some(at), None) => format!("{who} relieves {one} at {at} by {other}"),
        _ => format!("{who} swaps two units"),
    }
}

fn fought(who: &str, attacker: &Fighter, defender: &Fighter, town: bool) -> String {
    let in_town = if town { " in the town" } else { "" };
    format!(
        "{who} attacks {} at {}{in_town} with {} from {}: {}; {}",
        called(&defender.unit),
        defender.at,
        called(&attacker.unit),
        attacker.at,
        fate("the defender", defender),
        fate("the attacker", attacker),
    )
}

fn fate(who: &str, fighter: &Fighter) -> String {
    let Fighter {
        unit,
        damage,
        died,
        promoted,
        encircled,
        ..
    } = fighter;
    let encircled = if *encircled { ", encircled," } else { "" };
    let left = if *died {
        "dies".to_string()
    } else {
        format!("has {} left", unit.health)
    };
    let promoted = if *promoted {
        format!(" and rises to veterancy {}", unit.veterancy)
    } else {
        String::new()
    };
    format!("{who}{encircled} takes {damage} and {left}{promoted}")
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn sighted(units: &[Placed]) -> String {
    let each: Vec<String> = units
        .iter()
        .map(|Placed { at, unit }| format!("{} at {at}", called(unit)))
        .collect();
    let (verb, list) = match each.as_slice() {
        [one] => ("comes", one.clone()),
        [rest @ .., last] if !rest.is_empty() => {
            ("come", format!("{} and {last}", rest.join(", ")))
        }
        _ => ("come", "units".to_string()),
    };
    capital(&format!("{list} {verb} into sight of the enemy"))
}
