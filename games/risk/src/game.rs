use parlor_engine::{
    Actions, Chance, Charset, Conduct, Departure, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, Viewer,
};

use crate::action::Action;
use crate::event::Event;
use crate::options::{Options, Spectators, specs};
use crate::preview::Preview;
use crate::state::{MAX_SEATS, MIN_SEATS, Phase, Risk};
use crate::view::View;
use crate::{foretell, imagine, notation, picture, preview, words};

impl Game for Risk {
    const META: Meta = Meta {
        id: "risk",
        name: "Risk",
        about: "Take the world, territory by territory, with troops, cards and dice",
        min_seats: MIN_SEATS,
        max_seats: MAX_SEATS,
        dice: true,
        hidden: true,
        shuffle_seats: true,
        draw_offers: false,
    };

    const REFUSALS: &'static [&'static str] = &[
        "match_over",
        "wrong_phase",
        "not_allowed_territory",
        "bad_number",
        "bad_cards",
        "already_left",
        "not_in_match",
    ];

    type Options = Options;
    type Action = Action;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    fn conduct(options: &Options) -> Conduct {
        Conduct {
            turn_seconds: options.turn_timer,
            players_only: options.spectators != Spectators::Anyone,
            // Rule page 7.3, E4.
            absence_counts: true,
            ..Conduct::default()
        }
    }

    fn option_specs() -> Vec<OptionSpec> {
        specs()
    }

    fn new(options: &Options, seats: u8, chance: &mut dyn Chance) -> Result<Risk, Rejection> {
        Risk::opening(options, seats, chance)
    }

    fn check_state(&self) -> Result<(), Rejection> {
        self.check_all()
    }

    fn seats(&self) -> u8 {
        self.seat_count()
    }

    fn to_act(&self) -> SeatSet {
        self.actor().map_or(SeatSet::EMPTY, SeatSet::only)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        self.list(seat, out)
    }

    fn validate(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        self.judge(seat, action)
    }

    fn execute(
        &mut self,
        _seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        self.carry_out(action, chance, events);
        self.run_bots(chance, events);
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.leave(seat, how, chance, events)
    }

    /// Nobody holds a card while the world is dealt out, and dice for a defence are chosen from
    /// what lies on the table.
    fn decides_openly(&self, _seat: Seat) -> bool {
        matches!(
            self.phase,
            Phase::Setup | Phase::SetupReinforce | Phase::Defend { .. }
        )
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(event.redacted(viewer))
    }

    fn determinize(view: &View, chance: &mut dyn Chance) -> Risk {
        imagine::imagine(view, chance)
    }

    fn preview(view: &View, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
        preview::preview(view, seat, action)
    }

    fn describe_preview(preview: &Preview, names: Names<'_>) -> Vec<String> {
        foretell::describe(preview, names)
    }

    fn notate_into(action: &Action, text: &mut String) {
        text.push_str(&notation::write(action));
    }

    fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
        Ok([notation::read(text)?].into())
    }

    fn picture(view: &View, charset: Charset) -> String {
        picture::draw(view, charset)
    }

    fn describe(event: &Event, names: Names<'_>) -> String {
        words::sentence(event, names)
    }

    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        scratch: &mut Vec<Action>,
        chance: &mut C,
    ) -> Option<Action> {
        self.draw_action(seat, scratch, chance)
    }

    fn time_out(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.run_out_of_time(seat, chance, events)
    }

    fn reveals(events: &[Event]) -> bool {
        events.iter().any(Event::reveals)
    }
}
