//! The smallest game with a die and a secret: seat 0 opens, a die falls, seat 1 replies with what
//! it holds, seat 0 closes, and a table says who has won.

use parlor_engine::{
    Chance, Charset, Departure, Fast, Game, Legality, Meta, Names, OptionSpec, Outcome, Rejection,
    Seat, SeatSet, Viewer,
};
use serde::{Deserialize, Serialize};

use crate::mcts::{Guide, MOST_SEATS, Proposal};

pub(super) const OPENINGS: u8 = 3;
pub(super) const FACES: u8 = 3;
pub(super) const REPLIES: u8 = 3;
pub(super) const CLOSINGS: u8 = 2;

/// A reply names the face it answers, so that searches and people see what it was about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Action {
    Open(u8),
    Reply { face: u8, choice: u8 },
    Close(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Secret {
    /// A bit for every way the game can go: whether seat 0 wins.
    pub table: u64,
    /// The reply that seat 1 does not hold.
    pub missing: u8,
    pub opening: Option<u8>,
    pub face: u8,
    pub reply: Option<u8>,
    pub closing: Option<u8>,
}

/// What seat 0 sees; for others the missing reply is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct View {
    open: Secret,
    missing: Option<u8>,
}

impl Secret {
    pub fn with(table: u64, missing: u8) -> Secret {
        Secret {
            table,
            missing,
            opening: None,
            face: 0,
            reply: None,
            closing: None,
        }
    }

    fn is_won(&self) -> Option<bool> {
        let (opening, reply) = (self.opening?, self.reply?);
        let row = (opening * FACES + self.face) * REPLIES + reply;
        Some(self.table >> (row * CLOSINGS + self.closing?) & 1 == 1)
    }
}

impl Game for Secret {
    const META: Meta = Meta {
        id: "secret",
        name: "Secret",
        about: "A die and a secret",
        min_seats: 2,
        max_seats: 2,
        dice: true,
        hidden: true,
        shuffle_seats: false,
        draw_offers: false,
    };

    type Options = ();
    type Action = Action;
    type Event = ();
    type View = View;
    type Preview = ();

    fn option_specs() -> Vec<OptionSpec> {
        Vec::new()
    }

    fn new(_options: &(), _seats: u8, chance: &mut dyn Chance) -> Result<Self, Rejection> {
        let half = |chance: &mut dyn Chance| u64::from(chance.below(1 << 31));
        let table = half(chance) << 31 | half(chance);
        Ok(Secret::with(table, chance.below(REPLIES.into()) as u8))
    }

    fn check_state(&self) -> Result<(), Rejection> {
        Ok(())
    }

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> SeatSet {
        match (self.opening, self.reply, self.closing) {
            (_, _, Some(_)) => SeatSet::EMPTY,
            (Some(_), None, _) => SeatSet::only(Seat(1)),
            _ => SeatSet::only(Seat(0)),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = Seat(u8::from(!self.is_won()?));
        Some(Outcome::win(winner, 2, "table"))
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        if !self.to_act().contains(seat) {
        } else if self.opening.is_none() {
            out.extend((0..OPENINGS).map(Action::Open));
        } else if self.reply.is_none() {
            let held = (0..REPLIES).filter(|&choice| choice != self.missing);
            out.extend(held.map(|choice| Action::Reply {
                face: self.face,
                choice,
            }));
        } else {
            out.extend((0..CLOSINGS).map(Action::Close));
        }
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        let mut legal = Vec::new();
        self.legal_actions(seat, &mut legal);
        let is_legal = legal.contains(action);
        is_legal
            .then_some(())
            .ok_or_else(|| Rejection::new("illegal", "not now"))
    }

    fn execute(
        &mut self,
        _seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
        _events: &mut Vec<()>,
    ) {
        match *action {
            Action::Open(opening) => {
                self.opening = Some(opening);
                self.face = chance.below(FACES.into()) as u8;
            }
            Action::Reply { choice, .. } => self.reply = Some(choice),
            Action::Close(closing) => self.closing = Some(closing),
        }
    }

    fn depart(
        &mut self,
        _seat: Seat,
        _how: Departure,
        _chance: &mut dyn Chance,
        _events: &mut Vec<()>,
    ) -> Result<(), Rejection> {
        Err(Rejection::new("stay", "nobody leaves"))
    }

    fn view(&self, viewer: Viewer) -> View {
        let is_hidden = matches!(viewer, Viewer::Seat(Seat(0)) | Viewer::Spectator);
        View {
            open: Secret {
                missing: 0,
                ..*self
            },
            missing: (!is_hidden).then_some(self.missing),
        }
    }

    fn redact((): &(), _viewer: Viewer) -> Option<()> {
        Some(())
    }

    /// The reply that was made is not the missing one.
    fn determinize(view: &View, chance: &mut dyn Chance) -> Secret {
        let possible: Vec<u8> = (0..REPLIES)
            .filter(|&choice| view.open.reply != Some(choice))
            .collect();
        let drawn = possible[chance.below(possible.len() as u32) as usize];
        Secret {
            missing: view.missing.unwrap_or(drawn),
            ..view.open
        }
    }

    fn preview(_view: &View, _seat: Seat, _action: &Action) -> Result<(), Rejection> {
        Ok(())
    }

    fn describe_preview((): &(), _names: Names<'_>) -> Vec<String> {
        Vec::new()
    }

    fn notate_into(action: &Action, text: &mut String) {
        let action = format!("{action:?}");
        text.push_str(&action);
    }

    fn parse(_text: &str) -> Result<parlor_engine::Actions<Action>, Rejection> {
        Err(Rejection::new("notation", "not spoken"))
    }

    fn picture(_view: &View, _charset: Charset) -> String {
        String::new()
    }

    fn describe((): &(), _names: Names<'_>) -> String {
        String::new()
    }
}

/// Knows nothing: all actions are equal, and playouts go to the end at random.
#[derive(Debug)]
pub(super) struct Blank;

impl Guide for Blank {
    type Game = Secret;

    const HORIZON: u32 = 3;
    const WIDTH: f64 = 10.0;

    fn propose(state: &Secret, seat: Seat, out: &mut Vec<Proposal<Action>>) {
        let mut actions = Vec::new();
        state.legal_actions(seat, &mut actions);
        out.extend(actions.into_iter().map(|action| Proposal {
            action,
            weight: 1.0,
        }));
    }

    fn reply(
        state: &Secret,
        seat: Seat,
        scratch: &mut Vec<Action>,
        chance: &mut Fast,
    ) -> Option<Action> {
        state.sample(seat, scratch, chance)
    }

    fn value(_state: &Secret, chances: &mut [f64; MOST_SEATS]) {
        chances[..2].fill(0.5);
    }
}
