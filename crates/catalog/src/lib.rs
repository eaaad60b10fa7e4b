//! The list of games.

use parlor_engine::{AnyGame, entry};

/// Every game of the house, one line each.
pub static GAMES: &[&dyn AnyGame] = &[
    entry::<parlor_mars::Mars>(),
    entry::<parlor_obliteration::Obliteration>(),
    entry::<parlor_coexistence::CoExistence>(),
    entry::<parlor_risk::Risk>(),
    entry::<parlor_marelles::Marelles>(),
];

/// The game with this id.
pub fn game(id: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.meta().id == id)
}
