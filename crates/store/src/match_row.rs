//! The records of a match.

use std::fmt;

use crate::row::{Reader, Stored};
use crate::{Secret, StoreError};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchStatus {
    Open,
    Ready,
    Running,
    Over,
    Aborted,
}

impl MatchStatus {
    pub const ALL: [MatchStatus; 5] = [
        MatchStatus::Open,
        MatchStatus::Ready,
        MatchStatus::Running,
        MatchStatus::Over,
        MatchStatus::Aborted,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            MatchStatus::Open => "open",
            MatchStatus::Ready => "ready",
            MatchStatus::Running => "running",
            MatchStatus::Over => "over",
            MatchStatus::Aborted => "aborted",
        }
    }
}

impl fmt::Display for MatchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A player on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    pub seat: u8,
    pub player: i64,
}

/// Starts with version 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMatch {
    pub id: String,
    pub status: MatchStatus,
    pub game: String,
    pub host: i64,
    /// The caller's JSON. What must stay secret goes into `secret`.
    pub body: String,
    pub secret: Option<Secret>,
    pub created_ms: i64,
    pub seats: Vec<Seated>,
    /// Whoever asks for this game next shall sit down here: see `Store::waiting_matches`.
    pub quick: bool,
}

/// What lists show: everything but the secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRow {
    pub id: String,
    pub version: i64,
    pub status: MatchStatus,
    pub game: String,
    pub host: i64,
    pub body: String,
    pub created_ms: i64,
    pub updated_ms: i64,
    pub ended_ms: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredMatch {
    pub row: MatchRow,
    pub secret: Option<Secret>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRowUpdate {
    pub status: MatchStatus,
    pub body: String,
    /// None keeps the one there is.
    pub secret: Option<Secret>,
    pub updated_ms: i64,
    pub ended_ms: Option<i64>,
    /// None keeps those there are.
    pub seats: Option<Vec<Seated>>,
}

/// An update of a match that still has the version `expected`.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    pub id: &'a str,
    pub expected: i64,
    pub update: &'a MatchRowUpdate,
}

pub(crate) const COLUMNS: &str = "m.id, m.version, m.status, m.game, m.host, m.body, \
     m.created_ms, m.updated_ms, m.ended_ms";

impl Stored for MatchStatus {
    fn read(row: &mut Reader<'_>) -> Result<MatchStatus, StoreError> {
        let text = row.text()?;
        MatchStatus::ALL
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| row.corrupt("an unknown status"))
    }
}

impl Stored for MatchRow {
    fn read(row: &mut Reader<'_>) -> Result<MatchRow, StoreError> {
        Ok(MatchRow {
            id: row.text()?,
            version: row.int()?,
            status: MatchStatus::read(row)?,
            game: row.text()?,
            host: row.int()?,
            body: row.text()?,
            created_ms: row.int()?,
            updated_ms: row.int()?,
            ended_ms: row.maybe_int()?,
        })
    }
}

impl Stored for StoredMatch {
    fn read(reader: &mut Reader<'_>) -> Result<StoredMatch, StoreError> {
        let row = MatchRow::read(reader)?;
        let secret = reader.maybe_bytes()?.map(Secret);
        Ok(StoredMatch { row, secret })
    }
}

impl Stored for Seated {
    fn read(row: &mut Reader<'_>) -> Result<Seated, StoreError> {
        Ok(Seated {
            seat: row.number()?,
            player: row.int()?,
        })
    }
}
