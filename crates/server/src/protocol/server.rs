use parlor_engine::Outcome;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use ts_rs::TS;
use utoipa::ToSchema;

use super::{Me, TableInfo};

/// JSON that was made elsewhere and goes out as it is.
#[derive(Clone, Debug)]
pub struct Raw(pub String);

impl Serialize for Raw {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serde_json::from_str::<&RawValue>(&self.0) {
            Ok(raw) => raw.serialize(serializer),
            Err(_) => serializer.serialize_none(),
        }
    }
}

/// One frame to a client.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first frame on a socket, and the answer to `login`.
    Welcome {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        you: Option<Me>,
        version: &'static str,
        #[ts(type = "number")]
        now_ms: i64,
    },
    Pong {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        #[ts(type = "number")]
        now_ms: i64,
    },
    /// A command was carried out that has no other answer.
    Done {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableInfo>,
    },
    /// A command was refused; nothing has changed.
    Error {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<String>,
        code: String,
        message: String,
        #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        game_match: Option<String>,
    },
    /// The whole lobby, after change number `version`.
    Lobby {
        #[ts(type = "number")]
        version: u64,
        tables: Vec<TableInfo>,
    },
    /// One table is new or has changed. In the lobby every change has the next number: whoever
    /// misses one asks for the lobby again. News of a table one follows have none.
    Table {
        table: TableInfo,
        #[ts(optional, type = "number")]
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    TableGone {
        id: String,
        #[ts(optional, type = "number")]
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// To readers of the lobby, about their own running matches: whose turn it is now.
    Turn {
        #[serde(rename = "match")]
        game_match: String,
        to_act: Vec<u8>,
    },
    /// How many look on at a match one follows, without those who play.
    Spectators {
        #[serde(rename = "match")]
        game_match: String,
        count: u32,
    },
    /// A partner was found.
    Paired {
        table: TableInfo,
    },
    Match(Box<MatchSnapshot>),
    Update(Box<MatchUpdate>),
    Chat {
        #[serde(rename = "match")]
        game_match: String,
        line: ChatLine,
    },
    Offer {
        #[serde(rename = "match")]
        game_match: String,
        /// None: the offer that stood is gone.
        offer: Option<OfferView>,
    },
    /// The server goes away in a moment; come back and resume.
    Bye {
        reason: String,
    },
}

impl ServerMessage {
    /// News of a table to those who follow it.
    pub fn table(table: TableInfo) -> ServerMessage {
        ServerMessage::Table {
            table,
            version: None,
        }
    }
}

/// Everything a client needs to show a match, and to resume it later.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct MatchSnapshot {
    pub table: TableInfo,
    pub seq: u32,
    /// The viewer's own seat.
    pub seat: Option<u8>,
    /// The game's view; see the game's notation page.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Raw,
    pub to_act: Vec<u8>,
    /// What the viewer's seat may do now, in notation.
    pub legal: Vec<String>,
    /// There are too many legal actions to list: their form and bounds.
    #[ts(type = "Pattern | null")]
    #[schema(value_type = Option<Object>)]
    pub pattern: Option<parlor_engine::Pattern>,
    #[ts(type = "Outcome | null")]
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Outcome>,
    pub clock: Option<ClockView>,
    pub offer: Option<OfferView>,
    /// What happened since the sequence number the client gave, oldest first.
    pub missed: Vec<LogLine>,
    pub chat: Vec<ChatLine>,
    pub spectators: u32,
    /// The command this answers.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

/// The log has grown, by one entry or by those of one command.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MatchUpdate {
    #[serde(rename = "match")]
    pub game_match: String,
    pub seq: u32,
    /// The command this acknowledges, to the one who sent it.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub log: Vec<LogLine>,
    #[ts(type = "unknown")]
    pub view: Raw,
    pub to_act: Vec<u8>,
    pub legal: Vec<String>,
    #[ts(optional, type = "Pattern")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<parlor_engine::Pattern>,
    #[ts(optional, type = "Outcome")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
}

/// An entry of the log as one viewer may know it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LogLine {
    pub seq: u32,
    /// `action`, `resign`, `leave`, `time_out`, `agree_draw` or `take_back`.
    pub kind: &'static str,
    pub seat: Option<u8>,
    #[ts(type = "GameEvent[]")]
    #[schema(value_type = Vec<Object>)]
    pub events: Raw,
    /// The events in English.
    pub words: Vec<String>,
    #[ts(type = "number")]
    pub at_ms: i64,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    pub seq: u32,
    #[ts(type = "number")]
    pub at_ms: i64,
    pub name: String,
    pub seat: Option<u8>,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct ClockView {
    /// What each seat has left, in milliseconds, at `now_ms`.
    #[ts(type = "(number | null)[]")]
    pub left_ms: Vec<Option<i64>>,
    /// Whose clock runs.
    pub running: Vec<u8>,
    #[ts(type = "number")]
    pub now_ms: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    TakeBack,
    Draw,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct OfferView {
    pub kind: OfferKind,
    /// The seat that asks.
    pub by: u8,
}
