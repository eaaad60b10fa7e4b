//! The one place where a game's type is erased. Everything outside of rules and searches talks to
//! these traits in notation and JSON; `entry::<G>()` is the line that registers a game.

mod events;
mod preview;

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use smallvec::SmallVec;

use crate::{
    Chance, Charset, Conduct, Departure, Game, Legality, Manners, Meta, Names, Notations,
    OptionSpec, Outcome, Pattern, Playouts, Rejection, Seat, SeatSet, SideSpec, Stream, Viewer,
    search,
};

use events::Events;
use preview::Preview;

/// A game of which only the name is known.
pub trait AnyGame: Send + Sync + Debug {
    fn meta(&self) -> &'static Meta;

    fn option_specs(&self) -> Vec<OptionSpec>;

    /// Checks the form of an options object and fills in defaults. Null stands for "all defaults".
    fn complete_options(&self, options: &Value) -> Result<Value, Rejection>;

    /// Refuses options that no new match may have, though older ones do.
    fn check_new(&self, options: &Value) -> Result<(), Rejection>;

    /// What options that were completed before say about things around the rules.
    fn conduct(&self, options: &Value) -> Conduct;

    /// What people who play each other expect of a table.
    fn manners(&self) -> Manners;

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

struct Kind<G>(PhantomData<fn() -> G>);

impl<G: Game> Debug for Kind<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(G::META.id)
    }
}

impl<G: Game> Kind<G> {
    fn options(options: &Value) -> Result<G::Options, Rejection> {
        match options {
            Value::Null => Ok(G::Options::default()),
            Value::Object(_) => G::Options::deserialize(options)
                .map_err(|error| Rejection::option(format!("bad options: {error}"))),
            _ => Err(Rejection::option("options must be a JSON object")),
        }
    }

    fn view(view: &str) -> Result<G::View, Rejection> {
        serde_json::from_str(view)
            .map_err(|error| Rejection::new("view", format!("bad view: {error}")))
    }
}

impl<G: Game> AnyGame for Kind<G> {
    fn meta(&self) -> &'static Meta {
        &G::META
    }

    fn option_specs(&self) -> Vec<OptionSpec> {
        G::option_specs()
    }

    fn complete_options(&self, options: &Value) -> Result<Value, Rejection> {
        serde_json::to_value(Self::options(options)?)
            .map_err(|error| Rejection::option(error.to_string()))
    }

    fn check_new(&self, options: &Value) -> Result<(), Rejection> {
        G::check_new(&Self::options(options)?)
    }

    fn conduct(&self, options: &Value) -> Conduct {
        Self::options(options).map_or_else(|_| Conduct::default(), |options| G::conduct(&options))
    }

    fn manners(&self) -> Manners {
        G::manners()
    }

    fn sides(&self, options: &Value) -> &'static [SideSpec] {
        Self::options(options).map_or(&[], |options| G::sides(&options))
    }

    fn start(
        &self,
        options: &Value,
        seats: u8,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyState>, Rejection> {
        G::META.check_seats(seats)?;
        Ok(Box::new(State(G::new(
            &Self::options(options)?,
            seats,
            chance,
        )?)))
    }

    fn load(&self, state: &Value) -> Result<Box<dyn AnyState>, Rejection> {
        let state: G = serde_json::from_value(state.clone())
            .map_err(|error| Rejection::state(format!("bad state: {error}")))?;
        state.check_state()?;
        Ok(Box::new(State(state)))
    }

    fn arrange(
        &self,
        options: &Value,
        seats: u8,
        sketch: &Value,
    ) -> Result<Box<dyn AnyState>, Rejection> {
        G::META.check_seats(seats)?;
        let state = G::arrange(&Self::options(options)?, seats, sketch)?;
        state.check_state()?;
        Ok(Box::new(State(state)))
    }

    fn imagine(&self, view: &str, chance: &mut dyn Chance) -> Result<Box<dyn AnyState>, Rejection> {
        let state = G::determinize(&Self::view(view)?, chance);
        state.check_state()?;
        Ok(Box::new(State(state)))
    }

    fn parse(&self, text: &str) -> Result<Vec<String>, Rejection> {
        Ok(G::parse(text)?.iter().map(G::notate).collect())
    }

    fn notate(&self, action: &Value) -> Result<String, Rejection> {
        let action: G::Action = serde_json::from_value(action.clone())
            .map_err(|error| Rejection::new("notation", format!("bad action: {error}")))?;
        Ok(G::notate(&action))
    }

    fn picture(&self, view: &str, charset: Charset) -> Result<String, Rejection> {
        Ok(G::picture(&Self::view(view)?, charset))
    }

    fn preview(
        &self,
        view: &str,
        seat: Seat,
        action: &str,
    ) -> Result<Box<dyn AnyPreview>, Rejection> {
        let action = State::<G>::single(action)?;
        let preview = G::preview(&Self::view(view)?, seat, &action)?;
        Ok(Box::new(Preview::<G>(preview)))
    }
}

