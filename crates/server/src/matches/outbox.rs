use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{Notify, mpsc};

use super::Told;
use crate::protocol::ServerMessage;

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
pub enum Out {
    Message(Arc<ServerMessage>),
    /// News of a match, and the id of the command of this very connection that caused it.
    Told(Arc<Told>, Option<String>),
    /// The session this connection rests on has ended: it closes.
    SessionEnded,
}

/// Where to send to a connection. Never waits: whoever reads too slowly is cut off, so that no
/// match waits for a socket.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    conn: ConnId,
    queue: mpsc::Sender<Out>,
    cut: Notify,
}

/// More unread messages than this, and the reader is too slow.
const LONGEST_QUEUE: usize = 256;

impl Outbox {
    pub fn open() -> (Outbox, mpsc::Receiver<Out>) {
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

    pub fn send(&self, out: Out) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.0.queue.try_send(out) {
            metrics::counter!("parlor_slow_readers_total").increment(1);
            self.0.cut.notify_one();
        }
    }

    pub fn message(&self, message: ServerMessage) {
        self.send(Out::Message(Arc::new(message)));
    }

    pub fn is_closed(&self) -> bool {
        self.0.queue.is_closed()
    }

    /// Resolves when the connection must be dropped because it does not keep up.
    pub async fn cut_off(&self) {
        self.0.cut.notified().await;
    }
}
