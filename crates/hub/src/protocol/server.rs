use std::borrow::Cow;
use std::sync::Arc;

use parlor_describe::{TS, ToSchema};
use parlor_engine::{Claim, Notations, Outcome, SeatSet, Sentences, Seq, Viewer};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Me, TableInfo};
use crate::{Code, CommandId, MatchId, Refusal};

/// JSON that was made elsewhere and goes out as it is.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct Raw(pub Box<RawValue>);

impl Raw {
    pub fn empty_list() -> Raw {
        Raw(RawValue::from_string("[]".to_owned()).unwrap_or_default())
    }

    pub fn get(&self) -> &str {
        self.0.get()
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
        id: Option<CommandId>,
        #[ts(type = "number")]
        now_ms: i64,
    },
    /// A command was carried out that has no other answer.
    Done {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        table: Option<TableInfo>,
    },
    /// A command was refused; nothing has changed.
    Error {
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        #[ts(type = "string")]
        code: Code,
        message: Cow<'static, str>,
        #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        match_id: Option<MatchId>,
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
        id: MatchId,
        #[ts(optional, type = "number")]
        #[serde(skip_serializing_if = "Option::is_none")]
        version: Option<u64>,
    },
    /// To readers of the lobby and after `turns`, about their own running matches: whose turn it
    /// is now.
    Turn {
        #[serde(rename = "match")]
        match_id: MatchId,
        to_act: Vec<u8>,
    },
    /// How many look on at a match one follows, without those who play.
    Spectators {
        #[serde(rename = "match")]
        match_id: MatchId,
        count: u32,
    },
    /// Somebody at a match one follows has come or gone.
    Presence {
        #[serde(rename = "match")]
        match_id: MatchId,
        away: AwayView,
    },
    /// Somebody asks this person for a match: `join` accepts, `decline` declines.
    Challenge {
        table: TableInfo,
        /// Who invites to a table that waits for several; absent where the host challenges.
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        invited_by: Option<String>,
    },
    /// A challenge or an invitation to this person is open no more.
    ChallengeGone {
        id: MatchId,
    },
    /// A challenge of this person was declined; `instead` is the table with other terms.
    Declined {
        id: MatchId,
        game: String,
        by: String,
        #[ts(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        instead: Option<MatchId>,
        /// It was an invitation: the table waits on.
        #[ts(optional, as = "Option<bool>")]
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        stays: bool,
    },
    Match(Box<MatchSnapshot>),
    Update(MatchUpdate),
    /// At a table of one screen the curtain hangs: nothing of the position is told before it is
    /// lifted. Also the answer to `open` then, and sent again with every entry.
    Curtain(Box<CurtainView>),
    Chat {
        #[serde(rename = "match")]
        match_id: MatchId,
        line: ChatLine,
    },
    Offer {
        #[serde(rename = "match")]
        match_id: MatchId,
        /// None: the offer that stood is gone.
        offer: Option<OfferView>,
    },
    /// The server goes away in a moment; come back and resume.
    Bye {
        reason: String,
    },
}

impl ServerMessage {
    /// About how long its JSON is: growing to that in steps costs more than room.
    pub fn json_size(&self) -> usize {
        match self {
            ServerMessage::Update(update) => update.view.get().len() + 1024,
            _ => 256,
        }
    }

    /// The one place where messages become text.
    pub fn write_json(&self, text: &mut Vec<u8>) {
        // Only a map with keys that are no text could fail.
        let _ = serde_json::to_writer(text, self);
    }

