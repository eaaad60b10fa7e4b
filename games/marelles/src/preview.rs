//! What a step would do. Nothing is hidden, so the view tells it all.

use parlor_describe::TS;
use parlor_engine::{Ends, Names, Rejection, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{MILL_MASKS, Point, points};
use crate::{Action, Lines, Marelles, Stage, View};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    /// A stone arrives.
    Arrive {
        /// Null for a placement.
        from: Option<Point>,
        to: Point,
        flew: bool,
        /// The lines it closes.
        mills: Lines,
        /// Own full lines that the stone leaves.
        opened: Lines,
        /// Lines in which the enemy has two stones and needed just this point.
        blocked: Lines,
        /// Own lines that come to have two stones and an empty third point.
        threats: Lines,
        /// What may then be taken.
        removable: Vec<Point>,
        ends: Option<Ends>,
    },
    /// An enemy stone goes.
    Remove {
        at: Point,
        /// The enemy's full lines that lose a stone.
        broken: Lines,
        /// The enemy's lines of two, the third point empty, that lose one.
        prevented: Lines,
        /// Own lines of two that this stone blocks.
        freed: Lines,
        /// Stones that the enemy has left, those in hand included.
        left: u8,
        /// Whether the enemy flies then.
        flies: bool,
        ends: Option<Ends>,
    },
}

pub(crate) fn preview(view: &View, seat: Seat, action: Action) -> Result<Preview, Rejection> {
    let before = Marelles::from_view(view);
    before.judge(seat, action)?;
    let side = before.side();
    let mut after = before.clone();
    after.perform(action, &mut Vec::new());
    let (own, enemy) = (before.stones(side), before.stones(side.other()));
    let (own_then, empty_then) = (after.stones(side), after.empty());
    let open_pair =
        |mask: u32, stones: u32, empty: u32| (mask & stones).count_ones() == 2 && mask & empty != 0;
    let ends = after.outcome().map(Ends::from);
    let (from, to) = match action {
        Action::Remove { at } => {
            let through = |mask: u32| mask & at.bit() != 0;
            return Ok(Preview::Remove {
                at,
                broken: lines(|mask| through(mask) && mask & !enemy == 0),
                prevented: lines(|mask| through(mask) && open_pair(mask, enemy, before.empty())),
                freed: lines(|mask| through(mask) && (mask & own).count_ones() == 2),
                left: after.total(side.other()),
                flies: ends.is_none() && after.stage(side.other()) == Stage::Flying,
                ends,
            });
        }
        Action::Place { at } => (None, at),
        Action::Move { from, to } => (Some(from), to),
    };
    Ok(Preview::Arrive {
        from,
        to,
        flew: from.is_some() && before.flies(side),
        mills: lines(|mask| mask & to.bit() != 0 && mask & !own_then == 0),
        opened: lines(|mask| mask & !own == 0 && mask & !own_then != 0),
        blocked: lines(|mask| mask & to.bit() != 0 && (mask & enemy).count_ones() == 2),
        threats: lines(|mask| {
            open_pair(mask, own_then, empty_then) && !open_pair(mask, own, before.empty())
        }),
        removable: points(after.removable()).collect(),
        ends,
    })
}

fn lines(chosen: impl Fn(u32) -> bool) -> Lines {
    let ids = MILL_MASKS.iter().enumerate();
    Lines(ids.fold(0, |set, (id, &mask)| set | u16::from(chosen(mask)) << id))
}

pub(crate) fn describe(preview: &Preview, names: Names<'_>) -> Vec<String> {
    let (parts, ends): (&[(&str, Lines)], _) = match preview {
        Preview::Arrive {
            mills,
            opened,
            blocked,
            threats,
            ends,
            ..
        } => (
            &[
                ("Closes", *mills),
                ("Leaves", *opened),
                ("Blocks", *blocked),
                ("Threatens to close", *threats),
            ],
            ends,
        ),
        Preview::Remove {
            broken,
            prevented,
            freed,
            ends,
            ..
        } => (
            &[
                ("Breaks", *broken),
                ("Prevents", *prevented),
                ("Frees", *freed),
            ],
            ends,
        ),
    };
    let mut said: Vec<String> = parts
        .iter()
        .filter(|(_, lines)| lines.0 != 0)
        .map(|(verb, lines)| format!("{verb} {}", listed(*lines)))
        .collect();
    if let Preview::Arrive { removable, .. } = preview
        && !removable.is_empty()
    {
        let stones: Vec<String> = removable.iter().map(Point::to_string).collect();
        said.push(format!("Then one of {} may be taken", stones.join(", ")));
    }
    if let Preview::Remove { left, flies, .. } = preview {
        let flying = if *flies { " and flies" } else { "" };
        said.push(format!("The opponent has {left} stones left{flying}"));
    }
    said.extend(ends.as_ref().map(|ends| match ends.winner {
        Some(winner) => format!("{} wins ({})", names.of(winner), ends.reason),
        None => format!("The game ends without a winner ({})", ends.reason),
    }));
    if said.is_empty() {
        said.push("A quiet move".to_owned());
    }
    said
}

fn listed(lines: Lines) -> String {
    let texts: Vec<String> = lines
        .mills()
        .map(|mill| mill.map(|at| at.to_string()).join("-"))
        .collect();
    texts.join(", ")
}

#[cfg(test)]
mod tests;
