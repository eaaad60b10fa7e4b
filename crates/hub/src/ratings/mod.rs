//! What a finished match does to the players' records. Pure: the store calls it inside its
//! transaction, perhaps twice.

mod refold;

use parlor_engine::{Outcome, OutcomeKind, Seat};
use parlor_store::Standing;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

use crate::matches::FinishedMatch;

pub use refold::Refold;

/// Two-seat matches and larger ones are rated apart, by different methods.
pub fn category(game: &str, seats: usize) -> String {
    if seats == 2 {
        game.to_owned()
    } else {
        format!("{game}:many")
    }
}

/// The standings after the match, in the order they came in; `seats` says who sat where.
pub fn settle(
    closing: &FinishedMatch,
    seats: &[u8],
    mut standings: Vec<Standing>,
    now_ms: i64,
) -> Vec<Standing> {
    if closing.table.rated && seats.len() == closing.table.chairs.len() {
        rate(&closing.outcome, seats, &mut standings);
    }
    for (&seat, standing) in seats.iter().zip(&mut standings) {
        count(closing, Seat(seat), standing);
        standing.updated_ms = now_ms;
    }
    standings
}

/// A finished match changes exactly one of wins, draws, losses and ran away.
fn count(closing: &FinishedMatch, seat: Seat, standing: &mut Standing) {
    let outcome = &closing.outcome;
    let undos = closing.undos.get(seat.index()).copied().unwrap_or(0);
    standing.undos += u32::try_from(undos).unwrap_or(0);
    if outcome.kind == OutcomeKind::Aborted && !closing.ran_away.contains(seat) {
        return;
    }
    standing.games += 1;
    if closing.ran_away.contains(seat) {
        standing.ran_away += 1;
    } else {
        match outcome.kind {
            OutcomeKind::Win if outcome.places.get(seat.index()) == Some(&1) => standing.wins += 1,
            OutcomeKind::Draw => standing.draws += 1,
            _ => standing.losses += 1,
        }
    }
}

fn rate(outcome: &Outcome, seats: &[u8], standings: &mut [Standing]) {
    match (outcome.kind, standings) {
        (OutcomeKind::Aborted | OutcomeKind::NoWinner, _) => {}
        (kind, [first, second]) => {
            let result = match (kind, outcome.winner) {
                (OutcomeKind::Win, Some(winner)) if Some(&winner.0) == seats.first() => {
                    Outcomes::WIN
                }
                (OutcomeKind::Win, _) => Outcomes::LOSS,
                _ => Outcomes::DRAW,
            };
            let [one, two] = [&*first, &*second].map(|it| Glicko2Rating {
                rating: it.rating,
                deviation: it.deviation,
                volatility: it.volatility,
            });
            let (one, two) = glicko2(&one, &two, &result, &Glicko2Config::new());
            for (standing, rating) in [(first, one), (second, two)] {
                standing.rating = rating.rating;
                standing.deviation = rating.deviation;
                standing.volatility = rating.volatility;
            }
        }
        (_, many) => rate_many(outcome, seats, many),
    }
}

/// Weng and Lin's numbers live around 25; they are kept on the familiar scale around 1500.
const SCALE: f64 = 42.0;
const MIDDLE: f64 = 1500.0;

fn rate_many(outcome: &Outcome, seats: &[u8], standings: &mut [Standing]) {
    let teams: Vec<[WengLinRating; 1]> = standings
        .iter()
        .map(|it| {
            let rating = 25.0 + (it.rating - MIDDLE) / SCALE;
            [WengLinRating {
                rating,
                uncertainty: it.deviation / SCALE,
            }]
        })
        .collect();
    let places = seats.iter().map(|&seat| {
        let place = outcome.places.get(usize::from(seat)).copied().unwrap_or(1);
        MultiTeamOutcome::new(usize::from(place))
    });
    let groups: Vec<_> = teams
        .iter()
        .map(<[WengLinRating; 1]>::as_slice)
        .zip(places)
        .collect();
    let rated = weng_lin_multi_team(&groups, &WengLinConfig::new());
    for (standing, team) in standings.iter_mut().zip(rated) {
        if let [
            WengLinRating {
                rating,
                uncertainty,
            },
        ] = team.as_slice()
        {
            standing.rating = MIDDLE + (rating - 25.0) * SCALE;
            standing.deviation = uncertainty * SCALE;
        }
    }
}
