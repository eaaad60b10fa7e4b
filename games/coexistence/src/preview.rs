//! What a turn would do. All cards lie open; only the next deal is unknown.

use parlor_describe::TS;
use parlor_engine::{Ends, Names, Rejection, Seat, word};
use serde::{Deserialize, Serialize};

use crate::rules::{other, sides};
use crate::{Action, COLUMNS, CoExistence, ROUNDS, Reason, Unit, View, letter};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    Attack {
        own: u8,
        target: u8,
        attacker: Unit,
        victim: Unit,
        points: u8,
        /// Afterwards, by seat.
        scores: [u8; 2],
        /// The enemy units that could then fall upon the attacker.
        strikes_back: Vec<Strike>,
        ends: Option<Ends>,
    },
    Pass {
        round_ends: bool,
        /// Afterwards.
        round: u8,
        /// Who has the turn then; null when the game is over.
        starts: Option<Seat>,
        /// Null if no cards are dealt.
        deal: Option<Deal>,
        ends: Option<Ends>,
    },
}

/// An enemy's possible answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Strike {
    pub column: u8,
    pub points: u8,
}

/// The cards of a new round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// They are shuffled when they are dealt: nobody can know.
    Unknown,
}

pub(crate) fn preview(view: &View, seat: Seat, action: Action) -> Result<Preview, Rejection> {
    let before = view.state();
    before.judge(seat, action)?;
    match action {
        Action::Attack { own, target } => attack(&before, seat, own, target),
        Action::Pass => Ok(pass(&before, seat)),
    }
}

fn attack(before: &CoExistence, seat: Seat, own: u8, target: u8) -> Result<Preview, Rejection> {
    let blow = before.blow(seat, own, target)?;
    let mut after = *before;
    after.attack(seat, own, target, &mut Vec::new());
    let enemy = sides(after.hands, seat).1;
    let duel = after.options.arrow_duel;
    let strikes_back = (0..COLUMNS)
        .filter_map(|column| {
            let points = enemy.unit(column)?.points_for(blow.attacker, duel)?;
            Some(Strike { column, points })
        })
        .filter(|_| after.ending.is_none())
        .collect();
    Ok(Preview::Attack {
        own,
        target,
        attacker: blow.attacker,
        victim: blow.victim,
        points: blow.points,
        scores: after.scores,
        strikes_back,
        ends: after.ending.map(|ending| ending.outcome().into()),
    })
}

/// As `CoExistence::pass`, without the deal.
fn pass(before: &CoExistence, seat: Seat) -> Preview {
    let round_ends = before.passes > 0;
    let round = before.round + u8::from(round_ends);
    let over = round > ROUNDS;
    Preview::Pass {
        round_ends,
        round,
        starts: (!over).then(|| other(seat)),
        deal: (round_ends && !over).then_some(Deal::Unknown),
        ends: over.then(|| Ends {
            winner: None,
            reason: word(&Reason::Rounds).into(),
        }),
    }
}

pub(crate) fn describe(preview: &Preview, names: Names<'_>) -> Vec<String> {
    match preview {
        Preview::Attack {
            attacker,
            victim,
            points,
            scores,
            strikes_back,
            ends,
            ..
        } => {
            let mut said = vec![format!(
                "{} kills {} for {points}: {} to {}",
                attacker.title(),
                victim.with_article(),
                scores[0],
                scores[1]
            )];
            said.extend(strikes_back.iter().map(|strike| {
                let column = letter(strike.column);
                format!("{column} could strike back for {}", strike.points)
            }));
            if let Some(winner) = ends.as_ref().and_then(|ends| ends.winner) {
                said.push(format!("{} wins", names.of(winner)));
            }
            said
        }
        Preview::Pass { ends: Some(_), .. } => {
            vec!["The last round ends and nobody wins".to_owned()]
        }
        Preview::Pass {
            round_ends: true,
            round,
            ..
        } => vec![format!("Round {round} begins with cards nobody knows yet")],
        Preview::Pass { .. } => vec!["If the opponent passes too, the round ends".to_owned()],
    }
}

#[cfg(test)]
mod tests;
