//! The receiving half of a socket.

use std::future::poll_fn;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead as _, ReadBuf};
use tokio_tungstenite::tungstenite::protocol::{
    CloseFrame, Role, WebSocketConfig, WebSocketContext,
};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::{Input, Sink};
use crate::matches::FrameSink as _;
use crate::ops::Connection;

/// A move is a hundred bytes. Measured: with tungstenite's default of 128 KiB a message costs five
/// times the CPU, and a connection thirteen times the memory of one with 4 KiB.
const BUFFER: usize = 1024;

/// Reads messages, and answers pings and farewells through the sink.
pub(super) struct FrameReader {
    stream: Input,
    context: WebSocketContext,
    sink: Arc<Sink>,
    connection: Arc<Connection>,
}

impl FrameReader {
    /// `read` has come in behind the request already.
    pub(super) fn new(
        stream: Input,
        read: &[u8],
        most: usize,
        sink: Arc<Sink>,
        connection: Arc<Connection>,
    ) -> FrameReader {
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0)
            .max_message_size(Some(most))
            .max_frame_size(Some(most));
        FrameReader {
            stream,
            context: if read.is_empty() {
                WebSocketContext::new(Role::Server, Some(config))
            } else {
                // A copy: the buffer that the request was read into is much larger.
                WebSocketContext::from_partially_read(read.to_vec(), Role::Server, Some(config))
            },
            sink,
            connection,
        }
    }

    pub(super) async fn next(&mut self) -> Result<Message, Error> {
        poll_fn(|context| {
            let mut io = Io {
                stream: &mut self.stream,
                context,
                sink: &self.sink,
                connection: &self.connection,
            };
            match self.context.read(&mut io) {
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
                read => Poll::Ready(read),
            }
        })
        .await
    }

    /// Leaves a message with the sink.
    pub(super) fn write(&mut self, message: Message) -> Result<(), Error> {
        self.talk(|context, io| context.write(io, message))
    }

    /// Leaves the farewell with the sink; without one, the answer to that of the other side.
    pub(super) fn close(&mut self, frame: Option<CloseFrame>) {
        // Either way there is no more to say.
        let _ = match frame {
            Some(frame) => self.talk(|context, io| context.close(io, Some(frame))),
            None => self.talk(|context, io| context.flush(io)),
        };
    }

    fn talk<T>(&mut self, talk: impl FnOnce(&mut WebSocketContext, &mut Io<'_, '_>) -> T) -> T {
        let mut io = Io {
            stream: &mut self.stream,
            context: &mut Context::from_waker(Waker::noop()),
            sink: &self.sink,
            connection: &self.connection,
        };
        talk(&mut self.context, &mut io)
    }
}

/// What the WebSocket library reads from and writes to.
struct Io<'a, 'c> {
    stream: &'a mut Input,
    context: &'a mut Context<'c>,
    sink: &'a Sink,
    connection: &'a Connection,
}

impl Read for Io<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut buffer = ReadBuf::new(buffer);
        match Pin::new(&mut *self.stream).poll_read(self.context, &mut buffer) {
            Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
            Poll::Ready(read) => {
                self.connection.touch();
                read.map(|()| buffer.filled().len())
            }
        }
    }
}

impl Write for Io<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sink.push_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush();
        Ok(())
    }
}
