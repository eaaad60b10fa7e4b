//! One running match: what is asked of it, what is told of it, and what must be done for it.

mod ask;
mod audience;
mod chat;
mod closing;
mod tell;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, VecDeque};

use parlor_engine::{Act, AnyEvents, Entry, Judged, Match, Seat, SeatSet, Seed, Viewer};
use parlor_store::{Entry as EntryRow, NewEntry};

use super::clock::{Clocks, Outages};
use super::offers::Offer;
use super::{ConnId, Outbox};
use crate::Refusal;
use crate::people::PlayerId;
use crate::protocol::ChatLine;
use crate::tables::Table;
use audience::Crowd;
pub use chat::Spoken;
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
    /// With the speaker and the id of the command.
    StoreChat(ChatLine, Option<PlayerId>, Option<String>),
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
}

/// A chat line, and the command that brought it.
pub type Saying = (ChatLine, Option<(PlayerId, String)>);

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
    offer: Option<Offer>,
    clocks: Clocks,
    chat: VecDeque<ChatLine>,
    chat_seq: u32,
    said: VecDeque<(PlayerId, String)>,
    /// Lines on their way to the store by their number, with every copy of the command.
    saying: BTreeMap<u32, Vec<Asked>>,
    crowd: Crowd,
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
            offer: None,
            clocks,
            chat_seq: chat.last().map_or(0, |(line, _)| line.seq),
            said: chat.iter().filter_map(|(_, by)| by.clone()).collect(),
            chat: chat.into_iter().map(|(line, _)| line).collect(),
            saying: BTreeMap::new(),
            crowd: Crowd::default(),
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

    /// Takes over an entry that is in the log already.
    pub(super) fn replay(&mut self, row: EntryRow) -> Result<Option<Box<dyn AnyEvents>>, Refusal> {
        let act: Act = serde_json::from_str(&row.act)
            .map_err(|_| Refusal::new("match/corrupt", "the match's log cannot be read"))?;
        let seq = row.seq;
        if seq != self.matched.seq() + 1 {
            return Err(Refusal::new("match/corrupt", "the match's log has a gap"));
        }
        let mut judged = self.matched.judge(act)?;
        let events = judged.events.take();
        if let (Some(player), Some(cmd)) = (row.by_player, row.cmd) {
            self.known.insert((PlayerId(player), cmd), seq);
        }
        self.commit(judged, row.at_ms);
        Ok(events)
    }

    fn commit(&mut self, judged: Judged, at_ms: i64) {
        let by = judged.entry.act.seat().map(|seat| seat.0);
        self.matched.commit(judged);
        self.times.push(at_ms);
        self.clocks.entry(by, self.matched.state().to_act(), at_ms);
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

    /// Entries are on their way to the disk; what is due is looked at when they are there.
    pub fn is_writing(&self) -> bool {
        self.flight.is_some()
    }

    /// Nobody looks, nothing is under way: the log suffices.
    pub fn is_idle(&self, now_ms: i64, idle_ms: i64) -> bool {
        self.subscribers.is_empty()
            && self.flight.is_none()
            && self.waiting.is_empty()
            && self.saying.is_empty()
            && now_ms - self.last_used_ms >= idle_ms
    }

    /// This fold is given up: whoever waits for an answer gets one, and may ask again.
    pub fn give_up(&mut self) {
        let flight = self.flight.take().map(|flight| flight.asked);
        let saying = std::mem::take(&mut self.saying);
        let asked = flight
            .into_iter()
            .chain(std::mem::take(&mut self.waiting))
            .chain(saying.into_values().flatten());
        for asked in asked {
            self.refuse(&asked, &Refusal::unavailable());
        }
    }

    /// The table's row has changed: somebody left, a bot sat down, the match was recorded.
    pub fn table_changed(&mut self, table: Table, version: i64) {
        self.table = table;
        self.version = version;
        self.names = self.table.names();
    }

    /// The result of `Effect::Append`.
    pub fn appended(&mut self, stored: bool, now_ms: i64, effects: &mut Vec<Effect>) {
        let Some(flight) = self.flight.take() else {
            return;
        };
        if !stored {
            // Somebody else was faster: read what they wrote, then judge again.
            self.waiting.push_front(flight.asked);
            effects.push(Effect::ReadOn { after: self.seq() });
            return;
        }
        let events: Vec<_> = self.commit_flight(&flight.asked, flight.chain, flight.at_ms);
        metrics::counter!("parlor_entries_total").increment(events.len() as u64);
        self.tell_all(&events, Some((&flight.asked, now_ms)), now_ms);
        self.after_entry(now_ms, effects);
        self.next_waiting(now_ms, effects);
    }

    /// The result of `Effect::Append` when the store did not answer: nothing is acknowledged.
    pub fn append_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        if let Some(flight) = self.flight.take() {
            self.refuse(&flight.asked, &Refusal::unavailable());
            // It may or may not have been written: the log knows.
            effects.push(Effect::ReadOn { after: self.seq() });
        }
        self.last_used_ms = now_ms;
    }

    /// The result of `Effect::ReadOn`.
    pub fn read_on(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) {
        let mut told = Vec::new();
        for row in rows {
            if row.seq != self.seq() + 1 {
                continue;
            }
            match self.replay(row) {
                Ok(events) => told.push(events),
                Err(refusal) => {
                    tracing::error!(table = self.table.id, %refusal, "unreadable log");
                    break;
                }
            }
        }
        if told.is_empty() {
            self.rest(now_ms, effects);
        } else {
            self.tell_all(&told, None, now_ms);
            self.after_entry(now_ms, effects);
        }
        self.next_waiting(now_ms, effects);
    }

    fn commit_flight(
        &mut self,
        asked: &Asked,
        chain: Vec<Judged>,
        at_ms: i64,
    ) -> Vec<Option<Box<dyn AnyEvents>>> {
        let mut events = Vec::with_capacity(chain.len());
        for mut judged in chain {
            events.push(judged.events.take());
            self.commit(judged, at_ms);
        }
        let player = asked.asker.as_ref().and_then(|asker| asker.player);
        if let (Some(player), Some(id)) = (player, &asked.id) {
            self.known.insert((player, id.clone()), self.seq());
        }
        events
    }

    /// What every change of the position entails.
    fn after_entry(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.last_used_ms = now_ms;
        if self.offer.take().is_some() {
            self.tell_offer();
        }
        if self.is_over() {
            effects.push(Effect::Finish);
        } else {
            self.wake(now_ms, effects);
        }
    }

    /// Sets bots thinking and asks to be woken when somebody's time is up.
    pub fn wake(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        for seat in self.matched.state().to_act().iter() {
            if let Some(level) = self
                .table
                .chairs
                .get(seat.index())
                .and_then(|it| it.bot.clone())
            {
                effects.push(Effect::Think {
                    seat: seat.0,
                    level,
                    seq: self.seq(),
                });
            }
        }
        self.rest(now_ms, effects);
    }

    /// Asks to be woken when the next thing is due.
    pub fn rest(&self, now_ms: i64, effects: &mut Vec<Effect>) {
        let running = !self.is_over();
        let due = [
            self.clocks
                .deadline(now_ms)
                .filter(|_| running && !self.ignores_time),
            self.held_back.front().map(|&(due, _)| due),
            self.crowd_due_ms(),
            self.offer.as_ref().map(Offer::dies_ms),
        ];
        if let Some(due) = due.into_iter().flatten().min() {
            effects.push(Effect::WakeAt(due));
        }
    }

    fn next_waiting(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        while self.flight.is_none()
            && let Some(asked) = self.waiting.pop_front()
        {
            self.consider(asked, now_ms, effects);
        }
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
