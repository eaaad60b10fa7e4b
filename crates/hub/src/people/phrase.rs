//! Recovery phrases: seven made-up words that can be said, written down and typed again.

use sha2::{Digest, Sha256};

use crate::{Code, Refusal, random};

/// 84 bits: a syllable is 6.
const SYLLABLES: usize = 14;
const CONSONANTS: &[u8; 16] = b"bdfghjklmnprstvz";
const VOWELS: &[u8; 4] = b"aiou";

/// What brings a name back. Shown once, stored as a hash.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Phrase(String);

impl Phrase {
    pub(super) fn draw() -> Phrase {
        Phrase::spell(&random::bytes::<SYLLABLES>())
    }

    #[allow(clippy::indexing_slicing)] // remainders are in bounds
    fn spell(bytes: &[u8; SYLLABLES]) -> Phrase {
        let mut letters = String::with_capacity(2 * SYLLABLES);
        for byte in bytes {
            letters.push(char::from(CONSONANTS[usize::from(byte % 16)]));
            letters.push(char::from(VOWELS[usize::from(byte / 16 % 4)]));
        }
        Phrase(letters)
    }

    /// As somebody typed it: case, blanks and signs do not matter.
    pub(super) fn read(text: &str) -> Result<Phrase, Refusal> {
        let letters: String = text
            .chars()
            .take(200)
            .filter(char::is_ascii_alphabetic)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        if letters.len() == 2 * SYLLABLES {
            return Ok(Phrase(letters));
        }
        Err(wrong())
    }

    /// In words of four letters.
    pub(super) fn reveal(&self) -> String {
        let words: Vec<String> = self
            .0
            .as_bytes()
            .chunks(4)
            .map(|word| word.iter().copied().map(char::from).collect())
            .collect();
        words.join(" ")
    }

    pub(super) fn hash(&self) -> [u8; 32] {
        Sha256::new()
            .chain_update(b"parlor recovery phrase 1")
            .chain_update(&self.0)
            .finalize()
            .into()
    }
}

/// The same for a phrase that cannot be one and for one that nobody has.
pub(super) fn wrong() -> Refusal {
    let message = "no name has this recovery phrase; check every word";
    Refusal::new(Code::PeoplePhrase, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_again_in_any_way() {
        let phrase = Phrase::draw();
        let shown = phrase.reveal();
        assert_eq!(shown.split(' ').count(), 7, "{shown}");
        for typed in [
            shown.clone(),
            shown.to_uppercase(),
            shown.replace(' ', ""),
            format!("  {}, ", shown.replace(' ', " - ")),
        ] {
            assert!(Phrase::read(&typed).unwrap() == phrase, "{typed}");
        }
        for bad in ["", "bado", &format!("{shown} bado"), "中文"] {
            assert_eq!(Phrase::read(bad).err(), Some(wrong()));
        }
    }

    #[test]
    fn every_bit_counts() {
        let phrases: std::collections::BTreeSet<String> = (0..64)
            .map(|byte| Phrase::spell(&[byte; SYLLABLES]).reveal())
            .collect();
        assert_eq!(phrases.len(), 64);
        assert!(Phrase::draw() != Phrase::draw());
    }
}
