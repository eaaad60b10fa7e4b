//! Telling people who are away: the rows of the simulated database, and what was sent.

use std::collections::{BTreeMap, BTreeSet};

use parlor_engine::{Seat, Seq};
use parlor_server::alerts::{AlertEnvironment, Message, SendError};
use parlor_server::protocol::Clock;
use parlor_store::{Alert, Channel, StoreError as Error};

use crate::Fault;
use crate::environment::Env;
use crate::node::POLICY;
use crate::referee::Fold;
use crate::world::{MOST_SKEW_MS, World};

/// A turn is told of after so long.
pub(crate) const AFTER_MS: i64 = 4000;
/// Of a hundred messages so many cannot be sent at first.
const NOT_NOW: u64 = 20;
/// Until everybody knows that somebody is gone: the node has noticed, and the others have forgotten.
const GONE_MS: i64 = 5000 + POLICY.grace_ms + 2 * MOST_SKEW_MS;
/// By then every turn has been looked at twice, and what could not be sent was tried again.
const TOLD_MS: i64 = 80_000;

/// So long after its time every row has been looked at.
const LATE_MS: i64 = 15_000;

type Key = (String, Seq, String, String);

/// What was written down, and what was sent.
#[derive(Debug, Default)]
pub(crate) struct Post {
    /// Everybody has one place to be told at.
    pub(crate) people: Vec<i64>,
    rows: BTreeMap<Key, Row>,
    /// By the id of the message.
    sent: BTreeMap<String, u32>,
    /// Messages of which nobody knows whether they arrived.
    unsure: BTreeSet<String>,
}

#[derive(Debug)]
struct Row {
    alert: Alert,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Waits,
    Sending(i64),
    Done,
}

fn key(alert: &Alert) -> Key {
    let Alert {
        match_id,
        seq,
        channel,
        kind,
        ..
    } = alert;
    (match_id.clone(), *seq, channel.clone(), kind.clone())
}

fn channel(player: i64) -> Channel {
    Channel {
        id: format!("c{player}"),
        player,
        kind: "hook".to_owned(),
        target: String::new(),
        secret: String::new(),
        stop: String::new(),
        site: String::new(),
        language: "en".to_owned(),
        label: String::new(),
        state: 1,
        created_ms: 0,
    }
}

impl Post {
    fn insert(&mut self, alert: &Alert) -> bool {
        let row = || Row {
            alert: alert.clone(),
            state: State::Waits,
        };
        let before = self.rows.len();
        self.rows.entry(key(alert)).or_insert_with(row);
        self.rows.len() > before
    }

    fn due(&self, now_ms: i64, limit: u32) -> Vec<Alert> {
        let waits = |row: &&Row| row.state == State::Waits && row.alert.due_ms <= now_ms;
        let due = self.rows.values().filter(waits).take(limit as usize);
        due.map(|row| row.alert.clone()).collect()
    }

    fn claim(&mut self, alert: &Alert, claim: i64) -> bool {
        let Some(row) = self.rows.get_mut(&key(alert)) else {
            return false;
        };
        let ours = match row.state {
            State::Waits => row.alert.tries == alert.tries,
            State::Sending(by) => by == claim,
            State::Done => false,
        };
        if ours {
            row.state = State::Sending(claim);
        }
        ours
    }

    /// What becomes of a row that was claimed: it waits until then, or is done.
    fn put_away(&mut self, alert: &Alert, claim: i64, until: Option<i64>) -> bool {
        let row = self.rows.get_mut(&key(alert));
        let Some(row) = row.filter(|row| row.state == State::Sending(claim)) else {
            return false;
        };
        row.state = until.map_or(State::Done, |_| State::Waits);
        if let Some(due_ms) = until {
            row.alert.due_ms = due_ms;
            row.alert.tries += 1;
        }
        true
    }

    fn send(&mut self, id: &str) -> Result<(), String> {
        let times = self.sent.entry(id.to_owned()).or_default();
        *times += 1;
        if *times > 1 {
            return Err(format!("{id} was sent twice"));
        }
        Ok(())
    }

    pub(crate) fn sent(&self) -> usize {
        self.sent.len()
    }
}

impl AlertEnvironment for Env {
    fn now_ms(&self) -> i64 {
        parlor_server::environment::Environment::now_ms(self)
    }

    async fn pause(&self, ms: i64) {
        self.wire.pause(ms).await;
    }

    fn claim_number(&self) -> i64 {
        (self.number() >> 1) as i64
    }

    async fn people(&self, _: i64) -> Result<Vec<i64>, Error> {
        self.wire
            .call("people", |db| Ok(db.post.people.clone()))
            .await
    }

    async fn channels(&self, player: i64) -> Result<Vec<Channel>, Error> {
        Ok(vec![channel(player)])
    }

    async fn channel(&self, id: &str) -> Result<Option<Channel>, Error> {
        let player = id.strip_prefix('c').and_then(|it| it.parse().ok());
        Ok(player.map(channel))
    }

