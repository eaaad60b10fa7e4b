//! The limits: a bare relay of two sockets on the same stack, one that also stores and acknowledges
//! every message, and the same kind of load on them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use parlor_engine::Seq;
use parlor_store::{Appended, Appender, AppenderOptions, NewEntry, Store};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::LoadError;
use crate::api::Api;
use crate::report::Latency;
use crate::socket::{Socket, next};
use crate::tally::Tally;

/// As large as the server's own.
const BUFFER: usize = 1024;

#[derive(Clone, Debug, Default)]
struct Relay {
    /// Sockets that wait for their partner, by the name of the pair.
    waiting: Arc<Mutex<HashMap<u64, WebSocket>>>,
    kind: RelayKind,
}

/// What a relay does with a message besides forwarding it.
#[derive(Clone, Debug, Default)]
enum RelayKind {
    #[default]
    Bare,
    /// Sends it to both sockets, as every server must that acknowledges.
    Echo,
    /// Stores it, then sends it to both.
    Store(Appender),
}

/// Forwards text between the two sockets of every pair, until the process ends. With `echo` it goes
/// to both, with a database it is stored first: no server that acknowledges what is durable can do
/// without that.
pub async fn serve_relay(
    listener: TcpListener,
    echo: bool,
    database: Option<&str>,
) -> std::io::Result<()> {
    let kind = match database {
        None if echo => RelayKind::Echo,
        None => RelayKind::Bare,
        Some(url) => {
            let store = Store::connect(url).await.map_err(std::io::Error::other)?;
            RelayKind::Store(Appender::spawn(store, AppenderOptions::default()).0)
        }
    };
    let relay = Relay {
        kind,
        ..Relay::default()
    };
    let router = Router::new()
        .route("/relay/{pair}", get(upgrade))
        .with_state(relay);
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

async fn upgrade(
    State(relay): State<Relay>,
    Path(pair): Path<u64>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            let first = {
                let mut waiting = relay.waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(first) = waiting.remove(&pair) else {
                    waiting.insert(pair, socket);
                    return;
                };
                first
            };
            match relay.kind {
                RelayKind::Bare => forward(first, socket).await,
                RelayKind::Echo => forward_to_both(pair, [first, socket], None).await,
                RelayKind::Store(log) => forward_to_both(pair, [first, socket], Some(&log)).await,
            }
        })
}

async fn forward(mut one: WebSocket, mut other: WebSocket) {
    loop {
        let (message, to) = tokio::select! {
            message = one.recv() => (message, &mut other),
            message = other.recv() => (message, &mut one),
        };
        match message {
            Some(Ok(Message::Text(text))) => {
                if to.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => {}
        }
    }
}

async fn forward_to_both(pair: u64, [mut one, mut other]: [WebSocket; 2], log: Option<&Appender>) {
    let match_id: Arc<str> = pair.to_string().into();
    for seq in (1..).map(Seq) {
        let message = tokio::select! {
            message = one.recv() => message,
            message = other.recv() => message,
        };
        let Some(Ok(Message::Text(text))) = message else {
            return;
        };
        let entry = NewEntry {
            match_id: match_id.clone(),
            seq,
            at_ms: 0,
            act: text.as_str().to_owned(),
            by_player: Some(1),
            cmd: Some(seq.to_string().into()),
        };
        if let Some(log) = log
            && !matches!(log.append(vec![entry]).await, Ok(Appended::Stored))
        {
            return;
        }
        for to in [&mut one, &mut other] {
            if to.send(Message::Text(text.clone())).await.is_err() {
                return;
            }
        }
    }
}

/// What the relay came to.
#[derive(Clone, Debug, serde::Serialize)]
pub struct RelayReport {
    pub pairs: usize,
    pub message_bytes: usize,
    pub seconds: f64,
    pub moves: u64,
    pub moves_per_second: f64,
    pub latency: Latency,
}

/// Pairs of sockets that answer each other's messages as fast as they come. With `echoes` the relay
/// sends each back to its sender, too.
pub async fn run_relay(
    server: &str,
    pairs: usize,
    message_bytes: usize,
    echoes: bool,
    time: Duration,
) -> Result<RelayReport, LoadError> {
    let api = Api::new(server)?;
    let mut rooms = Vec::new();
    for pair in 0..pairs {
        let path = format!("/relay/{}", fastrand::u64(..));
        let one = Socket::connect(&api, &path, None).await?;
        rooms.push((pair, [one, Socket::connect(&api, &path, None).await?]));
    }
    let tally = Arc::new(Tally::new(None));
    let text = Utf8Bytes::from("m".repeat(message_bytes));
    let started = Instant::now();
    let mut playing = JoinSet::new();
    for (_, sockets) in rooms {
        playing.spawn(play(sockets, text.clone(), echoes, tally.clone()));
    }
    tokio::time::sleep(time).await;
    tally.stop();
    let (seconds, moves) = (started.elapsed().as_secs_f64(), tally.moves());
    while let Some(played) = playing.join_next().await {
        played.map_err(LoadError::closed)??;
    }
    Ok(RelayReport {
        pairs,
        message_bytes,
        seconds,
        moves,
        moves_per_second: moves as f64 / seconds,
        latency: tally.latency(),
    })
}

async fn play(
    mut sockets: [Socket; 2],
    text: Utf8Bytes,
    echoes: bool,
    tally: Arc<Tally>,
) -> Result<(), LoadError> {
    let mut sent = Instant::now();
    sockets[0].send(text.clone()).await?;
    let mut unacknowledged = [echoes, false];
    loop {
        let (place, received) = next(&mut sockets).await?;
        // The sender's own comes back before any answer to it.
        if std::mem::take(&mut unacknowledged[place]) {
            continue;
        }
        tally.took(sent.elapsed());
        tally.received(received.len());
        tally.moved();
        if tally.is_stopped() {
            break;
        }
        sent = Instant::now();
        unacknowledged[place] = echoes;
        sockets[place].send(text.clone()).await?;
    }
    for socket in sockets {
        socket.close().await;
    }
    Ok(())
}
