//! One running match: what is asked of it, what is told of it, and what must be done for it.

mod append;
mod away;
mod chat;
mod command;
mod curtain;
mod duty;
mod finish;
mod presence;
mod publish;
#[cfg(test)]
mod tests;
mod waits;

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use parlor_engine::{JudgedLine, Match, Seat, SeatSet, Seed, Seq, Viewer};
use parlor_store::{EntryRow, NewEntry};

use super::clock::{Clocks, Outages};
use super::offer::Offer;
use super::shard::{Effect, StorageRequest, TableRow};
use super::vacations::Vacations;
use super::{ConnId, Outbox};
use crate::people::PlayerId;
use crate::protocol::AwayView;
use crate::tables::Table;
use crate::{CommandId, MatchId, Refusal};
use chat::ChatHistory;
pub use chat::{ChatMessage, ChatResult};
pub use command::MatchCommand;
pub use finish::FinishedMatch;
pub(crate) use finish::ran_away;
use presence::{RemotePresence, SpectatorCount};
use publish::HeldBack;
pub use waits::{Waited, Waits};

/// Who asks something of a match, and where the answer goes.
#[derive(Clone, Debug)]
pub struct Requester {
    pub player: Option<PlayerId>,
    pub outbox: Outbox,
}

#[derive(Clone, Debug)]
pub struct Subscriber {
    pub outbox: Outbox,
    pub player: Option<PlayerId>,
    pub viewer: Viewer,
    /// A shared screen behind its curtain: it is told nothing of the position.
    pub covered: bool,
}

/// A command whose entries are on their way to the disk.
#[derive(Debug)]
struct PendingAppend {
    judged: JudgedLine,
    queued: QueuedCommand,
    at_ms: i64,
}

#[derive(Clone, Debug)]
struct QueuedCommand {
    /// Absent when the house itself wants it.
    requester: Option<Requester>,
    command_id: Option<CommandId>,
    command: MatchCommand,
    /// The log was read since it came: the fold is not behind the requester's any more.
    fresh: bool,
}

impl QueuedCommand {
    fn player(&self) -> Option<PlayerId> {
        self.requester.as_ref()?.player
    }

    /// What makes a resend of it known.
    fn key(&self) -> Option<(PlayerId, CommandId)> {
        self.player().zip(self.command_id.clone())
    }

    /// It was carried out and has no other answer.
    fn done(&self) {
        if let (Some(requester), Some(id)) = (&self.requester, &self.command_id) {
            requester.outbox.done(Some(id.clone()));
        }
    }
}

/// Commands waiting behind one in flight; more are refused.
const LONGEST_WAIT: usize = 32;
/// Chat lines sent with a snapshot.
const RECENT_CHAT: usize = 50;

/// What the house's settings say about every match.
#[derive(Clone, Copy, Debug)]
pub struct MatchPolicy {
    /// How far behind spectators of a delayed match are.
    pub delay_ms: i64,
    /// How long a person may be away from a match that is played live.
    pub grace_ms: i64,
    /// A match nobody has come back to ends by itself after this.
    pub abandoned_ms: i64,
    /// What another node has begun (a bot's thinking, recording a result) is taken over after this; 0 in a
    /// house of one node.
    pub fallback_ms: i64,
    /// Entries a match may have; a game that needs more is not played in good faith.
    pub most_entries: Seq,
}

impl MatchPolicy {
    /// There are no other nodes.
    pub fn is_alone(&self) -> bool {
        self.fallback_ms == 0
    }
}

#[derive(Debug)]
pub struct LiveMatch {
    pub table: Table,
    pub version: i64,
    policy: MatchPolicy,
    matched: Match,
    names: Vec<String>,
    /// The store's own form of the id, shared by every entry that is written.
    stored_id: Arc<str>,
    /// When each entry was made.
    times: Vec<i64>,
    /// Commands already in the log: a resend is answered, not carried out.
    known: HashSet<(PlayerId, CommandId)>,
    subscribers: Vec<Subscriber>,
    appending: Option<PendingAppend>,
    waiting: VecDeque<QueuedCommand>,
    /// The last entry anybody has told of; the log is read when the fold is behind it.
    known_head: Seq,
    /// The tail of the log is being read.
    reading: bool,
    /// The store did not answer: the log is read again at this time, or when somebody asks.
    read_again_ms: Option<i64>,
    /// When what another node has begun becomes this node's duty.
    duty_ms: Option<i64>,
    offer: Option<Offer>,
    clocks: Clocks,
    /// Since which entry, and when, each seat has had to act.
    turn_since: Vec<(Seq, i64)>,
    chat: ChatHistory,
    spectators: SpectatorCount,
    remote: RemotePresence,
    /// Spectators of a delayed match get these later.
    held_back: HeldBack,
    /// Spectators who were there at the first move, where nobody else may look on.
    was_here: HashSet<PlayerId>,
    /// When each seat's last connection went away.
    absent_since: Vec<Option<i64>>,
    last_used_ms: i64,
    loaded_ms: i64,
    /// What was last told of who is away.
    told_away: Option<AwayView>,
    /// Other nodes cannot be heard: who is with them is not known.
    blind: bool,
    /// Whose view a shared screen shows.
    holder: Option<Seat>,
    /// The game's options say that time decides nothing.
    ignores_time: bool,
}

