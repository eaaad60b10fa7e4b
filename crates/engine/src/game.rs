use std::borrow::Cow;
use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use smallvec::SmallVec;

use crate::{
    Chance, Conduct, OptionSpec, Outcome, Rejection, Seat, SeatSet, SideSpec, TableDefaults,
    Viewer, pick,
};

/// What a line of notation says: usually one action, `[action].into()`.
pub type Actions<A> = SmallVec<[A; 1]>;

/// What is known of a game before anybody sits down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[allow(clippy::struct_excessive_bools)] // four independent facts, read by name
pub struct Meta {
    /// Stable, lower case, used in URLs, records and folder names.
    pub id: &'static str,
    pub name: &'static str,
    /// One line that makes somebody want to play it.
    pub about: &'static str,
    pub min_seats: u8,
    pub max_seats: u8,
    /// Whether chance is drawn after the start; such games have no perft.
    pub dice: bool,
    /// Whether a seat may know something another may not.
    pub hidden: bool,
    /// Whether the people are seated in random order at the start.
    pub shuffle_seats: bool,
    /// Whether two seats may agree on a draw.
    pub draw_offers: bool,
}

impl Meta {
    /// Whether so many can play at all; the options may allow fewer.
    pub fn check_seats(&self, seats: u8) -> Result<(), Rejection> {
        let Meta {
            name,
            min_seats,
            max_seats,
            ..
        } = self;
        if (*min_seats..=*max_seats).contains(&seats) {
            return Ok(());
        }
        Err(Rejection::seats(if min_seats == max_seats {
            format!("{name} is played by {min_seats}, not by {seats}")
        } else {
            format!("{name} is played by {min_seats} to {max_seats}, not by {seats}")
        }))
    }
}

/// How complete a list of legal actions is.
#[derive(Clone, PartialEq, Debug)]
pub enum Legality {
    /// The list holds every legal action.
    Listed,
    /// There are too many to list. The list holds some; the pattern describes all.
    Pattern(Pattern),
}

/// Legal actions too many to list: their form and the bounds of what fills it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pattern {
    pub form: &'static str,
    pub bounds: Value,
}

/// Why a seat leaves a running match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    Resigned,
    /// The connection was lost and did not come back in time.
    Left,
    TimedOut,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    Ascii,
    Unicode,
}

/// What to call the seats in a sentence.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a>(pub &'a [String]);

impl<'a> Names<'a> {
    pub fn of(&self, seat: Seat) -> Cow<'a, str> {
        match self.0.get(seat.index()) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(format!("Player {}", seat.0 + 1)),
        }
    }
}

/// The rules of a game. The implementing type is its state: a plain value.
///
/// Required methods come first. `validate` judges and `execute` trusts, so that a refused action
/// leaves the state untouched by construction and a search need not be judged twice.
pub trait Game: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static {
    const META: Meta;

