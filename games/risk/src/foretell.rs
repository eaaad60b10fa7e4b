//! Previews as sentences for a terminal.

use parlor_engine::{Names, percent};

use crate::odds::{Defence, Throw};
use crate::preview::{Change, Next, Preview};
use crate::world::{CONTINENTS, name};

pub(crate) fn describe(preview: &Preview, names: Names<'_>) -> Vec<String> {
    match preview {
        Preview::Claim { change, stock, .. } => {
            let mut said = changed(change, names);
            said.push(format!("{stock} troops are left to place"));
            said
        }
        Preview::Place { troops, stock, .. } => vec![format!(
            "{troops} troops stand there then, {stock} are left to place"
        )],
        Preview::TurnIn {
            from_cards, troops, ..
        } => vec![format!("{from_cards} for the cards, {troops} in all")],
        Preview::Reinforce { territories } => territories
            .iter()
            .map(|it| format!("{}: {} to {}", name(it.territory), it.before, it.after))
            .collect(),
        Preview::Attack {
            throw,
            defence,
            take,
            attackers_mean,
            defenders_mean,
            if_taken,
            ..
        } => {
            let mut said = vec![thrown(throw)];
            said.push(format!(
                "Fighting on takes it with {}, leaving about {attackers_mean} against {defenders_mean}",
                percent(*take)
            ));
            if *defence == Defence::Best {
                said.push("The defender picks its dice after seeing the roll".to_owned());
            }
            said.extend(changed(&if_taken.change, names));
            let out = if_taken.eliminates;
            said.extend(out.map(|seat| format!("{} would be out", names.of(seat))));
            said
        }
        Preview::Defend { throw, falls, .. } => vec![
            thrown(throw),
            format!("The territory falls with {}", percent(*falls)),
        ],
        Preview::Occupy {
            left,
            garrison,
            change,
            ends,
            ..
        } => {
            let mut said = vec![format!("{garrison} move in, {left} stay behind")];
            said.extend(changed(change, names));
            let winner = ends.as_ref().and_then(|ends| ends.winner);
            said.extend(winner.map(|seat| format!("{} wins", names.of(seat))));
            said
        }
        Preview::Transfer {
            left,
            garrison,
            card,
            ..
        } => {
            let mut said = vec![format!("{left} stay, {garrison} stand at the goal")];
            said.extend(drawn(*card));
            said
        }
        Preview::Skip { next, card, .. } => {
            let mut said = vec![
                match next {
                    Next::Reinforce => "Troops are placed next",
                    Next::Transfer => "Troops may be transferred next",
                    Next::EndTurn => "The turn ends",
                }
                .to_owned(),
            ];
            said.extend(drawn(*card));
            said
        }
    }
}

fn thrown(throws: &[Throw]) -> String {
    let parts: Vec<String> = throws
        .iter()
        .map(|throw| {
            let (ours, theirs) = (throw.attacker_loses, throw.defender_loses);
            format!("{ours}:{theirs} {}", percent(throw.chance))
        })
        .collect();
    format!("Losses of attacker and defender: {}", parts.join(", "))
}

fn drawn(card: bool) -> Option<String> {
    card.then(|| "A card is drawn at the end of the turn".to_owned())
}

fn changed(change: &Change, names: Names<'_>) -> Vec<String> {
    let mut said: Vec<String> = change
        .bonuses
        .iter()
        .map(|bonus| {
            let verb = if bonus.gained { "gains" } else { "loses" };
            let continent = CONTINENTS
                .get(usize::from(bonus.continent))
                .map_or("a continent", |continent| continent.name);
            format!(
                "{} {verb} {continent} ({} troops)",
                names.of(bonus.seat),
                bonus.bonus
            )
        })
        .collect();
    if change.income.before != change.income.after {
        said.push(format!(
            "Reinforcements go from {} to {}",
            change.income.before, change.income.after
        ));
    }
    said
}
