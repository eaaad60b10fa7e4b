//! One game of a tournament.

use std::time::Instant;

use parlor_engine::{Chance, Fast, Rejection, Seat};
use serde::{Deserialize, Serialize};

use super::plan::{Pairing, Tournament};
use crate::{Cancel, choose_in, points};

/// A game that is not over after so many actions counts as a draw.
const MOST_ACTIONS: u32 = 20_000;

/// What a game brought.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Game {
    /// Of the stronger and of the weaker level; both 0 if nobody won.
    pub points: [f64; 2],
    pub is_draw: bool,
    /// Whether the stronger level had the first seat.
    pub is_first: bool,
    pub actions: u32,
    pub troubles: u32,
    /// Seconds that each level took for its longest decision.
    pub longest: [f64; 2],
}

/// Two games in a row have the same chance, with seats exchanged; the one who plays alone goes
/// from seat to seat.
pub(crate) fn play(
    tournament: &Tournament,
    pairing: &Pairing,
    number: u32,
) -> Result<Game, Rejection> {
    let rules = parlor_catalog::game(&tournament.game)
        .ok_or_else(|| Rejection::new("game", format!("there is no game '{}'", tournament.game)))?;
    let seed = tournament.seed.wrapping_add(u64::from(number / 2));
    let mut dice = Fast::new(seed.wrapping_mul(0xd134_2543_de82_ef95));
    let mut thoughts = Fast::new(seed ^ u64::from(number) << 40);
    let mut state = rules.start(&tournament.options, tournament.seats, &mut dice)?;
    let seats = u32::from(tournament.seats.max(1));
    let is_strong = |seat: Seat| {
        if tournament.alone {
            u32::from(seat.0) == number % seats
        } else {
            (u32::from(seat.0) + number).is_multiple_of(2)
        }
    };
    let mut game = Game {
        is_first: is_strong(Seat(0)),
        ..Game::default()
    };
    while game.actions < MOST_ACTIONS {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let side = usize::from(!is_strong(seat));
        let level = [&pairing.strong, &pairing.weak][side];
        let seed = u64::from(thoughts.below(u32::MAX)) << 32 | u64::from(thoughts.below(u32::MAX));
        let start = Instant::now();
        let choice = choose_in(
            &*state,
            seat,
            level,
            &tournament.budget,
            seed,
            &Cancel::new(),
        )
        .map_err(|error| Rejection::new("bot", error.to_string()))?;
        game.longest[side] = game.longest[side].max(start.elapsed().as_secs_f64());
        if let Some(trouble) = choice.trouble {
            eprintln!("{level} had trouble: {trouble}");
            game.troubles += 1;
        }
        state.act(seat, &choice.action, &mut dice)?;
        game.actions += 1;
    }
    match state.outcome() {
        Some(outcome) => {
            for seat in (0..state.seats()).map(Seat) {
                game.points[usize::from(!is_strong(seat))] += points(&outcome, seat);
            }
        }
        None => game.points = [0.5; 2],
    }
    game.is_draw = (game.points[0] - game.points[1]).abs() < 1e-9 && game.points[0] > 0.0;
    Ok(game)
}
