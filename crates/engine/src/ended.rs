//! A position in which a match was ended by its people or by the house, not by its rules.

use std::any::Any;
use std::time::Duration;

use serde_json::Value;
use serde_json::value::RawValue;

use crate::{
    AnyEvents, AnyPreview, AnyState, Chance, Charset, Departure, Legal, Meta, Notations, Outcome,
    Played, Playouts, Rejection, Seat, SeatSet, Stream, Viewer,
};

/// Everything looks as it was when the match ended; nobody may act any more.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) state: Box<dyn AnyState>,
    pub(crate) outcome: Outcome,
}

impl AnyState for Ended {
    fn boxed_clone(&self) -> Box<dyn AnyState> {
        Box::new(Ended {
            state: self.state.boxed_clone(),
            outcome: self.outcome.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self.state.as_any()
    }

    fn meta(&self) -> &'static Meta {
        self.state.meta()
    }

    fn seats(&self) -> u8 {
        self.state.seats()
    }

    fn to_act(&self) -> SeatSet {
        SeatSet::EMPTY
    }

    fn outcome(&self) -> Option<Outcome> {
        Some(self.outcome.clone())
    }

    fn is_mid_ply(&self) -> bool {
        false
    }

    fn decides_openly(&self, seat: Seat) -> bool {
        self.state.decides_openly(seat)
    }

    fn legal(&self, _seat: Seat) -> Legal {
        Legal {
            actions: Notations::default(),
            pattern: None,
        }
    }

    fn play(
        &self,
        _seat: Seat,
        _line: &str,
        _chance: &dyn Fn(u32) -> Stream,
        _each: &mut dyn FnMut(Played),
    ) -> Result<(), Rejection> {
        Err(Rejection::over())
    }

    fn validate(&self, _seat: Seat, _action: &str) -> Result<(), Rejection> {
        Err(Rejection::over())
    }

    fn preview(&self, _seat: Seat, _action: &str) -> Result<Box<dyn AnyPreview>, Rejection> {
        Err(Rejection::over())
    }

    fn act(
        &mut self,
        _seat: Seat,
        _action: &str,
        _chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        Err(Rejection::over())
    }

    fn depart(
        &mut self,
        _seat: Seat,
        _how: Departure,
        _chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        Err(Rejection::over())
    }

    fn time_out(
        &mut self,
        _seat: Seat,
        _chance: &mut dyn Chance,
    ) -> Result<Box<dyn AnyEvents>, Rejection> {
        Err(Rejection::over())
    }

    fn agree_draw(&mut self) -> Result<Box<dyn AnyEvents>, Rejection> {
        Err(Rejection::over())
    }

    fn raw_view(&self, viewer: Viewer) -> Box<RawValue> {
        self.state.raw_view(viewer)
    }

    fn picture(&self, viewer: Viewer, charset: Charset) -> String {
        self.state.picture(viewer, charset)
    }

    fn state(&self) -> Value {
        self.state.state()
    }

    fn imagine(&self, viewer: Viewer, chance: &mut dyn Chance) -> Box<dyn AnyState> {
        Box::new(Ended {
            state: self.state.imagine(viewer, chance),
            outcome: self.outcome.clone(),
        })
    }

    fn sample(&self, _seat: Seat, _chance: &mut dyn Chance) -> Option<String> {
        None
    }

    fn perft(&self, _depth: u32) -> Result<u64, Rejection> {
        Err(Rejection::over())
    }

    fn playouts(&self, time: Duration, threads: u32, seed: u64) -> Playouts {
        self.state.playouts(time, threads, seed)
    }
}
