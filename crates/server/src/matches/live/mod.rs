//! One running match: what is asked of it, what is told of it, and what must be done for it.

mod ask;
mod audience;
mod chat;
mod closing;
mod duty;
mod log;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};

use parlor_engine::{Entry, Judged, Match, Seat, SeatSet, Seed, Viewer};
use parlor_store::{Entry as EntryRow, NewEntry};

use super::clock::{Clocks, Outages};
use super::offers::Offer;
use super::{ConnId, Outbox};
use crate::Refusal;
use crate::bus::News;
use crate::people::PlayerId;
use crate::tables::Table;
use audience::{Crowd, Elsewhere};
use chat::Sayings;
pub use chat::{Saying, Spoken};
pub use closing::Closing;

/// Who asks something of a match.
#[derive(Clone, Debug)]
pub struct Asker {
    pub player: Option<PlayerId>,
    pub outbox: Outbox,
}

/// What can be asked of a running match.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchAsk {
    Play {
        seq: u32,
        action: String,
    },
    Resign,
    OfferTakeBack,
    OfferDraw,
    Answer {
        accept: bool,
    },
    Say {
        text: String,
    },
    /// The connection of this seat is gone for good.
    Left {
        seat: u8,
    },
    /// A bot has thought about the position `seq`.
    BotMove {
        seat: u8,
        seq: u32,
        action: String,
    },
    TimeUp,
}

#[derive(Clone, Debug)]
pub struct Subscriber {
    pub outbox: Outbox,
    pub player: Option<PlayerId>,
    pub viewer: Viewer,
}

/// What must be done outside. Entries are made durable before anybody hears of them.
#[derive(Debug)]
pub enum Effect {
    Append(Vec<NewEntry>),
    /// The result is known: record it and the ratings.
    Finish,
    StoreChat(Saying),
    /// Somebody else wrote to the chat: read on from here.
    ReadChat {
        after: u32,
    },
    /// A bot has the move.
    Think {
        seat: u8,
        level: String,
        seq: u32,
    },
    /// Look again at this time.
    WakeAt(i64),
    /// Somebody else wrote to this log: read on from here.
    ReadOn {
        after: u32,
    },
    /// The other nodes must know.
    Publish(News),
}

/// A command whose entries are on their way to the disk.
#[derive(Debug)]
struct Flight {
    chain: Vec<Judged>,
    asked: Asked,
    at_ms: i64,
}

#[derive(Clone, Debug)]
struct Asked {
    asker: Option<Asker>,
    id: Option<String>,
    what: MatchAsk,
    /// The log was read since it was asked: the fold is not behind the asker's any more.
    fresh: bool,
}

/// Commands waiting behind one in flight; more are refused.
const LONGEST_WAIT: usize = 32;
/// Chat lines sent with a snapshot.
const RECENT_CHAT: usize = 50;

/// What the house's settings say about every match.
#[derive(Clone, Copy, Debug)]
pub struct Manners {
    /// How far behind spectators of a delayed match are.
    pub delay_ms: i64,
    /// How long a person may be away from a match that is played live.
    pub grace_ms: i64,
    /// What another node has begun (a bot's thinking, the books) is taken over after this; 0 in a
    /// house of one node.
    pub fallback_ms: i64,
}

impl Manners {
    /// There are no other nodes.
    pub fn is_alone(&self) -> bool {
        self.fallback_ms == 0
    }
}

#[derive(Debug)]
pub struct Live {
    pub table: Table,
    pub version: i64,
    manners: Manners,
    matched: Match,
    names: Vec<String>,
    /// When each entry was made.
    times: Vec<i64>,
    /// Commands already in the log, with the sequence number after them.
    known: HashMap<(PlayerId, String), u32>,
    subscribers: Vec<Subscriber>,
    flight: Option<Flight>,
    waiting: VecDeque<Asked>,
    /// The last entry anybody has told of; the log is read when the fold is behind it.
    heard_of: u32,
    /// The tail of the log is being read.
    reading: bool,
    /// The store did not answer: the log is read again at this time, or when somebody asks.
    read_again_ms: Option<i64>,
    /// When what another node has begun becomes this node's duty.
    duty_ms: Option<i64>,
    offer: Option<Offer>,
    clocks: Clocks,
    chat: Sayings,
    crowd: Crowd,
    elsewhere: Elsewhere,
    /// Spectators of a delayed match get these later.
    held_back: VecDeque<(i64, std::sync::Arc<super::Told>)>,
    /// When each seat's last connection went away.
    absent_since: Vec<Option<i64>>,
    last_used_ms: i64,
    /// The game's options say that time decides nothing.
    ignores_time: bool,
}