impl LiveMatch {
    pub fn load(
        row: TableRow,
        seed: Seed,
        entries: Vec<EntryRow>,
        chat: Vec<ChatMessage>,
        (outages, vacations): (Outages, Vacations),
        policy: MatchPolicy,
        now_ms: i64,
    ) -> Result<LiveMatch, Refusal> {
        let TableRow { table, version } = row;
        let matched = table.opening(seed)?;
        let seats = table.chairs.len();
        let started = table.started_ms.unwrap_or(table.created_ms);
        let to_act = curtain::thinking(&table, matched.state(), None);
        let mut live = LiveMatch {
            names: table.names(),
            matched,
            version,
            policy,
            stored_id: table.id.as_str().into(),
            times: Vec::with_capacity(entries.len()),
            known: HashSet::new(),
            subscribers: Vec::new(),
            appending: None,
            waiting: VecDeque::new(),
            known_head: Seq::START,
            reading: false,
            read_again_ms: None,
            duty_ms: None,
            offer: None,
            clocks: Clocks::new(table.clock, seats, to_act, started, outages)
                .with_vacations(vacations),
            turn_since: vec![(Seq::START, started); seats],
            chat: ChatHistory::new(chat),
            spectators: SpectatorCount::default(),
            remote: RemotePresence::new(seats),
            held_back: HeldBack::default(),
            was_here: HashSet::new(),
            absent_since: vec![Some(now_ms); seats],
            last_used_ms: now_ms,
            loaded_ms: now_ms,
            told_away: None,
            blind: false,
            holder: None,
            ignores_time: false,
            table,
        };
        live.seat_clocks();
        for entry in entries {
            let events = live.replay(entry)?;
            live.hold_back(&[events], now_ms);
        }
        if live.is_over() {
            live.held_back.clear();
        }
        Ok(live)
    }

    pub fn id(&self) -> MatchId {
        self.table.id
    }

    pub fn game_id(&self) -> &'static str {
        self.matched.state().meta().id
    }

    pub fn seq(&self) -> Seq {
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
        self.appending.is_some() || self.reading
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
        self.seat_clocks();
    }

    fn seat_clocks(&mut self) {
        let chairs = self.table.chairs.iter();
        self.clocks
            .seated(chairs.map(|chair| chair.sitter.as_ref().map(|it| it.player)));
    }

    /// Whether other nodes can be heard.
    pub fn set_blind(&mut self, blind: bool) {
        self.blind = blind;
    }

    /// A seat's person; bots and free chairs have none.
    fn seat_of(&self, player: Option<PlayerId>) -> Option<Seat> {
        let seat = self.table.seat_of(player?)?;
        let chair = self.table.chairs.get(usize::from(seat))?;
        (!chair.left).then_some(Seat(seat))
    }

    /// The seats of other people, who must agree to something. Those who share a screen have agreed
    /// before one of them clicks.
    fn other_people(&self, seat: Seat) -> SeatSet {
        let own = self.table.chairs.get(seat.index());
        let own = own.and_then(|chair| Some(chair.sitter.as_ref()?.player));
        let other = |chair: &crate::tables::Chair| {
            let sitter = chair.sitter.as_ref();
            !chair.left && sitter.is_some_and(|it| own != Some(it.player))
        };
        (0..)
            .map(Seat)
            .zip(&self.table.chairs)
            .filter(|&(place, chair)| place != seat && other(chair))
            .map(|(place, _)| place)
            .collect()
    }
}

pub(super) fn is_conn(subscriber: &Subscriber, conn: ConnId) -> bool {
    subscriber.outbox.conn() == conn
}
