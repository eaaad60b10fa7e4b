use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::auth::{COOKIE_NAME, Caller};
use super::extract::{Body, Path};
use super::headers::is_secure;
use super::{ApiError, Door, Peer};
use crate::people::{SessionKind, Token, session_name};
use crate::protocol::Me;
use crate::{Refusal, clock};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/session", post(enter).get(who).delete(leave))
        .route("/me/password", post(protect))
        .route("/me/tokens", get(tokens).post(new_token).delete(end_all))
        .route("/me/tokens/{id}", delete(revoke))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrance {
    name: String,
    #[serde(default)]
    password: Option<String>,
    /// Give the token out in place of a cookie, for a program.
    #[serde(default)]
    bearer: bool,
}

#[derive(Serialize, Debug, ToSchema)]
pub(super) struct Entered {
    you: Me,
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// Enters under a name. A new name is created on the spot; a protected one needs its password.
#[utoipa::path(
    post, path = "/api/v1/session", tag = "people", request_body = Entrance,
    responses((status = 200, body = Entered), (status = "4XX", description = "Refused"))
)]
pub(super) async fn enter(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    asked: HeaderMap,
    Body(entrance): Body<Entrance>,
) -> Result<(HeaderMap, Json<Entered>), ApiError> {
    let kind = if entrance.bearer {
        SessionKind::Program
    } else {
        SessionKind::Browser
    };
    let (player, token) = door
        .hub
        .people
        .enter(
            peer.ip(),
            &entrance.name,
            entrance.password.as_deref(),
            kind,
            "signed in",
        )
        .await?;
    let mut headers = HeaderMap::new();
    if !entrance.bearer {
        headers.insert(SET_COOKIE, cookie(&token, 60 * 86_400, &asked)?);
    }
    let token = entrance.bearer.then(|| token.reveal().to_owned());
    Ok((
        headers,
        Json(Entered {
            you: player.me(),
            token,
        }),
    ))
}

/// Who the caller is; null for a stranger.
#[utoipa::path(get, path = "/api/v1/session", tag = "people", responses((status = 200, body = Option<Me>)))]
pub(super) async fn who(caller: Option<Caller>) -> Json<Option<Me>> {
    Json(caller.map(|caller| caller.player.me()))
}

/// Ends this session.
#[utoipa::path(delete, path = "/api/v1/session", tag = "people", responses((status = 200, description = "Ended")))]
pub(super) async fn leave(
    State(door): State<Door>,
    caller: Caller,
    asked: HeaderMap,
) -> Result<HeaderMap, ApiError> {
    door.hub.people.end_session(&caller.token).await?;
    let mut headers = HeaderMap::new();
    headers.insert(SET_COOKIE, cookie(&caller.token, 0, &asked)?);
    Ok(headers)
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Passwords {
    #[serde(default)]
    old: Option<String>,
    new: String,
}

/// Protects the name with a password, or changes it. Every session ends; this one gets a new cookie.
#[utoipa::path(
    post, path = "/api/v1/me/password", tag = "people", request_body = Passwords,
    responses((status = 200, body = Me), (status = "4XX", description = "Refused"))
)]
pub(super) async fn protect(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    caller: Caller,
    asked: HeaderMap,
    Body(passwords): Body<Passwords>,
) -> Result<(HeaderMap, Json<Me>), ApiError> {
    let people = &door.hub.people;
    let (from, old) = (peer.ip(), passwords.old.as_deref());
    people
        .protect(from, &caller.player, old, &passwords.new)
        .await?;
    let token = people
        .open_session(caller.player.id.0, SessionKind::Browser, "signed in")
        .await?;
    let mut headers = HeaderMap::new();
    headers.insert(SET_COOKIE, cookie(&token, 60 * 86_400, &asked)?);
    Ok((
        headers,
        Json(Me {
            name: caller.player.name,
            protected: true,
        }),
    ))
}

/// The caller's open sessions; tokens themselves are stored as hashes and cannot be shown again.
#[utoipa::path(get, path = "/api/v1/me/tokens", tag = "people", responses((status = 200, body = serde_json::Value)))]
pub(super) async fn tokens(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    let now = clock::now_ms();
    let sessions = door
        .hub
        .store
        .sessions(caller.player.id.0, now)
        .await
        .map_err(Refusal::from)?;
    let line = |it: &parlor_store::Session| json!({ "id": session_name(&it.token_hash), "kind": it.kind, "label": it.label, "created_ms": it.created_ms, "expires_ms": it.expires_ms });
    Ok(Json(
        json!({ "sessions": sessions.iter().map(line).collect::<Vec<_>>() }),
    ))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    /// What it is for, to tell tokens apart.
    label: String,
}

/// A bearer token for a bot that plays under the caller's name.
#[utoipa::path(
    post, path = "/api/v1/me/tokens", tag = "people", request_body = NewToken,
    responses((status = 201, description = "`{\"token\"}`, shown once", body = serde_json::Value))
)]
pub(super) async fn new_token(
    State(door): State<Door>,
    caller: Caller,
    Body(new): Body<NewToken>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let token = door
        .hub
        .people
        .open_session(caller.player.id.0, SessionKind::Token, &new.label)
        .await?;
    Ok((
        StatusCode::CREATED,
        Json(json!({ "token": token.reveal() })),
    ))
}

/// Ends every session of the caller, this one too: all tokens are void.
#[utoipa::path(delete, path = "/api/v1/me/tokens", tag = "people", responses((status = 204, description = "Ended")))]
pub(super) async fn end_all(
    State(door): State<Door>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    door.hub.people.end_all(caller.player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session of the caller; its sockets close at once.
#[utoipa::path(
    delete, path = "/api/v1/me/tokens/{id}", tag = "people",
    responses((status = 204, description = "Ended"), (status = 404, description = "Unknown"))
)]
pub(super) async fn revoke(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    door.hub.people.revoke(caller.player.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Scripts cannot read it and other sites cannot send it.
fn cookie(token: &Token, seconds: u32, asked: &HeaderMap) -> Result<HeaderValue, ApiError> {
    let value = if seconds == 0 { "" } else { token.reveal() };
    let secure = if is_secure(asked) { "; Secure" } else { "" };
    let text = format!(
        "{COOKIE_NAME}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{secure}"
    );
    HeaderValue::from_str(&text).map_err(|_| ApiError(Refusal::unavailable()))
}
