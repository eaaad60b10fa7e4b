//! The one place where a game's type is erased. Everything outside of rules and searches talks to
//! these traits in notation and JSON; `entry::<G>()` is the line that registers a game.

mod events;
mod kind;
mod preview;
mod state;

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use smallvec::SmallVec;

use crate::{
    Chance, Charset, Conduct, Departure, Game, Meta, Names, Notations, OptionSpec, Outcome,
    Pattern, Playouts, Rejection, Seat, SeatSet, SideSpec, Stream, TableDefaults, Viewer,
};

use kind::Kind;

/// A game of which only the name is known.
pub trait AnyGame: Send + Sync + Debug {
    fn meta(&self) -> &'static Meta;

    /// The words in which its rules refuse, besides the engine's own.
    fn refusals(&self) -> &'static [&'static str];

    fn option_specs(&self) -> Vec<OptionSpec>;

    /// Checks the form of an options object and fills in defaults. Null stands for "all defaults".
    fn complete_options(&self, options: &Value) -> Result<Value, Rejection>;

    /// Refuses options that no new match may have, though older ones do.
    fn check_new(&self, options: &Value) -> Result<(), Rejection>;

    /// What options that were completed before say about things around the rules.
    fn conduct(&self, options: &Value) -> Conduct;

    /// What people who play each other expect of a table.
    fn table_defaults(&self) -> TableDefaults;

    /// What the seats are with options that were completed before; empty where a lot decides.
    fn sides(&self, options: &Value) -> &'static [SideSpec];

    fn start(
        &self,
        options: &Value,
        seats: u8,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyState>, Rejection>;

    /// A state from outside, judged.
    fn load(&self, state: &Value) -> Result<Box<dyn AnyState>, Rejection>;

    /// A position put together by hand, judged; `game::Game::arrange` says what games can do it.
    fn arrange(
        &self,
        options: &Value,
        seats: u8,
        sketch: &Value,
    ) -> Result<Box<dyn AnyState>, Rejection>;

    /// A state that looks like this view, in JSON, to the viewer it was made for, judged.
    fn imagine(&self, view: &str, chance: &mut dyn Chance) -> Result<Box<dyn AnyState>, Rejection>;

    /// Splits a line of notation into single actions, each in its canonical text.
    fn parse(&self, text: &str) -> Result<Vec<String>, Rejection>;

    /// The canonical text of an action given as JSON.
    fn notate(&self, action: &Value) -> Result<String, Rejection>;

    /// The board for a terminal, drawn from a view in JSON.
    fn picture(&self, view: &str, charset: Charset) -> Result<String, Rejection>;

    /// What an action in notation would do, told from the seat's view in JSON.
    fn preview(
        &self,
        view: &str,
        seat: Seat,
        action: &str,
    ) -> Result<Box<dyn AnyPreview>, Rejection>;
}

/// A state of which only the game's name is known.
pub trait AnyState: Send + Sync + Debug {
    fn boxed_clone(&self) -> Box<dyn AnyState>;
    fn as_any(&self) -> &dyn Any;
    fn meta(&self) -> &'static Meta;
    fn seats(&self) -> u8;
    fn to_act(&self) -> SeatSet;
    fn outcome(&self) -> Option<Outcome>;
    fn is_mid_ply(&self) -> bool;
    fn decides_openly(&self, seat: Seat) -> bool;
    fn legal(&self, seat: Seat) -> Legal;
    /// Judges and carries out a line of notation, usually one action, else several that stand or
    /// fall together. `chance` gives the stream of the first, the second and so on. Nothing has
    /// changed here: each step carries the state after it. Those before a refusal are void.
    fn play(
        &self,
        seat: Seat,
        line: &str,
        chance: &dyn Fn(u32) -> Stream,
        each: &mut dyn FnMut(Played),
    ) -> Result<(), Rejection>;
    /// Judges one action in notation without carrying it out.
    fn validate(&self, seat: Seat, action: &str) -> Result<(), Rejection>;
    /// What an action in notation would do, told from the seat's view.
    fn preview(&self, seat: Seat, action: &str) -> Result<Box<dyn AnyPreview>, Rejection>;
    /// Judges and carries out one action in notation. On refusal nothing has changed.
    fn act(
        &mut self,
        seat: Seat,
        action: &str,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection>;
    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection>;
    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection>;
    fn agree_draw(&mut self) -> Result<Box<dyn AnyEvents>, Rejection>;
    /// What the viewer may see, as JSON that goes into a message as it is.
    fn raw_view(&self, viewer: Viewer) -> Box<RawValue>;
    /// What the viewer may see, as JSON text.
    fn view(&self, viewer: Viewer) -> String {
        Box::<str>::from(self.raw_view(viewer)).into()
    }
    fn picture(&self, viewer: Viewer, charset: Charset) -> String;
    /// The whole state. For records, tests and `parlor engine` only.
    fn state(&self) -> Value;
    /// A state that looks like this one to the viewer.
    fn imagine(&self, viewer: Viewer, chance: &mut dyn Chance) -> Box<dyn AnyState>;
    /// A random legal action in notation.
    fn sample(&self, seat: Seat, chance: &mut dyn Chance) -> Option<String>;
    fn perft(&self, depth: u32) -> Result<u64, Rejection>;
    fn playouts(&self, time: Duration, threads: u32, seed: u64) -> Playouts;
}

/// What a seat may do, in notation.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Legal {
    /// All legal actions, or some of them if there is a pattern.
    pub actions: Notations,
    #[serde(flatten)]
    pub pattern: Option<Pattern>,
}

/// What an action would do, as far as the seat that asks can know.
pub trait AnyPreview: Send + Sync + Debug {
    fn raw(&self) -> Box<RawValue>;
    /// The same as text.
    fn json(&self) -> String {
        Box::<str>::from(self.raw()).into()
    }
    fn words(&self, names: Names<'_>) -> Vec<String>;
}

/// One action of a line that was judged good, and what follows from it.
#[derive(Debug)]
pub struct Played {
    /// In canonical notation.
    pub action: String,
    /// Afterwards.
    pub state: Box<dyn AnyState>,
    pub events: Box<dyn AnyEvents>,
    /// Whether chance was drawn.
    pub rolled: bool,
}

/// What happened in an entry, usually one thing.
pub type Sentences = SmallVec<[String; 1]>;

/// What happened, before it is cut to what a viewer may know.
pub trait AnyEvents: Send + Sync + Debug {
    /// A JSON array of the events the viewer learns of, for a message.
    fn raw(&self, viewer: Viewer) -> Box<RawValue>;
    /// The same as text.
    fn json(&self, viewer: Viewer) -> String {
        Box::<str>::from(self.raw(viewer)).into()
    }
    /// The same as sentences.
    fn words(&self, viewer: Viewer, names: Names<'_>) -> Sentences;
    fn reveals(&self) -> bool;
}

/// Registers a game.
pub const fn entry<G: Game>() -> &'static dyn AnyGame {
    &Kind::<G>(PhantomData)
}

fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("views and events have string keys and finite numbers")
}
