use std::fmt::Write as _;

use parlor_engine::{
    Actions, Chance, Charset, Departure, Game, Legality, Meta, Names, OptionSpec, Outcome,
    Rejection, Seat, SeatSet, SideSpec, Viewer,
};

use crate::position::{Departed, Exit};
use crate::{
    Act, Event, Mars, Options, Preview, Side, View, imagine, notation, picture, preview, words,
};

impl Game for Mars {
    const META: Meta = Meta {
        id: "mars",
        name: "Operation Mars",
        about: "The Rzhev salient, 1942: two armies in the fog of war, a hundred turns, one front line",
        min_seats: 2,
        max_seats: 2,
        dice: true,
        hidden: true,
        shuffle_seats: false,
        draw_offers: false,
    };

    const REFUSALS: &'static [&'static str] =
        &["off_board", "no_unit", "same_tile", "out_of_reach"];

    type Options = Options;
    type Action = Act;
    type Event = Event;
    type View = View;
    type Preview = Preview;

    fn option_specs() -> Vec<OptionSpec> {
        Options::specs()
    }

    fn sides(_: &Options) -> &'static [SideSpec] {
        const SIDES: [SideSpec; 2] = [
            SideSpec::new(
                "soviets",
                "Soviets",
                "attack with 15 of 70 points: take the towns of the salient, Rzhev and Vyazma count double",
            ),
            SideSpec::new(
                "germans",
                "Germans",
                "defend with 55 of 70 points: hold the towns of the salient to the last turn",
            ),
        ];
        &SIDES
    }

    fn new(options: &Options, seats: u8, _chance: &mut dyn Chance) -> Result<Mars, Rejection> {
        options.check()?;
        Self::META.check_seats(seats)?;
        Ok(Mars::opening(*options))
    }

    fn check_new(options: &Options) -> Result<(), Rejection> {
        options.check_new()
    }

    fn check_state(&self) -> Result<(), Rejection> {
        self.check()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn to_act(&self) -> SeatSet {
        if self.is_over() {
            SeatSet::EMPTY
        } else {
            SeatSet::only(self.mover().seat())
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn legal_actions(&self, seat: Seat, out: &mut Vec<Act>) -> Legality {
        if self.to_act().contains(seat) {
            self.list_acts(self.mover(), out);
        }
        Legality::Listed
    }

    fn validate(&self, seat: Seat, action: &Act) -> Result<(), Rejection> {
        self.judge(seat, *action)
    }

    fn execute(
        &mut self,
        seat: Seat,
        action: &Act,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        if let Some(side) = Side::of(seat) {
            self.perform(side, *action, chance, events);
        }
    }

    fn depart(
        &mut self,
        seat: Seat,
        how: Departure,
        _chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        let side = Side::of(seat).ok_or_else(Rejection::no_seat)?;
        let how = Exit::from(how);
        self.departed = Some(Departed { side, how });
        events.push(Event::Departed { side, how });
        self.tell_end(events);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer.into())
    }

    fn redact(event: &Event, viewer: Viewer) -> Option<Event> {
        event.redacted(viewer)
    }

    fn determinize(view: &View, chance: &mut dyn Chance) -> Mars {
        imagine::world(view, chance)
    }

    fn preview(view: &View, seat: Seat, action: &Act) -> Result<Preview, Rejection> {
        preview::preview(view, seat, *action)
    }

    fn describe_preview(preview: &Preview, names: Names<'_>) -> Vec<String> {
        preview::describe(preview, names)
    }

    fn notate_into(action: &Act, text: &mut String) {
        // Writing into a string cannot fail.
        let _ = write!(text, "{action}");
    }

    fn parse(text: &str) -> Result<Actions<Act>, Rejection> {
        Ok([notation::parse(text)?].into())
    }

    fn picture(view: &View, charset: Charset) -> String {
        picture::draw(view, charset)
    }

    fn describe(event: &Event, names: Names<'_>) -> String {
        words::describe(event, names)
    }

    fn sample<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        _scratch: &mut Vec<Act>,
        chance: &mut C,
    ) -> Option<Act> {
        if self.to_act().contains(seat) {
            self.sample_act(self.mover(), chance)
        } else {
            None
        }
    }

    fn reveals(events: &[Event]) -> bool {
        Event::reveal(events)
    }
}