    /// The words in which these rules refuse, besides the engine's own ([`Rejection::WORDS`]).
    const REFUSALS: &'static [&'static str] = &[];

    /// Deserialises from a JSON object in which every key is optional and unknown keys are errors.
    type Options: Clone + Eq + Debug + Default + Serialize + DeserializeOwned + Send + Sync;
    type Action: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// Built field by field from what the viewer may know, never the state minus its secrets.
    type View: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What an action would do, as far as a seat can know.
    type Preview: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;

    fn option_specs() -> Vec<OptionSpec>;

    /// The opening position. Refuses options out of bounds and seat counts the options do not allow.
    fn new(options: &Self::Options, seats: u8, chance: &mut dyn Chance) -> Result<Self, Rejection>;

    /// Refuses options that no new match may have although older ones do: `new` and `check_state` take
    /// those, so that a log which began with them still plays.
    fn check_new(options: &Self::Options) -> Result<(), Rejection> {
        let _ = options;
        Ok(())
    }

    /// Judges a state that came from outside: everything the rules rely on must hold.
    fn check_state(&self) -> Result<(), Rejection>;

    fn seats(&self) -> u8;

    /// Who may act now; empty exactly when the game is over.
    fn to_act(&self) -> SeatSet;

    fn outcome(&self) -> Option<Outcome>;

    /// Appends the legal actions of a seat, none if it may not act.
    fn legal_actions(&self, seat: Seat, out: &mut Vec<Self::Action>) -> Legality;

    /// Whether `execute` may be called with this action.
    fn validate(&self, seat: Seat, action: &Self::Action) -> Result<(), Rejection>;

    /// Carries out an action that `validate` accepts and appends what happened. With any other
    /// action the state may become nonsense, but must not panic.
    fn execute(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Self::Event>,
    );

    /// A seat leaves for good. Refused when it has already left or the game is over.
    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        chance: &mut dyn Chance,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Rejection>;

    fn view(&self, viewer: Viewer) -> Self::View;

    /// What a viewer learns of an event: all of it, a part, or nothing.
    fn redact(event: &Self::Event, viewer: Viewer) -> Option<Self::Event>;

    /// A state that looks exactly like this to the viewer the view was made for.
    fn determinize(view: &Self::View, chance: &mut dyn Chance) -> Self;

    /// What an action of the seat would do. Made from the seat's view alone, so that it cannot tell
    /// more; draws nothing. Refuses exactly what `validate` refuses, with the same words.
    fn preview(
        view: &Self::View,
        seat: Seat,
        action: &Self::Action,
    ) -> Result<Self::Preview, Rejection>;

    /// A preview as sentences for a terminal.
    fn describe_preview(preview: &Self::Preview, names: Names<'_>) -> Vec<String>;

    /// Appends the text of one action; `parse` reads it back.
    fn notate_into(action: &Self::Action, text: &mut String);

    /// Reads one line of notation, in any letter case. Usually one action, or several that belong
    /// to one turn.
    fn parse(text: &str) -> Result<Actions<Self::Action>, Rejection>;

    /// The board for a terminal. Made from a view, so that it cannot show more.
    fn picture(view: &Self::View, charset: Charset) -> String;

    /// One sentence for the match log, in the third person.
    fn describe(event: &Self::Event, names: Names<'_>) -> String;

    /// Judges and carries out. On refusal nothing has changed.
    fn apply(
        &mut self,
        seat: Seat,
        action: &Self::Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Rejection> {
        self.validate(seat, action)?;
        self.execute(seat, action, chance, events);
        Ok(())
    }

    /// The text of one action.
    fn notate(action: &Self::Action) -> String {
        let mut text = String::new();
        Self::notate_into(action, &mut text);
        text
    }

    /// A uniformly drawn legal action; `None` if the seat may not act. Games override it where
    /// drawing is cheaper than listing, or where listing is impossible. `scratch` is working
    /// space that a caller reuses.
    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        scratch: &mut Vec<Self::Action>,
        chance: &mut C,
    ) -> Option<Self::Action> {
        scratch.clear();
        self.legal_actions(seat, scratch);
        pick(scratch, chance).cloned()
    }

    /// The match runs, and has this seat: the first thing to ask when somebody departs.
    fn must_sit(&self, seat: Seat) -> Result<(), Rejection> {
        if self.outcome().is_some() {
            Err(Rejection::over())
        } else if seat.0 >= self.seats() {
            Err(Rejection::no_seat())
        } else {
            Ok(())
        }
    }

    /// A position that somebody has put together by hand, from the game's own sketch of it: what lies
    /// where and whose turn it is. The rest follows from that. Refused by games that have no sketch.
    fn arrange(options: &Self::Options, seats: u8, sketch: &Value) -> Result<Self, Rejection> {
        let _ = (options, seats, sketch);
        Err(Rejection::new(
            "no_sketch",
            format!("positions of {} are not set up by hand", Self::META.name),
        ))
    }

    /// What these options say about clocks, watching and take-backs.
    fn conduct(options: &Self::Options) -> Conduct {
        let _ = options;
        Conduct::default()
    }

    /// What people who play each other expect of a table.
    fn table_defaults() -> TableDefaults {
        TableDefaults::default()
    }

    /// What the seats are with these options, from seat 0 on. Empty where the rules decide by lot
    /// after the start who is what, so that there is nothing to choose.
    fn sides(options: &Self::Options) -> &'static [SideSpec] {
        let _ = options;
        &SideSpec::IN_ORDER
    }

    /// Whether the last action belongs to a ply that is not complete yet.
    fn is_mid_ply(&self) -> bool {
        false
    }

    /// Whether what `seat` decides now can be decided from what everybody sees: at a table of one
    /// screen nobody need look away for it.
    fn decides_openly(&self, seat: Seat) -> bool {
        let _ = seat;
        !Self::META.hidden
    }

    /// The seats agreed on a draw.
    fn agree_draw(&mut self, events: &mut Vec<Self::Event>) -> Result<(), Rejection> {
        let _ = events;
        Err(Rejection::new(
            "no_draws",
            format!("{} knows no draw by agreement", Self::META.name),
        ))
    }

    /// A seat's time is up. Games that go on without it (a pass, a move made for it) override this.
    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Rejection> {
        self.depart(seat, Departure::TimedOut, chance, events)
    }

    /// Whether these events told a seat something it could not have known before (dice aside,
    /// which the match notices by itself): then they cannot be taken back.
    fn reveals(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }
}
