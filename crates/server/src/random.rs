//! Secrets and names nobody can guess, from the operating system.

/// Random bytes. Without a working random source nothing here is safe, so there is no fallback.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    #[allow(clippy::expect_used)] // see above
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// Easy to read aloud: no 0/O, 1/l.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// Twelve characters, 60 bits: ids of tables and secrets of invite links.
#[allow(clippy::indexing_slicing)] // a remainder of 32 is in bounds
pub fn id() -> String {
    bytes::<12>()
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect()
}

/// Whether a text from outside can be such an id; the database is not asked otherwise.
pub fn is_id(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| LETTERS.contains(&byte))
}

/// A positive number that JavaScript can hold exactly.
pub fn number() -> i64 {
    (i64::from_le_bytes(bytes()) & ((1 << 53) - 1)).max(1)
}
