//! A line of moves from a position, and what is to be seen at its end.

use std::borrow::Cow;

use parlor_describe::ToSchema;
use parlor_engine::{
    Act, AnyEvents, AnyGame, AnyState, Legal, Names, Nonce, Outcome, Played, Rejection, Seat,
    SeatSet, Stream, Viewer, carry_out,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::protocol::Raw;
use crate::{Code, Refusal};

/// Steps of one line. Whoever studies a longer one asks for the state on the way and goes on from there.
pub(super) const MOST_STEPS: usize = 256;
/// Names for sentences, and how long each may be.
const MOST_NAMES: usize = 8;
const LONGEST_NAME: usize = 60;

/// A line, and who looks at its end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    pub start: Start,
    /// 64 hexadecimal digits from which the dice of the line come; whoever studies chooses them.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub chance: Option<Nonce>,
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<Step>,
    #[serde(default)]
    pub eyes: Eyes,
    /// What to call the seats in sentences.
    #[serde(default)]
    pub names: Vec<String>,
    /// Whether to answer with the state as well, to go on from there.
    #[serde(default)]
    pub state: bool,
}

/// Where a line begins.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Start {
    Opening {
        #[serde(default)]
        #[schema(value_type = Option<Object>)]
        options: Value,
        /// The game's fewest if absent.
        #[serde(default)]
        seats: Option<u8>,
    },
    /// A whole state, as an answer gave it or as `parlor engine` tells it.
    #[schema(value_type = Object)]
    Position(Value),
    /// A position put together by hand, in the game's own form.
    Sketch {
        #[serde(default)]
        #[schema(value_type = Option<Object>)]
        options: Value,
        seats: u8,
        #[schema(value_type = Object)]
        sketch: Value,
    },
}

/// Whose view is shown.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Eyes {
    /// Of whoever is to move.
    #[default]
    Mover,
    /// Everything: the position is one's own.
    All,
    Seat(u8),
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    #[serde(flatten)]
    pub act: Act,
    /// Which dice: another number is another throw.
    #[serde(default)]
    pub roll: u32,
}

/// The end of a line.
#[derive(Debug)]
pub struct End {
    pub state: Box<dyn AnyState>,
    /// What the last step did, one after the other.
    events: Vec<Box<dyn AnyEvents>>,
    last: Option<(&'static str, Option<Seat>)>,
    rolled: bool,
    key: Nonce,
}

/// What is to be seen at the end of a line.
#[derive(Debug, Serialize, ToSchema)]
pub struct Look {
    pub game: &'static str,
    pub seats: u8,
    #[schema(value_type = Object)]
    pub options: Value,
    #[schema(value_type = String)]
    pub chance: Nonce,
    /// Whose view it is; nobody's if everything is shown.
    pub seat: Option<u8>,
    #[schema(value_type = Object)]
    pub view: Raw,
    #[schema(value_type = Vec<u8>)]
    pub to_act: SeatSet,
    /// Whose the legal actions are.
    pub acts: Option<u8>,
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub legal: LegalOf,
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Outcome>,
    pub mid_ply: bool,
    pub last: Option<LastStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub state: Option<Value>,
}

#[derive(Debug, Serialize)]
pub struct LegalOf {
    legal: parlor_engine::Notations,
    pattern: Option<parlor_engine::Pattern>,
}

/// What the last step did, as the viewer learns of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct LastStep {
    pub kind: &'static str,
    pub seat: Option<u8>,
    #[schema(value_type = Vec<Object>)]
    pub events: Vec<Raw>,
    pub words: Vec<String>,
    /// Whether chance was drawn.
    pub rolled: bool,
}

impl Start {
    fn begin(&self, game: &dyn AnyGame, key: &Nonce) -> Result<Box<dyn AnyState>, Refusal> {
        Ok(match self {
            Start::Opening { options, seats } => {
                let options = game.complete_options(options)?;
                game.check_new(&options)?;
                let seats = seats.unwrap_or(game.meta().min_seats);
                game.start(&options, seats, &mut Stream::new(&key.0, 0))?
            }
            Start::Position(state) => game.load(state)?,
            Start::Sketch {
                options,
                seats,
                sketch,
            } => game.arrange(options, *seats, sketch)?,
        })
    }
}

impl Question {
    /// Plays the line through.
    pub fn play(&self, game: &dyn AnyGame) -> Result<End, Refusal> {
        if self.steps.len() > MOST_STEPS {
            let message = format!("a line has at most {MOST_STEPS} steps");
            return Err(Refusal::new(Code::AnalysisTooLong, message));
        }
        let key = self.chance.unwrap_or(Nonce([0; 32]));
        let mut end = End {
            state: self.start.begin(game, &key)?,
            events: Vec::new(),
            last: None,
            rolled: false,
            key,
        };
        for (place, step) in self.steps.iter().enumerate() {
            end.step(step)
                .map_err(|refusal| at_step(place + 1, refusal))?;
        }
        Ok(end)
    }

