//! The record of a match: all that is needed to check it, in one JSON object.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    AnyGame, Commitment, Entry, Match, Nonce, Outcome, Rejection, Seed, Seq, Setup, Viewer,
};

/// A match as it is saved, downloaded and verified.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Always `parlor record`, so that a stray file is recognised as one.
    pub format: String,
    pub version: u32,
    pub game: String,
    pub options: Value,
    pub seats: u8,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Published before the first entry.
    pub commitment: Commitment,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<Nonce>,
    /// Revealed at the end.
    pub seed: Seed,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    pub entries: Vec<RecordEntry>,
    pub outcome: Option<Outcome>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordEntry {
    #[serde(flatten)]
    pub entry: Entry,
    /// What happened, dice included, as the referee saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Value>,
}

/// The first thing found wrong with a record.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum VerifyError {
    #[error("not a Parlor record: {0}")]
    Form(String),
    #[error("this program reads version {expected} of the format, the record has version {found}")]
    Version { expected: u32, found: u32 },
    #[error("unknown game {0:?}")]
    Game(String),
    #[error("the commitment is not the hash of the seed: the seed was exchanged")]
    Commitment,
    #[error("{found} nonces for {seats} seats")]
    Nonces { found: usize, seats: u8 },
    #[error("set-up: {0}")]
    Setup(String),
    #[error("entry {seq}: {reason}")]
    Entry { seq: Seq, reason: String },
    #[error("entry {seq}: the recorded events differ from what the rules and the seed give")]
    Events { seq: Seq },
    #[error("the recorded outcome differs from what the log leads to")]
    Outcome,
}

const FORMAT: &str = "parlor record";
const VERSION: u32 = 1;

impl Record {
    pub fn of(matched: &Match, names: Vec<String>) -> Record {
        let mut entries = Vec::with_capacity(matched.log().len());
        matched
            .events_between(Seq::START, matched.seq(), |entry, events| {
                entries.push(RecordEntry {
                    entry: entry.clone(),
                    events: events.map(all),
                });
            })
            .expect("entries were judged before");
        Record::with(matched, names, entries)
    }

    fn with(matched: &Match, names: Vec<String>, entries: Vec<RecordEntry>) -> Record {
        let setup = matched.setup();
        Record {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: setup.game.meta().id.to_owned(),
            options: setup.options.clone(),
            seats: setup.seats,
            names,
            commitment: setup.commitment(),
            nonces: setup.nonces.clone(),
            seed: setup.seed,
            position: setup.position.clone(),
            entries,
            outcome: matched.state().outcome(),
        }
    }

    /// The record of a whole log, folded on the way.
    pub fn of_log(setup: Setup, log: Vec<Entry>, names: Vec<String>) -> Result<Record, Rejection> {
        let mut matched = Match::start(setup)?;
        let mut entries = Vec::with_capacity(log.len());
        for entry in log {
            let events = matched.push(entry.act.clone())?;
            entries.push(RecordEntry {
                entry,
                events: events.as_deref().map(all),
            });
        }
        Ok(Record::with(&matched, names, entries))
    }

    pub fn parse(text: &str) -> Result<Record, VerifyError> {
        let record: Record =
            serde_json::from_str(text).map_err(|error| VerifyError::Form(error.to_string()))?;
        if record.format != FORMAT {
            return Err(VerifyError::Form(format!(
                "its format is {:?}",
                record.format
            )));
        }
        if record.version != VERSION {
            return Err(VerifyError::Version {
                expected: VERSION,
                found: record.version,
            });
        }
        Ok(record)
    }

    /// Plays the record again and checks the commitment, every entry, every die and the outcome.
    pub fn verify(&self, games: &[&'static dyn AnyGame]) -> Result<Match, VerifyError> {
        let game = games
            .iter()
            .find(|game| game.meta().id == self.game)
            .ok_or_else(|| VerifyError::Game(self.game.clone()))?;
        if self.seed.commitment() != self.commitment {
            return Err(VerifyError::Commitment);
        }
        if !self.nonces.is_empty() && self.nonces.len() != usize::from(self.seats) {
            return Err(VerifyError::Nonces {
                found: self.nonces.len(),
                seats: self.seats,
            });
        }
        let mut setup = Setup::new(
            *game,
            &self.options,
            self.seats,
            self.seed,
            self.nonces.clone(),
        )
        .map_err(|refused| VerifyError::Setup(refused.message))?;
        setup.position.clone_from(&self.position);
        let mut matched =
            Match::start(setup).map_err(|refused| VerifyError::Setup(refused.message))?;
        for RecordEntry { entry, events } in &self.entries {
            let seq = matched.seq().next();
            let wrong = |reason| VerifyError::Entry { seq, reason };
            if entry.seq != seq {
                return Err(wrong(format!("it carries number {}", entry.seq)));
            }
            let happened = matched
                .push(entry.act.clone())
                .map_err(|refused| wrong(refused.message))?
                .map(|events| all(&*events));
            if events.is_some() && *events != happened {
                return Err(VerifyError::Events { seq });
            }
        }
        if matched.state().outcome() != self.outcome {
            return Err(VerifyError::Outcome);
        }
        Ok(matched)
    }
}

fn all(events: &dyn crate::AnyEvents) -> Value {
    serde_json::from_str(&events.json(Viewer::Referee)).unwrap_or(Value::Null)
}
