//! What the page of `parlor join` talks to: events out, clicks in. For this machine only.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{self, Stream};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{mpsc, watch};

use super::game::JoinedGame;
use super::link::Ask;

#[derive(Clone)]
struct Door {
    told: watch::Receiver<JoinedGame>,
    ask: mpsc::Sender<Ask>,
}

pub(super) fn router(
    told: watch::Receiver<JoinedGame>,
    ask: mpsc::Sender<Ask>,
    own: SocketAddr,
) -> Router {
    Router::new()
        .route("/", get(|| async { Redirect::temporary("/join") }))
        .route("/join/events", get(events))
        .route("/join/play", post(play))
        .route("/join/reconnect", post(reconnect))
        .with_state(Door { told, ask })
        .fallback_service(parlor_server::page())
        .layer(from_fn_with_state(own, guard))
}

async fn guard(State(own): State<SocketAddr>, request: Request, next: Next) -> Response {
    if welcome(&request, own) {
        return next.run(request).await;
    }
    let message = "this page is for this machine only";
    refuse(StatusCode::FORBIDDEN, "server/origin", message)
}

/// Other sites can make a browser send requests here; only our own page may, and only under the
/// address it was opened with.
fn welcome(request: &Request, own: SocketAddr) -> bool {
    let header = |name| request.headers().get(name).and_then(|it| it.to_str().ok());
    let names = [own.to_string(), format!("localhost:{}", own.port())];
    let host = header(header::HOST).unwrap_or_default();
    let known = names.iter().any(|name| name == host);
    let same = header(header::ORIGIN).is_none_or(|origin| origin == format!("http://{host}"));
    known && (same || request.method() == Method::GET)
}

/// The table as it is, and again whenever it changes.
async fn events(State(door): State<Door>) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut told = door.told;
    told.mark_changed();
    let changes = stream::unfold(told, |mut told| async {
        told.changed().await.ok()?;
        let table = told.borrow_and_update().clone();
        let event = Event::default().json_data(&table).ok()?;
        Some((Ok(event), told))
    });
    Sse::new(changes).keep_alive(KeepAlive::default())
}

#[derive(Deserialize)]
struct Play {
    command: String,
}

async fn play(State(door): State<Door>, Json(Play { command }): Json<Play>) -> Response {
    let command = command.trim().to_ascii_uppercase();
    if !door.told.borrow().legal.contains(&command) {
        let message = "that is not possible now; look at the board and choose again";
        return refuse(StatusCode::CONFLICT, "join/not_now", message);
    }
    ask(&door, Ask::Play(command))
}

async fn reconnect(State(door): State<Door>) -> Response {
    ask(&door, Ask::Reconnect)
}

fn ask(door: &Door, what: Ask) -> Response {
    match door.ask.try_send(what) {
        Ok(()) => Json(json!({})).into_response(),
        Err(_) => refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "server/busy",
            "too much at once; wait a moment",
        ),
    }
}

fn refuse(status: StatusCode, code: &str, message: &str) -> Response {
    (
        status,
        Json(json!({ "error": { "code": code, "message": message } })),
    )
        .into_response()
}
