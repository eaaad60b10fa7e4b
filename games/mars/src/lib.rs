//! The rules of Operation Mars: the Rzhev salient in 1942, two armies in the fog of war.
//!
//! Comments cite the sections of the rule page.

mod combat;
#[cfg(test)]
mod conformance;
mod event;
mod game;
mod imagine;
mod land;
mod map;
mod notation;
mod odds;
mod options;
mod picture;
mod position;
mod preview;
mod roster;
mod rules;
mod side;
mod state;
mod tile;
mod view;
mod words;

pub use combat::{
    ATTACKER_MEAN, DEFENDER_MEAN, DEVIATION, ENCIRCLEMENT, Fight, LEAST_DAMAGE, RELIEF, Steps,
    TOWN_BONUS, TYPE_BONUS, VETERANCY_BONUS, VETERANCY_CAP, fight, steps,
};
pub use event::{Event, Fighter, Placed, Prize, Step, Unit};
pub use land::Land;
pub use map::{Map, RIVERS, TERRITORY, TOWN_POINTS, TOWNS, Town, map, town_at};
pub use notation::Act;
pub use odds::Damage;
pub use options::Options;
pub use position::{Deed, Departed, Exit, Last, Position, Posted};
pub use preview::{Encircled, Factor, FactorKind, Odds, Preview};
pub use roster::{GERMAN_UNITS, ROSTER, Record, SOVIET_UNITS, UNITS, UnitId};
pub use side::{Arm, Icon, Side};
pub use state::{FULL_HEALTH, Mars, Score};
pub use tile::Tile;
pub use view::{Eyes, LastView, TownView, View};
