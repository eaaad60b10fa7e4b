use parlor_engine::{
    Actions, Chance, Charset, Conduct, Departure, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, SideSpec, TableDefaults, TakeBackRule, Viewer,
};

use serde_json::Value;

use crate::bits::Ranked;
use crate::board::{Point, SLIDES};
use crate::state::{End, Marelles, Reason};
use crate::{
    Action, Event, First, Options, Preview, Timeout, Undo, View, notation, options, picture,
    preview, sketch, words,
};

const BLACK: SideSpec = SideSpec::new("black", "Black", "begins");
const WHITE: SideSpec = SideSpec::new("white", "White", "moves second");

impl Game for Marelles {
    const META: Meta = Meta {
        id: "marelles",
        name: "Marelles",
        about: "Nine stones each, three in a row take one: the mill game that shepherds scratched into stone",
        min_seats: 2,
        max_seats: 2,
        dice: false,
        hidden: false,
        shuffle_seats: false,
        draw_offers: true,
    };

    const REFUSALS: &'static [&'static str] = &[
        "wait",
        "must_remove",
        "no_mill",
        "bad_point",
        "still_placing",
        "placing_over",
        "not_own",
        "occupied",
        "too_far",
        "empty",
        "own_stone",
        "in_mill",
        "no_clock",
    ];

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    fn conduct(options: &Options) -> Conduct {
        Conduct {
            take_back: match options.undo {
                Undo::Ask => TakeBackRule::Ask,
                Undo::Instant => TakeBackRule::Instant,
                Undo::Off => TakeBackRule::Never,
            },
            ..Conduct::default()
        }
    }

    /// The countdown of rule page 4.3, as on the port.
    fn table_defaults() -> TableDefaults {
        TableDefaults {
            turn_seconds: Some(180),
            confirm: false,
        }
    }

    fn arrange(options: &Options, _seats: u8, sketch: &Value) -> Result<Marelles, Rejection> {
        sketch::arrange(options, sketch)
    }

    fn option_specs() -> Vec<OptionSpec> {
        options::specs()
    }

    fn sides(options: &Options) -> &'static [SideSpec] {
        match options.first {
            First::Host => &[BLACK, WHITE],
            First::Guest => &[WHITE, BLACK],
            First::Random => &[],
        }
    }

    fn new(options: &Options, seats: u8, chance: &mut dyn Chance) -> Result<Self, Rejection> {
        Self::META.check_seats(seats)?;
        options.check()?;
        let black_seat = match options.first {
            First::Host => 0,
            First::Guest => 1,
            First::Random => chance.below(2) as u8,
        };
        Ok(Marelles::opening(*options, Seat(black_seat)))
    }

    fn check_state(&self) -> Result<(), Rejection> {
        self.check()
    }

    fn seats(&self) -> u8 {
        2
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        match self.end {
            None => SeatSet::only(self.seat_of(self.side())),
            Some(_) => SeatSet::EMPTY,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        if self.to_act().contains(seat) {
            self.list_actions(out);
        }
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        self.judge(seat, *action)
    }

    #[inline]
    fn execute(
        &mut self,
        _seat: Seat,
        action: &Action,
        _chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        self.perform(*action, events);
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        _chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        let end = End {
            winner: Some(self.colour_of(seat).other()),
            reason: match how {
                Departure::Resigned | Departure::Left => Reason::RanAway,
                Departure::TimedOut => Reason::Time,
            },
        };
        self.finish(end, events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view_for(viewer)
    }

    fn redact(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn determinize(view: &View, _chance: &mut dyn Chance) -> Self {
        Marelles::from_view(view)
    }

    fn preview(view: &View, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
        preview::preview(view, seat, *action)
    }

    fn describe_preview(preview: &Preview, names: Names<'_>) -> Vec<String> {
        preview::describe(preview, names)
    }

    fn notate_into(action: &Action, text: &mut String) {
        notation::notate_into(*action, text);
    }

    fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
        notation::parse(text)
    }

    fn picture(view: &View, charset: Charset) -> String {
        picture::draw(view, charset)
    }

    fn describe(event: &Event, names: Names<'_>) -> String {
        words::describe(*event, names)
    }

    /// Straight from the masks: the n-th bit is the n-th action of the list.
    #[inline]
    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        _scratch: &mut Vec<Action>,
        chance: &mut C,
    ) -> Option<Action> {
        if !self.to_act().contains(seat) {
            return None;
        }
        let side = self.side();
        if self.pending.is_some() {
            let at = draw(self.removable().into(), chance)?;
            return Some(Action::Remove { at: Point(at) });
        }
        if self.hand(side) > 0 {
            let at = draw(self.empty().into(), chance)?;
            return Some(Action::Place { at: Point(at) });
        }
        if self.flies(side) {
            let stones = Ranked::new(self.stones(side).into());
            let targets = Ranked::new(self.empty().into());
            let all = stones.count() * targets.count();
            let n = (all > 0).then(|| chance.below(all))?;
            return Some(Action::Move {
                from: Point(stones.nth(n / targets.count())),
                to: Point(targets.nth(n % targets.count())),
            });
        }
        let edge = draw(self.slides(side), chance)?;
        let (from, to) = SLIDES[usize::from(edge & 63)];
        Some(Action::Move { from, to })
    }

    #[inline]
    fn is_mid_ply(&self) -> bool {
        self.pending.is_some()
    }

    fn agree_draw(&mut self, events: &mut Vec<Event>) -> Result<(), Rejection> {
        if self.end.is_some() {
            return Err(Rejection::over());
        }
        if !self.options.draw_by_agreement {
            return Err(Rejection::new(
                "no_draws",
                "this game is played without draws by agreement",
            ));
        }
        let end = End {
            winner: None,
            reason: Reason::Agreed,
        };
        self.finish(end, events);
        Ok(())
    }

    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.end.is_none() && self.options.timeout == Timeout::None {
            return Err(Rejection::new(
                "no_clock",
                "nobody loses on time in this game",
            ));
        }
        self.depart(seat, Departure::TimedOut, chance, events)
    }
}

/// A uniformly drawn bit of a mask.
#[inline]
fn draw<C: Chance + ?Sized>(mask: u64, chance: &mut C) -> Option<u8> {
    let ranked = Ranked::new(mask);
    let count = ranked.count();
    (count > 0).then(|| ranked.nth(chance.below(count)))
}
