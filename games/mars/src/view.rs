//! What each viewer may know (section 6).

use parlor_describe::TS;
use parlor_engine::{Outcome, Viewer};
use serde::{Deserialize, Serialize};

use crate::event::{Placed, Unit};
use crate::map::TOWNS;
use crate::position::{Deed, Last};
use crate::tile::tiles;
use crate::{Land, Mars, Options, Score, Side, Tile, UnitId};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct View {
    pub viewer: Eyes,
    pub options: Options,
    /// Completed turns.
    pub done: u16,
    /// The number to show: that of the turn being played, or of the last one.
    pub turn: u16,
    /// Nobody when the game is over.
    pub to_move: Option<Side>,
    /// Whole, for everybody.
    pub territory: Land,
    pub towns: Vec<TownView>,
    /// The units in sight, row by row.
    pub units: Vec<Placed>,
    /// The tiles of those that are encircled.
    pub encircled: Vec<Tile>,
    pub scores: [Score; 2],
    /// Living units of each side, hidden ones included: deaths are seen by all.
    pub alive: [u8; 2],
    /// The dead in the order of the roster.
    pub fallen: Vec<UnitId>,
    pub last: Option<LastView>,
    pub outcome: Option<Outcome>,
}

/// Whose eyes see this.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Eyes {
    Soviets,
    Germans,
    Spectator,
    Referee,
}

impl Eyes {
    pub fn side(self) -> Option<Side> {
        match self {
            Eyes::Soviets => Some(Side::Soviets),
            Eyes::Germans => Some(Side::Germans),
            Eyes::Spectator | Eyes::Referee => None,
        }
    }
}

impl From<Viewer> for Eyes {
    fn from(viewer: Viewer) -> Self {
        match viewer {
            Viewer::Referee => Eyes::Referee,
            Viewer::Spectator => Eyes::Spectator,
            Viewer::Seat(seat) => match Side::of(seat) {
                Some(Side::Soviets) => Eyes::Soviets,
                Some(Side::Germans) => Eyes::Germans,
                None => Eyes::Spectator,
            },
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TownView {
    pub name: String,
    pub at: Tile,
    pub points: u8,
    pub owner: Side,
}

/// What is known of the most recent action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct LastView {
    pub side: Side,
    pub what: Deed,
    /// From and to, without what is out of sight.
    pub tiles: Vec<Tile>,
}

impl Mars {
    pub(crate) fn seen_by(&self, eyes: Eyes) -> View {
        let over = self.is_over();
        let everything = eyes == Eyes::Referee || (over && self.options.reveal_at_end);
        let men = self.men(Side::Soviets) | self.men(Side::Germans);
        let visible = if everything {
            men
        } else {
            self.contact() | eyes.side().map_or(0, |side| self.men(side))
        };
        let units: Vec<Placed> = tiles(visible)
            .filter_map(|at| {
                let unit = Unit::of(self, self.unit_at(at)?);
                Some(Placed { at, unit })
            })
            .collect();
        let encircled = units
            .iter()
            .filter(|placed| self.is_encircled(placed.at, placed.unit.side))
            .map(|placed| placed.at)
            .collect();
        View {
            viewer: eyes,
            options: self.options,
            done: self.done,
            turn: (self.done + 1).min(self.options.turns),
            to_move: (!over).then(|| self.mover()),
            territory: self.land,
            towns: self.towns(),
            units,
            encircled,
            scores: self.scores(),
            alive: Side::BOTH.map(|side| self.alive(side)),
            fallen: UnitId::all().filter(|&id| self.health(id) == 0).collect(),
            last: self
                .last
                .and_then(|last| last.seen_by(everything || eyes.side() == Some(last.side))),
            outcome: self.result(),
        }
    }

    fn towns(&self) -> Vec<TownView> {
        TOWNS
            .iter()
            .map(|town| TownView {
                name: town.name.to_string(),
                at: town.at,
                points: town.points,
                owner: self.land.owner(town.at),
            })
            .collect()
    }
}

impl Last {
    fn seen_by(self, everything: bool) -> Option<LastView> {
        let tiles: Vec<Tile> = self
            .tiles
            .into_iter()
            .zip(self.seen)
            .filter_map(|(tile, seen)| tile.filter(|_| everything || seen))
            .collect();
        (!tiles.is_empty()).then_some(LastView {
            side: self.side,
            what: self.what,
            tiles,
        })
    }
}

impl LastView {
    /// Something that looks like this to the one who sees this.
    pub(crate) fn imagined(&self) -> Last {
        let mut tiles = [None; 2];
        for (place, &tile) in tiles.iter_mut().zip(&self.tiles) {
            *place = Some(tile);
        }
        Last {
            side: self.side,
            what: self.what,
            tiles,
            seen: [true; 2],
        }
    }
}
