//! What follows from a corrected result: everything that was rated since is reckoned anew.

use std::collections::HashMap;

use parlor_engine::{Outcome, OutcomeKind, Seat};
use parlor_store::{Amendment, ChangedChange, Standing};

use super::{count, rate};
use crate::matches::FinishedMatch;
use crate::tables::Table;

/// Reckons all matches of a game twice, with the old result and with the new one. What differs is
/// carried over to the standings as they are, so that nobody's changes for another reason.
#[derive(Debug)]
pub struct Refold<'a> {
    old: &'a FinishedMatch,
    new: &'a FinishedMatch,
    matches: Vec<Rated>,
}

/// A match that counts for ratings.
#[derive(Debug)]
struct Rated {
    id: String,
    ended_ms: i64,
    players: Vec<i64>,
    seats: Vec<u8>,
    outcome: Outcome,
}

impl Rated {
    fn of(table: &Table) -> Option<Rated> {
        let sitting = |chair: &crate::tables::Chair| chair.sitter.as_ref().map(|it| it.player.0);
        let players: Option<Vec<i64>> = table.chairs.iter().map(sitting).collect();
        let players = players.filter(|_| table.rated && !table.screen)?;
        Some(Rated {
            id: table.id.to_string(),
            ended_ms: table.ended_ms.unwrap_or(table.created_ms),
            seats: (0..).take(players.len()).collect(),
            players,
            outcome: table.outcome.clone()?,
        })
    }
}

/// Ratings as far as they have been reckoned.
#[derive(Default)]
struct Fold(HashMap<i64, Standing>);

impl Fold {
    fn of(&self, player: i64) -> Standing {
        let known = self.0.get(&player).cloned();
        known.unwrap_or_else(|| Standing::fresh(player, ""))
    }

    /// Each player's rating before and after.
    fn play(&mut self, rated: &Rated, outcome: &Outcome) -> Vec<(f64, f64)> {
        let mut standings: Vec<Standing> = rated.players.iter().map(|&it| self.of(it)).collect();
        let before: Vec<f64> = standings.iter().map(|it| it.rating).collect();
        rate(outcome, &rated.seats, &mut standings);
        let both = before.into_iter().zip(&standings);
        let told = both.map(|(before, it)| (before, it.rating)).collect();
        self.0
            .extend(standings.into_iter().map(|it| (it.player, it)));
        told
    }
}

impl<'a> Refold<'a> {
    /// The match as it was counted, and as it shall be.
    pub fn new(old: &'a FinishedMatch, new: &'a FinishedMatch) -> Refold<'a> {
        Refold {
            old,
            new,
            matches: Vec::new(),
        }
    }

    /// A finished match of the same category, in any order.
    pub fn add(&mut self, table: &Table) {
        self.matches.extend(Rated::of(table));
    }

    pub fn amendment(mut self, present: Vec<Standing>, now_ms: i64) -> Amendment {
        self.matches
            .sort_by(|one, other| (one.ended_ms, &one.id).cmp(&(other.ended_ms, &other.id)));
        let corrected = self.old.table.id.to_string();
        let (mut old, mut new) = (Fold::default(), Fold::default());
        let mut changes = Vec::new();
        for rated in &self.matches {
            let (was, shall) = if rated.id == corrected {
                (&self.old.outcome, &self.new.outcome)
            } else {
                (&rated.outcome, &rated.outcome)
            };
            let told = [old.play(rated, was), new.play(rated, shall)];
            changes.extend(changed(rated, (was, shall), told));
        }
        let standings = present.into_iter().filter_map(|was| {
            let mut shall = was.clone();
            let (before, after) = (old.of(was.player), new.of(was.player));
            shall.rating = moved(was.rating, before.rating, after.rating);
            shall.deviation = moved(was.deviation, before.deviation, after.deviation);
            shall.volatility = moved(was.volatility, before.volatility, after.volatility);
            self.count_again(&mut shall);
            let is_other = shall != was;
            shall.updated_ms = now_ms.max(was.updated_ms + 1);
            is_other.then_some((was, shall))
        });
        Amendment {
            standings: standings.collect(),
            changes,
        }
    }

    /// Wins, draws and losses of those who sat there.
    fn count_again(&self, standing: &mut Standing) {
        if self.old.table.screen {
            return;
        }
        let chairs = (0..).zip(&self.old.table.chairs);
        for (seat, chair) in chairs {
            let sits = chair
                .sitter
                .as_ref()
                .is_some_and(|it| it.player.0 == standing.player);
            if !sits {
                continue;
            }
            let [was, shall] = [self.old, self.new].map(|finished| {
                let mut counted = Standing::fresh(standing.player, "");
                count(finished, Seat(seat), &mut counted);
                counted
            });
            let other = |present: u32, was: u32, shall: u32| (present + shall).saturating_sub(was);
            standing.games = other(standing.games, was.games, shall.games);
            standing.wins = other(standing.wins, was.wins, shall.wins);
            standing.draws = other(standing.draws, was.draws, shall.draws);
            standing.losses = other(standing.losses, was.losses, shall.losses);
            standing.ran_away = other(standing.ran_away, was.ran_away, shall.ran_away);
        }
    }
}

/// To the last digit what a new reckoning gives, where the old one gives what is there.
#[allow(clippy::float_cmp)] // the same computation gives the same number
fn moved(present: f64, before: f64, after: f64) -> f64 {
    if present == before {
        after
    } else {
        present + (after - before)
    }
}

fn counts(outcome: &Outcome) -> bool {
    !matches!(outcome.kind, OutcomeKind::Aborted | OutcomeKind::NoWinner)
}

/// A rating before and after a match.
type Numbers = (f64, f64);

/// What is told otherwise of one match.
#[allow(clippy::float_cmp)] // as above
fn changed(
    rated: &Rated,
    (was, shall): (&Outcome, &Outcome),
    [old, new]: [Vec<Numbers>; 2],
) -> Vec<ChangedChange> {
    let numbers = rated.players.iter().zip(old.into_iter().zip(new));
    let each = |(&player, (old, new)): (&i64, (Numbers, Numbers))| {
        let match_id = rated.id.clone();
        match (counts(was), counts(shall)) {
            (true, true) if old != new => Some(ChangedChange::Shift {
                player,
                match_id,
                before: new.0 - old.0,
                after: new.1 - old.1,
            }),
            (true, false) => Some(ChangedChange::Remove { player, match_id }),
            (false, true) => Some(ChangedChange::Add {
                player,
                match_id,
                at_ms: rated.ended_ms,
                before: new.0,
                after: new.1,
            }),
            _ => None,
        }
    };
    numbers.filter_map(each).collect()
}