    pub fn look(&self, game: &dyn AnyGame) -> Result<Look, Refusal> {
        let end = self.play(game)?;
        end.look(self.eyes, &self.names, self.state)
    }
}

/// Names as long as people's are, for as many as may sit at a table.
pub(super) fn shortened(names: &[String]) -> Vec<String> {
    let names = names.iter().take(MOST_NAMES);
    names
        .map(|name| crate::shorten(name, LONGEST_NAME))
        .collect()
}

fn at_step(place: usize, refusal: Refusal) -> Refusal {
    let message = format!("step {place}: {}", refusal.message);
    Refusal::new(refusal.code, message)
}

impl End {
    fn step(&mut self, step: &Step) -> Result<(), Refusal> {
        self.events.clear();
        self.rolled = false;
        self.last = Some((step.act.kind(), step.act.seat()));
        match &step.act {
            // A line of notation may be a whole ply.
            Act::Action { seat, action } => {
                let (mut after, mut rolled, mut events) = (None, false, Vec::new());
                self.throw(*seat, action, step.roll, &mut |played| {
                    rolled |= played.rolled;
                    events.push(played.events);
                    after = Some(played.state);
                })?;
                self.events = events;
                self.rolled = rolled;
                if let Some(after) = after {
                    self.state = after;
                }
            }
            Act::TakeBack { .. } | Act::Lift { .. } => {
                let message = "a line goes forward: leave out what was taken back";
                return Err(Refusal::new(Code::AnalysisStep, message));
            }
            act => {
                let mut chance = Stream::new(&self.key.0, step.roll);
                self.events
                    .extend(carry_out(&mut self.state, act, &mut chance)?);
                self.rolled = chance.was_used();
            }
        }
        Ok(())
    }

    /// An action with one throw of the dice, without a change of the line.
    pub(super) fn throw(
        &self,
        seat: Seat,
        action: &str,
        roll: u32,
        each: &mut dyn FnMut(Played),
    ) -> Result<(), Rejection> {
        let chance = |place| Stream::new(&self.key.0, roll.wrapping_add(place));
        self.state.play(seat, action, &chance, each)
    }

    fn viewer(&self, eyes: Eyes) -> Result<Viewer, Refusal> {
        Ok(match eyes {
            Eyes::All => Viewer::Referee,
            Eyes::Mover => match self.state.to_act().first() {
                Some(seat) => Viewer::Seat(seat),
                None => Viewer::Referee,
            },
            Eyes::Seat(seat) if seat < self.state.seats() => Viewer::Seat(Seat(seat)),
            Eyes::Seat(_) => return Err(Rejection::no_seat().into()),
        })
    }

    fn look(&self, eyes: Eyes, names: &[String], whole: bool) -> Result<Look, Refusal> {
        let (state, viewer) = (self.state.as_ref(), self.viewer(eyes)?);
        let to_act = state.to_act();
        // Whoever looks through one seat's eyes moves for the others as well, if they may know how.
        let acts = viewer.seat().filter(|seat| to_act.contains(*seat));
        let acts = acts.or_else(|| to_act.first());
        let open =
            |seat: &Seat| viewer.is(*seat) || !state.meta().hidden || state.decides_openly(*seat);
        let Legal { actions, pattern } = acts
            .filter(open)
            .map_or_else(Legal::default, |seat| state.legal(seat));
        let names = shortened(names);
        let whole = whole.then(|| state.state());
        let options = whole.clone().unwrap_or_else(|| state.state());
        Ok(Look {
            game: state.meta().id,
            seats: state.seats(),
            options: options.get("options").cloned().unwrap_or_default(),
            chance: self.key,
            seat: viewer.seat().map(|seat| seat.0),
            view: Raw(state.raw_view(viewer)),
            to_act,
            acts: acts.filter(open).map(|seat| seat.0),
            legal: LegalOf {
                legal: actions,
                pattern,
            },
            outcome: state.outcome(),
            mid_ply: state.is_mid_ply(),
            last: self.last_step(viewer, Names(&names)),
            state: whole,
        })
    }

    fn last_step(&self, viewer: Viewer, names: Names<'_>) -> Option<LastStep> {
        let (kind, seat) = self.last?;
        let words = self.events.iter();
        Some(LastStep {
            kind,
            seat: seat.map(|seat| seat.0),
            events: self.events.iter().map(|it| Raw(it.raw(viewer))).collect(),
            words: words.flat_map(|it| it.words(viewer, names)).collect(),
            rolled: self.rolled,
        })
    }

    /// What an action of the seat that is to move would do, as far as that seat can know.
    pub fn preview(&self, action: &str) -> Result<Raw, (Cow<'static, str>, Code)> {
        let refused = |rejection: Rejection| {
            let refusal = Refusal::from(rejection);
            (refusal.message, refusal.code)
        };
        let seat = self.state.to_act().first();
        let seat = seat.ok_or_else(|| refused(Rejection::over()))?;
        let effect = self.state.preview(seat, action).map_err(refused)?;
        Ok(Raw(effect.raw()))
    }
}
