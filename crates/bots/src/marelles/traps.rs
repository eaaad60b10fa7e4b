//! What `best` plays where the tables know the value of a position and all that follows it: a ply
//! that keeps the value, and of those the one after which the other side errs most easily.

use parlor_endgame::Value;
use parlor_marelles::Ply;

use super::Position;
use crate::alphabeta::Position as _;

/// A ply that keeps the value, its value, and how good a trap it is. `past` are the keys of earlier
/// positions: what leads back there sets no trap. `None` where the tables do not know everything,
/// and where a search that counts plies does better: won and lost positions without stones in hand.
pub(super) fn choose(root: &Position, past: &[u64]) -> Option<(Ply, Value)> {
    let own = root.table_value();
    let in_hand = root.hand + root.enemy_hand > 0;
    if root.is_owing() || (!in_hand && own? != Value::Draw) {
        return None;
    }
    let mut found: Vec<(Value, f64, i32, Ply)> = Vec::new();
    let mut plies = Vec::new();
    root.moves(&mut plies);
    for ply in plies {
        let next = root.after(ply);
        found.push((next.table_value()?.other(), 0.0, -next.evaluate(), ply));
    }
    let best = found.iter().map(|&(value, ..)| value).max()?;
    found.retain(|&(value, ..)| value == best);
    // The plies between the values on the disk and the last ones take a search each.
    let answered = 2 * Position::STONES - root.hand - root.enemy_hand + 2;
    let is_quick = !(14..16).contains(&answered);
    if found.len() > 1 && best == Value::Draw && is_quick {
        for (_, trap, _, ply) in &mut found {
            let next = root.after(*ply);
            let again = past.contains(&next.key());
            *trap = if again { -1.0 } else { chance(&next, in_hand) };
        }
    }
    let better = |a: &(Value, f64, i32, Ply), b: &(Value, f64, i32, Ply)| {
        a.1.total_cmp(&b.1).then(a.2.cmp(&b.2))
    };
    let (value, _, _, ply) = found.into_iter().max_by(better)?;
    Some((ply, value))
}

/// How likely the side to move, which can hold a draw, loses it with one of its next two plies, if it
/// plays any ply as soon as another and is answered as well as possible.
fn chance(at: &Position, in_hand: bool) -> f64 {
    let Some((errs, holding)) = share(at) else {
        return 0.0;
    };
    // With stones in hand everything is a long search.
    if in_hand || holding.is_empty() {
        return errs;
    }
    let later = holding.iter().map(|next| {
        let mut plies = Vec::new();
        next.moves(&mut plies);
        let answers = plies.into_iter().map(|ply| next.after(ply));
        let drawn = answers.filter(|answer| answer.table_value() == Some(Value::Draw));
        let traps = drawn.filter_map(|answer| share(&answer).map(|(errs, _)| errs));
        traps.fold(0.0, f64::max)
    });
    errs + (1.0 - errs) * later.sum::<f64>() / holding.len() as f64
}

/// Which part of all plies loses, and where the others lead.
fn share(at: &Position) -> Option<(f64, Vec<Position>)> {
    if at.over().is_some() {
        return None;
    }
    let (mut plies, mut lost) = (Vec::new(), 0);
    at.moves(&mut plies);
    let all = plies.len();
    let mut holding = Vec::new();
    for next in plies.into_iter().map(|ply| at.after(ply)) {
        match next.table_value()? {
            Value::Win => lost += 1,
            _ => holding.push(next),
        }
    }
    Some((f64::from(lost) / all.max(1) as f64, holding))
}
