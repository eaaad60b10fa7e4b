//! What exists, made into something to study: a record, or what a seat sees of a running match.

use parlor_describe::ToSchema;
use parlor_engine::{Act, AnyGame, Entry, Fast, Match, Nonce, Record, Seq, carry_out};
use serde::Serialize;
use serde_json::Value;

use super::line::{MOST_STEPS, Step};
use crate::{Code, Refusal};

/// Entries of a record that is studied.
const LONGEST_RECORD: usize = 6_000;
/// So often a state comes along, so that nobody has to play a long line from its start.
const STRIDE: usize = MOST_STEPS / 4;

/// A line to study, with states on the way.
#[derive(Debug, Serialize, ToSchema)]
pub struct Imported {
    pub game: &'static str,
    pub seats: u8,
    #[schema(value_type = Object)]
    pub options: Value,
    pub names: Vec<String>,
    /// From which the dice of the steps come.
    #[schema(value_type = String)]
    pub chance: Nonce,
    /// The state at the beginning.
    #[schema(value_type = Object)]
    pub start: Value,
    #[schema(value_type = Vec<Object>)]
    pub steps: Vec<ImportedStep>,
    /// So many of the steps lead to the position that was asked for.
    pub at: usize,
    /// The seat that looks; nobody if everything may be known.
    pub seat: Option<u8>,
}

#[derive(Debug, Serialize)]
pub struct ImportedStep {
    #[serde(flatten)]
    pub step: Step,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Value>,
}

/// A finished match. Everything in it may be known.
pub fn from_record(
    game: &'static dyn AnyGame,
    record: &Record,
    seq: Option<Seq>,
) -> Result<Imported, Refusal> {
    if record.game != game.meta().id {
        let message = format!("this is a record of {}", crate::shorten(&record.game, 32));
        return Err(Refusal::new(Code::AnalysisGame, message));
    }
    if record.entries.len() > LONGEST_RECORD {
        let message = format!("a record that is studied has at most {LONGEST_RECORD} entries");
        return Err(Refusal::new(Code::AnalysisTooLong, message));
    }
    let finished = record
        .verify(&[game])
        .map_err(|error| Refusal::new(Code::AnalysisRecord, error.to_string()))?;
    let log = finished.log();
    let whole = path(log);
    let asked = seq.map_or(log.len(), |seq| seq.length().min(log.len()));
    let there = path(log.get(..asked).unwrap_or(log));
    // What was taken back is studied by itself: it is no part of the game any more.
    let line = if whole.starts_with(&there) {
        whole
    } else {
        there.clone()
    };
    let key = record.seed.mixed(&record.nonces);
    let mut state = Match::start(finished.setup().clone())?
        .state()
        .boxed_clone();
    let start = state.state();
    let mut steps = Vec::with_capacity(line.len());
    for (place, entry) in line.iter().enumerate() {
        let mut chance = parlor_engine::Stream::new(&key, entry.seq.0);
        carry_out(&mut state, &entry.act, &mut chance)?;
        let kept = (place + 1).is_multiple_of(STRIDE) && state.outcome().is_none();
        steps.push(ImportedStep {
            step: Step {
                act: entry.act.clone(),
                roll: entry.seq.0,
            },
            state: kept.then(|| state.state()),
        });
    }
    let names = record.names.iter().take(8);
    Ok(Imported {
        game: game.meta().id,
        seats: state.seats(),
        options: start.get("options").cloned().unwrap_or_default(),
        names: names.cloned().collect(),
        chance: Nonce(key),
        start,
        steps,
        at: there.len(),
        seat: None,
    })
}

/// The entries that lead to where a log ends.
fn path(log: &[Entry]) -> Vec<&Entry> {
    let mut path: Vec<&Entry> = Vec::new();
    for entry in log {
        match entry.act {
            Act::TakeBack { to, .. } => path.retain(|kept| kept.seq <= to),
            Act::Lift { .. } => {}
            _ => path.push(entry),
        }
    }
    path
}

/// What a seat sees, as one of the worlds that look so. Made from the view alone: whatever the seat
/// does not know is invented.
pub fn from_view(
    game: &'static dyn AnyGame,
    view: &str,
    seat: u8,
    names: Vec<String>,
    chance: Nonce,
) -> Result<Imported, Refusal> {
    let mut seed = [0; 8];
    seed.copy_from_slice(&chance.0[..8]);
    let state = game.imagine(view, &mut Fast::new(u64::from_le_bytes(seed)))?;
    let start = state.state();
    Ok(Imported {
        game: game.meta().id,
        seats: state.seats(),
        options: start.get("options").cloned().unwrap_or_default(),
        names,
        chance,
        start,
        steps: Vec::new(),
        at: 0,
        seat: Some(seat),
    })
}
