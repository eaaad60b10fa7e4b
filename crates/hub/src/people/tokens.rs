use std::fmt;

use sha2::{Digest, Sha256};

use crate::random;

/// What proves who somebody is: given out once, stored only as a hash.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    text: String,
    /// What stands for it where it has to be typed.
    key: Option<String>,
}

impl Token {
    pub fn draw() -> Token {
        Token {
            text: spelled(&random::bytes::<32>()),
            key: None,
        }
    }

    /// A token that can be typed, for those who come back on a text port: 100 bits.
    pub fn draw_typed() -> Token {
        let key = random::id() + &random::id();
        Token::of_key(key.get(..20).unwrap_or(&key))
    }

    /// The token that such a key stands for.
    pub fn of_key(key: &str) -> Token {
        let key = key.trim().to_lowercase();
        let hash = Sha256::new()
            .chain_update(b"parlor line key 1")
            .chain_update(&key)
            .finalize();
        Token {
            text: spelled(&hash),
            key: Some(key),
        }
    }

    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// A token as a client sends it; `None` if it cannot be one.
    pub fn parse(text: &str) -> Option<Token> {
        let hex = text.strip_prefix("pl_")?;
        let good = hex.len() == 64 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        good.then(|| Token {
            text: text.to_owned(),
            key: None,
        })
    }

    pub fn reveal(&self) -> &str {
        &self.text
    }

    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.text.as_bytes()).to_vec()
    }
}

fn spelled(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold("pl_".to_owned(), |text, byte| format!("{text}{byte:02x}"))
}

// Tokens must not slip into a log line.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}
