use parlor_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::world::{
    ALL_LANDS, ASIA, CONTINENTS, Lands, TERRITORY_COUNT, TerritoryId, chain, continent_lands, ids,
    neighbours,
};
use crate::{Fortify, Options};

const NOBODY: u8 = u8::MAX;

/// Owner and troops of every territory. Reading outside of the world finds an empty land,
/// writing there does nothing: an action that was not judged must not bring the house down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Columns", try_from = "Columns")]
pub struct Board {
    owners: [u8; TERRITORY_COUNT],
    troops: [u32; TERRITORY_COUNT],
}

/// The board as it is written down.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Columns {
    owners: Vec<Option<Seat>>,
    troops: Vec<u32>,
}

impl From<Board> for Columns {
    fn from(board: Board) -> Columns {
        Columns {
            owners: board.owners(),
            troops: board.troops.to_vec(),
        }
    }
}

impl TryFrom<Columns> for Board {
    type Error = &'static str;

    fn try_from(columns: Columns) -> Result<Board, &'static str> {
        Board::from_columns(&columns.owners, &columns.troops)
            .ok_or("a board has 42 owners below seat 6 and 42 numbers of troops")
    }
}

impl Board {
    /// Nobody anywhere.
    pub fn empty() -> Board {
        Board {
            owners: [NOBODY; TERRITORY_COUNT],
            troops: [0; TERRITORY_COUNT],
        }
    }

    pub fn from_columns(owners: &[Option<Seat>], troops: &[u32]) -> Option<Board> {
        if owners.iter().flatten().any(|seat| seat.0 >= 6) {
            return None;
        }
        let owners: Vec<u8> = owners
            .iter()
            .map(|owner| owner.map_or(NOBODY, |seat| seat.0))
            .collect();
        Some(Board {
            owners: owners.try_into().ok()?,
            troops: troops.try_into().ok()?,
        })
    }

    pub fn owners(&self) -> Vec<Option<Seat>> {
        (0..TERRITORY_COUNT as TerritoryId)
            .map(|id| self.owner(id))
            .collect()
    }

    pub fn all_troops(&self) -> &[u32; TERRITORY_COUNT] {
        &self.troops
    }

    #[inline]
    pub fn owner(&self, id: TerritoryId) -> Option<Seat> {
        match self.owners.get(usize::from(id)) {
            None | Some(&NOBODY) => None,
            Some(&seat) => Some(Seat(seat)),
        }
    }

    #[inline]
    pub fn troops(&self, id: TerritoryId) -> u32 {
        self.troops.get(usize::from(id)).copied().unwrap_or(0)
    }

    fn lands_of(&self, code: u8) -> Lands {
        self.owners
            .iter()
            .enumerate()
            .fold(0, |lands, (id, &owner)| {
                lands | Lands::from(owner == code) << id
            })
    }

    /// The territories of a seat.
    #[inline]
    pub fn held(&self, seat: Seat) -> Lands {
        self.lands_of(seat.0)
    }

    #[inline]
    pub fn unowned(&self) -> Lands {
        self.lands_of(NOBODY)
    }

    pub fn count(&self, seat: Seat) -> u32 {
        self.held(seat).count_ones()
    }

    pub fn army(&self, seat: Seat) -> u32 {
        ids(self.held(seat)).fold(0, |sum, id| sum.saturating_add(self.troops(id)))
    }

    /// Puts a new garrison in place of whatever was there.
    pub fn garrison(&mut self, id: TerritoryId, seat: Seat, troops: u32) {
        if let (Some(owner), Some(here)) = (
            self.owners.get_mut(usize::from(id)),
            self.troops.get_mut(usize::from(id)),
        ) {
            *owner = seat.0;
            *here = troops;
        }
    }

    pub fn add(&mut self, id: TerritoryId, troops: u32) {
        if let Some(here) = self.troops.get_mut(usize::from(id)) {
            *here = here.saturating_add(troops);
        }
    }

    /// Takes troops away; an emptied territory has no owner (rule page 3.3, DEFEND).
    pub fn remove(&mut self, id: TerritoryId, troops: u32) {
        if let (Some(owner), Some(here)) = (
            self.owners.get_mut(usize::from(id)),
            self.troops.get_mut(usize::from(id)),
        ) {
            *here = here.saturating_sub(troops);
            if *here == 0 {
                *owner = NOBODY;
            }
        }
    }

    /// The continents a seat owns entirely, by id; always counted anew (rule page 2.2).
    pub fn continents(&self, seat: Seat) -> impl Iterator<Item = u8> {
        let held = self.held(seat);
        (0..CONTINENTS.len() as u8).filter(move |&id| continent_lands(id) & !held == 0)
    }

    /// Reinforcements before cards (rule page 3.3, REINFORCE).
    pub fn income(&self, seat: Seat, options: &Options) -> u32 {
        let base = self.count(seat) / 3;
        let bonus: u32 = self
            .continents(seat)
            .map(|id| match id {
                ASIA => u32::from(options.asia_bonus),
                _ => u32::from(CONTINENTS[usize::from(id)].bonus),
            })
            .sum();
        if options.floor_before_bonus {
            base.max(3) + bonus
        } else {
            (base + bonus).max(3)
        }
    }

    /// What `id` can attack if it belongs to the owner of `own`; nothing with a single troop.
    #[inline]
    pub fn targets(&self, own: Lands, id: TerritoryId) -> Lands {
        if self.troops(id) >= 2 {
            neighbours(id) & !own
        } else {
            0
        }
    }

    pub fn can_attack(&self, own: Lands) -> bool {
        ids(own).any(|id| self.targets(own, id) != 0)
    }

    /// Where troops of `id` may be transferred to.
    pub fn destinations(&self, own: Lands, id: TerritoryId, fortify: Fortify) -> Lands {
        if self.troops(id) < 2 {
            return 0;
        }
        match fortify {
            Fortify::Adjacent => neighbours(id) & own,
            Fortify::Chain => chain(own, id),
        }
    }

    /// A chain begins with a neighbour, so both ways to fortify agree on whether it is possible.
    pub fn can_transfer(&self, own: Lands) -> bool {
        ids(own).any(|id| self.troops(id) >= 2 && neighbours(id) & own != 0)
    }

    pub fn is_owned_by(&self, seat: Seat) -> bool {
        self.held(seat) == ALL_LANDS
    }
}

/// The most dice a source may attack with (rule page 3.3, ATTACK).
pub fn attack_dice(troops: u32) -> u8 {
    troops.saturating_sub(1).min(3) as u8
}

/// The most dice a territory may be defended with (rule page 3.3, DEFEND).
pub fn defence_dice(troops: u32) -> u8 {
    troops.min(2) as u8
}
