//! Computer players for every game of the house.
//!
//! A player is given what its seat may see, as the JSON of a view, and answers with an action in
//! the game's notation: it presses the same buttons as a person. [`choose`] decides, [`evaluate`]
//! estimates a winning chance; both stop when their [`Budget`] is spent or their [`Cancel`] says
//! so. Searches know nothing of games (`alphabeta`, `mcts`); what is known of a game is
//! in its folder.

mod alphabeta;
mod coexistence;
mod effort;
mod level;
mod marelles;
mod mars;
mod mcts;
mod obliteration;
mod player;
mod risk;
mod study;
mod table;
pub mod tournament;

use parlor_engine::{AnyState, Outcome, OutcomeKind, Seat, Viewer};

pub use effort::{Budget, Cancel};
pub use level::Level;
pub use marelles::perfect::{table_notes, use_tables};
pub use player::{BotError, Choice};
pub use study::{Computed, Ending, Verdict, computed, verdict};

use player::{AnyPlayer, entry};

/// Every game's player, one line each.
static PLAYERS: &[&dyn AnyPlayer] = &[
    entry::<mars::Commander>(),
    entry::<obliteration::Turner>(),
    entry::<coexistence::Duellist>(),
    entry::<risk::General>(),
    entry::<marelles::Miller>(),
];

fn player(game: &str) -> Result<&'static dyn AnyPlayer, BotError> {
    let found = PLAYERS.iter().find(|player| player.game() == game);
    found
        .copied()
        .ok_or_else(|| BotError::UnknownGame(game.to_owned()))
}

/// The levels that people can choose for a game, weakest first; none for a game without a player.
pub fn levels(game: &str) -> &'static [Level] {
    player(game).map_or(&[], |player| player.levels())
}

/// Players that are on no menu; levels are measured against them. So are trials: `NODES/DEPTH/RANDOM`
/// with the share of random decisions in thousandths, such as `200/1/120`, is a level too.
pub fn references() -> &'static [Level] {
    &[Level::RANDOM, Level::GREEDY]
}

fn level(player: &dyn AnyPlayer, name: &str) -> Result<Level, BotError> {
    let references = player.references().iter().chain(references());
    let mut known = player.levels().iter().chain(references);
    known
        .find(|level| level.name.eq_ignore_ascii_case(name))
        .copied()
        .or_else(|| Level::trial(name))
        .ok_or_else(|| BotError::UnknownLevel {
            game: player.game(),
            level: name.to_owned(),
            known: player.levels().iter().map(|level| level.name).collect(),
        })
}

/// What a player of this level does in a seat that sees this. The same seed gives the same
/// choice, unless time ran out.
pub fn choose(
    game: &str,
    view: &str,
    seat: Seat,
    level_name: &str,
    budget: &Budget,
    seed: u64,
    cancel: &Cancel,
) -> Result<Choice, BotError> {
    let player = player(game)?;
    let level = level(player, level_name)?;
    player.choose(view, seat, &level, budget, seed, cancel)
}

/// [`choose`] for the owner of a state; the player still gets its seat's view only.
pub fn choose_in(
    state: &dyn AnyState,
    seat: Seat,
    level_name: &str,
    budget: &Budget,
    seed: u64,
    cancel: &Cancel,
) -> Result<Choice, BotError> {
    let view = state.view(Viewer::Seat(seat));
    choose(
        state.meta().id,
        &view,
        seat,
        level_name,
        budget,
        seed,
        cancel,
    )
}

/// The chance of a seat to win, a draw counting half, as far as the view tells. With a budget of
/// nodes it is the same for the same seed.
pub fn evaluate(
    game: &str,
    view: &str,
    seat: Seat,
    budget: &Budget,
    seed: u64,
    cancel: &Cancel,
) -> Result<f64, BotError> {
    player(game)?.evaluate(view, seat, budget, seed, cancel)
}

/// What a seat gets for a result: 1 for a win, shares of 1 for shared places, 0 if nobody won.
pub fn points(outcome: &Outcome, seat: Seat) -> f64 {
    let place = |seat: usize| outcome.places.get(seat).copied();
    match outcome.kind {
        OutcomeKind::Win => f64::from(u8::from(place(seat.index()) == Some(1))),
        OutcomeKind::Draw => 1.0 / outcome.places.len().max(1) as f64,
        OutcomeKind::NoWinner | OutcomeKind::Aborted => 0.0,
    }
}
