//! A puzzle as it is shown.

use parlor_describe::ToSchema;
use parlor_engine::{Act, Nonce};
use parlor_puzzles::{Goal, Puzzle, Walk, grade};
use serde::Serialize;
use serde_json::Value;

use crate::Refusal;
use crate::analysis::{Eyes, Look, Question, Start, Step};

/// A puzzle before anything was played.
#[derive(Debug, Serialize, ToSchema)]
pub struct Posed {
    pub id: String,
    pub game: &'static str,
    /// `win`, `draw` (exactly one move does it), or `best`.
    #[schema(value_type = String)]
    pub goal: Goal,
    /// How hard it is, on the scale of the solvers' ratings.
    pub rating: u16,
    /// The levels of the bots, the weakest first, and how often each found it.
    pub levels: Vec<Measured>,
    /// People whose first attempt found it, found it later, and all who tried.
    pub found: Found,
    /// The day whose puzzle it is, if it is today's.
    pub day: Option<i64>,
    /// What the caller has done with it.
    pub state: Option<String>,
    /// Whether the caller's next move counts.
    pub rated: bool,
    pub look: Look,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Measured {
    pub level: &'static str,
    pub found: u8,
    pub of: u8,
}

#[derive(Clone, Copy, Default, Debug, Serialize, ToSchema)]
pub struct Found {
    pub at_once: i64,
    pub later: i64,
    pub of: i64,
}

/// The line, for those who found it or gave up.
#[derive(Debug, Serialize, ToSchema)]
pub struct Solution {
    /// From the start to the end, one after each action.
    pub looks: Vec<Look>,
    pub line: Vec<Played>,
    /// Marelles: plies up to the capture that decides. Elsewhere the chances in percent that the best and
    /// the next best move leave.
    pub worth: String,
    /// The position, for the analysis board.
    #[schema(value_type = Object)]
    pub start: Value,
    #[schema(value_type = String)]
    pub chance: Nonce,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Played {
    pub seat: u8,
    pub action: String,
    pub roll: u32,
}

pub(super) fn measured(puzzle: &Puzzle) -> Vec<Measured> {
    let levels = grade::levels(puzzle.game).iter().zip(&puzzle.solved);
    let one = |(grader, &found): (&grade::Grader, &u8)| Measured {
        level: grader.level,
        found,
        of: grader.trials,
    };
    levels.map(one).collect()
}

/// What is to be seen after so many steps of a walk, through the solver's eyes.
pub(super) fn look(puzzle: &Puzzle, walk: &Walk, steps: usize) -> Result<Look, Refusal> {
    let game = super::offer::rules(puzzle.game)?;
    let step = |it: &parlor_puzzles::Step| Step {
        act: Act::action(it.seat, it.action.clone()),
        roll: it.roll,
    };
    let question = Question {
        start: Start::Position(walk.start.state()),
        chance: Some(Nonce(walk.dice)),
        steps: walk.steps.iter().take(steps).map(step).collect(),
        eyes: Eyes::Seat(walk.seat.0),
        names: Vec::new(),
        state: false,
    };
    question.look(game)
}

impl Solution {
    pub(super) fn of(puzzle: &Puzzle) -> Result<Solution, Refusal> {
        let walk = puzzle.solution()?;
        let looks = 0..=walk.steps.len();
        let looks = looks.map(|steps| look(puzzle, &walk, steps));
        let line = walk.steps.iter().map(|it| Played {
            seat: it.seat.0,
            action: it.action.clone(),
            roll: it.roll,
        });
        Ok(Solution {
            looks: looks.collect::<Result<_, _>>()?,
            line: line.collect(),
            worth: puzzle.worth.clone(),
            start: walk.start.state(),
            chance: Nonce(walk.dice),
        })
    }
}
