//! What somebody plays, held against the line.

use parlor_engine::{AnyState, Rejection, Seat, Stream};

use crate::Puzzle;

/// One action of a walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub seat: Seat,
    /// In canonical notation.
    pub action: String,
    /// The number of its throw of the dice.
    pub roll: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Right so far; the solver is to move.
    Open,
    /// The last move was a wrong one.
    Wrong,
    Solved,
}

/// A puzzle as far as it was played.
#[derive(Debug)]
pub struct Walk {
    pub start: Box<dyn AnyState>,
    /// Afterwards.
    pub state: Box<dyn AnyState>,
    /// Who solves it.
    pub seat: Seat,
    pub dice: [u8; 32],
    /// What was played by both sides, a wrong move included.
    pub steps: Vec<Step>,
    /// Where the steps begin that came of the solver's last move.
    pub fresh: usize,
    pub verdict: Verdict,
    first_roll: u32,
}

impl Puzzle {
    /// Plays the solver's moves; the line answers them. An illegal move is refused, and counts for
    /// nothing.
    pub fn walk(&self, moves: &[String]) -> Result<Walk, Rejection> {
        let start = self.state()?;
        let seat = start.to_act().first();
        let seat = seat.ok_or_else(|| Rejection::state("nobody is to move in this puzzle"))?;
        let (dice, first_roll) = self.dice();
        let mut walk = Walk {
            state: start.boxed_clone(),
            start,
            seat,
            dice,
            steps: Vec::new(),
            fresh: 0,
            verdict: Verdict::Open,
            first_roll,
        };
        for text in moves {
            walk.fresh = walk.steps.len();
            // A line of notation may be a whole ply.
            for action in self.rules()?.parse(text)? {
                walk.play(self, &action)?;
            }
        }
        Ok(walk)
    }

    /// The whole line.
    pub fn solution(&self) -> Result<Walk, Rejection> {
        let mut walk = self.walk(&[])?;
        while walk.verdict == Verdict::Open {
            let next = walk.next(self).to_owned();
            walk.play(self, &next)?;
        }
        walk.fresh = 0;
        Ok(walk)
    }
}

impl Walk {
    /// The action of the line that comes next, of whichever side.
    pub(crate) fn next<'a>(&self, puzzle: &'a Puzzle) -> &'a str {
        self.right(puzzle).next().unwrap_or_default()
    }

    /// All actions that are right now.
    pub(crate) fn right<'a>(&self, puzzle: &'a Puzzle) -> impl Iterator<Item = &'a str> {
        let place = puzzle.line.get(self.steps.len());
        place.into_iter().flat_map(|it| it.split('/'))
    }

    /// A move of the solver and what the line answers.
    fn play(&mut self, puzzle: &Puzzle, action: &str) -> Result<(), Rejection> {
        if self.verdict != Verdict::Open {
            return Err(Rejection::over());
        }
        let is_right = self.right(puzzle).any(|it| it == action);
        self.step(action)?;
        if !is_right {
            self.verdict = Verdict::Wrong;
            return Ok(());
        }
        while self.steps.len() < puzzle.line.len() && !self.state.to_act().contains(self.seat) {
            let answer = self.next(puzzle).to_owned();
            self.step(&answer)?;
        }
        if self.steps.len() == puzzle.line.len() {
            self.verdict = Verdict::Solved;
        }
        Ok(())
    }

    fn step(&mut self, action: &str) -> Result<(), Rejection> {
        let seat = self.state.to_act().first().ok_or_else(Rejection::over)?;
        let roll = self.first_roll + self.steps.len() as u32;
        let mut chance = Stream::new(&self.dice, roll);
        self.state.act(seat, action, &mut chance)?;
        self.steps.push(Step {
            seat,
            action: action.to_owned(),
            roll,
        });
        Ok(())
    }
}
