//! Going through all positions that a side can be brought to if it follows a certificate.

use super::board::{Board, Next, Placement, Position};
use super::certificate::Refusal;

/// A side, and the positions after so many plies that it can be brought to.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) board: &'a Board,
    /// 0 black, 1 white.
    pub(super) side: u8,
    pub(super) ply: u8,
    /// Up to symmetry, in rising order.
    pub(super) positions: Vec<Position>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(board: &'a Board, side: u8) -> Walk<'a> {
        Walk {
            board,
            side,
            ply: 0,
            positions: vec![Position::START],
        }
    }

    pub(super) fn is_own(&self) -> bool {
        self.ply % 2 == self.side
    }

    /// Goes on by a ply: where it is the side's turn, by the one that it chooses, else by all.
    pub(super) fn step(
        &mut self,
        mut choose: impl FnMut(u8, Position) -> Result<Placement, Refusal>,
    ) -> Result<(), Refusal> {
        let mut next = Vec::new();
        let is_own = self.is_own();
        for &position in &self.positions {
            let placements = if is_own {
                vec![choose(self.ply, position)?]
            } else {
                position.placements(self.ply)
            };
            for placement in placements {
                match self.board.play(position, self.ply, placement) {
                    Some(Next::Position(after)) => next.push(self.board.canonical(after)),
                    Some(Next::Wins) if is_own => {}
                    Some(Next::Wins) => return Err(fails(self.ply, position)),
                    None => {
                        return Err(Refusal::Illegal {
                            ply: self.ply,
                            position: text(position),
                        });
                    }
                }
            }
        }
        next.sort_unstable();
        next.dedup();
        self.positions = next;
        self.ply += 1;
        Ok(())
    }
}

pub(super) fn fails(ply: u8, position: Position) -> Refusal {
    Refusal::Fails {
        ply,
        position: text(position),
    }
}

/// The cells as the game's own notation has them.
pub(super) fn text(position: Position) -> String {
    let cell = |at: u32| match (position.black >> at & 1, position.white >> at & 1) {
        (1, _) => 'b',
        (_, 1) => 'w',
        _ => '.',
    };
    (0..24).map(cell).collect()
}
