use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::http::header::{HeaderMap, HeaderValue, SET_COOKIE, USER_AGENT};
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::people::{Player, SessionKind, Token, device, session_name};
use parlor_hub::protocol::Me;
use parlor_hub::{Refusal, clock};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::auth::{COOKIE_NAME, Caller};
use super::extract::{Body, Path};
use super::headers::is_secure;
use super::{ApiError, Door, Peer};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/session", post(enter).get(who).delete(leave))
        .route("/me/password", post(protect))
        .route("/session/phrase", post(recover))
        .route("/session/link", post(use_link))
        .route("/me/phrase", post(new_phrase))
        .route("/me/link", post(new_link))
        .route("/me/tokens/others", delete(end_others))
        .route("/me/tokens", get(tokens).post(new_token).delete(end_all))
        .route("/me/tokens/{id}", delete(revoke))
}

/// As long as a browser's session that is not used.
const COOKIE_SECONDS: u32 = 60 * 86_400;
const HOUR_MS: i64 = 3_600_000;

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Entrance {
    name: String,
    #[serde(default)]
    password: Option<String>,
    /// Of a house that takes new people by invitation.
    #[serde(default)]
    invite: Option<String>,
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
#[parlor_describe::path(
    post, path = "/api/v1/session", tag = "people", request_body = Entrance,
    responses((status = 200, body = Entered), (status = "4XX", description = "Refused"))
)]
pub(super) async fn enter(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    asked: HeaderMap,
    Body(entrance): Body<Entrance>,
) -> Result<(HeaderMap, Json<Entered>), ApiError> {
    let (kind, label) = (kind(entrance.bearer), label(&asked));
    let who = (entrance.name.as_str(), entrance.password.as_deref());
    let (people, invite) = (&door.hub.people, entrance.invite.as_deref());
    let entered = people
        .enter_invited(peer.ip(), who, invite, kind, &label)
        .await?;
    admitted(entered, entrance.bearer, &asked)
}

fn kind(bearer: bool) -> SessionKind {
    if bearer {
        SessionKind::Program
    } else {
        SessionKind::Browser
    }
}

/// The device, for its owner's list.
pub(super) fn label(asked: &HeaderMap) -> String {
    let agent = asked.get(USER_AGENT).and_then(|it| it.to_str().ok());
    device(agent.unwrap_or_default())
}

/// The answer to somebody who has come in.
fn admitted(
    (player, token): (Player, Token),
    bearer: bool,
    asked: &HeaderMap,
) -> Result<(HeaderMap, Json<Entered>), ApiError> {
    let mut headers = HeaderMap::new();
    if !bearer {
        headers.insert(SET_COOKIE, cookie(&token, COOKIE_SECONDS, asked)?);
    }
    let token = bearer.then(|| token.reveal().to_owned());
    let you = player.me();
    Ok((headers, Json(Entered { you, token })))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Recovery {
    phrase: String,
    #[serde(default)]
    bearer: bool,
}

/// Enters with a recovery phrase, under the name that it belongs to.
#[parlor_describe::path(
    post, path = "/api/v1/session/phrase", tag = "people", request_body = Recovery,
    responses((status = 200, body = Entered), (status = "4XX", description = "Refused"))
)]
pub(super) async fn recover(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    asked: HeaderMap,
    Body(recovery): Body<Recovery>,
) -> Result<(HeaderMap, Json<Entered>), ApiError> {
    let (kind, label) = (kind(recovery.bearer), label(&asked));
    let people = &door.hub.people;
    let entered = people
        .recover(peer.ip(), &recovery.phrase, kind, &label)
        .await?;
    admitted(entered, recovery.bearer, &asked)
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkCode {
    code: String,
    #[serde(default)]
    bearer: bool,
}

/// Enters with the code of a link that was made on another device; it works once.
#[parlor_describe::path(
    post, path = "/api/v1/session/link", tag = "people", request_body = LinkCode,
    responses((status = 200, body = Entered), (status = "4XX", description = "Refused"))
)]
pub(super) async fn use_link(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    asked: HeaderMap,
    Body(link): Body<LinkCode>,
) -> Result<(HeaderMap, Json<Entered>), ApiError> {
    let (kind, label) = (kind(link.bearer), label(&asked));
    let people = &door.hub.people;
    let entered = people.use_link(peer.ip(), &link.code, kind, &label).await?;
    admitted(entered, link.bearer, &asked)
}

