//! The fold and the log: what is written, what others have written, and catching up with it.

use parlor_engine::{Act, AnyEvents, Judged};
use parlor_store::Entry as EntryRow;

use super::{Asked, Effect, Live};
use crate::Refusal;
use crate::people::PlayerId;

/// When the store did not answer, it is asked again after this.
const READ_AGAIN_MS: i64 = 1000;

type Events = Option<Box<dyn AnyEvents>>;

impl Live {
    /// Takes over an entry that is in the log already.
    pub(super) fn replay(&mut self, row: EntryRow) -> Result<Events, Refusal> {
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

    /// The result of `Effect::Append`.
    pub fn appended(&mut self, stored: bool, now_ms: i64, effects: &mut Vec<Effect>) {
        let Some(flight) = self.flight.take() else {
            return;
        };
        if !stored {
            // Somebody else was faster: read what they wrote, then judge again.
            self.waiting.push_front(flight.asked);
            self.look(effects);
            return;
        }
        let events: Vec<_> = self.commit_flight(&flight.asked, flight.chain, flight.at_ms);
        metrics::counter!("parlor_entries_total").increment(events.len() as u64);
        self.tell_all(&events, Some((&flight.asked, now_ms)), now_ms);
        self.after_entry(now_ms);
        self.take_duty(now_ms, effects);
        self.go_on(now_ms, effects);
    }

    /// The result of `Effect::Append` when the store did not answer: nothing is acknowledged.
    pub fn append_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.last_used_ms = now_ms;
        if let Some(flight) = self.flight.take() {
            self.refuse(&flight.asked, &Refusal::unavailable());
            // It may or may not have been written: the log knows.
            self.look(effects);
        }
    }

    fn commit_flight(&mut self, asked: &Asked, chain: Vec<Judged>, at_ms: i64) -> Vec<Events> {
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

    /// Asks for the tail of the log; what comes until then waits.
    pub(in crate::matches) fn look(&mut self, effects: &mut Vec<Effect>) {
        if !self.is_busy() {
            self.reading = true;
            self.read_again_ms = None;
            // What is heard or asked from now on may be newer than what is being read.
            self.heard_of = 0;
            for asked in &mut self.waiting {
                asked.fresh = true;
            }
            effects.push(Effect::ReadOn { after: self.seq() });
        }
    }

    /// The result of `Effect::ReadOn`.
    pub fn read_on(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) {
        self.reading = false;
        if !self.take_over(rows, now_ms, effects) {
            self.rest(now_ms, effects);
        }
        self.go_on(now_ms, effects);
    }

    /// The result of `Effect::ReadOn` when the store did not answer: whoever waits is told so, and
    /// those who look on stay.
    pub fn read_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.reading = false;
        self.read_again_ms = Some(now_ms + READ_AGAIN_MS);
        for asked in std::mem::take(&mut self.waiting) {
            self.refuse(&asked, &Refusal::unavailable());
        }
        self.rest(now_ms, effects);
    }

    /// Another node has written these entries. They may come late, twice, or after a gap.
    pub fn news(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
            return;
        };
        self.heard_of = self.heard_of.max(last.seq);
        if !self.is_busy() && first.seq <= self.seq() + 1 {
            self.take_over(rows, now_ms, effects);
        }
        self.catch_up(effects);
    }

    /// The log is said to be as long as this.
    pub fn heard_of(&mut self, seq: u32, effects: &mut Vec<Effect>) {
        self.heard_of = self.heard_of.max(seq);
        self.catch_up(effects);
    }

    fn catch_up(&mut self, effects: &mut Vec<Effect>) {
        if self.heard_of > self.seq() || self.read_again_ms.is_some() {
            self.look(effects);
        }
    }

    /// Entries of others; those already here are skipped. Whether anything was new.
    fn take_over(&mut self, rows: Vec<EntryRow>, now_ms: i64, effects: &mut Vec<Effect>) -> bool {
        let mut told = Vec::new();
        for row in rows {
            if row.seq <= self.seq() {
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
            return false;
        }
        self.tell_all(&told, None, now_ms);
        self.after_entry(now_ms);
        self.leave_duty(now_ms, effects);
        true
    }

    /// What waited is judged on the position as it is now.
    fn go_on(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        while !self.is_busy()
            && let Some(asked) = self.waiting.pop_front()
        {
            self.consider(asked, now_ms, effects);
        }
        self.catch_up(effects);
    }
}