    /// The one place where refusals become messages.
    pub fn refused(
        id: Option<CommandId>,
        match_id: Option<MatchId>,
        refusal: &Refusal,
    ) -> ServerMessage {
        ServerMessage::Error {
            id,
            code: refusal.code.clone(),
            message: refusal.message.clone(),
            match_id,
        }
    }

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
    #[schema(value_type = u32)]
    pub seq: Seq,
    /// The viewer's own seat; at a shared screen the seat there that is asked now.
    pub seat: Option<u8>,
    /// The game's view; see the game's notation page.
    #[ts(type = "unknown")]
    #[schema(value_type = Object)]
    pub view: Raw,
    #[ts(type = "number[]")]
    #[schema(value_type = Vec<u8>)]
    pub to_act: SeatSet,
    /// What the viewer's seat may do now, in notation.
    #[ts(type = "string[]")]
    #[schema(value_type = Vec<String>)]
    pub legal: Notations,
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
    /// More was missed than is sent: read the log.
    pub resync: bool,
    pub chat: Vec<ChatLine>,
    pub spectators: u32,
    pub away: AwayView,
    /// The command this answers.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// The log has grown, by one entry or by those of one command.
#[derive(Clone, Debug, Serialize, TS)]
pub struct MatchUpdate {
    #[serde(rename = "match")]
    pub match_id: MatchId,
    pub seq: Seq,
    /// The command this acknowledges, to the one who sent it.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    #[ts(type = "Array<LogLine>")]
    #[serde(serialize_with = "each")]
    pub log: Arc<[LogLine]>,
    #[ts(type = "number[]")]
    pub to_act: SeatSet,
    #[ts(type = "string[]")]
    pub legal: Notations,
    #[ts(optional, type = "Pattern")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<parlor_engine::Pattern>,
    #[ts(optional, type = "Outcome")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// At a table with a shared screen: the seat of this viewer that is asked now.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// The longest part comes last: whoever does not look at it can stop reading.
    #[ts(type = "unknown")]
    pub view: Raw,
    /// Through whose eyes it is seen; for checks inside.
    #[serde(skip)]
    #[ts(skip)]
    pub viewer: Viewer,
}

fn each<S: Serializer>(lines: &[LogLine], serializer: S) -> Result<S::Ok, S::Error> {
    lines.serialize(serializer)
}

/// What is told while the curtain hangs.
#[derive(Clone, Debug, Serialize, TS)]
pub struct CurtainView {
    pub table: TableInfo,
    pub seq: Seq,
    /// The seat for which it may be lifted; nobody while computers play.
    pub next: Option<u8>,
    pub clock: Option<ClockView>,
    /// The command this answers.
    #[ts(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
}

/// A part of the log, oldest first.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LogPage {
    pub log: Vec<LogLine>,
    /// Ask again after the last of these.
    pub more: bool,
}

/// An entry of the log as one viewer may know it.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct LogLine {
    #[schema(value_type = u32)]
    pub seq: Seq,
    /// `action`, `resign`, `leave`, `time_out`, `agree_draw`, `claim`, `abandon`, `ruling`, `lift` or `take_back`.
    pub kind: &'static str,
    pub seat: Option<u8>,
    #[ts(type = "GameEvent[]")]
    #[schema(value_type = Vec<Object>)]
    pub events: Raw,
    /// The events in English.
    #[serde(serialize_with = "list")]
    #[ts(as = "Vec<String>")]
    #[schema(value_type = Vec<String>)]
    pub words: Sentences,
    #[ts(type = "number")]
    pub at_ms: i64,
}

fn list<S: Serializer>(texts: &Sentences, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(texts)
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
    /// Until when each seat is on vacation and its clock stands still; absent when nobody is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Option<f64>>>")]
    pub vacation_ms: Vec<Option<i64>>,
}

/// Who is not here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct AwayView {
    /// Since when each seat's person has been away; null for those who are here, and for bots.
    #[ts(type = "(number | null)[]")]
    pub since_ms: Vec<Option<i64>>,
    /// After this long the others may `claim`.
    #[ts(type = "number")]
    pub grace_ms: i64,
}

/// What those who stayed claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    Win,
    Draw,
    /// The match does not count.
    Abort,
}

impl From<ClaimKind> for Claim {
    fn from(claim: ClaimKind) -> Claim {
        match claim {
            ClaimKind::Win => Claim::Win,
            ClaimKind::Draw => Claim::Draw,
            ClaimKind::Abort => Claim::Abort,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    TakeBack,
    Draw,
    /// To call the match off, so that it does not count.
    Abort,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS, ToSchema)]
pub struct OfferView {
    pub kind: OfferKind,
    /// The seat that asks.
    pub by: u8,
}
