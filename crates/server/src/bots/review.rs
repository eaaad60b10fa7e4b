//! A finished match looked at again: what each position was worth, and which moves and which dice
//! changed that.

use parlor_engine::{Act, Match, Meta, Record, Seat, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Budget, Cancel};
use crate::{Code, Refusal};

/// What one position may cost. In nodes, so that the same match is reviewed the same way.
const NODES: u64 = 20_000;
/// The loss of winning chance from which a move is called a mistake, and a blunder.
const MISTAKE: f64 = 0.15;
const BLUNDER: f64 = 0.35;

/// The worth of every position, and what changed it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Review {
    pub positions: Vec<Position>,
    pub turns: Vec<Turn>,
    /// By seat: what dice and other chance gave and took, all in all.
    pub luck: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Position {
    /// The entry it follows; 0 for the opening.
    pub seq: u32,
    /// Each seat's chance to win, a draw counting half.
    pub chances: Vec<f64>,
}

/// An entry of the log and what it meant for the seat that made it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Turn {
    pub seq: u32,
    pub seat: u8,
    pub change: f64,
    pub kind: TurnKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TurnKind {
    /// Chance decided about it: the change is luck, good or bad.
    Luck,
    Mistake,
    Blunder,
}

/// Reviews a finished match. `progress` hears of every position; it says whether to go on.
pub(super) fn review(
    record: &Record,
    mut progress: impl FnMut(usize) -> bool,
    cancel: &Cancel,
) -> Result<Review, Refusal> {
    let finished = record
        .verify(&parlor_catalog::GAMES)
        .map_err(|error| Refusal::new(Code::MatchCorrupt, error.to_string()))?;
    let meta = finished.state().meta();
    let mut matched = Match::start(finished.setup().clone())?;
    let mut positions = vec![position(&matched, meta, cancel)?];
    let mut turns = Vec::new();
    let mut luck = vec![0.0; usize::from(matched.state().seats())];
    for entry in finished.log() {
        if !progress(positions.len()) {
            return Err(Refusal::new(
                Code::ReviewCancelled,
                "the review was cancelled",
            ));
        }
        let judged = matched.judge(entry.act.clone())?;
        let rolled = judged.rolled;
        matched.commit(judged);
        let now = position(&matched, meta, cancel)?;
        let before = positions
            .last()
            .map(|it| it.chances.clone())
            .unwrap_or_default();
        let change = |seat: usize| match (before.get(seat), now.chances.get(seat)) {
            (Some(before), Some(after)) => after - before,
            _ => 0.0,
        };
        if let Act::Action { seat, .. } = entry.act {
            if rolled {
                for (place, luck) in luck.iter_mut().enumerate() {
                    *luck += change(place);
                }
            }
            if let Some(kind) = kind_of(rolled, change(seat.index())) {
                turns.push(Turn {
                    seq: entry.seq,
                    seat: seat.0,
                    change: change(seat.index()),
                    kind,
                });
            }
        }
        positions.push(now);
    }
    Ok(Review {
        positions,
        turns,
        luck,
    })
}

fn kind_of(rolled: bool, change: f64) -> Option<TurnKind> {
    match change {
        _ if rolled => Some(TurnKind::Luck),
        _ if change <= -BLUNDER => Some(TurnKind::Blunder),
        _ if change <= -MISTAKE => Some(TurnKind::Mistake),
        _ => None,
    }
}

fn position(matched: &Match, meta: &Meta, cancel: &Cancel) -> Result<Position, Refusal> {
    let state = matched.state();
    let worth = |seat: u8| {
        let view = state.view(Viewer::Seat(Seat(seat)));
        let budget = Budget::of_nodes(NODES);
        parlor_bots::evaluate(meta.id, &view, Seat(seat), &budget, 0, cancel)
            .map_err(|error| Refusal::new(Code::ReviewFailed, error.to_string()))
    };
    let all = 0..state.seats();
    let chances = if let Some(outcome) = state.outcome() {
        all.map(|seat| parlor_bots::points(&outcome, Seat(seat)))
            .collect()
    } else if state.seats() == 2 && !meta.hidden {
        let first = worth(0)?;
        vec![first, 1.0 - first]
    } else {
        shares(&all.map(worth).collect::<Result<Vec<f64>, _>>()?)
    };
    Ok(Position {
        seq: matched.seq(),
        chances,
    })
}

/// Each seat judges from what it sees; together their chances are 1.
fn shares(all: &[f64]) -> Vec<f64> {
    let sum: f64 = all.iter().sum();
    let even = 1.0 / all.len().max(1) as f64;
    all.iter()
        .map(|worth| if sum > 0.0 { worth / sum } else { even })
        .collect()
}
