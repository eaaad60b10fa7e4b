use std::fmt;

use sha2::{Digest, Sha256};

use crate::random;

/// What proves who somebody is: given out once, stored only as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    pub fn draw() -> Token {
        Token(
            random::bytes::<32>()
                .iter()
                .fold("pl_".to_owned(), |text, byte| format!("{text}{byte:02x}")),
        )
    }

    /// A token as a client sends it; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Token> {
        let hex = text.strip_prefix("pl_")?;
        let good = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Token(text.to_owned()))
    }

    pub fn reveal(&self) -> &str {
        &self.0
    }

    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_bytes()).to_vec()
    }
}

// Tokens must not slip into a log line.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
