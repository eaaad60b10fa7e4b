//! Who sits where: choosing a seat, changing places, and the lot that decides for the rest.

use parlor_engine::{Nonce, SideSpec, Stream, shuffle};
use serde::{Deserialize, Serialize};

use super::{Chair, Sitter, Table};
use crate::people::PlayerId;
use crate::protocol::{SeatChoice, Status};
use crate::{Code, Refusal};

/// How somebody came to their chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// They did not say: the game decides whether the order is drawn.
    #[default]
    Any,
    Chosen,
    /// The lot decides at the start.
    Random,
}

impl Place {
    pub fn is_any(&self) -> bool {
        *self == Place::Any
    }
}

impl Table {
    /// `nonce` is the share in the seed of somebody who did not sit here before; whoever brings none
    /// gets one that the table's commitment has fixed.
    pub fn join(
        &mut self,
        sitter: Sitter,
        invite: Option<&str>,
        seat: Option<SeatChoice>,
        nonce: impl Into<Option<Nonce>>,
    ) -> Result<(), Refusal> {
        let player = sitter.player;
        if let Some(own) = self.seat_of(player) {
            return seat.map_or(Ok(()), |seat| self.change_place(own.into(), seat));
        }
        self.must_not_have_started()?;
        let invited = invite == Some(self.invite.as_str()) || self.is_inside(player);
        if self.private && !invited {
            return Err(Refusal::new(
                Code::TablePrivate,
                "this table is by invitation only",
            ));
        }
        let lots = self.lots();
        let free = self.chairs.iter().position(Chair::is_free);
        let free = free.ok_or_else(full)?;
        let place = match seat {
            Some(SeatChoice::Seat(seat)) => usize::from(seat),
            _ => free,
        };
        if !self.is_to_be_had(place)? {
            return Err(taken());
        }
        // Whoever sits there does not mind where; on a free chair nobody moves.
        if place != free && !self.chairs.get(place).is_some_and(Chair::is_free) {
            self.chairs.swap(place, free);
        }
        if let Some(chair) = self.chairs.get_mut(place) {
            *chair = Chair {
                sitter: Some(sitter),
                nonce: Some(nonce.into().unwrap_or_else(|| lots.nonce(place as u8))),
                place: place_of(seat),
                ..Chair::default()
            };
        }
        self.invitations.retain(|it| it.to.player != player);
        self.forget_wishes();
        self.settle();
        Ok(())
    }

    /// The chair that is asked for, or else the first that is free, with the share in the seed that the
    /// table's commitment has fixed for it.
    pub(super) fn free_chair(&mut self, seat: Option<u8>) -> Result<(&mut Chair, Nonce), Refusal> {
        let free = self.chairs.iter().position(Chair::is_free);
        let place = seat.map(usize::from).or(free).ok_or_else(full)?;
        let nonce = self.lots().nonce(place as u8);
        let chair = self.chairs.get_mut(place).filter(|chair| chair.is_free());
        let not_free = || Refusal::new(Code::TableSeatTaken, "that seat is not free");
        Ok((chair.ok_or_else(not_free)?, nonce))
    }

    /// Whoever has blocked somebody does not sit at one table with them.
    pub(super) fn must_not_meet(&self, player: PlayerId, blocked: &[i64]) -> Result<(), Refusal> {
        let waits = matches!(self.status, Status::Open | Status::Ready);
        if waits && self.seat_of(player).is_none() && self.has_any(blocked) {
            let message = "somebody at this table has blocked you, or you them";
            return Err(Refusal::new(Code::TableBlocked, message));
        }
        Ok(())
    }

    /// Whether one of these people sits here.
    pub(super) fn has_any(&self, people: &[i64]) -> bool {
        self.people().any(|it| people.contains(&it.player.0))
    }

    /// Whether somebody who is not here yet could sit as they want.
    pub fn has_room(&self, seat: Option<SeatChoice>) -> bool {
        let free = self.chairs.iter().any(Chair::is_free);
        free && match seat {
            Some(SeatChoice::Seat(seat)) => self.is_to_be_had(seat.into()).unwrap_or(false),
            _ => true,
        }
    }

