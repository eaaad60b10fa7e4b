//! Dice (rule page 5).

use parlor_describe::TS;
use parlor_engine::Chance;
use serde::{Deserialize, Serialize};

/// One to three dice, sorted from high to low.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
#[ts(as = "Vec<u8>")]
pub struct Roll {
    faces: [u8; 3],
    count: u8,
}

impl Roll {
    /// Throws one to three dice.
    pub fn throw(count: u8, chance: &mut (impl Chance + ?Sized)) -> Roll {
        let count = count.clamp(1, 3);
        let mut faces = [0; 3];
        for face in &mut faces[..usize::from(count)] {
            *face = chance.below(6) as u8 + 1;
        }
        faces.sort_unstable_by(|one, other| other.cmp(one));
        Roll { faces, count }
    }

    /// A roll from its faces; `None` if these are not one to three faces of a die.
    pub fn of(dice: &[u8]) -> Option<Roll> {
        if !(1..=3).contains(&dice.len()) || dice.iter().any(|face| !(1..=6).contains(face)) {
            return None;
        }
        let mut faces = [0; 3];
        faces[..dice.len()].copy_from_slice(dice);
        faces.sort_unstable_by(|one, other| other.cmp(one));
        Some(Roll {
            faces,
            count: dice.len() as u8,
        })
    }

    pub fn faces(&self) -> &[u8] {
        &self.faces[..usize::from(self.count)]
    }

    pub fn count(&self) -> u8 {
        self.count
    }
}

impl From<Roll> for Vec<u8> {
    fn from(roll: Roll) -> Vec<u8> {
        roll.faces().to_vec()
    }
}

impl TryFrom<Vec<u8>> for Roll {
    type Error = &'static str;

    fn try_from(dice: Vec<u8>) -> Result<Roll, &'static str> {
        Roll::of(&dice).ok_or("a roll is one to three numbers from 1 to 6")
    }
}

/// What attacker and defender lose: the highest against the highest, ties go to the defender,
/// surplus dice are ignored.
pub fn losses(attack: Roll, defence: Roll) -> (u8, u8) {
    let pairs = attack.faces().iter().zip(defence.faces());
    pairs.fold((0, 0), |(attacker, defender), (ours, theirs)| {
        if ours > theirs {
            (attacker, defender + 1)
        } else {
            (attacker + 1, defender)
        }
    })
}

/// How many dice lose the defender least against a roll that is known (rule page 5.4).
pub fn best_defence(attack: Roll, most: u8) -> u8 {
    match attack.faces() {
        [5, 4 | 5, ..] | [6, 4..=6, ..] => 1,
        _ => most,
    }
}
