//! One game, ply by ply beside the tables.

use parlor_bots::{Budget, Cancel, choose};
use parlor_endgame::{Tables, Value};
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_marelles::{Marelles, Options, Removal};

use crate::ledger::Played;

const STONES: u8 = 9;
const LONGEST: u32 = 400;

/// What all games have in common.
pub struct Keeper<'a> {
    pub removal: Removal,
    pub tables: &'a Tables,
    pub opening: u64,
    pub nodes: u64,
}

impl Keeper<'_> {
    pub fn play(&self, level: &str, seed: u64) -> Result<Played, String> {
        // Tables know no draw rules; the number of plies ends the game.
        let options = Options {
            removal: self.removal,
            repetition: 0,
            no_capture: 0,
            max_plies: LONGEST,
            ..Options::default()
        };
        let mut state =
            Marelles::new(&options, 2, &mut Fast::new(seed)).map_err(|refused| refused.message)?;
        let own = Seat((seed % 2) as u8);
        let opening = (seed / 2) % (self.opening + 1);
        let mut played = Played::new(level, seed);
        while let Some(seat) = state.to_act().iter().next() {
            let name = match seat {
                _ if u64::from(state.plies()) < opening => "random",
                seat if seat == own => "best",
                _ => level,
            };
            let is_judged = name == "best";
            let (side, start) = (state.side(), state.position());
            let in_hand = state.hand(side) > 0;
            let before = is_judged.then(|| self.value(&state)).flatten();
            // A mill owes a removal, which is a decision of its own.
            while state.outcome().is_none() && state.side() == side {
                self.act(&mut state, seat, name, seed)?;
            }
            if !is_judged {
                continue;
            }
            let after = match state.outcome() {
                // It came to an end by the number of plies, which no table can know.
                Some(outcome) if outcome.winner.is_none() => before,
                Some(outcome) => Some(worth(outcome.winner, seat)),
                None => self.value(&state).map(Value::other),
            };
            let (Some(before), Some(after)) = (before, after) else {
                played.unknown += 1;
                continue;
            };
            played.judged += 1;
            played.in_hand += u64::from(in_hand);
            played.was_won |= before == Value::Win;
            if after < before {
                let what = format!("{start}: a {} became a {}", before.word(), after.word());
                played.given_away.push(what);
            }
        }
        let winner = state.outcome().and_then(|outcome| outcome.winner);
        played.points = worth(winner, own) as u8;
        played.plies = state.plies();
        Ok(played)
    }

    fn act(&self, state: &mut Marelles, seat: Seat, level: &str, seed: u64) -> Result<(), String> {
        let budget = Budget::of_nodes(self.nodes);
        let seed = seed ^ u64::from(state.plies()) << 32;
        let view = serde_json::to_string(&state.view(Viewer::Seat(seat)))
            .map_err(|error| error.to_string())?;
        let cancel = Cancel::new();
        let chosen = choose("marelles", &view, seat, level, &budget, seed, &cancel)
            .map_err(|error| error.to_string())?;
        if let Some(trouble) = chosen.trouble {
            return Err(format!("{level} at {}: {trouble}", state.position()));
        }
        let actions = Marelles::parse(&chosen.action).map_err(|refused| refused.message)?;
        for action in actions {
            state
                .apply(seat, &action, &mut Fast::new(0), &mut Vec::new())
                .map_err(|refused| refused.message)?;
        }
        Ok(())
    }

    /// For the side to move, between two plies; `None` where no table reaches.
    fn value(&self, state: &Marelles) -> Option<Value> {
        let side = state.side();
        let placed = 2 * STONES - state.hand(side) - state.hand(side.other());
        let (own, enemy) = (state.stones(side), state.stones(side.other()));
        self.tables.placing_value(placed, own, enemy)
    }
}

fn worth(winner: Option<Seat>, seat: Seat) -> Value {
    match winner {
        None => Value::Draw,
        Some(winner) if winner == seat => Value::Win,
        Some(_) => Value::Loss,
    }
}
