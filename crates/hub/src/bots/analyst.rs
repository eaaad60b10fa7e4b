//! A position looked at while somebody studies it: what each seat's chances are and what every move is
//! worth. What is proven comes first, then a coarse value of every move, then finer ones of the best.

use std::time::Duration;

use parlor_bots::{Ending, Verdict};
use parlor_describe::ToSchema;
use parlor_engine::{AnyState, Seat, Viewer};
use serde::Serialize;

use super::judge::{Judge, follow};
use super::{Budget, Cancel, Choice, levels};
use crate::Refusal;

/// Moves that are told, the best first.
const TOLD: usize = 160;
/// Moves whose value is searched for where no table knows it; of more, those that come first.
const SEARCHED: usize = 120;
/// One look at a move in the first round.
const COARSE: Budget = Budget {
    time: Duration::from_millis(12),
    nodes: Some(4_000),
};
/// Looks at the best moves, one round after the other.
const FINER: [Duration; 3] = [
    Duration::from_millis(60),
    Duration::from_millis(120),
    Duration::from_millis(200),
];
/// So many of the best are looked at again.
const BEST: usize = 5;
/// The search for how it might go on.
const LINE: Duration = Duration::from_millis(200);
const LINES: usize = 3;
const LONGEST_LINE: usize = 10;

/// What is known so far.
#[derive(Clone, PartialEq, Default, Debug, Serialize, ToSchema)]
pub struct Analysis {
    /// Who is to move; nobody when it is over.
    pub seat: Option<u8>,
    /// Each seat's chance to win, a draw counting half.
    pub chances: Vec<f64>,
    /// Whether the chances are computed, not estimated.
    pub exact: bool,
    /// What tables say about the position, for the seat that is to move.
    pub proven: Option<Proven>,
    /// The best first.
    pub moves: Vec<Valued>,
    /// All the moves there are; more may be possible where they cannot be listed.
    pub of: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Valued {
    /// In notation; a whole ply.
    pub action: String,
    pub proven: Option<Proven>,
    /// What it leaves the mover.
    pub chance: Option<f64>,
    /// How it might go on, the move first.
    pub line: Vec<String>,
    /// Rounds in which it was looked at.
    pub looks: u32,
}

/// How it ends if nobody errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Proven {
    /// `win`, `draw` or `loss`, for the mover.
    pub ending: &'static str,
    /// Plies up to the capture that decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

impl From<Verdict> for Proven {
    fn from(verdict: Verdict) -> Proven {
        Proven {
            ending: match verdict.ending {
                Ending::Loss => "loss",
                Ending::Draw => "draw",
                Ending::Win => "win",
            },
            plies: verdict.plies,
        }
    }
}

impl Valued {
    /// Larger is better: short wins, then what is not known, draws at a half, long losses.
    fn rank(&self) -> f64 {
        let soon = |plies: Option<u32>| f64::from(1000 - plies.unwrap_or(999).min(999)) / 1000.0;
        match self.proven {
            Some(Proven { ending, plies }) => match ending {
                "win" => 1.0 + soon(plies),
                "loss" => -soon(plies),
                _ => 0.5,
            },
            None => self.chance.unwrap_or(0.0).clamp(0.0, 1.0),
        }
    }
}

/// An analysis in the making.
pub struct Analyst {
    judge: Judge,
    state: Box<dyn AnyState>,
    seat: Option<Seat>,
    found: Analysis,
    stage: Stage,
}

enum Stage {
    Chances,
    Proofs,
    Choice,
    Coarse(usize),
    Finer { round: usize, place: usize },
    Lines(usize),
    Done,
}

impl std::fmt::Debug for Analyst {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Analyst")
            .field("found", &self.found)
            .finish_non_exhaustive()
    }
}

impl Analyst {
    /// Lists every move: for long lists that takes a while.
    pub fn new(state: Box<dyn AnyState>) -> Analyst {
        let judge = Judge::new(state.meta(), state.seats());
        let seat = state.to_act().first();
        let plies = seat.map(|seat| {
            if judge.is_certain() {
                plies(state.as_ref(), seat)
            } else {
                state.legal(seat).actions.to_vec()
            }
        });
        let found = Analysis {
            seat: seat.map(|seat| seat.0),
            of: plies.as_ref().map_or(0, Vec::len),
            moves: plies.into_iter().flatten().map(unknown).collect(),
            ..Analysis::default()
        };
        Analyst {
            judge,
            state,
            seat,
            found,
            stage: Stage::Chances,
        }
    }

