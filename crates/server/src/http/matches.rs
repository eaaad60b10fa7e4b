use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::commands::carry_out;
use super::extract::{Body, Path, Query};
use super::{ApiError, Door};
use crate::people::PlayerId;
use crate::protocol::{Command, MatchSnapshot, Request};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/matches/{id}", get(snapshot))
        .route("/matches/{id}/log", get(log))
        .route("/matches/{id}/views/{seq}", get(view))
        .route("/matches/{id}/record", get(record))
        .route("/matches/{id}/play", post(play))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Looking {
    invite: Option<String>,
    since: Option<u32>,
}

fn id_of(caller: Option<&Caller>) -> Option<PlayerId> {
    caller.map(|caller| caller.player.id)
}

/// The match as the caller may see it: the view, legal actions, clocks, chat.
#[utoipa::path(
    get, path = "/api/v1/matches/{id}", tag = "matches",
    params(("invite" = Option<String>, Query, description = "Of a private table"), ("since" = Option<u32>, Query, description = "Last sequence number known: what was missed comes too")),
    responses((status = 200, body = MatchSnapshot), (status = "4XX", description = "Refused"))
)]
pub(super) async fn snapshot(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
) -> Result<Json<MatchSnapshot>, ApiError> {
    let me = id_of(caller.as_ref());
    Ok(Json(
        door.hub
            .matches
            .snapshot(&id, me, looking.invite, looking.since)
            .await?,
    ))
}

/// The log in words and events, as the caller may know it.
#[utoipa::path(
    get, path = "/api/v1/matches/{id}/log", tag = "matches",
    responses((status = 200, description = "`{\"log\":[LogLine]}`", body = serde_json::Value))
)]
pub(super) async fn log(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
) -> Result<Json<Value>, ApiError> {
    let lines = door
        .hub
        .matches
        .log(&id, id_of(caller.as_ref()), looking.invite)
        .await?;
    Ok(Json(json!({ "log": lines })))
}

/// The view after an earlier entry.
#[utoipa::path(
    get, path = "/api/v1/matches/{id}/views/{seq}", tag = "matches",
    responses((status = 200, description = "`{\"seq\",\"view\"}`", body = serde_json::Value))
)]
pub(super) async fn view(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path((id, seq)): Path<(String, u32)>,
    Query(looking): Query<Looking>,
) -> Result<Json<Value>, ApiError> {
    let me = id_of(caller.as_ref());
    let view = door
        .hub
        .matches
        .view_at(&id, me, looking.invite, seq)
        .await?;
    Ok(Json(json!({ "seq": seq, "view": view })))
}

/// The record of a finished match, for download and `parlor verify`.
#[utoipa::path(
    get, path = "/api/v1/matches/{id}/record", tag = "matches",
    responses((status = 200, description = "The record", body = serde_json::Value), (status = "4XX", description = "Refused while it runs"))
)]
pub(super) async fn record(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<String>,
    Query(looking): Query<Looking>,
) -> Result<Response, ApiError> {
    let record = door
        .hub
        .matches
        .record(&id, id_of(caller.as_ref()), looking.invite)
        .await?;
    let name = format!("attachment; filename=\"{}-{id}.json\"", record.game);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(record)).into_response())
}

#[derive(Deserialize, Debug, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Playing {
    /// A resend with the same id is answered and not played twice.
    id: Option<String>,
    /// The position the move is meant for.
    seq: u32,
    action: String,
}

/// Plays a move; answered when it is durable.
#[utoipa::path(
    post, path = "/api/v1/matches/{id}/play", tag = "matches", request_body = Playing,
    responses((status = 200, description = "Played", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn play(
    State(door): State<Door>,
    caller: Caller,
    Path(game_match): Path<String>,
    Body(Playing { id, seq, action }): Body<Playing>,
) -> Result<Response, ApiError> {
    let command = Command::Play {
        game_match,
        seq,
        action,
    };
    let answer = carry_out(&door, caller, Request { id, command }).await?;
    Ok(Json(answer.as_ref()).into_response())
}
