//! The WebSocket: one for the lobby and any number of matches.

use std::pin::pin;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use serde::Deserialize;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use crate::Hub;
use crate::hub::Conn;
use crate::matches::{Out, Outbox};
use crate::ops::{Pace, Visitor};
use crate::people::Token;
use crate::protocol::{self, Command, Request, ServerMessage};

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
            Err(refusal) if refusal.code == "server/unavailable" => {
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
    queue: &mut mpsc::Receiver<Out>,
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
                let frame = Message::Text(encode(&out));
                if !matches!(timeout(patience, socket.send(frame)).await, Ok(Ok(()))) {
                    return None;
                }
                if matches!(out, Out::SessionEnded) {
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
                                refuse(conn, None, "server/too_fast", "too many messages; wait a moment");
                                tokio::time::sleep(SLOWED).await;
                                continue;
                            }
                        }
                        hear(hub, conn, &text).await;
                    }
                    Some(Ok(Message::Binary(_))) => {
                        refuse(conn, None, "request/malformed", "send JSON as text");
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
                let frame = Message::Text(text_of(&bye).into());
                let _ = timeout(patience, socket.send(frame)).await;
                return Some((1012, "the server restarts"));
            }
        }
    }
}

/// The command that comes all the time, read without the detour that the others take.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Play {
    #[serde(rename = "type")]
    _type: PlayTag,
    #[serde(default)]
    id: Option<String>,
    #[serde(rename = "match")]
    game_match: String,
    seq: u32,
    action: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PlayTag {
    Play,
}

fn read(text: &str) -> serde_json::Result<Request> {
    match serde_json::from_str::<Play>(text) {
        Ok(play) => Ok(Request {
            id: play.id,
            command: Command::Play {
                game_match: play.game_match,
                seq: play.seq,
                action: play.action,
            },
        }),
        Err(_) => serde_json::from_str(text),
    }
}

async fn hear(hub: &Hub, conn: &mut Conn, text: &str) {
    match read(text) {
        Ok(request) => hub.handle(conn, request).await,
        Err(error) => {
            // Answer to the command's id if it can be made out.
            let value: Option<serde_json::Value> = serde_json::from_str(text).ok();
            let id = value
                .as_ref()
                .and_then(|value| value.get("id")?.as_str().map(str::to_owned));
            let error = error.to_string();
            refuse(
                conn,
                id,
                protocol::code_of(&error),
                &crate::shorten(&error, 200),
            );
        }
    }
}

fn refuse(conn: &Conn, id: Option<String>, code: &'static str, message: &str) {
    metrics::counter!("parlor_rejects_total", "code" => code).increment(1);
    let message = message.to_owned();
    conn.outbox.message(ServerMessage::Error {
        id,
        code: code.to_owned(),
        message,
        game_match: None,
    });
}

fn encode(out: &Out) -> Utf8Bytes {
    match out {
        Out::Message(message) => text_of(message).into(),
        Out::Told(told, ack) => told.frame(ack.as_deref()),
        Out::SessionEnded => text_of(&ServerMessage::Error {
            id: None,
            code: "people/session_ended".to_owned(),
            message: "the session has ended; sign in again".to_owned(),
            game_match: None,
        })
        .into(),
    }
}

fn text_of(message: &ServerMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}