    async fn set_channel_state(&self, _: &str, _: i64) -> Result<(), Error> {
        Ok(())
    }

    async fn delete_channel(&self, _: &str) -> Result<(), Error> {
        Ok(())
    }

    async fn settings_of(&self, _: i64) -> Result<Option<String>, Error> {
        Ok(None)
    }

    async fn insert_alert(&self, alert: &Alert) -> Result<bool, Error> {
        let alert = alert.clone();
        let new = self
            .wire
            .call("alert", move |db| Ok(db.post.insert(&alert)));
        new.await
    }

    async fn alerts_due(&self, now_ms: i64, limit: u32) -> Result<Vec<Alert>, Error> {
        let due = self
            .wire
            .call("due", move |db| Ok(db.post.due(now_ms, limit)));
        due.await
    }

    async fn claim_alert(&self, alert: &Alert, claim: i64) -> Result<bool, Error> {
        let alert = alert.clone();
        let claimed = self
            .wire
            .call("claim", move |db| Ok(db.post.claim(&alert, claim)));
        match self.fault {
            Some(Fault::TellUnclaimed) => claimed.await.map(|_| true),
            _ => claimed.await,
        }
    }

    async fn postpone_alert(&self, alert: &Alert, claim: i64, due_ms: i64) -> Result<bool, Error> {
        let alert = alert.clone();
        let put = self.wire.call("postpone", move |db| {
            Ok(db.post.put_away(&alert, claim, Some(due_ms)))
        });
        put.await
    }

    async fn end_alert(&self, alert: &Alert, claim: i64) -> Result<bool, Error> {
        let alert = alert.clone();
        let put = self.wire.call("end alert", move |db| {
            Ok(db.post.put_away(&alert, claim, None))
        });
        put.await
    }

    /// It goes out and no answer may come, or it does not go out at all.
    async fn send(&self, _: &Channel, message: &Message) -> Result<(), SendError> {
        if self.number() % 100 < NOT_NOW {
            let reason = "busy".to_owned();
            let after_s = None;
            return Err(SendError::Later { reason, after_s });
        }
        let (id, doubtful) = (message.id.clone(), message.id.clone());
        let sent = self.wire.call("send", move |db| {
            if let Err(complaint) = db.post.send(&id) {
                db.referee.complaints.push(complaint);
            }
            Ok(())
        });
        if sent.await.is_ok() {
            return Ok(());
        }
        let note = move |db: &mut crate::database::Database| Ok(db.post.unsure.insert(doubtful));
        while self.wire.call("note", note.clone()).await.is_err() {}
        Err(SendError::Unknown("no answer".to_owned()))
    }
}

impl World {
    /// Whoever has gone for good was told of every turn that began after that.
    pub(crate) fn every_turn_was_told(&self) -> Result<(), String> {
        let Some((client, slept_ms)) = self.sleeper.filter(|(_, at)| *at <= self.now) else {
            return Ok(());
        };
        let player = &self.clients[client].player;
        for (id, fold) in self.db.referee.folds() {
            let Some(began) = turn_of(fold, player.id) else {
                continue;
            };
            let began_ms = fold.at_ms(began);
            if self.now - began_ms.max(slept_ms) < TOLD_MS {
                continue;
            }
            let key = (
                id.clone(),
                began,
                format!("c{}", player.id.0),
                "turn".to_owned(),
            );
            let message = format!("{id}.{began}.turn.c{}", player.id.0);
            let post = &self.db.post;
            let row = post.rows.get(&key);
            let state = row.map(|row| row.state);
            let later = row.is_some_and(|row| row.alert.due_ms > self.now - LATE_MS);
            let sent = post.sent.contains_key(&message) || post.unsure.contains(&message);
            let told = match state {
                None => false,
                // It could not be sent again and again, and is tried later.
                Some(State::Waits) => later,
                // The node that was about to send it may have died.
                Some(State::Sending(_)) => true,
                // Whoever may have seen that it was their turn need not be told.
                Some(State::Done) => sent || began_ms + AFTER_MS < slept_ms + GONE_MS,
            };
            if !told {
                let name = &player.name;
                return Err(format!("{name} was not told of {id}, {began}: {state:?}"));
            }
        }
        Ok(())
    }
}

/// The entry after which it has been this person's turn, in a match that is played slowly.
fn turn_of(fold: &Fold, player: parlor_server::people::PlayerId) -> Option<Seq> {
    let seat = fold.table.seat_of(player)?;
    let chair = fold.table.chairs.get(usize::from(seat))?;
    let others = fold.table.people().filter(|it| it.player != player).count();
    let alone = others == 0 || chair.bot.is_some() || chair.left;
    let slow = fold.table.clock == Clock::None && !fold.is_over() && !alone;
    let acts = slow && fold.matched.state().to_act().contains(Seat(seat));
    acts.then(|| fold.turn_since(Seat(seat)))
}
