//! Tables with a shared screen: some of their people sit before one computer, their host's, and hand
//! it round. The others, if there are any, play with devices of their own.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use parlor_engine::{Fast, Nonce, Seat, SeatSet};

use super::{Chair, Sitter, Table};
use crate::people::{PlayerId, clean_nickname, name_key};
use crate::protocol::{NewTable, Watch};
use crate::{Code, Refusal};

const PEOPLE: RangeInclusive<usize> = 2..=6;

/// Those who share a screen and the bots have their seats; others may come.
pub(super) fn seats_of(new: &NewTable) -> Result<u8, Refusal> {
    if !PEOPLE.contains(&new.screen.len()) {
        return Err(refused("a screen is shared by two to six people"));
    }
    let taken = u8::try_from(new.screen.len() + new.bots.len()).unwrap_or(u8::MAX);
    let seats = new.seats.unwrap_or(taken);
    if seats < taken {
        return Err(refused(
            "those who share a screen and the bots are more than the seats",
        ));
    }
    Ok(seats)
}

fn refused(message: &'static str) -> Refusal {
    Refusal::new(Code::TableScreen, message)
}

impl Table {
    /// Whether whoever sits there shares the host's screen. Where a bot took over nobody does.
    pub fn is_at_screen(&self, chair: &Chair) -> bool {
        let hosts = |it: &Sitter| it.player == self.host.player;
        self.screen && chair.bot.is_none() && chair.sitter.as_ref().is_some_and(hosts)
    }

    pub fn seats_at_screen(&self) -> SeatSet {
        if !self.screen {
            return SeatSet::EMPTY;
        }
        let chairs = (0..).map(Seat).zip(&self.chairs);
        let shared = chairs.filter(|(_, chair)| self.is_at_screen(chair));
        shared.map(|(seat, _)| seat).collect()
    }

    /// Nobody has come with a device of their own: whoever plays here sits before the one screen.
    pub fn is_one_screen(&self) -> bool {
        self.screen && self.people().all(|it| it.player == self.host.player)
    }

    /// The names of those who share the screen, for another match.
    pub(super) fn names_at_screen(&self) -> Vec<String> {
        let hosts = |it: &&Sitter| self.screen && it.player == self.host.player;
        let people = self.people().filter(hosts);
        people.map(|it| it.name.clone()).collect()
    }

    /// Seats all of them, each under a name of their own; the host answers for all. `nonce` is the
    /// host's share in the seed; the table's commitment has fixed the others'.
    pub(super) fn share_screen(
        &mut self,
        names: &[String],
        nonce: Option<Nonce>,
    ) -> Result<(), Refusal> {
        let lots = self.lots();
        let player = self.host.player;
        let mut known = BTreeSet::new();
        for ((seat, chair), name) in (0..).zip(&mut self.chairs).zip(names) {
            let name = clean_nickname(name)?;
            if !known.insert(name_key(&name)) {
                return Err(same_name());
            }
            let share = nonce.filter(|_| seat == 0);
            *chair = Chair {
                sitter: Some(Sitter { player, name }),
                nonce: Some(share.unwrap_or_else(|| lots.nonce(seat))),
                ..Chair::default()
            };
        }
        self.settle();
        Ok(())
    }

    /// Somebody beside the host takes a seat at the host's screen. As long as nobody else has come a
    /// seat stays free for them, if need be one more than there was.
    pub(super) fn seat_here(
        &mut self,
        host: PlayerId,
        name: &str,
        seat: Option<u8>,
    ) -> Result<(), Refusal> {
        self.must_be_host(host)?;
        self.must_not_have_started()?;
        let shared = self.people().filter(|it| it.player == host).count();
        if shared == 0 {
            let message = "sit down first: it is your screen that is shared";
            return Err(Refusal::new(Code::TableNotSeated, message));
        }
        if shared >= *PEOPLE.end() || self.challenge.is_some() || self.quick {
            return Err(refused("nobody else can share your screen at this table"));
        }
        let name = clean_nickname(name)?;
        let key = name_key(&name);
        if self.people().any(|it| name_key(&it.name) == key) {
            return Err(same_name());
        }
        let others = self.people().any(|it| it.player != host);
        let free = self.chairs.iter().filter(|it| it.is_free()).count();
        if seat.is_none() && free <= 1 && !others {
            self.add_chair()?;
        }
        let (chair, nonce) = self.free_chair(seat)?;
        *chair = Chair {
            sitter: Some(Sitter { player: host, name }),
            nonce: Some(nonce),
            ..Chair::default()
        };
        self.screen = true;
        // What one person answers for says nothing about their strength, and whoever looks on could
        // sit beside them.
        self.rated = false;
        self.watch = Watch::Off;
        self.forget_wishes();
        self.settle();
        Ok(())
    }

    /// One seat more, if the game is played by so many.
    fn add_chair(&mut self) -> Result<(), Refusal> {
        let game = self.game()?;
        let seats = self.chairs.len() as u8 + 1;
        let fits = seats <= game.meta().max_seats;
        if fits && game.start(&self.options, seats, &mut Fast::new(0)).is_ok() {
            self.chairs.push(Chair::default());
        }
        Ok(())
    }

    /// After a seat was freed: whoever is alone before their screen shares it with nobody.
    pub(super) fn leave_screen(&mut self) {
        let host = self.host.clone();
        let hosts = |chair: &&mut Chair| {
            chair
                .sitter
                .as_ref()
                .is_some_and(|it| it.player == host.player)
        };
        let mut own: Vec<&mut Chair> = self.chairs.iter_mut().filter(hosts).collect();
        if self.screen && own.len() < *PEOPLE.start() {
            for chair in &mut own {
                chair.sitter = Some(host.clone());
            }
            self.screen = false;
        }
    }
}

fn same_name() -> Refusal {
    refused("two people at one screen need different names")
}
