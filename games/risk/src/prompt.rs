//! What the actor may do now and what to type for it.

use std::fmt::Write as _;

use crate::picture::{Signs, letter, troops_at};
use crate::referee::Valid;
use crate::view::View;
use crate::words::faces;
use crate::world::{TERRITORIES, TerritoryId, name};

const WIDTH: usize = 96;

pub(crate) fn prompt(view: &View, signs: &Signs) -> String {
    let mut text = String::new();
    let Some(valid) = &view.valid else {
        return text;
    };
    match valid {
        Valid::Setup { .. } => text.push_str("type: claim T\n"),
        Valid::SetupReinforce { stock, .. } => {
            let _ = writeln!(text, "{stock} left to place, one at a time\ntype: place T");
        }
        Valid::TurnIn { .. } => {
            text.push_str("type: cards 1 1 2 (some of the hand), or skip\n");
        }
        Valid::Reinforce {
            troops, from_cards, ..
        } => {
            let _ = writeln!(
                text,
                "{troops} troops to place, {from_cards} of them from cards"
            );
            let _ = writeln!(text, "type: reinforce T:{troops}, or T:N T:N ... in all");
        }
        Valid::Attack { sources, .. } => {
            for source in sources {
                let head = format!("{}, {} dice", key(source.id), source.max_dice);
                line(&mut text, view, signs, &head, &source.targets);
            }
            text.push_str("type: attack FROM TO DICE, or skip\n");
        }
        Valid::Defend {
            territory,
            max_dice,
            ..
        } => {
            attacked(&mut text, view, *territory);
            let _ = writeln!(text, "type: defend DICE (1 to {max_dice})");
        }
        Valid::Occupy {
            from, to, min, max, ..
        } => {
            let _ = writeln!(text, "{} has fallen to {}", name(*to), name(*from));
            let _ = writeln!(text, "type: occupy N ({min} to {max})");
        }
        Valid::Transfer { sources, .. } => {
            for source in sources {
                let head = format!("{}, up to {}", key(source.id), source.max_troops);
                line(&mut text, view, signs, &head, &source.targets);
            }
            text.push_str("type: move FROM TO N, or skip\n");
        }
    }
    text
}

pub(crate) fn key(id: TerritoryId) -> &'static str {
    TERRITORIES
        .get(usize::from(id))
        .map_or("nowhere", |land| land.key)
}

/// A source and where it can go, wrapped.
fn line(text: &mut String, view: &View, signs: &Signs, head: &str, targets: &[TerritoryId]) {
    let mut row = format!("  {head} {}", signs.arrow);
    let count = targets.len();
    for (place, &id) in targets.iter().enumerate() {
        let owner = match view.owners.get(usize::from(id)) {
            Some(Some(seat)) => letter(*seat),
            _ => '.',
        };
        let comma = if place + 1 < count { "," } else { "" };
        let word = format!("{} {owner}{}{comma}", key(id), troops_at(view, id));
        if row.chars().count() + 1 + word.len() > WIDTH {
            let _ = writeln!(text, "{row}");
            "     ".clone_into(&mut row);
        }
        row.push(' ');
        row.push_str(&word);
    }
    let _ = writeln!(text, "{row}");
}

fn attacked(text: &mut String, view: &View, territory: TerritoryId) {
    let Some(attack) = &view.attack else {
        return;
    };
    let roll = match &attack.roll {
        Some(roll) => format!("throwing {}", faces(*roll)),
        None => format!("with {} dice face down", attack.dice),
    };
    let _ = writeln!(
        text,
        "{} attacks {} from {} {roll}",
        letter(attack.attacker),
        name(territory),
        name(attack.from)
    );
}
