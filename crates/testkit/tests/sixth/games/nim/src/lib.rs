//! Nim with one heap: take one to three, whoever takes the last one wins.

mod conformance;

use parlor_describe::TS;
use parlor_engine::{
    Actions, Chance, Charset, Departure, Ends, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, Viewer, word,
};
use serde::{Deserialize, Serialize};

const MOST: u8 = 3;
const LARGEST: u8 = 100;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nim {
    options: Options,
    left: u8,
    turn: Seat,
    end: Option<End>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    winner: Seat,
    reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reason {
    Last,
    Left,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Options {
    pub(crate) heap: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { heap: 21 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Action {
    Take { count: u8 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Event {
    Took { seat: Seat, count: u8 },
    Over { winner: Seat, reason: Reason },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub(crate) struct View {
    options: Options,
    left: u8,
    turn: Option<Seat>,
    /// Whose turn it would be.
    next: Seat,
    end: Option<End>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub(crate) struct Preview {
    left: u8,
    ends: Option<Ends>,
}

fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

impl Nim {
    fn finish(&mut self, winner: Seat, reason: Reason, events: &mut Vec<Event>) {
        self.end = Some(End { winner, reason });
        events.push(Event::Over { winner, reason });
    }
}

impl Game for Nim {
    const META: Meta = Meta {
        id: "nim",
        name: "Nim",
        about: "Take one to three; the last one wins",
        min_seats: 2,
        max_seats: 2,
        dice: false,
        hidden: false,
        shuffle_seats: false,
        draw_offers: false,
    };

    const REFUSALS: &'static [&'static str] = &["count"];

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    fn option_specs() -> Vec<OptionSpec> {
        let bounds = (1, i64::from(LARGEST));
        vec![OptionSpec::number(
            "heap",
            21,
            bounds,
            "Stones at the start",
        )]
    }

    fn new(options: &Options, seats: u8, _: &mut dyn Chance) -> Result<Nim, Rejection> {
        Nim::META.check_seats(seats)?;
        if !(1..=LARGEST).contains(&options.heap) {
            return Err(Rejection::option("heap is 1 to 100"));
        }
        Ok(Nim {
            options: options.clone(),
            left: options.heap,
            turn: Seat(0),
            end: None,
        })
    }

    fn check_state(&self) -> Result<(), Rejection> {
        let last = self.end.is_some_and(|end| end.reason == Reason::Last);
        let winner = self.end.is_none_or(|end| end.winner.0 < 2);
        let bounds = self.options.heap <= LARGEST && self.left <= self.options.heap;
        Rejection::demand(bounds, "the heap is too large")?;
        Rejection::demand(self.turn.0 < 2 && winner, "a seat is 0 or 1")?;
        Rejection::demand(last == (self.left == 0), "the last stone ends the game")
    }

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> SeatSet {
        match self.end {
            None => SeatSet::only(self.turn),
            Some(_) => SeatSet::EMPTY,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.end?;
        Some(Outcome::win(end.winner, 2, word(&end.reason)))
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        if self.to_act().contains(seat) {
            out.extend((1..=MOST.min(self.left)).map(|count| Action::Take { count }));
        }
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        if self.end.is_some() {
            return Err(Rejection::over());
        }
        if seat != self.turn {
            return Err(Rejection::not_your_turn());
        }
        let Action::Take { count } = *action;
        if (1..=MOST.min(self.left)).contains(&count) {
            Ok(())
        } else {
            let most = MOST.min(self.left);
            Err(Rejection::new("count", format!("take 1 to {most}")))
        }
    }

    fn execute(
        &mut self,
        seat: Seat,
        action: &Action,
        _: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let Action::Take { count } = *action;
        self.left = self.left.saturating_sub(count);
        self.turn = other(seat);
        events.push(Event::Took { seat, count });
        if self.left == 0 {
            self.finish(seat, Reason::Last, events);
        }
    }

    fn depart(
        &mut self,
        seat: Seat,
        _: Departure,
        _: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        self.finish(other(seat), Reason::Left, events);
        Ok(())
    }

    fn view(&self, _: Viewer) -> View {
        View {
            options: self.options.clone(),
            left: self.left,
            turn: self.to_act().first(),
            next: self.turn,
            end: self.end,
        }
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(event.clone())
    }

    fn determinize(view: &View, _: &mut dyn Chance) -> Nim {
        Nim {
            options: view.options.clone(),
            left: view.left,
            turn: view.next,
            end: view.end,
        }
    }

    fn preview(view: &View, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
        let mut state = Nim::determinize(view, &mut parlor_engine::Fast::new(0));
        state.validate(seat, action)?;
        let mut chance = parlor_engine::Fast::new(0);
        state.execute(seat, action, &mut chance, &mut Vec::new());
        Ok(Preview {
            left: state.left,
            ends: state.outcome().map(Ends::from),
        })
    }

    fn describe_preview(preview: &Preview, _: Names<'_>) -> Vec<String> {
        vec![format!("{} would be left", preview.left)]
    }

    fn notate_into(action: &Action, text: &mut String) {
        let Action::Take { count } = action;
        text.push_str("take ");
        text.push_str(&count.to_string());
    }

    fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
        let text = text.trim().to_ascii_lowercase();
        let count = text.strip_prefix("take ").and_then(|it| it.parse().ok());
        let count = count.ok_or_else(|| Rejection::notation("take and a number"))?;
        Ok([Action::Take { count }].into())
    }

    fn picture(view: &View, _: Charset) -> String {
        format!("{} [{}]", view.left, "o".repeat(view.left.into()))
    }

    fn describe(event: &Event, names: Names<'_>) -> String {
        match event {
            Event::Took { seat, count } => format!("{} takes {count}", names.of(*seat)),
            Event::Over { winner, .. } => format!("{} wins", names.of(*winner)),
        }
    }
}
