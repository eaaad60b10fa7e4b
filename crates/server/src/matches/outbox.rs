use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::protocol::ServerMessage;
use crate::{CommandId, MatchId, Refusal};

/// A connection of any kind, unique in this process.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConnId(u64);

impl ConnId {
    fn next() -> ConnId {
        static LAST: AtomicU64 = AtomicU64::new(0);
        ConnId(LAST.fetch_add(1, Ordering::Relaxed))
    }
}

/// What a connection is told.
#[derive(Clone, Debug)]
pub enum Outgoing {
    Message(Arc<SharedMessage>),
    /// The session this connection rests on has ended: it closes.
    SessionEnded,
}

/// A message for one connection or many, and its frame, which is written once: a crowd that looks
/// on gets the same bytes.
#[derive(Debug)]
pub struct SharedMessage {
    message: ServerMessage,
    frame: OnceLock<Utf8Bytes>,
}

impl SharedMessage {
    pub fn new(message: ServerMessage) -> Arc<SharedMessage> {
        Arc::new(SharedMessage {
            message,
            frame: OnceLock::new(),
        })
    }

    /// The message as the socket carries it.
    pub fn frame(&self) -> Utf8Bytes {
        let write = || self.message.to_json().into();
        self.frame.get_or_init(write).clone()
    }
}

impl Deref for SharedMessage {
    type Target = ServerMessage;

    fn deref(&self) -> &ServerMessage {
        &self.message
    }
}

/// Where to send to a connection. Never waits: whoever reads too slowly is cut off, so that no
/// match waits for a socket.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    conn: ConnId,
    queue: mpsc::Sender<Outgoing>,
    cut: Notify,
}

/// More unread messages than this, and the reader is too slow.
const LONGEST_QUEUE: usize = 256;

impl Outbox {
    pub fn open() -> (Outbox, mpsc::Receiver<Outgoing>) {
        let (queue, receiver) = mpsc::channel(LONGEST_QUEUE);
        let inner = Inner {
            conn: ConnId::next(),
            queue,
            cut: Notify::new(),
        };
        (Outbox(Arc::new(inner)), receiver)
    }

    pub fn conn(&self) -> ConnId {
        self.0.conn
    }

    pub fn send(&self, out: Outgoing) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.queue.try_send(out) {
            metrics::counter!("parlor_slow_readers_total").increment(1);
            self.0.cut.notify_one();
        }
    }

    pub fn message(&self, message: ServerMessage) {
        self.share(&SharedMessage::new(message));
    }

    pub fn share(&self, message: &Arc<SharedMessage>) {
        self.send(Outgoing::Message(message.clone()));
    }

    /// A command was carried out that has no other answer.
    pub fn done(&self, id: Option<CommandId>) {
        self.message(ServerMessage::Done { id, table: None });
    }

    /// A command was refused: the one place where refusals become messages.
    pub fn refuse(&self, id: Option<CommandId>, match_id: Option<MatchId>, refusal: &Refusal) {
        refusal.count();
        self.message(ServerMessage::Error {
            id,
            code: refusal.code.clone(),
            message: refusal.message.clone(),
            match_id,
        });
    }

    pub fn is_closed(&self) -> bool {
        self.0.queue.is_closed()
    }

    /// Resolves when the connection must be dropped because it does not keep up.
    pub async fn cut_off(&self) {
        self.0.cut.notified().await;
    }
}
