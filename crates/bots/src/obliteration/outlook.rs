//! What a board promises: a move takes one whole group (rule page 2.3), so it is its groups, and who
//! can reach which of them.

use super::groups::OUTSIDE;
use super::position::{At, Position};

/// Moves without a capture that are looked at.
const QUIET: usize = 24;
/// Captures that quiescence looks at.
const LOUDEST: usize = 3;

fn group(position: &Position, at: u16) -> u16 {
    position.cells[usize::from(at)].group
}

/// What a side would gain by pointing at this, as the change of the lead.
#[inline]
fn prize(position: &Position, target: u16, side: u8) -> i32 {
    if target == OUTSIDE {
        return 0;
    }
    let cell = &position.cells[usize::from(target)];
    let weight = i32::from(cell.owner != side) * (1 + i32::from(cell.owner != 0));
    weight * i32::from(cell.size)
}

/// The side to move takes its best, then the other what is best for it, somewhat: what is
/// threatened can often be saved in part.
pub(crate) fn evaluate(position: &Position) -> i32 {
    let (me, other) = (usize::from(position.side), usize::from(3 - position.side));
    let lead = i32::from(position.counts[me]) - i32::from(position.counts[other]);
    let (mut best, mut soon) = ([0i32; 3], [0i32; 3]);
    for (at, cell) in position.cells.iter().enumerate() {
        let side = cell.owner;
        if side == 0 {
            continue;
        }
        let gain = prize(position, position.target(at, 1), side);
        best[usize::from(side)] = best[usize::from(side)].max(gain);
        let later = prize(position, position.target(at, 2), side);
        soon[usize::from(side)] = soon[usize::from(side)].max(later);
    }
    10 * lead + 7 * best[me] - 4 * best[other] + (soon[me] - soon[other])
}

/// The largest captures, each group once.
pub(crate) fn captures(position: &Position, out: &mut Vec<At>) {
    let mut found: Vec<(i32, At)> = Vec::new();
    for at in position.own() {
        let gain = prize(position, position.target(usize::from(at), 1), position.side);
        if gain > 0 {
            found.push((gain, at));
        }
    }
    found.sort_unstable_by_key(|&(gain, at)| (-gain, at));
    found.dedup_by_key(|&mut (_, at)| group(position, position.target(usize::from(at), 1)));
    out.extend(found.into_iter().take(LOUDEST).map(|(_, at)| at));
}

/// Every capture, and the quiet moves that do something: leave a group in danger, or get ready to
/// take one.
pub(crate) fn candidates(position: &Position, out: &mut Vec<At>) {
    let (me, other) = (position.side, 3 - position.side);
    let mut danger = vec![false; position.cells.len()];
    for (at, cell) in position.cells.iter().enumerate() {
        let target = position.target(at, 1);
        if cell.owner == other && prize(position, target, other) > 0 {
            danger[usize::from(group(position, target))] = true;
        }
    }
    let mut captures: Vec<(i32, At)> = Vec::new();
    let mut quiet: Vec<(i32, u8, At)> = Vec::new();
    for at in position.own() {
        let place = usize::from(at);
        let gain = prize(position, position.target(place, 1), me);
        if gain > 0 {
            captures.push((gain, at));
            continue;
        }
        let size = i32::from(position.cells[place].size);
        let in_danger = danger[usize::from(group(position, at))];
        let later = prize(position, position.target(place, 2), me);
        // An arrow into the own group may be what holds it together.
        let old = position.target(place, 0);
        let cuts = old != OUTSIDE && group(position, old) == group(position, at) && size > 2;
        let urgency = if in_danger && cuts { 2 * size } else { 0 };
        let worth = urgency + later;
        let wait = if worth > 0 {
            0
        } else {
            wait(position, place, me)
        };
        quiet.push((worth, wait, at));
    }
    captures.sort_unstable_by_key(|&(gain, at)| (-gain, at));
    quiet.sort_unstable_by_key(|&(worth, wait, at)| (-worth, wait, at));
    out.extend(captures.into_iter().map(|(_, at)| at));
    out.extend(quiet.into_iter().take(QUIET).map(|(_, _, at)| at));
}

/// Turns until this takes something, as the board stands. Among turns that are worth nothing yet the
/// shortest wait comes first, or whoever is far ahead turns hexes without an enemy beside them and
/// never ends the game.
fn wait(position: &Position, place: usize, side: u8) -> u8 {
    (3..=6)
        .find(|&turns| prize(position, position.later_target(place, turns), side) > 0)
        .unwrap_or(7)
}