/// Who the caller is; null for a stranger.
#[parlor_describe::path(get, path = "/api/v1/session", tag = "people", responses((status = 200, body = Option<Me>)))]
pub(super) async fn who(
    caller: Option<Caller>,
    asked: HeaderMap,
) -> Result<(HeaderMap, Json<Option<Me>>), ApiError> {
    let mut headers = HeaderMap::new();
    // Whoever comes back is remembered as long again.
    if let Some(caller) = caller.as_ref().filter(|caller| caller.by_cookie) {
        let again = cookie(&caller.token, COOKIE_SECONDS, &asked)?;
        headers.insert(SET_COOKIE, again);
    }
    Ok((headers, Json(caller.map(|caller| caller.player.me()))))
}

/// Ends this session.
#[parlor_describe::path(delete, path = "/api/v1/session", tag = "people", responses((status = 200, description = "Ended")))]
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
#[parlor_describe::path(
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
        .open_session(caller.player.id.0, SessionKind::Browser, &label(&asked))
        .await?;
    let mut headers = HeaderMap::new();
    headers.insert(SET_COOKIE, cookie(&token, COOKIE_SECONDS, &asked)?);
    Ok((
        headers,
        Json(Me {
            name: caller.player.name,
            protected: true,
        }),
    ))
}

#[derive(Deserialize, Debug, Default, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PhraseWish {
    /// Needed where a password protects the name.
    password: Option<String>,
}

/// A new recovery phrase for the caller's name; the one before it is void.
#[parlor_describe::path(
    post, path = "/api/v1/me/phrase", tag = "people", request_body = PhraseWish,
    responses((status = 201, description = "`{\"phrase\"}`, shown once", body = serde_json::Value))
)]
pub(super) async fn new_phrase(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    caller: Caller,
    Body(wish): Body<PhraseWish>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let (people, password) = (&door.hub.people, wish.password.as_deref());
    let phrase = people
        .new_phrase(peer.ip(), &caller.player, password)
        .await?;
    Ok((StatusCode::CREATED, Json(json!({ "phrase": phrase }))))
}

/// A code with which another device enters under the caller's name, once, within ten minutes.
#[parlor_describe::path(
    post, path = "/api/v1/me/link", tag = "people",
    responses((status = 201, description = "`{\"code\",\"expires_ms\"}`", body = serde_json::Value))
)]
pub(super) async fn new_link(
    State(door): State<Door>,
    caller: Caller,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let link = door.hub.people.new_link(caller.player.id).await?;
    let code = link.token.key().unwrap_or_default();
    let body = json!({ "code": code, "expires_ms": link.expires_ms });
    Ok((StatusCode::CREATED, Json(body)))
}

/// The caller's open sessions, and whether a recovery phrase keeps the name; tokens themselves are
/// stored as hashes and cannot be shown again. Times of use are rounded to the hour.
#[parlor_describe::path(get, path = "/api/v1/me/tokens", tag = "people", responses((status = 200, body = serde_json::Value)))]
pub(super) async fn tokens(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    let (now, me) = (clock::now_ms(), caller.player.id);
    let sessions = door.hub.store.sessions(me.0, now).await;
    let sessions = sessions.map_err(Refusal::from)?;
    let own = caller.token.hash();
    let line = |it: &parlor_store::Session| {
        json!({
            "id": session_name(&it.token_hash),
            "kind": it.kind,
            "label": it.label,
            "this": it.token_hash.as_slice() == own.as_slice(),
            "created_ms": it.created_ms,
            "seen_ms": it.seen_ms.max(it.created_ms) / HOUR_MS * HOUR_MS,
            "expires_ms": it.expires_ms,
        })
    };
    let sessions: Vec<Value> = sessions.iter().map(line).collect();
    let phrase = door.hub.people.has_phrase(me).await?;
    Ok(Json(json!({ "sessions": sessions, "phrase": phrase })))
}

/// Ends every session of the caller but this one.
#[parlor_describe::path(delete, path = "/api/v1/me/tokens/others", tag = "people", responses((status = 200, description = "`{\"ended\"}`", body = serde_json::Value)))]
pub(super) async fn end_others(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    let people = &door.hub.people;
    let ended = people.end_others(caller.player.id, &caller.token).await?;
    Ok(Json(json!({ "ended": ended })))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    /// What it is for, to tell tokens apart.
    label: String,
}

/// A bearer token for a bot that plays under the caller's name.
#[parlor_describe::path(
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
#[parlor_describe::path(delete, path = "/api/v1/me/tokens", tag = "people", responses((status = 204, description = "Ended")))]
pub(super) async fn end_all(
    State(door): State<Door>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    door.hub.people.end_all(caller.player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends one session of the caller; its sockets close at once.
#[parlor_describe::path(
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
