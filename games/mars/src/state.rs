//! The position. Bit sets say where units are, tables say which and how they fare.

use parlor_describe::TS;
use parlor_engine::{Outcome, Rejection};
use serde::{Deserialize, Serialize};

use crate::combat::VETERANCY_CAP;
use crate::map::points_in;
use crate::position::{Departed, Last, Position};
use crate::roster::{GERMAN_UNITS, SOVIET_UNITS, UNITS};
use crate::tile::{TILES, spread};
use crate::{Arm, Land, Options, Side, Tile, UnitId};

pub const FULL_HEALTH: u8 = 100;

const NOBODY: u8 = u8::MAX;

/// A game of Operation Mars. From and to JSON as a [`Position`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Position", try_from = "Position")]
pub struct Mars {
    pub(crate) options: Options,
    /// Completed turns of both sides, passes included.
    pub(crate) done: u16,
    pub(crate) land: Land,
    /// Where each side has units.
    men: [u128; 2],
    /// Where armour of either side stands.
    armour: u128,
    /// The unit on each tile, or `NOBODY`.
    board: [u8; TILES],
    /// By unit; 0 for the dead.
    health: [u8; UNITS],
    veterancy: [u8; UNITS],
    /// Enemies dead so far, a point each.
    pub(crate) kills: [u8; 2],
    pub(crate) departed: Option<Departed>,
    pub(crate) last: Option<Last>,
}

/// Points of a side (section 3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Score {
    pub kills: u8,
    pub towns: u8,
    pub total: u8,
}

/// How many units a side starts with.
pub(crate) const fn strength(side: Side) -> u8 {
    match side {
        Side::Soviets => SOVIET_UNITS as u8,
        Side::Germans => GERMAN_UNITS as u8,
    }
}

impl Mars {
    /// A board without units.
    pub(crate) fn empty(options: Options, land: Land) -> Mars {
        Mars {
            options,
            done: 0,
            land,
            men: [0; 2],
            armour: 0,
            board: [NOBODY; TILES],
            health: [0; UNITS],
            veterancy: [0; UNITS],
            kills: [0; 2],
            departed: None,
            last: None,
        }
    }

    pub(crate) fn opening(options: Options) -> Mars {
        let mut state = Mars::empty(options, Land::opening());
        for id in UnitId::all() {
            state.recruit(id, id.record().start);
        }
        state
    }

    /// Puts a unit on an empty tile as it is at the start of a game.
    pub(crate) fn recruit(&mut self, id: UnitId, tile: Tile) {
        self.set(id, tile, FULL_HEALTH, id.record().veterancy);
    }

    /// Puts a unit on an empty tile.
    pub(crate) fn set(&mut self, id: UnitId, tile: Tile, health: u8, veterancy: u8) {
        self.health[id.index()] = health;
        self.veterancy[id.index()] = veterancy;
        self.put(id, tile);
    }

    pub(crate) fn put(&mut self, id: UnitId, tile: Tile) {
        self.board[tile.index()] = id.index() as u8;
        self.men[id.side().index()] |= tile.bit();
        if id.record().icon.arm() == Arm::Armour {
            self.armour |= tile.bit();
        }
    }

    pub(crate) fn lift(&mut self, tile: Tile) {
        self.board[tile.index()] = NOBODY;
        self.men[0] &= !tile.bit();
        self.men[1] &= !tile.bit();
        self.armour &= !tile.bit();
    }

    /// Takes damage; a unit below health 1 is dead and gone at once, for a point (4.3).
    /// Returns whether it died.
    pub(crate) fn hurt(&mut self, id: UnitId, tile: Tile, damage: i32) -> bool {
        let left = i32::from(self.health(id)) - damage;
        let died = left < 1;
        if died {
            self.health[id.index()] = 0;
            self.veterancy[id.index()] = 0;
            self.lift(tile);
            self.kills[id.side().other().index()] += 1;
        } else {
            self.health[id.index()] = left as u8;
        }
        died
    }

    /// One level more, up to the cap. Returns whether there was room.
    pub(crate) fn promote(&mut self, id: UnitId) -> bool {
        let level = &mut self.veterancy[id.index()];
        let room = *level < VETERANCY_CAP;
        *level += u8::from(room);
        room
    }

