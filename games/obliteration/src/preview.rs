//! What a turn would do. Nothing is hidden, so the view tells it all.

use parlor_describe::TS;
use parlor_engine::{Ends, Fast, Game as _, Names, Rejection, Seat};
use serde::{Deserialize, Serialize};

use crate::{Action, Event, Obliteration, View};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Preview {
    /// The hex that is turned.
    pub x: u8,
    pub y: u8,
    /// Where it points then.
    pub rotation: u8,
    /// The hexes that change hands, in the order of the waves.
    pub converted: Vec<Conversion>,
    /// Hexes won or lost, by seat.
    pub gains: Vec<i32>,
    /// Neutral hexes won or lost.
    pub neutral: i32,
    /// Hexes afterwards, by seat.
    pub hexes: Vec<u16>,
    pub eliminated: Vec<Seat>,
    pub ends: Option<Ends>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Conversion {
    pub x: u8,
    pub y: u8,
    /// Counts from 1.
    pub wave: u16,
    /// Whose it was; null if neutral.
    pub from: Option<Seat>,
}

pub(crate) fn preview(view: &View, seat: Seat, action: Action) -> Result<Preview, Rejection> {
    let before = view.to_state().map_err(Rejection::state)?;
    before.validate(seat, &action)?;
    let (mut after, mut events) = (before.clone(), Vec::new());
    // A turn draws nothing.
    after.execute(seat, &action, &mut Fast::new(0), &mut events);
    let hexes = |state: &Obliteration| -> Vec<u16> {
        let counts = state.all_seats().map(|seat| state.board.count(seat));
        counts.collect()
    };
    let change = |now: u16, then: u16| i32::from(then) - i32::from(now);
    let (now, then) = (hexes(&before), hexes(&after));
    let mut preview = Preview {
        x: 0,
        y: 0,
        rotation: 0,
        converted: Vec::new(),
        gains: now
            .iter()
            .zip(&then)
            .map(|(&now, &then)| change(now, then))
            .collect(),
        neutral: change(before.board.neutral(), after.board.neutral()),
        hexes: then,
        eliminated: Vec::new(),
        ends: after.outcome().map(Ends::from),
    };
    for event in events {
        match event {
            Event::Turned { x, y, rotation, .. } => {
                (preview.x, preview.y, preview.rotation) = (x, y, rotation);
            }
            Event::Converted {
                x, y, wave, from, ..
            } => preview.converted.push(Conversion { x, y, wave, from }),
            Event::Eliminated { seat } => preview.eliminated.push(seat),
            Event::Left { .. } | Event::Over { .. } => {}
        }
    }
    Ok(preview)
}

pub(crate) fn describe(preview: &Preview, names: Names<'_>) -> Vec<String> {
    let waves = preview.converted.last().map_or(0, |last| last.wave);
    let mut said = vec![match preview.converted.len() {
        0 => "Takes nothing".to_owned(),
        1 => "Takes 1 hex".to_owned(),
        count => format!("Takes {count} hexes in {waves} waves"),
    }];
    let losses = (0..).map(Seat).zip(&preview.gains);
    said.extend(
        losses
            .filter(|&(_, &gain)| gain < 0)
            .map(|(seat, gain)| format!("{} loses {}", names.of(seat), -gain)),
    );
    if preview.neutral < 0 {
        said.push(format!("{} were nobody's", -preview.neutral));
    }
    let out = preview.eliminated.iter();
    said.extend(out.map(|&seat| format!("{} would be out", names.of(seat))));
    if let Some(winner) = preview.ends.as_ref().and_then(|ends| ends.winner) {
        said.push(format!("{} wins", names.of(winner)));
    }
    said
}

#[cfg(test)]
mod tests;
