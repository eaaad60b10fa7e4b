//! The sending half of a socket. Whoever has something to say leaves its frame here; whoever calls
//! `flush` sends it, without waiting. Only what the other side does not take at once is left to the
//! socket's own task, so that a move need not wait for that task to be woken.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::fmt;
use std::future::{Future as _, poll_fn};
use std::io::{self, IoSlice};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use bytes::Bytes;
use tokio::io::AsyncWrite as _;
use tokio::sync::Notify;
use tokio::task::unconstrained;

use super::{Output, session_ended};
use crate::matches::{FrameSink, LONGEST_QUEUE, Outgoing, SharedMessage};
use crate::ops::Connection;

pub(super) struct Sink {
    out: Mutex<Out>,
    closed: AtomicBool,
    pub(super) bell: Notify,
    connection: Arc<Connection>,
}

struct Out {
    /// None when the socket is closed.
    stream: Option<Output>,
    frames: VecDeque<Frame>,
    /// How much of the first frame is sent.
    sent: usize,
    /// The other side takes no more for now.
    blocked: bool,
    end: Option<End>,
}

impl fmt::Debug for Sink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sink").finish_non_exhaustive()
    }
}

/// What waits to be sent.
enum Frame {
    Message(Arc<SharedMessage>),
    /// Of the protocol's own.
    Control(Bytes),
}

impl Frame {
    fn bytes(&self) -> &[u8] {
        match self {
            Frame::Message(message) => message.frame(),
            Frame::Control(bytes) => bytes,
        }
    }
}

/// Why nothing more is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    TooSlow,
    SessionEnded,
    Closing,
}

/// Frames sent in one go.
const AT_ONCE: usize = 16;

impl Sink {
    pub(super) fn new(stream: Output, connection: Arc<Connection>) -> Sink {
        Sink {
            out: Mutex::new(Out {
                stream: Some(stream),
                frames: VecDeque::new(),
                sent: 0,
                blocked: false,
                end: None,
            }),
            closed: AtomicBool::new(false),
            bell: Notify::new(),
            connection,
        }
    }

    fn out(&self) -> MutexGuard<'_, Out> {
        self.out.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Frames of the protocol's own: pongs and farewells, these also after the last message.
    pub(super) fn push_bytes(&self, bytes: &[u8]) {
        let mut out = self.out();
        if out.frames.len() <= LONGEST_QUEUE {
            let frame = Frame::Control(Bytes::copy_from_slice(bytes));
            out.frames.push_back(frame);
        }
    }

    pub(super) fn end(&self) -> Option<End> {
        self.out().end
    }

    /// Nothing more is taken.
    pub(super) fn say_no_more(&self) {
        self.out().end.get_or_insert(End::Closing);
    }

    /// Sends everything, waiting while the other side does not take it. An error when it is gone.
    pub(super) async fn drain(&self) -> io::Result<()> {
        poll_fn(|context| {
            self.connection.touch();
            self.out().write(context)
        })
        .await
    }

    /// Closes the descriptor, however many still know of this sink.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        let mut out = self.out();
        out.stream = None;
        out.frames = VecDeque::new();
    }
}

impl Out {
    /// False when too much is unread.
    fn keep(&mut self, message: Arc<SharedMessage>) -> bool {
        if self.stream.is_none() || self.end.is_some() {
            return true;
        }
        if self.frames.len() >= LONGEST_QUEUE {
            self.end = Some(End::TooSlow);
            return false;
        }
        self.frames.push_back(Frame::Message(message));
        true
    }

    /// Sends until nothing is left, or the other side takes no more.
    fn write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = self.poll_write(context);
        self.blocked = sent.is_pending();
        sent
    }

    fn poll_write(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some(stream) = &mut self.stream else {
            return Poll::Ready(Err(io::ErrorKind::NotConnected.into()));
        };
        let mut stream = Pin::new(stream);
        while let Some(first) = self.frames.front() {
            let rest = first.bytes().get(self.sent..).unwrap_or_default();
            let taken = if self.frames.len() == 1 {
                stream.as_mut().poll_write(context, rest)
            } else {
                let mut slices = [IoSlice::new(&[]); AT_ONCE];
                let frames = self.frames.iter().skip(1).map(Frame::bytes);
                let frames = std::iter::once(rest).chain(frames);
                for (slice, frame) in slices.iter_mut().zip(frames) {
                    *slice = IoSlice::new(frame);
                }
                stream.as_mut().poll_write_vectored(context, &slices)
            };
            match ready!(taken)? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                count => self.sent += count,
            }
            while let Some(first) = self.frames.front()
                && self.sent >= first.bytes().len()
            {
                self.sent -= first.bytes().len();
                self.frames.pop_front();
            }
        }
        stream.poll_flush(context)
    }
}

impl FrameSink for Sink {
    fn push(&self, out: &Outgoing) -> bool {
        match out {
            Outgoing::Message(message) => {
                // Written before the lock is taken: others may want to send, too.
                message.frame();
                self.out().keep(message.clone())
            }
            Outgoing::SessionEnded => {
                let mut out = self.out();
                let taken = out.keep(SharedMessage::new(session_ended()));
                out.end.get_or_insert(End::SessionEnded);
                taken
            }
        }
    }

    fn flush(&self) {
        let mut out = self.out();
        let mut left = out.end.is_some();
        if !out.blocked && !out.frames.is_empty() {
            // Nobody is woken by what is left: the socket's task goes on with it. Nor is it charged
            // to the time that the caller's task has.
            let write = pin!(unconstrained(poll_fn(|context| out.write(context))));
            let sent = write.poll(&mut Context::from_waker(Waker::noop()));
            left |= !matches!(sent, Poll::Ready(Ok(())));
            self.connection.touch();
        }
        drop(out);
        if left {
            self.wake();
        }
    }

    fn wake(&self) {
        self.bell.notify_one();
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}