    pub(super) fn analysis(&self) -> Analysis {
        let mut told = self.found.clone();
        told.moves.sort_by(|a, b| b.rank().total_cmp(&a.rank()));
        told.moves.truncate(TOLD);
        told
    }

    /// One step of the work; false when there is nothing left to look at.
    pub(super) fn step(&mut self, cancel: &Cancel) -> Result<bool, Refusal> {
        let Some(seat) = self.seat else {
            self.found.chances = self.judge.chances(self.state.as_ref(), cancel)?;
            return Ok(false);
        };
        self.stage = match self.stage {
            Stage::Chances => {
                if self.compute(seat, cancel) {
                    Stage::Done
                } else {
                    self.found.chances = self.judge.chances(self.state.as_ref(), cancel)?;
                    Stage::Proofs
                }
            }
            Stage::Proofs => {
                self.prove(seat);
                Stage::Choice
            }
            Stage::Choice => {
                self.choose(seat, cancel);
                Stage::Coarse(0)
            }
            Stage::Coarse(place) => self.coarse(seat, place, cancel)?,
            Stage::Finer { round, place } => self.finer(seat, round, place, cancel)?,
            Stage::Lines(place) => self.line(seat, place, cancel)?,
            Stage::Done => return Ok(false),
        };
        Ok(!matches!(self.stage, Stage::Done))
    }

    /// In a game of which everything is computed nothing is left to search.
    fn compute(&mut self, seat: Seat, cancel: &Cancel) -> bool {
        let view = self.state.view(Viewer::Seat(seat));
        let budget = Budget::of_time(LINE);
        let moves = parlor_bots::computed(self.judge.game(), &view, seat, &budget, cancel);
        let Some(moves) = moves.filter(|moves| !moves.is_empty()) else {
            return false;
        };
        let chances = moves.iter().map(|it| it.chances);
        let best = chances.max_by(|a, b| a[0].total_cmp(&b[0]));
        let [own, theirs] = best.unwrap_or_default();
        self.found.chances = (0..self.judge.seats())
            .map(|other| if other == seat.0 { own } else { theirs })
            .collect();
        let valued = moves.into_iter().map(|it| Valued {
            chance: Some(it.chances[0]),
            looks: 1,
            ..unknown(it.action)
        });
        self.found.moves = valued.collect();
        self.found.exact = true;
        true
    }

    /// What tables know of every move, at once: looking up is quick.
    fn prove(&mut self, seat: Seat) {
        // Where dice or secrets decide, one outcome of a move proves nothing.
        if !self.judge.is_certain() {
            return;
        }
        let own = parlor_bots::verdict(self.state.as_ref(), seat);
        self.found.proven = own.map(Proven::from);
        for valued in &mut self.found.moves {
            let Ok(after) = follow(self.state.as_ref(), seat, &valued.action, 0) else {
                continue;
            };
            valued.proven = ended(after.as_ref(), seat).or_else(|| {
                let verdict = parlor_bots::verdict(after.as_ref(), seat)?;
                // The move itself is a ply, too.
                let plies = verdict.plies.map(|plies| plies + 1);
                Some(Verdict { plies, ..verdict }.into())
            });
        }
    }

    /// What the strongest player would do is looked at first: where there are hundreds of moves, not all
    /// of them are.
    fn choose(&mut self, seat: Seat, cancel: &Cancel) {
        if self
            .found
            .moves
            .iter()
            .all(|valued| valued.proven.is_some())
        {
            return;
        }
        let Some(choice) = self.strongest(self.state.as_ref(), seat, cancel) else {
            return;
        };
        let ply: String = choice.line.iter().take(2).map(String::as_str).collect();
        let is_it = |valued: &Valued| valued.action == choice.action || valued.action == ply;
        let moves = &mut self.found.moves;
        if let Some(place) = moves.iter().position(is_it) {
            let best = moves.remove(place);
            moves.insert(0, best);
        } else {
            // Where moves cannot all be listed, it need not be among those that are.
            moves.insert(0, unknown(choice.action));
        }
    }

