use memchr::memmem;
use parlor_engine::Seq;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::LoadError;
use crate::ledger::digest;

/// A frame of the server, as far as a load needs it; boards are skipped unread.
#[derive(Deserialize, Debug)]
pub(crate) struct Frame<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    pub(crate) id: Option<&'a str>,
    #[serde(rename = "match", borrow)]
    pub(crate) game_match: Option<&'a str>,
    pub(crate) seq: Option<Seq>,
    pub(crate) seat: Option<u8>,
    #[serde(default, borrow)]
    pub(crate) log: Vec<LogLineRef<'a>>,
    /// What happened while nobody listened; with the answer to `open`.
    #[serde(default, borrow)]
    pub(crate) missed: Vec<LogLineRef<'a>>,
    #[serde(default, borrow)]
    pub(crate) legal: Vec<&'a str>,
    pub(crate) outcome: Option<serde::de::IgnoredAny>,
    #[serde(borrow)]
    pub(crate) table: Option<&'a RawValue>,
    pub(crate) code: Option<String>,
    pub(crate) message: Option<String>,
}

#[derive(Deserialize, Debug)]
pub(crate) struct LogLineRef<'a> {
    pub(crate) seq: Seq,
    pub(crate) seat: Option<u8>,
    pub(crate) at_ms: i64,
    #[serde(borrow)]
    pub(crate) words: &'a RawValue,
}

/// What is needed of a table's description.
#[derive(Deserialize, Debug)]
pub(crate) struct TableInfo {
    pub(crate) id: String,
    pub(crate) seats: Vec<serde::de::IgnoredAny>,
}

#[derive(Serialize, Debug)]
pub(crate) struct Request<'a> {
    pub(crate) id: &'a str,
    #[serde(flatten)]
    pub(crate) command: Command<'a>,
}

#[derive(Serialize, Debug)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum Command<'a> {
    CreateTable {
        game: &'a str,
        #[serde(skip_serializing_if = "Value::is_null")]
        options: &'a Value,
        #[serde(skip_serializing_if = "Option::is_none")]
        seats: Option<u8>,
    },
    Join {
        table: &'a str,
    },
    Open {
        #[serde(rename = "match")]
        game_match: &'a str,
        since: Seq,
    },
    Close {
        #[serde(rename = "match")]
        game_match: &'a str,
    },
    Play {
        #[serde(rename = "match")]
        game_match: &'a str,
        seq: Seq,
        action: &'a str,
    },
}

impl LogLineRef<'_> {
    pub(crate) fn digest(&self) -> u64 {
        digest(self.seat, self.at_ms, self.words.get())
    }
}

pub(crate) fn parse(text: &str) -> Result<Frame<'_>, LoadError> {
    serde_json::from_str(text).map_err(|error| LoadError::Unexpected(error.to_string()))
}

/// An update without its view, which no load looks at and which is most of it: to parse what is
/// thrown away would cost the load more than all the rest. Servers of before wrote it in the middle;
/// theirs are parsed whole.
pub(crate) fn without_view<'a>(text: &'a str, kept: &'a mut String) -> &'a str {
    const UPDATE: &str = "{\"type\":\"update\",";
    const VIEW: &[u8] = b",\"view\":{";
    const LEGAL: &[u8] = b",\"legal\":[";
    if !text.starts_with(UPDATE) {
        return text;
    }
    // No name can look like a key: quotes inside a text are escaped.
    match memmem::find(text.as_bytes(), VIEW) {
        Some(start) if memmem::find(&text.as_bytes()[..start], LEGAL).is_some() => {
            kept.clear();
            kept.push_str(&text[..start]);
            kept.push('}');
            kept
        }
        _ => text,
    }
}

pub(crate) fn text(id: &str, command: Command<'_>) -> Result<Utf8Bytes, LoadError> {
    serde_json::to_string(&Request { id, command })
        .map(Utf8Bytes::from)
        .map_err(|error| LoadError::Unexpected(error.to_string()))
}

pub(crate) fn refused(frame: &Frame<'_>) -> LoadError {
    LoadError::Refused {
        code: frame.code.clone().unwrap_or_default(),
        message: frame.message.clone().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_view_is_cut_off() {
        let mut kept = String::new();
        let mut cut = |text: &str| without_view(text, &mut kept).to_owned();
        let view = r#"{"a":[1,{"b":"}]\\\""}],"c":""}"#;
        let whole = format!(r#"{{"type":"update","legal":["x"],"view":{view}}}"#);
        assert_eq!(cut(&whole), r#"{"type":"update","legal":["x"]}"#);
        for same in [
            r#"{"type":"pong"}"#,
            r#"{"type":"update","legal":["x"]}"#,
            r#"{"type":"update","view":{},"legal":["x"]}"#,
            r#"{"type":"match","view":{},"legal":["x"]}"#,
        ] {
            assert_eq!(cut(same), same);
        }
    }
}
