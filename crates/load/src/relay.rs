//! The limit: a bare relay of two sockets on the same stack, and the same kind of load on it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::LoadError;
use crate::api::Api;
use crate::report::Latency;
use crate::socket::{BUFFER, Socket, next};
use crate::tally::Tally;

/// Sockets that wait for their partner, by the name of the pair.
type Waiting = Arc<Mutex<HashMap<u64, WebSocket>>>;

/// Forwards text between the two sockets of every pair, until the process ends.
pub async fn serve_relay(listener: TcpListener) -> std::io::Result<()> {
    let router = Router::new()
        .route("/relay/{pair}", get(upgrade))
        .with_state(Waiting::default());
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await
}

async fn upgrade(
    State(waiting): State<Waiting>,
    Path(pair): Path<u64>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .read_buffer_size(BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| async move {
            let first = {
                let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
                let Some(first) = waiting.remove(&pair) else {
                    waiting.insert(pair, socket);
                    return;
                };
                first
            };
            forward(first, socket).await;
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

/// Pairs of sockets that answer each other's messages as fast as they come.
pub async fn run_relay(
    server: &str,
    pairs: usize,
    message_bytes: usize,
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
        playing.spawn(play(sockets, text.clone(), tally.clone()));
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
    tally: Arc<Tally>,
) -> Result<(), LoadError> {
    let mut sent = Instant::now();
    sockets[0].send(text.clone()).await?;
    loop {
        let (place, received) = next(&mut sockets).await?;
        tally.took(sent.elapsed());
        tally.received(received.len());
        tally.moved();
        if tally.is_stopped() {
            break;
        }
        sent = Instant::now();
        sockets[place].send(text.clone()).await?;
    }
    for socket in sockets {
        socket.close().await;
    }
    Ok(())
}
