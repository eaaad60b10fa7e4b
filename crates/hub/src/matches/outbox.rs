use std::fmt::Debug;
use std::ops::Deref;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use tokio::sync::{Notify, mpsc};

use crate::protocol::ServerMessage;
use crate::ws::TextFrame;
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
    frame: OnceLock<TextFrame>,
}

impl SharedMessage {
    pub fn new(message: ServerMessage) -> Arc<SharedMessage> {
        Arc::new(SharedMessage {
            message,
            frame: OnceLock::new(),
        })
    }

    /// The message as the socket carries it.
    pub(crate) fn frame(&self) -> &[u8] {
        let write = || TextFrame::new(&self.message);
        self.frame.get_or_init(write).bytes()
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
pub struct Outbox {
    conn: ConnId,
    transport: Transport,
}

#[derive(Clone, Debug)]
enum Transport {
    /// To a task that reads the messages.
    Queue(Arc<Queue>),
    /// As frames to a socket.
    Frames(Arc<dyn FrameSink>),
}

#[derive(Debug)]
struct Queue {
    sender: mpsc::Sender<Outgoing>,
    cut: Notify,
}

/// A socket that keeps its frames until they are sent.
pub(crate) trait FrameSink: Send + Sync + Debug {
    /// Keeps it for the next `flush`. False when too much is unread: then the socket closes.
    fn push(&self, out: &Outgoing) -> bool;
    /// Sends what the other side takes at once.
    fn flush(&self);
    /// Lets the socket's own task send.
    fn wake(&self);
    fn is_closed(&self) -> bool;
}

/// More unread messages than this, and the reader is too slow.
pub(crate) const LONGEST_QUEUE: usize = 256;

impl Outbox {
    pub fn open() -> (Outbox, mpsc::Receiver<Outgoing>) {
        let (sender, receiver) = mpsc::channel(LONGEST_QUEUE);
        let cut = Notify::new();
        let transport = Transport::Queue(Arc::new(Queue { sender, cut }));
        let conn = ConnId::next();
        (Outbox { conn, transport }, receiver)
    }

    pub(crate) fn of_socket(sink: Arc<dyn FrameSink>) -> Outbox {
        Outbox {
            conn: ConnId::next(),
            transport: Transport::Frames(sink),
        }
    }

    pub fn conn(&self) -> ConnId {
        self.conn
    }

    pub fn send(&self, out: Outgoing) {
        self.push(out);
        if let Transport::Frames(sink) = &self.transport {
            sink.wake();
        }
    }

    fn push(&self, out: Outgoing) {
        let taken = match &self.transport {
            Transport::Queue(queue) => {
                let sent = queue.sender.try_send(out);
                let taken = !matches!(sent, Err(mpsc::error::TrySendError::Full(_)));
                if !taken {
                    queue.cut.notify_one();
                }
                taken
            }
            Transport::Frames(sink) => sink.push(&out),
        };
        if !taken {
            metrics::counter!("parlor_slow_readers_total").increment(1);
        }
    }

    pub fn message(&self, message: ServerMessage) {
        self.share(&SharedMessage::new(message));
    }

    pub fn share(&self, message: &Arc<SharedMessage>) {
        self.send(Outgoing::Message(message.clone()));
    }

    /// Leaves a message that is sent with the next `flush`, by whoever calls it: nobody is woken.
    pub fn post(&self, message: &Arc<SharedMessage>) {
        self.push(Outgoing::Message(message.clone()));
    }

    /// Sends what was posted, as far as the other side takes it at once.
    pub fn flush(&self) {
        if let Transport::Frames(sink) = &self.transport {
            sink.flush();
        }
    }

    /// A command was carried out that has no other answer.
    pub fn done(&self, id: Option<CommandId>) {
        self.message(ServerMessage::Done { id, table: None });
    }

    /// A command was refused.
    pub fn refuse(&self, id: Option<CommandId>, match_id: Option<MatchId>, refusal: &Refusal) {
        refusal.count();
        self.message(ServerMessage::refused(id, match_id, refusal));
    }

    pub fn is_closed(&self) -> bool {
        match &self.transport {
            Transport::Queue(queue) => queue.sender.is_closed(),
            Transport::Frames(sink) => sink.is_closed(),
        }
    }

    /// Resolves when the connection must be dropped because it does not keep up.
    pub async fn cut_off(&self) {
        match &self.transport {
            Transport::Queue(queue) => queue.cut.notified().await,
            // A socket's own task sees to that.
            Transport::Frames(_) => std::future::pending().await,
        }
    }
}