impl Live {
    pub fn load(
        table: Table,
        version: i64,
        seed: Seed,
        rows: Vec<EntryRow>,
        chat: Vec<Saying>,
        (outages, manners): (Outages, Manners),
        now_ms: i64,
    ) -> Result<Live, Refusal> {
        let matched = table.opening(seed)?;
        let seats = table.chairs.len();
        let started = table.started_ms.unwrap_or(table.created_ms);
        let clocks = Clocks::new(
            table.clock,
            seats,
            matched.state().to_act(),
            started,
            outages,
        );
        let names = table.names();
        let mut live = Live {
            names,
            matched,
            version,
            manners,
            times: Vec::new(),
            known: HashMap::new(),
            subscribers: Vec::new(),
            flight: None,
            waiting: VecDeque::new(),
            heard_of: 0,
            reading: false,
            read_again_ms: None,
            duty_ms: None,
            offer: None,
            clocks,
            chat: Sayings::new(chat),
            crowd: Crowd::default(),
            elsewhere: Elsewhere::new(seats),
            held_back: VecDeque::new(),
            absent_since: vec![Some(now_ms); seats],
            last_used_ms: now_ms,
            ignores_time: false,
            table,
        };
        for row in rows {
            let events = live.replay(row)?;
            live.hold_back(&[events], now_ms);
        }
        if live.is_over() {
            live.held_back.clear();
        }
        Ok(live)
    }

    pub fn seq(&self) -> u32 {
        self.matched.seq()
    }

    pub fn matched(&self) -> &Match {
        &self.matched
    }

    pub fn is_over(&self) -> bool {
        self.matched.state().outcome().is_some()
    }

    /// Entries are on their way to the disk, or to here: what comes now waits for them.
    pub fn is_busy(&self) -> bool {
        self.flight.is_some() || self.reading
    }

    /// Nobody looks, nothing is under way: the log suffices.
    pub fn is_idle(&self, now_ms: i64, idle_ms: i64) -> bool {
        self.subscribers.is_empty()
            && !self.is_busy()
            && self.waiting.is_empty()
            && self.chat.is_quiet()
            && self.duty_ms.is_none()
            && now_ms - self.last_used_ms >= idle_ms
    }

    /// The table's row has changed: somebody left, a bot sat down, the match was recorded.
    pub fn table_changed(&mut self, table: Table, version: i64) {
        self.table = table;
        self.version = version;
        self.names = self.table.names();
    }

    /// A seat's person; bots and free chairs have none.
    fn seat_of(&self, player: Option<PlayerId>) -> Option<Seat> {
        let seat = self.table.seat_of(player?)?;
        let chair = self.table.chairs.get(usize::from(seat))?;
        (!chair.left).then_some(Seat(seat))
    }

    /// The seats of other people, who must agree to something.
    fn other_people(&self, seat: Seat) -> SeatSet {
        let playing = |chair: &crate::tables::Chair| chair.sitter.is_some() && !chair.left;
        (0..)
            .map(Seat)
            .zip(&self.table.chairs)
            .filter(|&(place, chair)| place != seat && playing(chair))
            .map(|(place, _)| place)
            .collect()
    }
}

pub(super) fn is_conn(subscriber: &Subscriber, conn: ConnId) -> bool {
    subscriber.outbox.conn() == conn
}

pub(super) fn new_entries(
    table: &str,
    chain: &[Judged],
    at_ms: i64,
    by: Option<PlayerId>,
    cmd: Option<&String>,
) -> Vec<NewEntry> {
    chain
        .iter()
        .map(
            |Judged {
                 entry: Entry { seq, act },
                 ..
             }| NewEntry {
                match_id: table.into(),
                seq: *seq,
                at_ms,
                act: serde_json::to_string(act).unwrap_or_default(),
                by_player: by.map(|player| player.0),
                cmd: cmd.cloned(),
            },
        )
        .collect()
}
