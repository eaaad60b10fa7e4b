use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_hub::protocol::{NewTable, Pace, SeatChoice, TableInfo};
use parlor_hub::tables::PairRequest;
use parlor_hub::{Code, CommandId, MatchId, Refusal};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::{Body, Path, Query};
use super::{ApiError, Door};

const IDEMPOTENCY_KEY: &str = "idempotency-key";

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/tables", get(list).post(create))
        .route("/tables/{id}", get(one))
        .route("/tables/{id}/join", post(join))
        .route("/tables/{id}/leave", post(leave))
        .route("/tables/{id}/start", post(start))
        .route("/quick/{game}", post(quick).delete(cancel))
}

/// Open tables and running matches, as the lobby shows them.
#[parlor_describe::path(
    get, path = "/api/v1/tables", tag = "tables",
    responses((status = 200, description = "`{\"version\",\"tables\":[TableInfo]}`", body = serde_json::Value))
)]
pub(super) async fn list(State(door): State<Door>) -> Json<Value> {
    let (version, tables) = door.hub.lobby.list();
    Json(json!({ "version": version, "tables": tables }))
}

/// Opens a table.
#[parlor_describe::path(
    post, path = "/api/v1/tables", tag = "tables", request_body = NewTable,
    params(("Idempotency-Key" = Option<String>, Header, description = "The caller's own id of this request, at most 64 characters: a resend gives the same table")),
    responses((status = 201, body = TableInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn create(
    State(door): State<Door>,
    caller: Caller,
    headers: HeaderMap,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableInfo>), ApiError> {
    let key = match headers.get(IDEMPOTENCY_KEY).map(HeaderValue::to_str) {
        None => None,
        Some(Ok(key)) => Some(key),
        Some(Err(_)) => {
            return Err(Refusal::new(Code::RequestBadId, "a command's id is plain text").into());
        }
    };
    if key.is_some_and(|key| key.len() > CommandId::LONGEST) {
        return Err(Refusal::new(Code::RequestBadId, "this Idempotency-Key is too long").into());
    }
    let table = door.hub.tables.create(&caller.player, &new, key).await?;
    Ok((StatusCode::CREATED, Json(table)))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Looking {
    invite: Option<String>,
}

/// One table; a private one for those who sit at it or have its invite link.
#[parlor_describe::path(
    get, path = "/api/v1/tables/{id}", tag = "tables",
    params(("invite" = Option<String>, Query, description = "Of a private table")),
    responses((status = 200, body = TableInfo), (status = 403, description = "Private"), (status = 404, description = "Unknown"))
)]
pub(super) async fn one(
    State(door): State<Door>,
    caller: Option<Caller>,
    Path(id): Path<MatchId>,
    Query(looking): Query<Looking>,
) -> Result<Json<TableInfo>, ApiError> {
    let table = door.hub.tables.get(id).await?;
    let me = caller.map(|caller| caller.player.id);
    let mut info = table.info(me);
    let seated = me.is_some_and(|me| table.seat_of(me).is_some());
    let inside = me.is_some_and(|me| table.is_inside(me));
    if table.private && !inside && looking.invite.as_deref() != Some(table.invite.as_str()) {
        let message = "this table is by invitation only";
        return Err(Refusal::new(Code::TablePrivate, message).into());
    }
    door.hub.lobby.mark(&mut info, seated);
    Ok(Json(info))
}

#[derive(Deserialize, Debug, Default, parlor_describe::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Joining {
    /// The secret of the invite link, for private tables.
    invite: Option<String>,
    /// A number from 0 on, or `"random"`.
    #[schema(value_type = Option<Object>)]
    seat: Option<SeatChoice>,
    /// 64 hexadecimal digits: this player's share of the seed.
    #[schema(value_type = Option<String>)]
    nonce: Option<parlor_engine::Nonce>,
}

#[parlor_describe::path(
    post, path = "/api/v1/tables/{id}/join", tag = "tables", request_body = Joining,
    responses((status = 200, body = TableInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn join(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<MatchId>,
    Body(joining): Body<Joining>,
) -> Result<Json<TableInfo>, ApiError> {
    let Joining {
        invite,
        seat,
        nonce,
    } = joining;
    let table = door
        .hub
        .tables
        .join(&caller.player, id, invite.as_deref(), seat, nonce)
        .await?;
    Ok(Json(table))
}

#[parlor_describe::path(
    post, path = "/api/v1/tables/{id}/leave", tag = "tables",
    responses((status = 200, body = TableInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn leave(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<MatchId>,
) -> Result<Json<TableInfo>, ApiError> {
    Ok(Json(door.hub.tables.leave(caller.player.id, id).await?))
}

#[parlor_describe::path(
    post, path = "/api/v1/tables/{id}/start", tag = "tables",
    responses((status = 200, body = TableInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn start(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<MatchId>,
) -> Result<Json<TableInfo>, ApiError> {
    Ok(Json(door.hub.tables.start(caller.player.id, id).await?))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Terms {
    pace: Pace,
    rated: bool,
    seat: Option<String>,
}

/// Meet whoever asks for the same game at the same pace next. The table is running if somebody was waiting.
#[parlor_describe::path(
    post, path = "/api/v1/quick/{game}", tag = "tables",
    params(
        ("pace" = Option<Pace>, Query, description = "`rapid` if absent"),
        ("rated" = Option<bool>, Query, description = "False if absent"),
        ("seat" = Option<String>, Query, description = "A number from 0 on, or `random`; any will do if absent")
    ),
    responses((status = 200, body = TableInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn quick(
    State(door): State<Door>,
    caller: Caller,
    Path(game): Path<String>,
    Query(terms): Query<Terms>,
) -> Result<Json<TableInfo>, ApiError> {
    let read = |text: &str| {
        let none = || Refusal::new(Code::TableNoSeat, "a seat is a number, or random");
        SeatChoice::from_text(text).ok_or_else(none)
    };
    let wish = PairRequest {
        player: &caller.player,
        game: &game,
        pace: terms.pace,
        rated: terms.rated,
        seat: terms.seat.as_deref().map(read).transpose()?,
        command: None,
        connection: None,
    };
    Ok(Json(door.hub.dispatcher.pairing.ask(wish).await?))
}

#[parlor_describe::path(
    delete, path = "/api/v1/quick/{game}", tag = "tables",
    responses((status = 204, description = "Not waiting any more"))
)]
pub(super) async fn cancel(
    State(door): State<Door>,
    caller: Caller,
    Path(game): Path<String>,
) -> Result<StatusCode, ApiError> {
    if parlor_catalog::game(&game).is_none() {
        return Err(Refusal::new(Code::TableUnknownGame, "there is no such game").into());
    }
    door.hub
        .dispatcher
        .pairing
        .cancel(caller.player.id, &game, None)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
