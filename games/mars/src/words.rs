//! Events as sentences.

use parlor_engine::{Names, OutcomeKind};

use crate::event::{Event, Fighter, Placed, Step};
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

fn moved(who: &str, Step { unit, from, to }: &Step) -> String {
    let name = &unit.name;
    match (from, to) {
        (Some(from), Some(to)) => format!("{who} moves the {name} from {from} to {to}"),
        (Some(from), None) => format!("{who} moves the {name} from {from} out of sight"),
        (None, Some(to)) => format!("{who} moves the {name} into sight at {to}"),
        (None, None) => format!("{who} moves"),
    }
}

fn swapped(who: &str, [first, second]: &[Step; 2]) -> String {
    let (one, other) = (&first.unit.name, &second.unit.name);
    match (first.from, first.to) {
        (Some(from), Some(to)) => {
            format!("{who} swaps the {one} at {from} with the {other} at {to}")
        }
        (Some(at), None) => format!("{who} relieves the {one} at {at} by the {other}"),
        _ => format!("{who} swaps two units"),
    }
}

fn fought(who: &str, attacker: &Fighter, defender: &Fighter, town: bool) -> String {
    let in_town = if town { " in the town" } else { "" };
    format!(
        "{who} attacks the {} at {}{in_town} with the {} from {}: {}; {}",
        defender.unit.name,
        defender.at,
        attacker.unit.name,
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

fn sighted(units: &[Placed]) -> String {
    let each: Vec<String> = units
        .iter()
        .map(|Placed { at, unit }| format!("the {} at {at}", unit.name))
        .collect();
    let (verb, list) = match each.as_slice() {
        [one] => ("comes", one.clone()),
        [rest @ .., last] if !rest.is_empty() => {
            ("come", format!("{} and {last}", rest.join(", ")))
        }
        _ => ("come", "units".to_string()),
    };
    format!("In sight of the enemy {verb} {list}")
}
