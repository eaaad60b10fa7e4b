use parlor_describe::{TS, ToSchema};
use parlor_engine::{Nonce, Seq};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ClaimKind, Clock, Pace, SeatChoice, Watch};
use crate::{CommandId, MatchId};

/// One frame from a client: a command and the client's own id for it. An id that was seen before
/// is answered again and not carried out twice.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct Request {
    /// At most 64 characters; unique per player. Without it a resend cannot be recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub id: Option<CommandId>,
    #[serde(flatten)]
    pub command: Command,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Command {
    Ping {},
    /// Identify this socket by a token, where cookies and headers are out of reach.
    Login {
        token: String,
    },
    /// Push the list of open tables and running matches, and every change to it.
    Lobby {},
    LeaveLobby {},
    /// Push `turn` for the own running matches, without the list of the lobby.
    Turns {},
    CreateTable(NewTable),
    /// Take a seat, or another one at a table where one sits. On a seat that somebody has chosen
    /// that is a wish to change places, fulfilled when the other one wishes the same. Joining while
    /// at another open table of the lobby does not leave that one.
    Join {
        table: MatchId,
        /// The secret of an invite link; needed for private tables.
        #[serde(default)]
        #[ts(optional)]
        invite: Option<String>,
        #[serde(default)]
        #[ts(optional)]
        seat: Option<SeatChoice>,
        /// This player's share of the seed; drawn by the server if absent.
        #[serde(default)]
        #[ts(optional, as = "Option<String>")]
        #[schema(value_type = Option<String>)]
        nonce: Option<Nonce>,
    },
    Leave {
        table: MatchId,
    },
    /// The host starts before the table is full; free seats go to bots or vanish.
    Start {
        table: MatchId,
    },
    /// "Click to start", where the table asks every seat.
    Confirm {
        table: MatchId,
    },
    SeatBot {
        table: MatchId,
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
        level: String,
    },
    /// The host frees a seat before the start: a bot's or a person's.
    FreeSeat {
        table: MatchId,
        seat: u8,
    },
    /// The host gives a free seat to somebody at the same computer: the two share the host's screen,
    /// and others join with devices of their own. Such a table is unrated and nobody looks on.
    SeatHere {
        table: MatchId,
        name: String,
        #[serde(default)]
        #[ts(optional)]
        seat: Option<u8>,
    },
    /// Meet whoever asks for the same game next.
    QuickPair {
        game: String,
        #[serde(default)]
        #[ts(optional, as = "Option<Pace>")]
        pace: Pace,
        #[serde(default)]
        #[ts(optional, as = "Option<bool>")]
        rated: bool,
        /// Whoever wants the same seat is no partner; any seat will do if absent.
        #[serde(default)]
        #[ts(optional)]
        seat: Option<SeatChoice>,
    },
    CancelQuickPair {
        game: String,
    },
    /// Ask somebody for a match on these terms; with `instead_of` in place of a challenge of theirs.
    Challenge {
        to: String,
        terms: NewTable,
        #[serde(default)]
        #[ts(optional)]
        instead_of: Option<MatchId>,
    },
    /// Not to accept a challenge or an invitation.
    Decline {
        table: MatchId,
    },
    /// Whoever sits at a table that waits asks somebody to come to it. No seat is kept.
    Invite {
        table: MatchId,
        to: String,
    },
    /// A new table with the same settings and people.
    Rematch {
        table: MatchId,
    },
    /// The one who was asked for a rematch declines it, or whoever asked takes it back.
    DeclineRematch {
        table: MatchId,
    },
    /// Follow a match; `since` is the last sequence number seen.
    Open {
        #[serde(rename = "match")]
        match_id: MatchId,
        #[serde(default)]
        #[ts(optional)]
        #[schema(value_type = Option<u32>)]
        since: Option<Seq>,
        #[serde(default)]
        #[ts(optional)]
        invite: Option<String>,
    },
    Close {
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    Play {
        #[serde(rename = "match")]
        match_id: MatchId,
        /// The sequence number of the position the player looked at.
        #[schema(value_type = u32)]
        seq: Seq,
        /// In the game's notation.
        action: String,
    },
    Resign {
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    OfferTakeBack {
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    OfferDraw {
        #[serde(rename = "match")]
        match_id: MatchId,
    },
    Answer {
        #[serde(rename = "match")]
        match_id: MatchId,
        accept: bool,
    },
    Say {
        #[serde(rename = "match")]
        match_id: MatchId,
        text: String,
    },
    /// Somebody has been away for longer than the pace of the table allows: those who stayed end
    /// the match. Where several stayed they must agree. `abort` can also be agreed on by all.
    Claim {
        #[serde(rename = "match")]
        match_id: MatchId,
        claim: ClaimKind,
    },
    /// At a table of one screen: whoever plays this seat sits before it now, and the screen shows
    /// what that seat may see. Answered by `match`.
    Lift {
        #[serde(rename = "match")]
        match_id: MatchId,
        seat: u8,
    },
    /// Let a bot play the seat of somebody who left, in games of three and more.
    BotTakeOver {
        #[serde(rename = "match")]
        match_id: MatchId,
        seat: u8,
        level: String,
    },
}

/// How a table is set up.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools)] // settings, each on its own
pub struct NewTable {
    pub game: String,
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Option<Value>,
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
    /// The game's fewest if absent.
    #[serde(default)]
    #[ts(optional)]
    pub seats: Option<u8>,
    /// Only by invite link.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub private: bool,
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    #[serde(default)]
    #[ts(optional, as = "Option<Watch>")]
    pub watch: Watch,
    /// Every seat must confirm before the first move.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub confirm: bool,
    /// Bots for the last seats, by level.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub bots: Vec<String>,
    /// Whether the creator sits down at once.
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub sit: bool,
    /// Where; at the first free seat if absent. A bot makes room.
    #[serde(default)]
    #[ts(optional)]
    pub seat: Option<SeatChoice>,
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    #[schema(value_type = Option<String>)]
    pub nonce: Option<Nonce>,
    /// Two to six names of people who share the creator's screen. They fill the first seats, bots
    /// the last. Unless `seats` leaves some for others the match begins at once, and is private;
    /// it is unrated, and nobody else looks on.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub screen: Vec<String>,
    /// A whole state to start from in place of the opening; it brings its options and seats along. Such
    /// a match is unrated, everybody sits as seated, and where something is hidden all others are bots.
    #[serde(default)]
    #[ts(optional, type = "unknown")]
    #[schema(value_type = Option<Object>)]
    pub position: Option<Value>,
}

fn yes() -> bool {
    true
}

impl NewTable {
    /// Everything as it is when nothing is said.
    pub fn plain(game: &str) -> NewTable {
        NewTable {
            game: game.to_owned(),
            options: None,
            name: None,
            seats: None,
            private: false,
            rated: false,
            clock: Clock::None,
            watch: Watch::Open,
            confirm: false,
            bots: Vec::new(),
            sit: true,
            seat: None,
            nonce: None,
            screen: Vec::new(),
            position: None,
        }
    }
}

impl Command {
    /// The words that `type` may say.
    pub const KINDS: [&'static str; 31] = [
        "ping",
        "login",
        "lobby",
        "leave_lobby",
        "turns",
        "create_table",
        "join",
        "leave",
        "start",
        "confirm",
        "seat_bot",
        "free_seat",
        "seat_here",
        "quick_pair",
        "cancel_quick_pair",
        "challenge",
        "decline",
        "invite",
        "rematch",
        "decline_rematch",
        "open",
        "close",
        "play",
        "resign",
        "offer_take_back",
        "offer_draw",
        "answer",
        "say",
        "claim",
        "lift",
        "bot_take_over",
    ];

    /// The one of these words that this command says.
    pub fn kind(&self) -> &'static str {
        match self {
            Command::Ping { .. } => "ping",
            Command::Login { .. } => "login",
            Command::Lobby { .. } => "lobby",
            Command::LeaveLobby { .. } => "leave_lobby",
            Command::Turns { .. } => "turns",
            Command::CreateTable(_) => "create_table",
            Command::Join { .. } => "join",
            Command::Leave { .. } => "leave",
            Command::Start { .. } => "start",
            Command::Confirm { .. } => "confirm",
            Command::SeatBot { .. } => "seat_bot",
            Command::FreeSeat { .. } => "free_seat",
            Command::SeatHere { .. } => "seat_here",
            Command::QuickPair { .. } => "quick_pair",
            Command::CancelQuickPair { .. } => "cancel_quick_pair",
            Command::Challenge { .. } => "challenge",
            Command::Decline { .. } => "decline",
            Command::Invite { .. } => "invite",
            Command::Rematch { .. } => "rematch",
            Command::DeclineRematch { .. } => "decline_rematch",
            Command::Open { .. } => "open",
            Command::Close { .. } => "close",
            Command::Play { .. } => "play",
            Command::Resign { .. } => "resign",
            Command::OfferTakeBack { .. } => "offer_take_back",
            Command::OfferDraw { .. } => "offer_draw",
            Command::Answer { .. } => "answer",
            Command::Say { .. } => "say",
            Command::Claim { .. } => "claim",
            Command::Lift { .. } => "lift",
            Command::BotTakeOver { .. } => "bot_take_over",
        }
    }

    /// The match or table a command is about, for routing and log lines.
    pub fn subject(&self) -> Option<MatchId> {
        match self {
            Command::Join { table, .. }
            | Command::Leave { table }
            | Command::Start { table }
            | Command::Confirm { table }
            | Command::SeatBot { table, .. }
            | Command::FreeSeat { table, .. }
            | Command::SeatHere { table, .. }
            | Command::Decline { table }
            | Command::Invite { table, .. }
            | Command::Rematch { table }
            | Command::DeclineRematch { table } => Some(*table),
            Command::Open { match_id, .. }
            | Command::Close { match_id }
            | Command::Play { match_id, .. }
            | Command::Resign { match_id }
            | Command::OfferTakeBack { match_id }
            | Command::OfferDraw { match_id }
            | Command::Answer { match_id, .. }
            | Command::Say { match_id, .. }
            | Command::Claim { match_id, .. }
            | Command::Lift { match_id, .. }
            | Command::BotTakeOver { match_id, .. } => Some(*match_id),
            _ => None,
        }
    }
}
