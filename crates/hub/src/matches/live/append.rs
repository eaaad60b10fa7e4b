//! The fold and the log: what is written, what others have written, and catching up with it.

use parlor_engine::{Act, AnyEvents, Judged, JudgedLine, Seq};
use parlor_store::EntryRow;
use smallvec::SmallVec;

use super::curtain::thinking;
use super::{Effect, LiveMatch, NewEntry, PendingAppend, QueuedCommand, StorageRequest};
use crate::people::PlayerId;
use crate::{Code, CommandId, Refusal};

/// When the store did not answer, it is asked again after this.
const READ_AGAIN_MS: i64 = 1000;

/// What happened in an entry; nothing happens in a take-back.
pub(super) type Events = Option<Box<dyn AnyEvents>>;

impl LiveMatch {
    /// Takes over an entry that is in the log already.
    pub(super) fn replay(&mut self, row: EntryRow) -> Result<Events, Refusal> {
        let act: Act = serde_json::from_str(&row.act)
            .map_err(|_| Refusal::new(Code::MatchCorrupt, "the match's log cannot be read"))?;
        let seq = row.seq;
        if seq != self.matched.seq().next() {
            return Err(Refusal::new(
                Code::MatchCorrupt,
                "the match's log has a gap",
            ));
        }
        let mut judged = self.matched.judge(act)?;
        let events = judged.events.take();
        if let (Some(player), Some(cmd)) = (row.by_player, row.cmd) {
            let command_id = CommandId::from(cmd.as_str());
            self.known.insert((PlayerId(player), command_id));
        }
        self.commit(judged, row.at_ms);
        Ok(events)
    }

    fn commit(&mut self, judged: Judged, at_ms: i64) {
        // Whoever takes back has not moved, and earns no time.
        let by = match judged.entry.act {
            Act::TakeBack { .. } | Act::Lift { .. } => None,
            ref act => act.seat().map(|seat| seat.0),
        };
        let before = self.matched.state().to_act();
        let act = self.table.screen.then(|| judged.entry.act.clone());
        self.matched.commit(judged);
        self.note_turns(before, at_ms);
        self.times.push(at_ms);
        if let Some(act) = act {
            self.hand_on(&act);
        }
        let acting = thinking(&self.table, self.matched.state(), self.holder);
        self.clocks.entry(by, acting, at_ms);
    }

    /// Entries that were judged good go to the store; until they are durable, nobody hears of them.
    pub(super) fn append(
        &mut self,
        judged: JudgedLine,
        queued: QueuedCommand,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) {
        // The clocks of nodes differ a little; a log's time does not run backwards.
        let at_ms = now_ms.max(self.times.last().copied().unwrap_or(now_ms));
        let by_player = queued.player().map(|player| player.0);
        let entries = judged.iter().map(|it| NewEntry {
            match_id: self.stored_id.clone(),
            seq: it.entry.seq,
            at_ms,
            act: serde_json::to_string(&it.entry.act).unwrap_or_default(),
            by_player,
            cmd: queued.command_id.as_ref().map(CommandId::shared),
        });
        let entries = entries.collect();
        effects.push(Effect::Append { entries });
        self.appending = Some(PendingAppend {
            judged,
            queued,
            at_ms,
        });
    }

    /// The result of `Effect::Append`.
    pub fn appended(&mut self, stored: bool, now_ms: i64, effects: &mut Vec<Effect>) {
        let Some(PendingAppend {
            judged,
            queued,
            at_ms,
        }) = self.appending.take()
        else {
            return;
        };
        if !stored {
            // Somebody else was faster: read what they wrote, then judge again.
            self.waiting.push_front(queued);
            self.read_tail(effects);
            return;
        }
        let mut events = SmallVec::<[Events; 1]>::new();
        for mut judged in judged {
            events.push(judged.events.take());
            self.commit(judged, at_ms);
        }
        self.known.extend(queued.key());
        self.publish(&events, Some(&queued), now_ms, effects);
        self.after_entry(now_ms);
        self.take_duty(now_ms, effects);
        self.go_on(now_ms, effects);
    }

    /// The result of `Effect::Append` when the store did not answer: nothing is acknowledged.
    pub fn append_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.last_used_ms = now_ms;
        if let Some(append) = self.appending.take() {
            self.refuse(&append.queued, &Refusal::unavailable());
            // It may or may not have been written: the log knows.
            self.read_tail(effects);
        }
    }

    /// Asks for the tail of the log; what comes until then waits.
    pub fn read_tail(&mut self, effects: &mut Vec<Effect>) {
        if !self.is_busy() {
            self.reading = true;
            self.read_again_ms = None;
            // What is heard or asked from now on may be newer than what is being read.
            self.known_head = Seq::START;
            for queued in &mut self.waiting {
                queued.fresh = true;
            }
            let (match_id, after) = (self.id(), self.seq());
            let read = StorageRequest::ReadLog { match_id, after };
            effects.push(Effect::Storage(read));
        }
    }

    /// The result of `StorageRequest::ReadLog`.
    pub fn tail_read(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) {
        self.reading = false;
        if !self.apply_remote(rows, now_ms, effects) {
            self.schedule(now_ms, effects);
        }
        self.go_on(now_ms, effects);
    }

    /// The result of `StorageRequest::ReadLog` when the store did not answer: whoever waits is told so, and
    /// those who look on stay.
    pub fn read_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.reading = false;
        self.read_again_ms = Some(now_ms + READ_AGAIN_MS);
        for queued in std::mem::take(&mut self.waiting) {
            self.refuse(&queued, &Refusal::unavailable());
        }
        self.schedule(now_ms, effects);
    }

    /// Another node has written these entries. They may come late, twice, or after a gap.
    pub fn remote_entries(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return;
        };
        self.known_head = self.known_head.max(last.seq);
        if !self.is_busy() && first.seq <= self.seq().next() {
            self.apply_remote(rows, now_ms, effects);
        }
        self.catch_up(effects);
    }

    /// The log is said to be as long as this.
    pub fn hear_of(&mut self, seq: Seq, effects: &mut Vec<Effect>) {
        self.known_head = self.known_head.max(seq);
        self.catch_up(effects);
    }

    fn catch_up(&mut self, effects: &mut Vec<Effect>) {
        if self.known_head > self.seq() || self.read_again_ms.is_some() {
            self.read_tail(effects);
        }
    }

    /// Entries of others; those already here are skipped. Whether anything was new.
    fn apply_remote(
        &mut self,
        rows: Vec<EntryRow>,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> bool {
        let mut told = Vec::new();
        for row in rows {
            if row.seq <= self.seq() {
                continue;
            }
            match self.replay(row) {
                Ok(events) => told.push(events),
                Err(refusal) => {
                    tracing::error!(match_id = %self.table.id, %refusal, "unreadable log");
                    break;
                }
            }
        }
        if told.is_empty() {
            return false;
        }
        self.publish(&told, None, now_ms, effects);
        self.after_entry(now_ms);
        self.leave_duty(now_ms, effects);
        true
    }

    /// What waited is judged on the position as it is now.
    fn go_on(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        while !self.is_busy()
            && let Some(queued) = self.waiting.pop_front()
        {
            self.consider(queued, now_ms, effects);
        }
        self.catch_up(effects);
    }
}
