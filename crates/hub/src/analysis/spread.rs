//! What the dice may make of an action.

use std::collections::HashMap;

use parlor_describe::ToSchema;
use parlor_engine::{Names, Rejection, Viewer};
use serde::Serialize;

use super::line::{End, shortened};
use crate::Refusal;

/// Throws that are tried.
const THROWS: u32 = 240;
/// Outcomes that are told, the most likely first.
const TOLD: usize = 12;

/// One way it may come out.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Chanced {
    /// Of all throws.
    pub share: f64,
    /// What happened then, to whoever moves.
    pub words: Vec<String>,
    /// The throw with which it comes out so.
    pub roll: u32,
}

impl End {
    /// How an action of whoever is to move may come out, by throws of the analysis' own dice. What
    /// ends with the same sentence is one outcome; where no dice fall there is one.
    pub fn spread(&self, action: &str, names: &[String]) -> Result<Vec<Chanced>, Refusal> {
        let names = shortened(names);
        let seat = self.state.to_act().first().ok_or_else(Rejection::over)?;
        let mut found: HashMap<String, (u32, Chanced)> = HashMap::new();
        for roll in 1..=THROWS {
            let (mut words, mut rolled) = (Vec::new(), false);
            self.throw(seat, action, roll, &mut |played| {
                rolled |= played.rolled;
                words.extend(played.events.words(Viewer::Seat(seat), Names(&names)));
            })?;
            let end = words.last().cloned().unwrap_or_default();
            let first = || {
                let share = 0.0;
                (0, Chanced { share, words, roll })
            };
            found.entry(end).or_insert_with(first).0 += 1;
            if !rolled {
                break;
            }
        }
        let all: u32 = found.values().map(|(count, _)| count).sum();
        let mut told: Vec<Chanced> = found
            .into_values()
            .map(|(count, chanced)| Chanced {
                share: f64::from(count) / f64::from(all.max(1)),
                ..chanced
            })
            .collect();
        // By share, then by number: the same question has the same answer.
        told.sort_by(|a, b| b.share.total_cmp(&a.share).then(a.roll.cmp(&b.roll)));
        told.truncate(TOLD);
        Ok(told)
    }
}
