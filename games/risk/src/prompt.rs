//! What the actor may do now and what to type for it.

use std::fmt::Write as _;

use crate::picture::{Signs, letter, troops_at};
use crate::referee::{TransferSource, Valid};
use crate::view::View;
use crate::words::faces;
use crate::world::{TERRITORIES, TerritoryId, ids, name, only};

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
                let dice = match source.max_dice {
                    1 => "1 die".to_owned(),
                    most => format!("{most} dice"),
                };
                let head = format!("  {}, {dice} {}", key(source.id), signs.arrow);
                list(
                    &mut text,
                    &head,
                    source.targets.iter().map(|&id| force(view, id)),
                );
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
            transfers(&mut text, view, signs, sources);
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

/// A territory with its owner and troops.
fn force(view: &View, id: TerritoryId) -> String {
    let owner = match view.owners.get(usize::from(id)) {
        Some(Some(seat)) => letter(*seat),
        _ => '.',
    };
    format!("{} {owner}{}", key(id), troops_at(view, id))
}

/// Words behind a head, wrapped.
fn list(text: &mut String, head: &str, words: impl Iterator<Item = String>) {
    let mut row = head.to_owned();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let comma = if words.peek().is_some() { "," } else { "" };
        if row.chars().count() + 2 + word.len() > WIDTH {
            let _ = writeln!(text, "{row}");
            "     ".clone_into(&mut row);
        }
        let _ = write!(row, " {word}{comma}");
    }
    let _ = writeln!(text, "{row}");
}

/// Sources that lie in one region share their destinations: they are told together.
fn transfers(text: &mut String, view: &View, signs: &Signs, sources: &[TransferSource]) {
    let region = |source: &TransferSource| {
        let all = source.targets.iter().chain([&source.id]);
        all.fold(0, |lands, &id| lands | only(id))
    };
    let mut told = Vec::new();
    for source in sources {
        let lands = region(source);
        if told.contains(&lands) {
            continue;
        }
        told.push(lands);
        let together: Vec<_> = sources.iter().filter(|one| region(one) == lands).collect();
        let from = together
            .iter()
            .map(|one| format!("{} up to {}", key(one.id), one.max_troops));
        list(text, "  from", from);
        let to = ids(lands).filter(|&id| together.len() > 1 || id != source.id);
        let head = format!("  {} to", signs.arrow);
        list(text, &head, to.map(|id| force(view, id)));
    }
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
