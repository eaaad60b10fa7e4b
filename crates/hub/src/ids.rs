//! Names of things that cross more than one room.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use parlor_describe::{TS, ToSchema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::random;

/// A table and the match it becomes: twelve letters, compared and copied like a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS, ToSchema)]
#[ts(type = "string")]
#[schema(value_type = String)]
pub struct MatchId([u8; 12]);

impl MatchId {
    /// An id that no match has.
    pub const NONE: MatchId = MatchId(*b"------------");

    /// `None` if no match can be called so.
    pub fn parse(text: &str) -> Option<MatchId> {
        let bytes = text.as_bytes().try_into().ok()?;
        random::is_id(text).then_some(MatchId(bytes))
    }

    /// A text from outside. One that is no id becomes `NONE`: whoever sends it is told that there
    /// is no such match, as with any other that does not exist.
    pub fn from_outside(text: &str) -> MatchId {
        MatchId::parse(text).unwrap_or(MatchId::NONE)
    }

    pub fn as_str(&self) -> &str {
        // Only letters and digits get in.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Deref for MatchId {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Serialize for MatchId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for MatchId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MatchId, D::Error> {
        deserializer.deserialize_str(FromText(MatchId::from_outside))
    }
}

/// A client's own name for a command; unique per player.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, TS, ToSchema)]
#[ts(type = "string")]
#[schema(value_type = String)]
pub struct CommandId(Arc<str>);

impl CommandId {
    /// The longest that is accepted.
    pub const LONGEST: usize = 64;

    /// The text itself, for whoever keeps it.
    pub fn shared(&self) -> Arc<str> {
        self.0.clone()
    }

    pub fn is_too_long(&self) -> bool {
        self.len() > CommandId::LONGEST
    }
}

impl From<&str> for CommandId {
    fn from(text: &str) -> CommandId {
        CommandId(text.into())
    }
}

impl Deref for CommandId {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for CommandId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for CommandId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CommandId, D::Error> {
        deserializer.deserialize_str(FromText(|text: &str| CommandId::from(text)))
    }
}

/// Reads a string without keeping a copy of it.
struct FromText<F>(F);

impl<T, F: FnOnce(&str) -> T> serde::de::Visitor<'_> for FromText<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E>(self, text: &str) -> Result<T, E> {
        Ok((self.0)(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_id_is_read_as_none() {
        let read = |text: &str| serde_json::from_str::<MatchId>(text).unwrap();
        let id = random::id();
        assert_eq!(read(&format!("\"{id}\"")).as_str(), id);
        for bad in ["\"\"", "\"x\"", "\"ABCDEFGHIJKL\"", "\"äääääa\""] {
            assert_eq!(read(bad), MatchId::NONE);
        }
        assert!(serde_json::from_str::<MatchId>("7").is_err());
        assert_eq!(MatchId::parse(&MatchId::NONE), None);
    }
}
