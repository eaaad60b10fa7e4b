use parlor_describe::TS;
use parlor_engine::{Outcome, Rejection, Seat, word};
use serde::{Deserialize, Serialize};

use crate::rules::other;
use crate::{Hand, Last, Options, Unit};

/// Points that win at once; section 2.
pub const GOAL: u8 = 9;
/// Rounds that are played; when the counter passes it, both players lose.
pub const ROUNDS: u8 = 4;
/// Cards dealt in a round.
pub const DEALT: u8 = 12;

/// A position. The undealt rest of the deck is not in it: every round is dealt anew from the
/// whole deck at the moment it starts, so that there is nothing to hide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoExistence {
    pub(crate) options: Options,
    pub(crate) hands: [Hand; 2],
    pub(crate) scores: [u8; 2],
    /// Counts from 1; 5 when all four rounds brought no winner.
    pub(crate) round: u8,
    pub(crate) started_by: Seat,
    /// None exactly when the game is over.
    pub(crate) turn: Option<Seat>,
    /// Passes in a row: 0 or 1, and 2 only when they ended the game.
    pub(crate) passes: u8,
    pub(crate) last: Option<Last>,
    pub(crate) ending: Option<Ending>,
}

/// How the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// None: both players lost.
    pub winner: Option<Seat>,
    pub reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Points,
    Rounds,
    Resigned,
    Left,
    Time,
}

impl Reason {
    fn is_departure(self) -> bool {
        matches!(self, Reason::Resigned | Reason::Left | Reason::Time)
    }
}

impl Ending {
    pub fn outcome(self) -> Outcome {
        match self.winner {
            Some(winner) => Outcome::win(winner, 2, word(&self.reason)),
            None => Outcome::no_winner(2, word(&self.reason)),
        }
    }
}

impl CoExistence {
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The hands of seats 0 and 1.
    pub fn hands(&self) -> [Hand; 2] {
        self.hands
    }

    pub fn scores(&self) -> [u8; 2] {
        self.scores
    }

    pub fn round(&self) -> u8 {
        self.round
    }

    pub fn turn(&self) -> Option<Seat> {
        self.turn
    }

    pub fn passes(&self) -> u8 {
        self.passes
    }

    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Whether play can go on from here and every invariant of the rules holds.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        self.options
            .check()
            .map_err(|error| Rejection::state(error.message))?;
        let sound = [
            (
                self.seats_exist(),
                "a seat is 0 or 1, and a column is 0 to 5",
            ),
            (
                self.hands_fit_the_deck(),
                "the hands hold more of a type than the deck, or nobody is left",
            ),
            (
                self.turn.is_none() == self.ending.is_some(),
                "somebody has the turn exactly while the game runs",
            ),
            (
                self.counters_fit(),
                "score, round, passes and the end of the game contradict each other",
            ),
            (
                self.last_fits(),
                "the last action does not lead to this position",
            ),
        ];
        match sound.iter().find(|(holds, _)| !holds) {
            Some((_, message)) => Err(Rejection::state(*message)),
            None => Ok(()),
        }
    }

    fn seats_exist(&self) -> bool {
        let acted = self.last.map(|last| match last {
            Last::Attacked { seat, .. } | Last::Passed { seat, .. } | Last::Left { seat, .. } => {
                seat
            }
        });
        let won = self.ending.and_then(|ending| ending.winner);
        [Some(self.started_by), self.turn, acted, won]
            .into_iter()
            .flatten()
            .all(|seat| seat.0 < 2)
    }

    fn hands_fit_the_deck(&self) -> bool {
        let [first, second] = self.hands;
        // An attacker always survives, so somebody lives.
        first.alive() + second.alive() > 0
            && Unit::ALL.into_iter().all(|unit| {
                u16::from(first.count(unit) + second.count(unit)) <= self.options.deck.count(unit)
            })
    }

    fn counters_fit(&self) -> bool {
        let below_goal = self.scores.iter().all(|&score| score < GOAL);
        let in_play = (1..=ROUNDS).contains(&self.round) && self.passes <= 1;
        match self.ending {
            None => below_goal && in_play,
            Some(Ending { winner, reason }) => match (reason, winner) {
                (Reason::Points, Some(winner)) => {
                    let (own, enemy) = crate::rules::sides(self.scores, winner);
                    own == GOAL && enemy < GOAL && in_play && self.passes == 0
                }
                (Reason::Rounds, None) => {
                    below_goal && self.round == ROUNDS + 1 && self.passes == 2
                }
                (reason, Some(_)) => reason.is_departure() && below_goal && in_play,
                (_, None) => false,
            },
        }
    }

    /// The last action is optional: a position set up by hand has none.
    fn last_fits(&self) -> bool {
        let Some(last) = self.last else {
            return true;
        };
        let reason = self.ending.map(|ending| ending.reason);
        let goes_on = |seat| self.ending.is_none() && self.turn == Some(other(seat));
        match last {
            Last::Attacked {
                seat,
                own,
                target,
                attacker_unit,
                target_unit,
                points,
            } => {
                let (hand, enemy) = crate::rules::sides(self.hands, seat);
                let won = self.ending
                    == Some(Ending {
                        winner: Some(seat),
                        reason: Reason::Points,
                    });
                hand.unit(own) == Some(attacker_unit)
                    && target < crate::COLUMNS
                    && enemy.unit(target).is_none()
                    && attacker_unit.points_for(target_unit, self.options.arrow_duel)
                        == Some(points)
                    && self.passes == 0
                    && crate::rules::sides(self.scores, seat).0 >= points
                    && (goes_on(seat) || (won && points == 1))
            }
            Last::Passed { seat, .. } => {
                let dealt = self.round > 1
                    && self.started_by != seat
                    && self.hands.iter().all(|hand| hand.is_full());
                reason == Some(Reason::Rounds)
                    || goes_on(seat) && (self.passes == 1 || self.passes == 0 && dealt)
            }
            Last::Left { seat, reason: how } => {
                how.is_departure()
                    && self.ending
                        == Some(Ending {
                            winner: Some(other(seat)),
                            reason: how,
                        })
            }
        }
    }
}