    pub fn options(&self) -> Options {
        self.options
    }

    /// Completed turns; the turn number on display is one more.
    pub fn done(&self) -> u16 {
        self.done
    }

    pub fn land(&self) -> Land {
        self.land
    }

    pub fn unit_at(&self, tile: Tile) -> Option<UnitId> {
        UnitId::new(usize::from(self.board[tile.index()]))
    }

    /// 0 for a dead unit.
    pub fn health(&self, id: UnitId) -> u8 {
        self.health[id.index()]
    }

    pub fn veterancy(&self, id: UnitId) -> u8 {
        self.veterancy[id.index()]
    }

    pub(crate) fn men(&self, side: Side) -> u128 {
        self.men[side.index()]
    }

    pub(crate) fn armour(&self) -> u128 {
        self.armour
    }

    pub fn alive(&self, side: Side) -> u8 {
        self.men(side).count_ones() as u8
    }

    /// The units with an enemy near: exactly those that somebody but their own side can see.
    /// Being near is mutual, so both sides know all of them.
    pub(crate) fn contact(&self) -> u128 {
        (self.men[0] & spread(self.men[1])) | (self.men[1] & spread(self.men[0]))
    }

    /// Whose turn it would be if the game is not over.
    pub(crate) fn mover(&self) -> Side {
        if self.done.is_multiple_of(2) {
            Side::Soviets
        } else {
            Side::Germans
        }
    }

    pub fn is_encircled(&self, tile: Tile, side: Side) -> bool {
        self.land.encircles(tile, side)
    }

    pub fn score(&self, side: Side) -> Score {
        let kills = self.kills[side.index()];
        let towns = points_in(self.land.of(side));
        Score {
            kills,
            towns,
            total: kills + towns,
        }
    }

    pub(crate) fn scores(&self) -> [Score; 2] {
        Side::BOTH.map(|side| self.score(side))
    }

    /// Out of turns, or nobody left to act (4.4, section 8).
    fn is_played_out(&self) -> bool {
        self.done >= self.options.turns || self.men == [0, 0]
    }

    pub(crate) fn is_over(&self) -> bool {
        self.departed.is_some() || self.is_played_out()
    }

    pub(crate) fn result(&self) -> Option<Outcome> {
        if let Some(departed) = self.departed {
            let winner = departed.side.other().seat();
            return Some(Outcome::win(winner, 2, departed.how.reason()));
        }
        if !self.is_played_out() {
            return None;
        }
        let [soviets, germans] = self.scores().map(|score| score.total);
        Some(match soviets.cmp(&germans) {
            std::cmp::Ordering::Greater => Outcome::win(Side::Soviets.seat(), 2, "score"),
            std::cmp::Ordering::Less => Outcome::win(Side::Germans.seat(), 2, "score"),
            std::cmp::Ordering::Equal => Outcome::draw(2, "score"),
        })
    }

    /// What the rules rely on. That units and tiles match one to one is true by construction.
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        self.options.check()?;
        if self.done > self.options.turns {
            return Err(Rejection::state("more turns are done than the game has"));
        }
        for side in Side::BOTH {
            if self.men(side) & !self.land.of(side) != 0 {
                return Err(Rejection::state(
                    "a unit stands on territory of the other side",
                ));
            }
            let dead = strength(side) - self.alive(side);
            if self.kills[side.other().index()] != dead {
                return Err(Rejection::state(
                    "a side's kill points must be the number of dead enemies",
                ));
            }
        }
        for tile in crate::tile::tiles(self.men[0] | self.men[1]) {
            let Some(id) = self.unit_at(tile) else {
                continue;
            };
            if !(1..=FULL_HEALTH).contains(&self.health(id)) {
                return Err(Rejection::state(format!("{id} has no health of 1 to 100")));
            }
            if self.veterancy(id) > VETERANCY_CAP {
                return Err(Rejection::state(format!("{id} is above veterancy 6")));
            }
        }
        if self.is_played_out() {
            if self.departed.is_some() {
                return Err(Rejection::state("nobody leaves a game that is over"));
            }
        } else if self.men(self.mover()) == 0 {
            // Its turn would have been passed within the action before.
            return Err(Rejection::state("the side to move has no units"));
        }
        Ok(())
    }
}
