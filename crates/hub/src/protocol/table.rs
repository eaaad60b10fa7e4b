use parlor_describe::{TS, ToSchema};
use parlor_engine::Outcome;
use serde::{Deserialize, Serialize};

use super::AgreedOptions;
use crate::MatchId;

/// Where a table stands; the match is the table after its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are free.
    Open,
    /// All seats are taken, not all have confirmed.
    Ready,
    Running,
    Over,
}

impl Status {
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Ready => "ready",
            Status::Running => "running",
            Status::Over => "over",
        }
    }
}

/// Who may look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    #[default]
    Open,
    /// Spectators are a minute behind.
    Delayed,
    /// Whoever is there at the first move; nobody comes later until the match is over.
    FromStart,
    Off,
}

/// How long a seat may think. Times are in seconds and the server's clock decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    #[default]
    None,
    /// So much for every action; days make a correspondence game.
    PerMove { seconds: u32 },
    /// So much for the whole match, and a little back after each action.
    Total { seconds: u32, increment: u32 },
}

/// How quickly two who are paired want to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    #[default]
    Rapid,
    Relaxed,
    /// Days a move.
    Days,
}

impl Pace {
    pub fn clock(self) -> Clock {
        let seconds = match self {
            Pace::Rapid => 60,
            Pace::Relaxed => 300,
            Pace::Days => 2 * 86_400,
        };
        Clock::PerMove { seconds }
    }
}

/// A table as everybody may see it.
#[allow(clippy::struct_excessive_bools)] // what is agreed or not, each by itself
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct TableInfo {
    pub id: MatchId,
    pub game: String,
    pub name: String,
    pub status: Status,
    #[ts(type = "Record<string, unknown>")]
    #[schema(value_type = Object)]
    pub options: AgreedOptions,
    pub seats: Vec<SeatInfo>,
    /// Before the start: what each seat is, by the ids that the game gives; empty where a lot
    /// decides in any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub sides: Vec<String>,
    pub host: String,
    pub private: bool,
    pub rated: bool,
    pub clock: Clock,
    pub watch: Watch,
    pub confirm: bool,
    /// Several of its people share the host's screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub screen: bool,
    /// The match starts from a position that its host has set up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub position: bool,
    /// The hash of the secret seed.
    pub commitment: String,
    #[ts(type = "number")]
    pub created_ms: i64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "number")]
    pub ended_ms: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Outcome")]
    #[schema(value_type = Option<Object>)]
    pub outcome: Option<Outcome>,
    /// The seats that may act now in a running match, as far as the reader may know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub to_act: Option<Vec<u8>>,
    /// The table the players went on to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rematch: Option<MatchId>,
    /// The secret of the invite link; only to those who sit at the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub invite: Option<String>,
    /// For whom a seat is kept, if this is a challenge; only to the two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub challenged: Option<String>,
    /// Who was asked to come and has not answered; only to those who sit at the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub invited: Vec<String>,
    /// The spoken code, as long as the table waits; only to those who sit at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
#[allow(clippy::struct_excessive_bools)] // what is known of a seat, each by itself
pub struct SeatInfo {
    /// Nobody yet if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub name: Option<String>,
    /// The level, if a bot sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bot: Option<String>,
    #[serde(default)]
    pub confirmed: bool,
    /// Has left a running match.
    #[serde(default)]
    pub left: bool,
    /// Before the start: the lot will decide where this person sits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub random: bool,
    /// Before the start: would change places with whoever sits there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub wants: Option<u8>,
    /// Shares the host's screen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub screen: bool,
}

/// Who one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    pub name: String,
    /// Whether a password protects the name.
    pub protected: bool,
}
