//! The course of a game (sections 2.1, 4 and 8.4).

use parlor_engine::{
    Actions, Chance, Charset, Departure, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, TableDefaults, Viewer,
};

use serde_json::Value;

use crate::action::Action;
use crate::event::Event;
use crate::hex::Hex;
use crate::options::Options;
use crate::preview::Preview;
use crate::state::{LastMove, Obliteration};
use crate::verdict::{Exit, How};
use crate::view::View;
use crate::{picture, preview, setup, sketch, verdict};

impl Obliteration {
    /// The hex of an action if it is on the board.
    fn hex(&self, action: Action) -> Option<Hex> {
        let Action::Turn { x, y } = action;
        let hex = Hex {
            x: u8::try_from(x).ok()?,
            y: u8::try_from(y).ok()?,
        };
        self.board.grid().contains(hex).then_some(hex)
    }

    /// The next seat that is still in.
    fn pass_turn(&mut self) {
        let seats = self.board.seats();
        for _ in 0..seats {
            let next = self.turn.0 + 1;
            self.turn = Seat(if next == seats { 0 } else { next });
            if self.exits[self.turn.index()].is_none() {
                return;
            }
        }
    }

    /// Seats that have lost their last hex by the move are out, all at once (trap 11).
    fn eliminate(&mut self, events: &mut Vec<Event>) -> bool {
        let order = self.exit_order() + 1;
        let mut any = false;
        for seat in self.all_seats() {
            if self.is_in(seat) && self.board.count(seat) == 0 {
                self.exits[seat.index()] = Some(Exit {
                    how: How::Obliterated,
                    order,
                });
                events.push(Event::Eliminated { seat });
                any = true;
            }
        }
        any
    }

    fn conclude_and_tell(&mut self, events: &mut Vec<Event>) {
        self.conclude();
        if let Some(verdict) = self.verdict {
            events.push(Event::Over {
                winner: verdict.winner,
                reason: verdict.reason,
            });
        }
    }
}

impl Game for Obliteration {
    const META: Meta = Meta {
        id: "obliteration",
        name: "Obliteration",
        about: "Turn a hex, and everything that hangs together with its new target is yours",
        min_seats: 2,
        max_seats: 6,
        dice: false,
        hidden: false,
        shuffle_seats: false,
        draw_offers: false,
    };

    const REFUSALS: &'static [&'static str] = &["outside", "not_yours", "out"];

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    /// CLICK TO START.
    fn table_defaults() -> TableDefaults {
        TableDefaults {
            turn_seconds: None,
            confirm: true,
        }
    }

    fn option_specs() -> Vec<OptionSpec> {
        Options::specs()
    }

    fn new(options: &Options, seats: u8, chance: &mut dyn Chance) -> Result<Self, Rejection> {
        let grid = options.check(seats)?;
        let board = setup::draw_board(options, grid, seats, chance);
        let mut state = Obliteration::with(*options, board);
        state.colours = setup::draw_colours(options, seats, chance);
        Ok(state)
    }

    fn arrange(options: &Options, seats: u8, sketch: &Value) -> Result<Self, Rejection> {
        sketch::arrange(options, seats, sketch)
    }

    fn check_state(&self) -> Result<(), Rejection> {
        self.check()
    }

    fn seats(&self) -> u8 {
        self.board.seats()
    }

    fn to_act(&self) -> SeatSet {
        match self.verdict {
            Some(_) => SeatSet::EMPTY,
            None => SeatSet::only(self.turn),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let hexes: Vec<u16> = self
            .all_seats()
            .map(|seat| self.board.count(seat))
            .collect();
        Some(verdict::outcome(self.verdict?, &hexes, &self.exits))
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        if self.to_act().contains(seat) {
            out.extend(self.board.hexes_of(seat).map(Action::from));
        }
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        if self.verdict.is_some() {
            return Err(Rejection::over());
        }
        if seat != self.turn {
            return Err(Rejection::not_your_turn());
        }
        let grid = self.board.grid();
        let Some(hex) = self.hex(*action) else {
            return Err(Rejection::new(
                "outside",
                format!(
                    "{} is outside the board: columns are 0 to {}, rows 0 to {}",
                    Self::notate(action),
                    grid.columns - 1,
                    grid.rows - 1
                ),
            ));
        };
        match self.board.owner(hex) {
            Some(owner) if owner == seat => Ok(()),
            owner => Err(Rejection::new(
                "not_yours",
                match owner {
                    None => format!("{} is neutral, not yours", Self::notate(action)),
                    Some(_) => format!("{} belongs to another player", Self::notate(action)),
                },
            )),
        }
    }

    fn execute(
        &mut self,
        seat: Seat,
        action: &Action,
        _: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let Some(hex) = self.hex(*action).filter(|_| seat == self.turn) else {
            return;
        };
        let converted = self.board.turn(seat, hex, events);
        self.turns = self.turns.saturating_add(1);
        let Hex { x, y } = hex;
        self.last = Some(LastMove { seat, x, y });
        let wiped_out = converted > 0 && self.eliminate(events);
        if wiped_out || self.is_decided_by(self.board.count(seat)) {
            self.conclude_and_tell(events);
        }
        if self.verdict.is_none() {
            self.pass_turn();
        }
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        _: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        if !self.is_in(seat) {
            return Err(Rejection::new(
                "out",
                "this seat is not in the game any more",
            ));
        }
        let (how, order) = (How::from(how), self.exit_order() + 1);
        self.exits[seat.index()] = Some(Exit { how, order });
        // With two players the other wins and the board stays as it was (section 8.5).
        let freed = match self.board.seats() {
            2 => 0,
            _ => self.board.vacate(seat),
        };
        events.push(Event::Left { seat, how, freed });
        self.conclude_and_tell(events);
        if self.verdict.is_none() && self.turn == seat {
            self.pass_turn();
        }
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redact(event: &Event, _: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn determinize(view: &View, _: &mut dyn Chance) -> Obliteration {
        view.to_state()
            .expect("a view holds everything of a sound state")
    }

    fn preview(view: &View, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
        preview::preview(view, seat, *action)
    }

    fn describe_preview(preview: &Preview, names: Names<'_>) -> Vec<String> {
        preview::describe(preview, names)
    }

    fn notate_into(action: &Action, text: &mut String) {
        action.notate_into(text);
    }

    fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
        Action::parse(text).map(|action| [action].into())
    }

    fn picture(view: &View, charset: Charset) -> String {
        picture::draw(view, charset)
    }

    fn describe(event: &Event, names: Names<'_>) -> String {
        event.describe(names)
    }

    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        _: &mut Vec<Action>,
        chance: &mut C,
    ) -> Option<Action> {
        if self.to_act().contains(seat) {
            self.board.draw(seat, chance).map(Action::from)
        } else {
            None
        }
    }
}
