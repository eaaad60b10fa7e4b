//! The WebSocket: one for the lobby and any number of matches.

use std::pin::pin;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use futures_util::SinkExt;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use crate::hub::Conn;
use crate::matches::{Outbox, Outgoing};
use crate::ops::{Pace, Visitor};
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
    visitor: Visitor,
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
    Hub::welcome(&conn);
    let reason = talk(
        &mut socket,
        &hub,
        &mut conn,
        &visitor,
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
    visitor: &Visitor,
    queue: &mut mpsc::Receiver<Outgoing>,
    closing: &mut watch::Receiver<bool>,
) -> Reason {
    let mut heard = Instant::now();
    let mut pinged = false;
    let quiet = Duration::from_millis(hub.config.quiet_ms);
    let patience = Duration::from_millis(hub.config.patience_ms);
    let outbox = conn.outbox.clone();
    // These wait through all messages: to begin anew with each would cost more than the message.
    // The alarm is set on only when it rings.
    let mut cut = pin!(outbox.cut_off());
    let mut closed = pin!(closing.changed());
    let mut alarm = pin!(tokio::time::sleep(quiet));
    loop {
        tokio::select! {
            biased;
            () = &mut cut => return Some((1008, "too slow a reader")),
            out = queue.recv() => {
                let out = out?;
                if !send_all(socket, out, queue, patience).await? {
                    return Some((SESSION_ENDED, "the session has ended"));
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                pinged = false;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        match visitor.pace() {
                            Pace::Fine => {}
                            Pace::Flood => return Some((1008, "too many messages")),
                            Pace::TooFast => {
                                let id = Request::id_of(&text);
                                conn.outbox.refuse(id, None, &too_fast());
                                tokio::time::sleep(SLOWED).await;
                                continue;
                            }
                        }
                        receive(hub, conn, &text).await;
                    }
                    Some(Ok(Message::Binary(_))) => {
                        let message = "send JSON as text";
                        let refusal = Refusal::new(Code::RequestMalformed, message);
                        conn.outbox.refuse(None, None, &refusal);
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
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
