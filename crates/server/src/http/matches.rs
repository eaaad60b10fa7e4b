use axum::extract::{ConnectInfo, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_engine::Seq;
use parlor_hub::matches::Reader;
use parlor_hub::protocol::{Command, LogPage, MatchSnapshot, Request};
use parlor_hub::{CommandId, MatchId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::commands::carry_out;
use super::extract::{Body, Path, Query, Turned};
use super::{ApiError, Door, Peer};

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
pub(super) struct ReadParams {
    invite: Option<String>,
    since: Option<Seq>,
    after: Seq,
}

fn reader(caller: Option<Caller>, invite: Option<String>) -> Reader {
    let player = caller.map(|caller| caller.player.id);
    Reader { player, invite }
}

/// The match as the caller may see it: the view, legal actions, clocks, chat.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}", tag = "matches",
    params(("invite" = Option<String>, Query, description = "Of a private table"), ("since" = Option<u32>, Query, description = "Last sequence number known: what was missed comes too")),
    responses((status = 200, body = MatchSnapshot), (status = "4XX", description = "Refused"))
)]
pub(super) async fn snapshot(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<MatchId>,
    Query(params): Query<ReadParams>,
    _turn: Turned,
) -> Result<Json<MatchSnapshot>, ApiError> {
    let reader = reader(caller, params.invite);
    let snapshot = door.hub.matches.snapshot(id, reader, params.since);
    Ok(Json(snapshot.await?))
}

/// The log in words and events, as the caller may know it: 500 lines at a time.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/log", tag = "matches",
    params(("after" = Option<u32>, Query, description = "The last entry known")),
    responses((status = 200, body = LogPage))
)]
pub(super) async fn log(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<MatchId>,
    Query(params): Query<ReadParams>,
    _turn: Turned,
) -> Result<Json<LogPage>, ApiError> {
    let reader = reader(caller, params.invite);
    let page = door.hub.matches.log(id, reader, params.after);
    Ok(Json(page.await?))
}

/// The view after an earlier entry.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/views/{seq}", tag = "matches",
    responses((status = 200, description = "`{\"seq\",\"view\"}`", body = serde_json::Value))
)]
pub(super) async fn view(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path((id, seq)): Path<(MatchId, u32)>,
    Query(params): Query<ReadParams>,
    _turn: Turned,
) -> Result<Json<Value>, ApiError> {
    let reader = reader(caller, params.invite);
    let view = door.hub.matches.view_at(id, reader, Seq(seq)).await?;
    Ok(Json(json!({ "seq": seq, "view": view })))
}

/// The record of a finished match, for download and `parlor verify`.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/record", tag = "matches",
    responses((status = 200, description = "The record", body = serde_json::Value), (status = "4XX", description = "Refused while it runs"))
)]
pub(super) async fn record(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    caller: Option<Caller>,
    Path(id): Path<MatchId>,
    Query(params): Query<ReadParams>,
) -> Result<Response, ApiError> {
    let reader = reader(caller, params.invite);
    let turn = door.hub.limits.reads.wait(peer.ip()).await?;
    let log = door.hub.matches.closed_log(id, reader).await?;
    drop(turn);
    door.hub.limits.position(peer.ip(), log.length())?;
    let record = door.hub.analyses.beside(peer.ip(), || log.record()).await?;
    let name = format!("attachment; filename=\"{}-{id}.json\"", record.game);
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(record)).into_response())
}

#[derive(Deserialize, Debug, parlor_describe::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Playing {
    /// A resend with the same id is answered and not played twice.
    id: Option<CommandId>,
    /// The position the move is meant for.
    #[schema(value_type = u32)]
    seq: Seq,
    action: String,
}

/// Plays a move; answered when it is durable.
#[parlor_describe::path(
    post, path = "/api/v1/matches/{id}/play", tag = "matches", request_body = Playing,
    responses((status = 200, description = "Played", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn play(
    State(door): State<Door>,
    caller: Caller,
    Path(match_id): Path<MatchId>,
    Body(Playing { id, seq, action }): Body<Playing>,
) -> Result<Response, ApiError> {
    let command = Command::Play {
        match_id,
        seq,
        action,
    };
    let answer = carry_out(&door, caller, Request { id, command }).await?;
    Ok(Json(&**answer).into_response())
}
