//! The WebSocket: one for the lobby and any number of matches.

mod frame;
mod reader;
mod sink;

use std::any::Any;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::{Instant, timeout};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

pub(crate) use self::frame::TextFrame;
use self::reader::FrameReader;
use self::sink::{End, Sink};
use crate::hub::Conn;
use crate::matches::{FrameSink as _, Outbox};
use crate::ops::{Closed, Connection, Rank, RateVerdict};
use crate::people::Token;
use crate::protocol::{Request, ServerMessage, Unreadable};
use crate::{Code, Hub, Refusal};

/// The close code of a socket whose session has ended; those from 4000 are the application's.
const SESSION_ENDED: u16 = 4401;
/// Whoever sends too fast is read this much later.
const SLOWED: Duration = Duration::from_millis(20);
/// How long a farewell may take.
const FAREWELL: Duration = Duration::from_secs(1);

/// A connection that has become a WebSocket.
#[expect(missing_debug_implementations, reason = "streams have none")]
pub struct Upgraded {
    pub input: Input,
    pub output: Output,
    /// What came in behind the request.
    pub read: Bytes,
    pub connection: Arc<Connection>,
    /// Kept as long as the descriptor is open: its places in the counts.
    pub kept: Box<dyn Any + Send>,
}

pub(crate) type Input = Box<dyn AsyncRead + Send + Unpin>;
pub(crate) type Output = Box<dyn AsyncWrite + Send + Unpin>;

/// Both halves of a socket.
struct Socket {
    reader: FrameReader,
    sink: Arc<Sink>,
    connection: Arc<Connection>,
    kept: Box<dyn Any + Send>,
}

impl Socket {
    fn new(upgraded: Upgraded, most: usize) -> Socket {
        let Upgraded {
            input,
            output,
            read,
            connection,
            kept,
        } = upgraded;
        let sink = Arc::new(Sink::new(output, connection.clone()));
        let reader = FrameReader::new(input, &read, most, sink.clone(), connection.clone());
        Socket {
            reader,
            sink,
            connection,
            kept,
        }
    }

    /// Says why, if there is somebody to say it to, and hangs up.
    async fn close(mut self, reason: Reason) {
        let frame = reason.map(|(code, reason)| CloseFrame {
            code: code.into(),
            reason: Utf8Bytes::from_static(reason),
        });
        self.reader.close(frame);
        self.sink.say_no_more();
        let _ = timeout(FAREWELL, self.sink.drain()).await;
        self.sink.close();
        // The other half of the descriptor, then its places in the counts.
        drop(self.reader);
        drop(self.kept);
    }
}

/// A task of its own, which is as large as a socket and no larger. It is begun here, and not by whoever
/// calls, so that it is compiled with what a move needs.
pub fn open(upgraded: Upgraded, hub: Hub, token: Option<Token>, closing: watch::Receiver<bool>) {
    tokio::spawn(serve(upgraded, hub, token, closing));
}

async fn serve(
    upgraded: Upgraded,
    hub: Hub,
    token: Option<Token>,
    mut closing: watch::Receiver<bool>,
) {
    let mut socket = Socket::new(upgraded, hub.config.message_bytes);
    let outbox = Outbox::of_socket(socket.sink.clone());
    let player = match token {
        Some(token) => match Box::pin(hub.people.admit(token.reveal(), &outbox)).await {
            Ok(player) => Some(player),
            // Who it is cannot be told now: to call them a stranger would be wrong.
            Err(refusal) if refusal.is_temporary() => {
                let reason = Some((1013, "the server is not ready; try again"));
                return Box::pin(socket.close(reason)).await;
            }
            // A token that has ended counts as none, as in every request of the page.
            Err(_) => None,
        },
        None => None,
    };
    let mut conn = Conn::new(outbox, player, socket.connection.from());
    if conn.player.is_some() {
        socket.connection.is(Rank::Person);
    }
    hub.welcome(&conn);
    let reason = talk(&mut socket, &hub, &mut conn, &mut closing).await;
    Box::pin(hub.gone(conn)).await;
    Box::pin(socket.close(reason)).await;
}

