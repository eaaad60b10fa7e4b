//! Bringing home what the tables know to be won, where they do not tell how far it is: among the plies
//! that keep the win those are looked for that force a capture, or come nearer to one.

use parlor_marelles::Colour;

use super::{Position, perfect};

/// Beyond any evaluation, so that to repeat a position is worse than to play on.
const AHEAD: i32 = 5_000;
/// A win that is gone. Worse than a repetition, after which it is still there.
const GONE: i32 = -100_000;

/// Somebody has won a position, and the other is to be brought below a number of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chase {
    winner: Colour,
    /// Stones of the loser when it began.
    stones: u32,
}

impl Chase {
    /// `None` where a search does without: drawn positions, those whose distance is known, and those with
    /// stones in hand.
    pub fn of(position: &Position) -> Option<Chase> {
        let (score, distance) = look_up(position)?;
        if score == 0 || distance > 0 {
            return None;
        }
        let (winner, loser) = if score > 0 {
            (position.side(), position.enemy)
        } else {
            (position.side().other(), position.own)
        };
        let stones = loser.count_ones();
        Some(Chase { winner, stones })
    }

    /// What a position is worth to the side to move if nothing of it needs to be searched: the win is
    /// gone, or a stone was taken and it is still there.
    pub fn ended(self, position: &Position) -> Option<i32> {
        let (score, _) = look_up(position)?;
        let (sign, loser) = self.seen_by(position);
        match sign * score {
            ..0 => Some(score),
            0 => Some(sign * GONE),
            1.. => (loser.count_ones() < self.stones).then_some(score),
        }
    }

    /// Added to what a position looks like to the side to move.
    pub fn bonus(self, position: &Position) -> i32 {
        self.seen_by(position).0 * AHEAD
    }

    /// 1 if the winner is to move, else -1; and the stones of the other.
    fn seen_by(self, position: &Position) -> (i32, u32) {
        if position.side() == self.winner {
            (1, position.enemy)
        } else {
            (-1, position.own)
        }
    }
}

/// For the side to move; the distance is 0 where it is not known.
fn look_up(position: &Position) -> Option<(i32, u32)> {
    if position.is_owing() || position.hand + position.enemy_hand > 0 {
        return None;
    }
    perfect::known(position.removal(), position.own, position.enemy)
}