/// Room for the actions that a seat can usually choose from: growing to it in steps costs more.
const USUAL_CHOICE: usize = 32;

#[derive(Clone, Debug)]
struct State<G>(G);

impl<G: Game> State<G> {
    fn single(text: &str) -> Result<G::Action, Rejection> {
        let mut actions = G::parse(text)?;
        match (actions.pop(), actions.is_empty()) {
            (Some(action), true) => Ok(action),
            _ => Err(Rejection::notation("a single action")),
        }
    }
}

fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("views and events have string keys and finite numbers")
}

impl<G: Game> AnyState for State<G> {
    fn boxed_clone(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn meta(&self) -> &'static Meta {
        &G::META
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn to_act(&self) -> SeatSet {
        self.0.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn is_mid_ply(&self) -> bool {
        self.0.is_mid_ply()
    }

    fn decides_openly(&self, seat: Seat) -> bool {
        self.0.decides_openly(seat)
    }

    fn legal(&self, seat: Seat) -> Legal {
        if !self.0.to_act().contains(seat) {
            return Legal::default();
        }
        let mut actions = Vec::with_capacity(USUAL_CHOICE);
        let pattern = match self.0.legal_actions(seat, &mut actions) {
            Legality::Listed => None,
            Legality::Pattern(pattern) => Some(pattern),
        };
        let mut list = Notations::with_capacity(actions.len());
        for action in &actions {
            list.push_with(|text| G::notate_into(action, text));
        }
        Legal {
            actions: list,
            pattern,
        }
    }

    fn play(
        &self,
        seat: Seat,
        line: &str,
        chance: &dyn Fn(u32) -> Stream,
        each: &mut dyn FnMut(Played),
    ) -> Result<(), Rejection> {
        let mut actions = (0..).zip(G::parse(line)?).peekable();
        let mut before = None;
        while let Some((place, action)) = actions.next() {
            let mut state = before.take().unwrap_or_else(|| self.0.clone());
            let mut events = Vec::new();
            let mut chance = chance(place);
            state.apply(seat, &action, &mut chance, &mut events)?;
            if actions.peek().is_some() {
                before = Some(state.clone());
            }
            each(Played {
                action: G::notate(&action),
                state: Box::new(State(state)),
                events: Box::new(Events::<G>(events)),
                rolled: chance.was_used(),
            });
        }
        Ok(())
    }

    fn validate(&self, seat: Seat, action: &str) -> Result<(), Rejection> {
        self.0.validate(seat, &Self::single(action)?)
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<Box<dyn AnyPreview>, Rejection> {
        let view = self.0.view(Viewer::Seat(seat));
        let preview = G::preview(&view, seat, &Self::single(action)?)?;
        Ok(Box::new(Preview::<G>(preview)))
    }

    fn act(
        &mut self,
        seat: Seat,
        action: &str,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        let mut events = Vec::new();
        self.0
            .apply(seat, &Self::single(action)?, chance, &mut events)?;
        Ok(Box::new(Events::<G>(events)))
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        let mut events = Vec::new();
        self.0.depart(seat, how, chance, &mut events)?;
        Ok(Box::new(Events::<G>(events)))
    }

    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        let mut events = Vec::new();
        self.0.time_out(seat, chance, &mut events)?;
        Ok(Box::new(Events::<G>(events)))
    }

    fn agree_draw(&mut self) -> Result<Box<dyn AnyEvents>, Rejection> {
        let mut events = Vec::new();
        self.0.agree_draw(&mut events)?;
        Ok(Box::new(Events::<G>(events)))
    }

    fn raw_view(&self, viewer: Viewer) -> Box<RawValue> {
        raw(&self.0.view(viewer))
    }

    fn picture(&self, viewer: Viewer, charset: Charset) -> String {
        G::picture(&self.0.view(viewer), charset)
    }

    fn state(&self) -> Value {
        serde_json::to_value(&self.0).expect("states have string keys and finite numbers")
    }

    fn imagine(&self, viewer: Viewer, chance: &mut dyn Chance) -> Box<dyn AnyState> {
        Box::new(State(G::determinize(&self.0.view(viewer), chance)))
    }

    fn sample(&self, seat: Seat, chance: &mut dyn Chance) -> Option<String> {
        self.0
            .sample(seat, &mut Vec::new(), chance)
            .as_ref()
            .map(G::notate)
    }

    fn perft(&self, depth: u32) -> Result<u64, Rejection> {
        if G::META.dice {
            return Err(Rejection::new(
                "no_perft",
                format!(
                    "{} draws chance while it is played: there is no perft",
                    G::META.name
                ),
            ));
        }
        Ok(search::perft(&self.0, depth))
    }

    fn playouts(&self, time: Duration, threads: u32, seed: u64) -> Playouts {
        search::playouts(&self.0, time, threads, seed)
    }
}