    /// Whether the chair is free, or whoever sits there does not mind another.
    fn is_to_be_had(&self, place: usize) -> Result<bool, Refusal> {
        let chair = self.chairs.get(place).ok_or_else(no_seat)?;
        let easy = match chair.place {
            Place::Any => self.quick,
            Place::Chosen => false,
            Place::Random => true,
        };
        Ok(chair.is_free() || chair.bot.is_some() || easy)
    }

    /// Somebody who sits here wants to sit elsewhere. Where somebody sits by choice that is a wish,
    /// which the other one fulfils by wishing the same.
    fn change_place(&mut self, own: usize, to: SeatChoice) -> Result<(), Refusal> {
        self.must_not_have_started()?;
        let place = match to {
            SeatChoice::Seat(seat) => usize::from(seat),
            SeatChoice::Lot(_) => own,
        };
        if place != own && !self.is_to_be_had(place)? {
            let agreed = self.chairs.get(place).and_then(|chair| chair.wants) == Some(own as u8);
            if !agreed {
                if let Some(chair) = self.chairs.get_mut(own) {
                    chair.wants = Some(place as u8);
                }
                return Ok(());
            }
            if let Some(chair) = self.chairs.get_mut(place) {
                chair.place = Place::Chosen;
            }
        }
        if let Some(chair) = self.chairs.get_mut(own) {
            chair.place = place_of(Some(to));
        }
        self.chairs.swap(own, place);
        self.rearranged();
        Ok(())
    }

    /// Another table than the one that people agreed to.
    pub(super) fn rearranged(&mut self) {
        self.forget_wishes();
        for chair in &mut self.chairs {
            chair.confirmed = chair.bot.is_some();
        }
        if self.status == Status::Ready {
            self.settle();
        }
    }

    pub(super) fn forget_wishes(&mut self) {
        for chair in &mut self.chairs {
            chair.wants = None;
        }
    }

    /// At the start: those who left it to the lot, bots, and everybody in games that draw the order
    /// anyway, are mixed among their chairs.
    pub(super) fn draw_seats(&mut self) -> Result<(), Refusal> {
        // In a position each seat has its own pieces: nobody is moved who did not leave it to the lot.
        let everybody = self.game()?.meta().shuffle_seats && self.position.is_none();
        let by_lot = |chair: &Chair| chair.place == Place::Random;
        if !everybody && !self.chairs.iter().any(by_lot) {
            return Ok(());
        }
        let nonces: Vec<Nonce> = self.chairs.iter().filter_map(|it| it.nonce).collect();
        let mut chance = Stream::new(&self.lots().order(&nonces), 0);
        let loose = |chair: &&mut Chair| match chair.place {
            Place::Any => everybody || chair.bot.is_some(),
            Place::Chosen => false,
            Place::Random => true,
        };
        let mut drawn: Vec<Chair> = self
            .chairs
            .iter_mut()
            .filter(loose)
            .map(|it| it.clone())
            .collect();
        shuffle(&mut drawn, &mut chance);
        for (chair, drawn) in self.chairs.iter_mut().filter(loose).zip(drawn) {
            *chair = drawn;
        }
        Ok(())
    }

    /// The seat in the next match: everybody moves on by one, so that two change sides. Where the
    /// order is drawn anyway there is none.
    pub fn next_seat(&self, player: PlayerId) -> Option<SeatChoice> {
        let own = self.seat_of(player)?;
        let drawn = self.game().ok()?.meta().shuffle_seats;
        let next = (usize::from(own) + 1) % self.chairs.len();
        (!drawn).then_some(SeatChoice::Seat(next as u8))
    }

    /// What each seat is called; nothing where the rules decide by lot who is what.
    pub fn sides(&self) -> &'static [SideSpec] {
        let sides = self
            .game()
            .map_or(&[][..], |game| game.sides(&self.options));
        sides.get(..self.chairs.len()).unwrap_or(&[])
    }
}

fn place_of(seat: Option<SeatChoice>) -> Place {
    match seat {
        None => Place::Any,
        Some(SeatChoice::Seat(_)) => Place::Chosen,
        Some(SeatChoice::Lot(_)) => Place::Random,
    }
}

pub(super) fn full() -> Refusal {
    Refusal::new(Code::TableFull, "all seats are taken")
}

fn taken() -> Refusal {
    Refusal::new(Code::TableSeatTaken, "somebody sits there already")
}

fn no_seat() -> Refusal {
    Refusal::new(Code::TableNoSeat, "there is no such seat")
}
