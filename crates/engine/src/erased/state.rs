//! A state behind its trait.

use std::any::Any;
use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;

use super::events::Events;
use super::preview::Preview;
use super::{AnyEvents, AnyPreview, AnyState, Legal, Played, raw};
use crate::{
    Chance, Charset, Departure, Game, Legality, Meta, Notations, Outcome, Playouts, Rejection,
    Seat, SeatSet, Stream, Viewer, search,
};

/// Room for the actions that a seat can usually choose from: growing to it in steps costs more.
const USUAL_CHOICE: usize = 32;

#[derive(Clone, Debug)]
pub(super) struct State<G>(pub(super) G);

impl<G: Game> State<G> {
    pub(super) fn single(text: &str) -> Result<G::Action, Rejection> {
        let mut actions = G::parse(text)?;
        match (actions.pop(), actions.is_empty()) {
            (Some(action), true) => Ok(action),
            _ => Err(Rejection::notation("a single action")),
        }
    }
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
