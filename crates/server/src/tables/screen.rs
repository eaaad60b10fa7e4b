//! Tables of one screen: their people sit before one computer and hand it round.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use parlor_engine::Nonce;

use super::{Chair, Sitter, Table};
use crate::people::{clean_nickname, name_key};
use crate::protocol::NewTable;
use crate::{Code, Refusal};

const PEOPLE: RangeInclusive<usize> = 2..=6;

/// Those who share a screen and the bots take all seats of a table.
pub(super) fn seats_of(new: &NewTable) -> Result<u8, Refusal> {
    let refuse = |message| Err(Refusal::new(Code::TableScreen, message));
    if !PEOPLE.contains(&new.screen.len()) {
        return refuse("a screen is shared by two to six people");
    }
    let taken = u8::try_from(new.screen.len() + new.bots.len()).unwrap_or(u8::MAX);
    if new.seats.is_some_and(|seats| seats != taken) {
        return refuse("those who share a screen and the bots take all seats");
    }
    Ok(taken)
}

impl Table {
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
                return Err(Refusal::new(
                    Code::TableScreen,
                    "two people at one screen need different names",
                ));
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
}