type Reason = Option<(u16, &'static str)>;

async fn talk(
    socket: &mut Socket,
    hub: &Hub,
    conn: &mut Conn,
    closing: &mut watch::Receiver<bool>,
) -> Reason {
    let Socket {
        reader,
        sink,
        connection,
        ..
    } = socket;
    let (sink, connection) = (&**sink, &**connection);
    let rate = hub.limits.message_rate(connection.from());
    let mut heard = Instant::now();
    let mut pinged = false;
    let quiet = Duration::from_millis(hub.config.quiet_ms);
    let patience = Duration::from_millis(hub.config.patience_ms);
    // These wait through all messages: to begin anew with each would cost more than the message.
    // The alarm is set on only when it rings.
    let mut bell = pin!(sink.bell.notified());
    let mut shed = pin!(connection.shed());
    let mut closed = pin!(closing.changed());
    let mut alarm = pin!(tokio::time::sleep(quiet));
    loop {
        tokio::select! {
            biased;
            () = &mut shed => return Some((1013, "the house is full; try again")),
            () = &mut bell => {
                bell.set(sink.bell.notified());
                match send_all(sink, name(conn), patience).await? {
                    None => {}
                    Some(reason) => return Some(reason),
                }
            }
            message = reader.next() => {
                heard = Instant::now();
                pinged = false;
                let message = match message {
                    Ok(message) => message,
                    Err(error) => return broken(&error),
                };
                // Whatever comes is counted: pings cost an answer, too.
                match (rate.check(cost(message.len())), message) {
                    (_, Message::Close(_)) => return None,
                    (RateVerdict::Flood, _) => {
                        Closed::TooManyMessages.note(None, name(conn));
                        return Some((1008, "too many messages"));
                    }
                    (RateVerdict::TooFast, message) => {
                        let id = message.to_text().ok().and_then(Request::id_of);
                        conn.outbox.refuse(id, None, &too_fast());
                        tokio::time::sleep(SLOWED).await;
                    }
                    (RateVerdict::Fine, Message::Text(text)) => {
                        receive(hub, conn, &text).await;
                        if conn.player.is_some() {
                            connection.is(Rank::Person);
                        }
                    }
                    (RateVerdict::Fine, Message::Binary(_)) => {
                        let message = "send JSON as text";
                        let refusal = Refusal::new(Code::RequestMalformed, message);
                        conn.outbox.refuse(None, None, &refusal);
                    }
                    (RateVerdict::Fine, Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => {}
                }
            }
            () = &mut alarm => {
                let due = heard + if pinged { quiet + patience } else { quiet };
                if Instant::now() >= due {
                    if pinged {
                        return None;
                    }
                    pinged = true;
                    reader.write(Message::Ping(Bytes::new())).ok()?;
                    sink.flush();
                }
                let due = heard + if pinged { quiet + patience } else { quiet };
                alarm.as_mut().reset(due);
            }
            _ = &mut closed => {
                let reason = "the server restarts".to_owned();
                conn.outbox.message(ServerMessage::Bye { reason });
                return Some((1012, "the server restarts"));
            }
        }
    }
}

/// Sends what waits in one go: a burst costs one write to the socket. Says why the socket closes
/// if it does, and `None` when the connection is gone.
async fn send_all(sink: &Sink, name: Option<&str>, patience: Duration) -> Option<Reason> {
    let too_slow = || {
        Closed::TakesNothing.note(None, name);
        Some((1008, "too slow a reader"))
    };
    if sink.end() == Some(End::TooSlow) {
        return Some(too_slow());
    }
    let Ok(sent) = timeout(patience, sink.drain()).await else {
        Closed::TakesNothing.note(None, name);
        return None;
    };
    sent.ok()?;
    Some(match sink.end() {
        None | Some(End::Closing) => None,
        Some(End::TooSlow) => too_slow(),
        Some(End::SessionEnded) => Some((SESSION_ENDED, "the session has ended")),
    })
}

/// Why a socket broke, for those who are still there to hear it.
fn broken(error: &Error) -> Reason {
    match error {
        Error::Capacity(_) => {
            Closed::TooLarge.note(None, None);
            Some((1009, "the message is too large"))
        }
        Error::Utf8(_) => Some((1007, "a text must be UTF-8")),
        Error::Protocol(_) => Some((1002, "this is not the WebSocket protocol")),
        _ => None,
    }
}

/// What a message of so many bytes costs its address: to read a long one takes longer.
fn cost(bytes: usize) -> u32 {
    1 + (bytes / 4096) as u32
}

fn name(conn: &Conn) -> Option<&str> {
    conn.player.as_ref().map(|player| player.name.as_str())
}

async fn receive(hub: &Hub, conn: &mut Conn, text: &str) {
    match Request::read(text) {
        Ok(request) => hub.handle(conn, request).await,
        Err(Unreadable { id, refusal }) => conn.outbox.refuse(id, None, &refusal),
    }
}

fn session_ended() -> ServerMessage {
    ServerMessage::refused(None, None, &Refusal::session_ended())
}

fn too_fast() -> Refusal {
    Refusal::new(Code::ServerTooFast, "too many messages; wait a moment")
}