    fn strongest(&self, state: &dyn AnyState, seat: Seat, cancel: &Cancel) -> Option<Choice> {
        let strongest = levels(self.judge.game()).last();
        let strongest = strongest.map_or("best", |level| level.name);
        let budget = Budget::of_time(LINE);
        parlor_bots::choose_in(state, seat, strongest, &budget, 0, cancel).ok()
    }

    fn coarse(&mut self, seat: Seat, place: usize, cancel: &Cancel) -> Result<Stage, Refusal> {
        let last = self.found.moves.len().min(SEARCHED);
        let Some(valued) = self.found.moves.get_mut(place).filter(|_| place < last) else {
            let best = |a: &Valued, b: &Valued| b.rank().total_cmp(&a.rank());
            self.found.moves.sort_by(best);
            return Ok(Stage::Finer { round: 0, place: 0 });
        };
        if valued.proven.is_none() {
            let before = self.state.as_ref();
            let judge = &self.judge;
            let chance = judge.after_line(before, seat, &valued.action, &COARSE, cancel)?;
            valued.chance = Some(chance);
            valued.looks = 1;
        }
        Ok(Stage::Coarse(place + 1))
    }

    fn finer(
        &mut self,
        seat: Seat,
        round: usize,
        place: usize,
        cancel: &Cancel,
    ) -> Result<Stage, Refusal> {
        let Some(time) = FINER.get(round) else {
            return Ok(Stage::Lines(0));
        };
        let last = self.found.moves.len().min(BEST);
        let Some(valued) = self.found.moves.get_mut(place).filter(|_| place < last) else {
            let best = |a: &Valued, b: &Valued| b.rank().total_cmp(&a.rank());
            self.found.moves.sort_by(best);
            let round = round + 1;
            return Ok(Stage::Finer { round, place: 0 });
        };
        if valued.proven.is_none() && valued.chance.is_some() {
            let budget = Budget::of_time(*time);
            let before = self.state.as_ref();
            let judge = &self.judge;
            let chance = judge.after_line(before, seat, &valued.action, &budget, cancel)?;
            valued.chance = Some(chance);
            valued.looks += 1;
        }
        Ok(Stage::Finer {
            round,
            place: place + 1,
        })
    }

    /// How the best moves might go on; only where no dice fall in between.
    fn line(&mut self, seat: Seat, place: usize, cancel: &Cancel) -> Result<Stage, Refusal> {
        let found = self.found.moves.get(place);
        let Some(valued) = found.filter(|_| place < LINES && self.judge.is_certain()) else {
            return Ok(Stage::Done);
        };
        let action = valued.action.clone();
        let after = follow(self.state.as_ref(), seat, &action, 0)?;
        let next = after.to_act().first();
        let reply = next.and_then(|next| self.strongest(after.as_ref(), next, cancel));
        let line = reply.into_iter().flat_map(|reply| reply.line);
        let line = std::iter::once(action).chain(line.take(LONGEST_LINE));
        if let Some(valued) = self.found.moves.get_mut(place) {
            valued.line = line.collect();
        }
        Ok(Stage::Lines(place + 1))
    }
}

fn unknown(action: String) -> Valued {
    Valued {
        action,
        proven: None,
        chance: None,
        line: Vec::new(),
        looks: 0,
    }
}

/// The end by the rules, if it has come.
fn ended(state: &dyn AnyState, seat: Seat) -> Option<Proven> {
    let outcome = state.outcome()?;
    let ending = match outcome.winner {
        Some(winner) if winner == seat => "win",
        Some(_) => "loss",
        None => "draw",
    };
    let plies = (ending != "draw").then_some(1);
    Some(Proven { ending, plies })
}

/// The moves of a seat as whole plies: one that owes something more comes with each way to give it.
fn plies(state: &dyn AnyState, seat: Seat) -> Vec<String> {
    let mut all = Vec::new();
    for action in state.legal(seat).actions.iter() {
        let after = follow(state, seat, action, 0);
        let owes = after.as_ref().ok().filter(|it| it.is_mid_ply());
        match owes {
            Some(after) if after.to_act().contains(seat) => {
                let more = after.legal(seat);
                all.extend(more.actions.iter().map(|it| format!("{action}{it}")));
            }
            _ => all.push(action.to_owned()),
        }
    }
    all
}
