//! Secrets and names nobody can guess, from the operating system.

use sha2::{Digest, Sha256};

use crate::MatchId;

/// Where ids, seeds and shuffles come from: the operating system, or the seed of a simulation.
pub trait Draw {
    fn fill(&self, bytes: &mut [u8]);

    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        self.fill(&mut bytes);
        bytes
    }

    /// Twelve characters, 60 bits: ids of tables and secrets of invite links.
    fn id(&self) -> String {
        letters(&self.bytes::<12>())
    }

    fn match_id(&self) -> MatchId {
        MatchId::from_outside(&self.id())
    }
}

/// The operating system.
#[derive(Clone, Copy, Debug)]
pub struct System;

impl Draw for System {
    fn fill(&self, bytes: &mut [u8]) {
        // Without a working random source nothing here is safe, so there is no fallback.
        #[allow(clippy::expect_used)]
        getrandom::fill(bytes).expect("the operating system gives random bytes");
    }
}

/// The chance of tables and matches: the operating system's. A development build can be given a
/// seed, so that tests meet the same positions each time; releases know nothing of this.
pub(crate) fn fill_for_tables(bytes: &mut [u8]) {
    #[cfg(debug_assertions)]
    if let Some(seed) = staged::seed() {
        staged::fill(seed, bytes);
        return;
    }
    System.fill(bytes);
}

/// Whether tests want the same each time: then the day is also always the same.
pub(crate) fn is_staged() -> bool {
    #[cfg(debug_assertions)]
    return staged::seed().is_some();
    #[cfg(not(debug_assertions))]
    false
}

#[cfg(debug_assertions)]
mod staged {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};

    use sha2::{Digest, Sha256};

    static SEED: LazyLock<Option<String>> = LazyLock::new(|| {
        let seed = std::env::var("STAGED_CHANCE").ok()?;
        tracing::warn!("STAGED_CHANCE is set: everybody can know every die and every secret link");
        Some(seed)
    });

    pub(super) fn seed() -> Option<&'static str> {
        SEED.as_deref()
    }

    /// The same bytes for the same requests in the same order.
    pub(super) fn fill(seed: &str, bytes: &mut [u8]) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        for part in bytes.chunks_mut(32) {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let block: [u8; 32] = Sha256::digest(format!("{seed} {count}")).into();
            for (to, from) in part.iter_mut().zip(block) {
                *to = from;
            }
        }
    }
}

/// Random bytes from the operating system.
pub fn bytes<const N: usize>() -> [u8; N] {
    System.bytes()
}

/// Easy to read aloud: no 0/O, 1/l.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

#[allow(clippy::indexing_slicing)] // a remainder of 32 is in bounds
fn letters(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// An id as `Draw::id` gives them, from the operating system.
pub fn id() -> String {
    System.id()
}

/// An id of the same form that is always the same for the same words.
pub fn id_from(words: &[&[u8]]) -> MatchId {
    let mut hash = Sha256::new();
    for word in words {
        // The length first, so that two words cannot be read as two others.
        hash.update((word.len() as u64).to_le_bytes());
        hash.update(word);
    }
    let hash: [u8; 32] = hash.finalize().into();
    MatchId::from_outside(&letters(hash.first_chunk::<12>().unwrap_or(&[0; 12])))
}

/// Whether a text from outside can be such an id; the database is not asked otherwise.
pub fn is_id(text: &str) -> bool {
    let is_letter = |byte| matches!(byte, b'a'..=b'k' | b'm' | b'n' | b'p'..=b'z' | b'2'..=b'9');
    text.len() == 12 && text.bytes().all(is_letter)
}

/// A positive number that JavaScript can hold exactly.
pub fn number() -> i64 {
    (i64::from_le_bytes(bytes()) & ((1 << 53) - 1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_from_words() {
        let id = id_from(&[b"ann", b"1"]);
        assert!(is_id(&id));
        assert_eq!(id, id_from(&[b"ann", b"1"]));
        assert_ne!(id, id_from(&[b"ann", b"2"]));
        assert_ne!(id, id_from(&[b"ann1", b""]));
    }

    #[test]
    fn ids_are_made_of_the_letters() {
        for byte in 0..=u8::MAX {
            let text = char::from(byte).to_string().repeat(12);
            assert_eq!(is_id(&text), LETTERS.contains(&byte), "{byte}");
        }
        assert!(!is_id("aaaaaaaaaaa") && !is_id("aaaaaaaaaaaaa"));
    }
}
