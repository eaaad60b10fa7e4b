//! Writing a certificate from the values of the placing stage.

use super::board::{Board, Next, Placement, Position};
use super::certificate::{Certificate, Half, MOST, Refusal};
use super::walk::{Walk, fails};
use crate::{Tables, Value};

/// Plies of a half: so many that the file stays small enough to be shipped.
pub const SMALL: usize = 500_000;
const _: () = assert!(SMALL <= MOST);

/// The value of the opening and how to reach it, with at most so many plies for each side. The
/// tables must know the placing stage.
pub fn certify(tables: &Tables, most: usize) -> Result<Certificate, Refusal> {
    let hand = tables.hand();
    let board = Board::new(hand.stones());
    let missing = || Refusal::Table("of the placing stage".to_owned());
    let value = tables.placing_value(0, 0, 0).ok_or_else(missing)?;
    let mut halves = [Half::default(), Half::default()];
    for (side, half) in (0u8..).zip(&mut halves) {
        let goal = if side == 0 { value } else { value.other() };
        if goal == Value::Loss {
            continue;
        }
        let mut walk = Walk::new(&board, side);
        while walk.ply < board.plies() {
            if walk.is_own() && half.placements.len() + walk.positions.len() > most {
                break;
            }
            walk.step(|ply, position| {
                let placement = keeps(tables, &board, goal, ply, position)?;
                let takes = placement.takes.map_or(0, |at| at + 1);
                half.placements
                    .push(u16::from_le_bytes([placement.to, takes]));
                Ok(placement)
            })?;
        }
        half.plies = walk.ply;
    }
    Ok(Certificate {
        removal: tables.removal(),
        hand,
        value,
        halves,
    })
}

/// A placement that keeps what the side to move is promised.
fn keeps(
    tables: &Tables,
    board: &Board,
    goal: Value,
    ply: u8,
    position: Position,
) -> Result<Placement, Refusal> {
    for placement in position.placements(ply) {
        let found = match board.play(position, ply, placement) {
            None => continue,
            Some(Next::Wins) => Value::Win,
            Some(Next::Position(after)) => {
                let (mover, other) = after.sides(ply + 1);
                let value = tables.placing_value(ply + 1, mover, other);
                value
                    .ok_or_else(|| Refusal::Table("of the placing stage".to_owned()))?
                    .other()
            }
        };
        if found >= goal {
            return Ok(placement);
        }
    }
    Err(fails(ply, position))
}
