//! Many who look on at one match.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use futures_util::{StreamExt, stream};
use parlor_engine::Seq;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::frame::{Command, Frame, parse, refused, text};
use crate::line::{Event, Line, next};
use crate::room::House;
use crate::{Faults, LoadError};

/// Spectators that are let in at the same time.
const AT_ONCE: usize = 32;

/// The match that is looked at, and when its moves were made.
#[derive(Debug)]
pub(crate) struct Stage {
    /// Empty when the curtain has fallen.
    shown: watch::Sender<String>,
    sent: Mutex<HashMap<Seq, Instant>>,
}

impl Stage {
    pub(crate) fn new() -> Stage {
        let (shown, _) = watch::channel(String::new());
        Stage {
            shown,
            sent: Mutex::default(),
        }
    }

    fn times(&self) -> MutexGuard<'_, HashMap<Seq, Instant>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn show(&self, game_match: &str) {
        self.times().clear();
        self.shown.send_replace(game_match.to_owned());
    }

    pub(crate) fn close(&self) {
        self.shown.send_replace(String::new());
    }

    /// A move meant for position `seq` is under way.
    pub(crate) fn sent(&self, seq: Seq, at: Instant) {
        self.times().insert(seq, at);
    }

    fn sent_at(&self, seq: Seq) -> Option<Instant> {
        self.times().get(&seq).copied()
    }
}

pub(crate) type Watching = JoinSet<Result<Faults, LoadError>>;

/// Lets spectators in; they look on until the stage is closed.
pub(crate) async fn admit(house: &Arc<House>, stage: &Arc<Stage>) -> Result<Watching, LoadError> {
    let coming = (0..house.plan.spectators).map(|number| Line::open(&house.nodes, number, None));
    let mut lines = stream::iter(coming).buffer_unordered(AT_ONCE);
    let mut watching = JoinSet::new();
    while let Some(line) = lines.next().await {
        let mut spectator = Spectator {
            line: [line?],
            house: house.clone(),
            stage: stage.clone(),
            shown: String::new(),
            seq: None,
            faults: Faults::default(),
        };
        watching.spawn(async move {
            spectator.watch().await?;
            let [line] = spectator.line;
            line.close().await;
            Ok(spectator.faults)
        });
    }
    Ok(watching)
}

struct Spectator {
    line: [Line; 1],
    house: Arc<House>,
    stage: Arc<Stage>,
    shown: String,
    /// The last entry received; none before the first picture.
    seq: Option<Seq>,
    faults: Faults,
}

impl Spectator {
    async fn watch(&mut self) -> Result<(), LoadError> {
        let mut shown = self.stage.shown.subscribe();
        shown.mark_changed();
        loop {
            tokio::select! {
                changed = shown.changed() => {
                    let now = shown.borrow_and_update().clone();
                    if changed.is_err() || now.is_empty() {
                        return Ok(());
                    }
                    self.turn_to(now).await?;
                }
                event = next(&mut self.line) => match event? {
                    Event::Text(_, text) => self.hear(&text)?,
                    Event::Back(_) => self.open().await?,
                },
            }
        }
    }

    async fn turn_to(&mut self, game_match: String) -> Result<(), LoadError> {
        let before = std::mem::replace(&mut self.shown, game_match);
        self.seq = None;
        if !before.is_empty() {
            let close = Command::Close {
                game_match: &before,
            };
            self.line[0].send(text("close", close)?).await?;
        }
        self.open().await
    }

    async fn open(&mut self) -> Result<(), LoadError> {
        let open = Command::Open {
            game_match: &self.shown,
            since: self.seq.unwrap_or_default(),
        };
        // The id says which match is meant, lest an answer about the one before be taken for it.
        let request = text(&self.shown, open)?;
        self.line[0].send(request).await
    }

    fn hear(&mut self, text: &str) -> Result<(), LoadError> {
        let frame = parse(text)?;
        let is_ours = frame.id == Some(&self.shown) || frame.game_match == Some(&self.shown);
        let mut times = Vec::new();
        match frame.kind {
            "match" if is_ours => {
                self.line[0].resumed(&self.house.tally);
                self.picture(&frame);
            }
            "update" if is_ours => {
                for entry in &frame.log {
                    self.enter(entry.seq);
                    let sent = self.stage.sent_at(entry.seq.before());
                    times.extend(sent.map(|sent| sent.elapsed()));
                }
            }
            "error" if is_ours || frame.id.is_none() => return Err(refused(&frame)),
            _ => {}
        }
        self.house.tally.watched(text.len(), times.into_iter());
        Ok(())
    }

    fn picture(&mut self, frame: &Frame<'_>) {
        if self.seq.is_some() {
            for entry in &frame.missed {
                self.enter(entry.seq);
            }
        } else {
            self.seq = frame.seq;
        }
    }

    fn enter(&mut self, seq: Seq) {
        let next = self.seq.map_or(seq, Seq::next);
        if seq < next {
            self.faults.doubled += 1;
        } else {
            self.faults.lost += u64::from(seq.since(next));
            self.seq = Some(seq);
        }
    }
}
