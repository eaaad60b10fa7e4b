//! Three players and more: what the tree search knows of the game.

use parlor_engine::{Fast, Game, Seat};
use parlor_obliteration::{Action, Board, Hex, Obliteration};

use crate::mcts::{Guide, MOST_SEATS, Proposal};

#[derive(Debug)]
pub(crate) struct Crowd;

/// Moves that are looked at.
const PROPOSED: usize = 24;
/// Hexes that are tried for a quick reply.
const TRIED: u32 = 12;

impl Guide for Crowd {
    type Game = Obliteration;

    const HORIZON: u32 = 12;
    const WIDTH: f64 = 2.0;

    fn propose(state: &Obliteration, seat: Seat, out: &mut Vec<Proposal<Action>>) {
        let mut actions = Vec::new();
        state.legal_actions(seat, &mut actions);
        out.extend(actions.into_iter().map(|action| Proposal {
            weight: 1.0 + f64::from(gain(state.board(), seat, action)),
            action,
        }));
        out.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        out.truncate(PROPOSED);
    }

    /// The best of a few draws.
    fn reply(
        state: &Obliteration,
        seat: Seat,
        scratch: &mut Vec<Action>,
        chance: &mut Fast,
    ) -> Option<Action> {
        let mut best = None;
        for _ in 0..TRIED {
            let action = state.sample(seat, scratch, chance)?;
            let gain = gain(state.board(), seat, action);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, action));
            }
        }
        best.map(|(_, action)| action)
    }

    /// Shares of what is owned, sharpened: who leads takes more.
    fn value(state: &Obliteration, chances: &mut [f64; MOST_SEATS]) {
        let board = state.board();
        let power = |seat: u8| f64::from(board.count(Seat(seat))).powf(1.5);
        let all: f64 = (0..board.seats()).map(power).sum();
        for seat in 0..board.seats() {
            chances[usize::from(seat)] = power(seat) / all.max(1.0);
        }
    }
}

/// How many hexes turning this one takes, or a few if it is many: whatever hangs together with
/// the new target.
fn gain(board: &Board, seat: Seat, action: Action) -> u32 {
    let Action::Turn { x, y } = action;
    let hex = Hex {
        x: x as u8,
        y: y as u8,
    };
    let grid = board.grid();
    let next = grid.neighbour(hex, (board.rotation(hex) + 1) % 6);
    let Some(target) = next.filter(|&next| board.owner(next) != Some(seat)) else {
        return 0;
    };
    let (mut found, mut done) = (vec![target], 0);
    while done < found.len() && found.len() < 64 {
        let at = found[done];
        done += 1;
        for direction in 0..6 {
            let Some(next) = grid.neighbour(at, direction) else {
                continue;
            };
            let joined =
                board.rotation(at) == direction || board.rotation(next) == (direction + 3) % 6;
            if joined && board.owner(next) != Some(seat) && !found.contains(&next) {
                found.push(next);
            }
        }
    }
    found.len() as u32
}
