//! The seed of a match, its commitment, and the seats' nonces.
//!
//! The house draws a secret seed and publishes its hash before any seat sends a nonce; the
//! generator's key is the hash of both. So the house cannot choose dice after it has seen the
//! nonces, and no seat can know them before the house reveals its seed at the end.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected 64 hexadecimal digits")]
pub struct HexError;

macro_rules! hex32 {
    ($name:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(into = "String", try_from = "String")]
        pub struct $name(pub [u8; 32]);

        impl $name {
            pub fn from_hex(text: &str) -> Result<$name, HexError> {
                let text = text.as_bytes();
                let mut bytes = [0; 32];
                if text.len() != 64 {
                    return Err(HexError);
                }
                for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
                    let digit = |c: u8| char::from(c).to_digit(16).ok_or(HexError);
                    *byte = (digit(pair[0])? << 4 | digit(pair[1])?) as u8;
                }
                Ok($name(bytes))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl From<$name> for String {
            fn from(value: $name) -> String {
                value.to_string()
            }
        }

        impl TryFrom<String> for $name {
            type Error = HexError;

            fn try_from(text: String) -> Result<Self, HexError> {
                $name::from_hex(&text)
            }
        }
    };
}

hex32!(
    Seed,
    "The house's secret: 32 bytes, revealed when the match is over."
);
hex32!(Nonce, "What one seat adds to the seed.");
hex32!(
    Commitment,
    "The hash of a seed, published before the first move."
);

hex32!(
    Lots,
    "What the house decides by lot, derived from the seed."
);

// Secrets must not slip into a log line.
impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

impl fmt::Debug for Lots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lots(..)")
    }
}

impl Lots {
    /// The share in the seed of a seat that brings none of its own: a bot's, or of somebody whose
    /// client sent nothing.
    pub fn nonce(&self, seat: u8) -> Nonce {
        let hash = Sha256::new().chain_update(b"parlor house nonce 1");
        Nonce(
            hash.chain_update(self.0)
                .chain_update([seat])
                .finalize()
                .into(),
        )
    }

    /// The key from which the order of seats is shuffled, by the nonces as they sat down.
    pub fn order(&self, nonces: &[Nonce]) -> [u8; 32] {
        let mut hash = Sha256::new()
            .chain_update(b"parlor seat order 1")
            .chain_update(self.0);
        for nonce in nonces {
            hash.update(nonce.0);
        }
        hash.finalize().into()
    }
}

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nonce({self})")
    }
}

impl fmt::Debug for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Commitment({self})")
    }
}

impl Seed {
    pub fn commitment(&self) -> Commitment {
        Commitment(
            Sha256::new()
                .chain_update(b"parlor commitment 1")
                .chain_update(self.0)
                .finalize()
                .into(),
        )
    }

    /// What the house draws apart from the match itself, such as the order of seats, comes from
    /// this: fixed by the commitment, and checked by everybody once the seed is out.
    pub fn lots(&self) -> Lots {
        let hash = Sha256::new().chain_update(b"parlor lots 1");
        Lots(hash.chain_update(self.0).finalize().into())
    }

    /// The key of the match's generator.
    pub fn mixed(&self, nonces: &[Nonce]) -> [u8; 32] {
        let mut hash = Sha256::new()
            .chain_update(b"parlor seed 1")
            .chain_update(self.0);
        for nonce in nonces {
            hash.update(nonce.0);
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_round_trip_and_refusals() {
        let text = "00ff".repeat(16);
        assert_eq!(Seed::from_hex(&text).unwrap().to_string(), text);
        for bad in ["", "0", &"g".repeat(64), &"0".repeat(63), &"é".repeat(32)] {
            assert_eq!(Seed::from_hex(bad), Err(HexError), "{bad}");
        }
    }

    #[test]
    fn lots_follow_from_the_seed() {
        let lots = Seed([1; 32]).lots();
        assert_eq!(lots, Seed([1; 32]).lots());
        assert_ne!(lots, Seed([2; 32]).lots());
        assert_ne!(lots.nonce(0), lots.nonce(1));
        assert_ne!(lots.order(&[Nonce([1; 32])]), lots.order(&[Nonce([2; 32])]));
        assert!(!format!("{lots:?}").contains(&lots.to_string()));
    }

    #[test]
    fn every_nonce_matters() {
        let seed = Seed([1; 32]);
        let keys = [
            seed.mixed(&[]),
            seed.mixed(&[Nonce([2; 32])]),
            seed.mixed(&[Nonce([2; 32]), Nonce([3; 32])]),
            seed.mixed(&[Nonce([3; 32]), Nonce([2; 32])]),
        ];
        for (i, key) in keys.iter().enumerate() {
            assert!(keys[..i].iter().all(|other| other != key));
        }
        assert!(!format!("{seed:?}").contains("01"));
    }
}
