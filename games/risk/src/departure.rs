//! Leaving a running match (rule page 7.3) and running out of time (14).

use parlor_engine::{Chance, Departure, Game, Rejection, Seat};

use crate::OnLeave;
use crate::action::Action;
use crate::event::{Event, Succession};
use crate::state::{End, Phase, Risk, Standing};

impl Risk {
    pub(crate) fn leave(
        &mut self,
        seat: Seat,
        how: Departure,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        match self.stands(seat) {
            Standing::Playing => {}
            Standing::Bot | Standing::Neutral => {
                return Err(Rejection::new("already_left", "this player has left"));
            }
            Standing::Eliminated => {
                return Err(Rejection::new(
                    "not_in_match",
                    "this player is not in the turn order",
                ));
            }
        }
        let then = self.succession(how);
        events.push(Event::Departed {
            seat,
            how: how.into(),
            then,
        });
        match then {
            Succession::MatchOver => {
                let end = self.abandoned_by(seat, how);
                self.finish(end, events);
            }
            Succession::Neutral => self.turn_neutral(seat, chance, events),
            Succession::Bot => {
                self.set_standing(seat, Standing::Bot);
                // A seat that is alone only has to move into the last territory.
                if self.order().nth(1).is_some()
                    && self
                        .order()
                        .all(|seat| self.stands(seat) != Standing::Playing)
                {
                    self.finish(End::Left {}, events);
                } else {
                    self.defend_by_itself(chance, events);
                }
            }
        }
        self.run_bots(chance, events);
        Ok(())
    }

    /// Giving up is a player's own wish: it never ends the match for more than one other.
    fn succession(&self, how: Departure) -> Succession {
        if how == Departure::Resigned {
            return if self.seat_count() == 2 {
                Succession::MatchOver
            } else {
                Succession::Neutral
            };
        }
        match self.options.on_leave {
            OnLeave::EndMatch | OnLeave::Grace => Succession::MatchOver,
            OnLeave::Neutral => Succession::Neutral,
            OnLeave::Bot => Succession::Bot,
        }
    }

    fn abandoned_by(&self, seat: Seat, how: Departure) -> End {
        let rival = self.order().find(|&other| other != seat);
        match (how, rival) {
            (Departure::Resigned, Some(winner)) => End::Resigned { winner },
            _ => End::Left {},
        }
    }

    pub(crate) fn set_standing(&mut self, seat: Seat, standing: Standing) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.standing = standing;
        }
    }

    fn turn_neutral(&mut self, seat: Seat, chance: &mut dyn Chance, events: &mut Vec<Event>) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.standing = Standing::Neutral;
            player.stock = 0;
            self.discarded = self.discarded.plus(std::mem::take(&mut player.hand));
        }
        self.fallen.push(seat);
        // A territory that has just fallen gets the smallest garrison: it must belong to somebody.
        if let Phase::Occupy { from, to, min } = self.phase
            && seat == self.current
        {
            self.occupy(from, to, u32::from(min), events);
        }
        if let Some(end) = self.verdict() {
            return self.finish(end, events);
        }
        if seat != self.current {
            return self.defend_by_itself(chance, events);
        }
        match self.phase {
            Phase::Setup | Phase::SetupReinforce => self.after_setup_step(),
            _ => self.pass_on(),
        }
    }

    /// The clock decides: skip where that is allowed, else what the computer player would do.
    pub(crate) fn run_out_of_time(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.must_sit(seat)?;
        if self.actor() != Some(seat) {
            return Err(Rejection::not_your_turn());
        }
        let action = match self.phase {
            Phase::TurnIn | Phase::Attack | Phase::Transfer => Action::Skip {},
            _ => self.bot_action(seat),
        };
        events.push(Event::TimedOut { seat });
        self.carry_out(&action, chance, events);
        self.run_bots(chance, events);
        Ok(())
    }
}
