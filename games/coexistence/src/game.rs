use parlor_engine::{
    Actions, Chance, Charset, Departure, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, SideSpec, Viewer,
};

use crate::{Action, CoExistence, Event, Options, Preview, View, notation, picture, preview};

impl Game for CoExistence {
    const META: Meta = Meta {
        id: "coexistence",
        name: "CoExistence",
        about: "A quick duel of open cards: axe, hammer, sword, arrow, and nine points of glory",
        min_seats: 2,
        max_seats: 2,
        // Every round is dealt when it starts.
        dice: true,
        // All cards lie open, and the undealt rest is not in the state.
        hidden: false,
        shuffle_seats: false,
        draw_offers: false,
    };

    const REFUSALS: &'static [&'static str] =
        &["bad_column", "dead_attacker", "dead_target", "no_kill"];

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    fn option_specs() -> Vec<OptionSpec> {
        Options::specs()
    }

    /// The rules draw who begins.
    fn sides(_: &Options) -> &'static [SideSpec] {
        &[]
    }

    fn new(options: &Options, seats: u8, chance: &mut dyn Chance) -> Result<Self, Rejection> {
        Self::META.check_seats(seats)?;
        options.check()?;
        Ok(CoExistence::open(*options, chance))
    }

    fn check_state(&self) -> Result<(), Rejection> {
        self.check()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> SeatSet {
        self.turn.map_or(SeatSet::EMPTY, SeatSet::only)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.ending.map(crate::Ending::outcome)
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        self.list(seat, out);
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        self.judge(seat, *action)
    }

    fn execute(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        // A stray call must not count a counter past its bounds.
        if self.turn != Some(seat) {
            return;
        }
        match *action {
            Action::Attack { own, target } => self.attack(seat, own, target, events),
            Action::Pass => self.pass(seat, false, chance, events),
        }
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        _chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.leave(seat, how, events)
    }

    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.pass_by_clock(seat, chance, events)
    }

    fn view(&self, viewer: Viewer) -> View {
        View::of(self, viewer)
    }

    fn redact(event: &Event, _viewer: Viewer) -> Option<Event> {
        Some(*event)
    }

    fn determinize(view: &View, _chance: &mut dyn Chance) -> Self {
        view.state()
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
        event.describe(names)
    }

    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        _scratch: &mut Vec<Action>,
        chance: &mut C,
    ) -> Option<Action> {
        self.draw(seat, chance)
    }
}
