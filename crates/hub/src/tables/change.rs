//! What can happen to a table before its match starts. Pure: the store decides who was first.

use serde_json::Value;

use super::{Chair, Table};
use crate::people::PlayerId;
use crate::protocol::{NewTable, Status};
use crate::{Code, Refusal};

impl Table {
    /// Before the start a seat becomes free again. True if nobody is left.
    pub fn leave(&mut self, player: PlayerId) -> Result<bool, Refusal> {
        self.must_not_have_started()?;
        if self.seat_of(player).is_none() {
            return Err(Refusal::new(
                Code::TableNotSeated,
                "you do not sit at this table",
            ));
        }
        // Those at the same screen go with its owner.
        while let Some(seat) = self.seat_of(player) {
            self.free(seat);
        }
        self.invitations.retain(|it| it.by.player != player);
        if self.is_host(player) {
            self.screen = false;
            let next = self.people().next().cloned();
            self.host = next.unwrap_or_else(|| self.host.clone());
        }
        Ok(self.people().next().is_none())
    }

    /// Notes which connection waits here for a partner. True if that is news.
    pub fn wait(&mut self, player: PlayerId, connection: Option<&str>) -> bool {
        let seat = self.seat_of(player).map(usize::from);
        let Some(chair) = seat.and_then(|seat| self.chairs.get_mut(seat)) else {
            return false;
        };
        let news = chair.waits.as_deref() != connection;
        chair.waits = connection.map(str::to_owned);
        news
    }

    /// Whether this connection, or any if none is given, waits here for a partner.
    pub fn is_waited_for(&self, player: PlayerId, connection: Option<&str>) -> bool {
        let chair = self.seat_of(player).map(usize::from);
        let waits = chair.and_then(|seat| self.chairs.get(seat)?.waits.as_deref());
        connection.is_none() || connection == waits
    }

    pub fn confirm(&mut self, player: PlayerId) -> Result<(), Refusal> {
        self.must_not_have_started()?;
        self.seat_of(player).ok_or_else(Refusal::not_seated)?;
        if self.status != Status::Ready {
            return Err(Refusal::new(
                Code::TableNotReady,
                "not all seats are taken yet",
            ));
        }
        let own = |chair: &&mut Chair| chair.sitter.as_ref().is_some_and(|it| it.player == player);
        for chair in self.chairs.iter_mut().filter(own) {
            chair.confirmed = true;
        }
        self.settle();
        Ok(())
    }

    pub fn seat_bot(
        &mut self,
        host: PlayerId,
        seat: Option<u8>,
        level: &str,
    ) -> Result<(), Refusal> {
        self.must_be_host(host)?;
        self.must_not_have_started()?;
        let game = self.game.clone();
        let (chair, nonce) = self.free_chair(seat)?;
        chair.seat_bot(&game, level)?;
        chair.nonce = Some(nonce);
        // What a bot plays in is not rated: its strength would have to be, too.
        self.rated = false;
        self.settle();
        Ok(())
    }

    pub fn free_seat(&mut self, host: PlayerId, seat: u8) -> Result<(), Refusal> {
        self.must_be_host(host)?;
        self.must_not_have_started()?;
        if usize::from(seat) >= self.chairs.len() {
            return Err(Refusal::new(Code::TableNoSeat, "there is no such seat"));
        }
        self.free(seat);
        self.leave_screen();
        Ok(())
    }

    /// The host starts with the seats that are taken.
    pub fn start_now(&mut self, host: PlayerId) -> Result<(), Refusal> {
        self.must_be_host(host)?;
        self.must_not_have_started()?;
        let taken = self.chairs.iter().filter(|chair| !chair.is_free()).count();
        let needed = self.game()?.meta().min_seats;
        if taken < usize::from(needed) {
            let message = format!("this game needs at least {needed} players");
            return Err(Refusal::new(Code::TableTooFew, message));
        }
        if self.people().next().is_none() {
            return Err(Refusal::new(Code::TableTooFew, "nobody sits at the table"));
        }
        self.chairs.retain(|chair| !chair.is_free());
        self.rearranged();
        self.settle();
        if self.status == Status::Ready && !self.confirm {
            self.status = Status::Running;
        }
        Ok(())
    }

    /// A running match goes on with a bot in the place of somebody who is away.
    pub fn hand_to_bot(
        &mut self,
        asker: PlayerId,
        seat: u8,
        level: &str,
        away: bool,
    ) -> Result<(), Refusal> {
        if self.seat_of(asker).is_none() {
            return Err(Refusal::not_seated());
        }
        if self.status != Status::Running {
            let message = "bots take over in running matches";
            return Err(Refusal::new(Code::TableNoTakeOver, message));
        }
        let chair = self
            .chairs
            .get_mut(usize::from(seat))
            .filter(|chair| chair.sitter.is_some() && chair.bot.is_none())
            .ok_or_else(|| Refusal::new(Code::TableNoSeat, "nobody is to be replaced there"))?;
        if !away {
            let message = "this player is still here, or has only just gone";
            return Err(Refusal::new(Code::TableStillHere, message));
        }
        chair.seat_bot(&self.game, level)?;
        chair.left = true;
        self.rated = false;
        Ok(())
    }

    /// The settings of this table for another match.
    pub fn again(&self) -> NewTable {
        NewTable {
            options: Some(Value::clone(&self.options)),
            name: Some(self.name.clone()),
            seats: Some(self.chairs.len() as u8),
            private: self.private,
            rated: self.rated,
            clock: self.clock,
            watch: self.watch,
            confirm: self.confirm,
            bots: self
                .chairs
                .iter()
                .filter_map(|chair| chair.bot.clone())
                .collect(),
            screen: self.names_at_screen(),
            position: self.position.as_deref().cloned(),
            ..NewTable::plain(&self.game)
        }
    }

    fn free(&mut self, seat: u8) {
        if let Some(chair) = self.chairs.get_mut(usize::from(seat)) {
            *chair = Chair::default();
        }
        self.rearranged();
        self.status = Status::Open;
    }

    /// Full tables start, or wait for every seat to confirm.
    pub(super) fn settle(&mut self) {
        let full = self.chairs.iter().all(|chair| !chair.is_free());
        let confirmed = self.chairs.iter().all(|chair| chair.confirmed);
        self.status = match (full, self.confirm && !confirmed) {
            (false, _) => Status::Open,
            (true, true) => Status::Ready,
            (true, false) => Status::Running,
        };
    }

    pub(super) fn must_be_host(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.is_host(player) {
            return Ok(());
        }
        Err(Refusal::new(
            Code::TableNotHost,
            "only the host of the table may do that",
        ))
    }

    pub(super) fn must_not_have_started(&self) -> Result<(), Refusal> {
        match self.status {
            Status::Open | Status::Ready => Ok(()),
            Status::Running => Err(Refusal::new(
                Code::TableStarted,
                "the match has started: nobody can join or leave",
            )),
            Status::Over => Err(Refusal::new(Code::TableOver, "the match is over")),
        }
    }
}
