//! A game by its name.

use std::fmt::Debug;
use std::marker::PhantomData;

use serde::Deserialize as _;
use serde_json::Value;

use super::preview::Preview;
use super::state::State;
use super::{AnyGame, AnyPreview, AnyState};
use crate::{
    Chance, Charset, Conduct, Game, Meta, OptionSpec, Rejection, Seat, SideSpec, TableDefaults,
};

pub(super) struct Kind<G>(pub(super) PhantomData<fn() -> G>);

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

    fn refusals(&self) -> &'static [&'static str] {
        G::REFUSALS
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

    fn table_defaults(&self) -> TableDefaults {
        G::table_defaults()
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
