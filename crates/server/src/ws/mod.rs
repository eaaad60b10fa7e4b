//! The WebSocket: one for the lobby and any number of matches.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use crate::hub::Conn;
use crate::matches::{Outbox, Outgoing};
use crate::ops::{Connection, Notice, Pace, Rank};
use crate::people::Token;
use crate::protocol::{Request, ServerMessage, Unreadable};
use crate::{Code, Hub, Refusal};

/// The close code of a socket whose session has ended; those from 4000 are the application's.
const SESSION_ENDED: u16 = 4401;
/// Whoever sends too fast is read this much later.
const SLOWED: Duration = Duration::from_millis(20);

pub(crate) async fn serve(
    mut socket: WebSocket,
    hub: Hub,
    token: Option<Token>,
    connection: Arc<Connection>,
    mut closing: watch::Receiver<bool>,
) {
    let (outbox, mut queue) = Outbox::open();
    let player = match token {
        Some(token) => match Box::pin(hub.people.admit(token.reveal(), &outbox)).await {
            Ok(player) => Some(player),
            // Who it is cannot be told now: to call them a stranger would be wrong.
            Err(refusal) if refusal.is_temporary() => {
                return close(&mut socket, 1013, "the server is not ready; try again").await;
            }
            // A token that has ended counts as none, as in every request of the page.
            Err(_) => None,
        },
        None => None,
    };
    let mut conn = Conn::new(outbox, player);
    if conn.player.is_some() {
        connection.is(Rank::Person);
    }
    Hub::welcome(&conn);
    let reason = talk(
        &mut socket,
        &hub,
        &mut conn,
        &connection,
        &mut queue,
        &mut closing,
    )
    .await;
    Box::pin(hub.gone(conn)).await;
    if let Some((code, reason)) = reason {
        close(&mut socket, code, reason).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let reason = Utf8Bytes::from_static(reason);
    let frame = Message::Close(Some(CloseFrame { code, reason }));
    let _ = timeout(Duration::from_secs(1), socket.send(frame)).await;
}

type Reason = Option<(u16, &'static str)>;

async fn talk(
    socket: &mut WebSocket,
    hub: &Hub,
    conn: &mut Conn,
    connection: &Connection,
    queue: &mut mpsc::Receiver<Outgoing>,
    closing: &mut watch::Receiver<bool>,
) -> Reason {
    let pacer = hub.limits.pacer();
    let mut heard = Instant::now();
    let mut pinged = false;
    let quiet = Duration::from_millis(hub.config.quiet_ms);
    let patience = Duration::from_millis(hub.config.patience_ms);
    let outbox = conn.outbox.clone();
    // These wait through all messages: to begin anew with each would cost more than the message.
    // The alarm is set on only when it rings.
    let mut cut = pin!(outbox.cut_off());
    let mut shed = pin!(connection.shed());
    let mut closed = pin!(closing.changed());
    let mut alarm = pin!(tokio::time::sleep(quiet));
    loop {
        tokio::select! {
            biased;
            () = &mut cut => return Some((1008, "too slow a reader")),
            () = &mut shed => return Some((1013, "the house is full; try again")),
            out = queue.recv() => {
                let out = out?;
                if !send_all(socket, out, queue, patience).await? {
                    return Some((SESSION_ENDED, "the session has ended"));
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                pinged = false;
                let message = match message {
                    Some(Ok(message)) => message,
                    Some(Err(error)) => return broken(&error),
                    None => return None,
                };
                // Whatever comes is counted: pings cost an answer, too.
                match (pacer.pace(), message) {
                    (_, Message::Close(_)) => return None,
                    (Pace::Flood, _) => {
                        flooded(conn);
                        return Some((1008, "too many messages"));
                    }
                    (Pace::TooFast, message) => {
                        let id = message.to_text().ok().and_then(Request::id_of);
                        conn.outbox.refuse(id, None, &too_fast());
                        tokio::time::sleep(SLOWED).await;
                    }
                    (Pace::Fine, Message::Text(text)) => {
                        receive(hub, conn, &text).await;
                        if conn.player.is_some() {
                            connection.is(Rank::Person);
                        }
                    }
                    (Pace::Fine, Message::Binary(_)) => {
                        let message = "send JSON as text";
                        let refusal = Refusal::new(Code::RequestMalformed, message);
                        conn.outbox.refuse(None, None, &refusal);
                    }
                    (Pace::Fine, Message::Ping(_) | Message::Pong(_)) => {}
                }
            }
            () = &mut alarm => {
                let due = heard + if pinged { quiet + patience } else { quiet };
                if Instant::now() >= due {
                    if pinged {
                        return None;
                    }
                    pinged = true;
                    let ping = socket.send(Message::Ping(Vec::new().into()));
                    if !matches!(timeout(patience, ping).await, Ok(Ok(()))) {
                        return None;
                    }
                }
                let due = heard + if pinged { quiet + patience } else { quiet };
                alarm.as_mut().reset(due);
            }
            _ = &mut closed => {
                let bye = ServerMessage::Bye { reason: "the server restarts".to_owned() };
                let frame = Message::Text(bye.to_json().into());
                let _ = timeout(patience, socket.send(frame)).await;
                return Some((1012, "the server restarts"));
            }
        }
    }
}

/// Why a socket broke, for those who are still there to hear it.
fn broken(error: &axum::Error) -> Reason {
    use std::error::Error as _;
    use tokio_tungstenite::tungstenite::Error as Broken;
    let cause = error.source().and_then(|cause| cause.downcast_ref());
    match cause {
        Some(Broken::Capacity(_)) => Some((1009, "the message is too large")),
        Some(Broken::Utf8(_)) => Some((1007, "a text must be UTF-8")),
        Some(Broken::Protocol(_)) => Some((1002, "this is not the WebSocket protocol")),
        _ => None,
    }
}

/// Somebody sends and sends.
fn flooded(conn: &Conn) {
    static NOTICE: Notice = Notice::new();
    metrics::counter!("parlor_floods_total").increment(1);
    if let Some(times) = NOTICE.happened() {
        let name = conn.player.as_ref().map(|player| player.name.as_str());
        tracing::warn!(name, times, "a socket was closed: too many messages");
    }
}

async fn receive(hub: &Hub, conn: &mut Conn, text: &str) {
    match Request::read(text) {
        Ok(request) => hub.handle(conn, request).await,
        Err(Unreadable { id, refusal }) => conn.outbox.refuse(id, None, &refusal),
    }
}

/// Sends what waits in one go: a burst costs one write to the socket. False when the session has
/// ended, `None` when the connection is gone.
async fn send_all(
    socket: &mut WebSocket,
    first: Outgoing,
    queue: &mut mpsc::Receiver<Outgoing>,
    patience: Duration,
) -> Option<bool> {
    let mut next = Some(first);
    let mut ended = false;
    let send = async {
        while let Some(out) = next.take() {
            let frame = match out {
                Outgoing::Message(message) => message.frame(),
                Outgoing::SessionEnded => {
                    ended = true;
                    session_ended().to_json().into()
                }
            };
            socket.feed(Message::Text(frame)).await?;
            if !ended {
                next = queue.try_recv().ok();
            }
        }
        socket.flush().await
    };
    match timeout(patience, send).await {
        Ok(Ok(())) => Some(!ended),
        _ => None,
    }
}

fn session_ended() -> ServerMessage {
    ServerMessage::Error {
        id: None,
        code: Code::PeopleSessionEnded,
        message: "the session has ended; sign in again".into(),
        match_id: None,
    }
}

fn too_fast() -> Refusal {
    Refusal::new(Code::ServerTooFast, "too many messages; wait a moment")
}
