//! How one wants to be told that it is one's turn.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use parlor_describe::ToSchema;
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::extract::{Body, Path};
use super::headers::{OverTls, is_secure};
use super::session::label;
use super::{ApiError, Door};
use crate::alerts::{AlertSettings, ChannelInfo, NewHook, NewMail, NewPush};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/me/alerts", get(show))
        .route("/me/alerts/settings", post(settings))
        .route("/me/alerts/push", post(push))
        .route("/me/alerts/mail", post(mail))
        .route("/me/alerts/hook", post(hook))
        .route("/me/alerts/{id}", post(switch).delete(remove))
        .route("/me/alerts/{id}/try", post(try_out))
        .route("/alerts/confirm", post(confirm))
        .route("/alerts/stop/{key}", post(stop))
}

#[derive(Serialize, Debug, ToSchema)]
pub(super) struct AlertsInfo {
    /// The house's public key, with which a browser subscribes.
    key: String,
    /// Whether the house can send mail.
    mail: bool,
    channels: Vec<ChannelInfo>,
    settings: AlertSettings,
}

/// Where and when the caller is told of a turn.
#[parlor_describe::path(get, path = "/api/v1/me/alerts", tag = "alerts", responses((status = 200, body = AlertsInfo)))]
pub(super) async fn show(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<AlertsInfo>, ApiError> {
    let alerts = &door.alerts;
    Ok(Json(AlertsInfo {
        key: alerts.public_key(),
        mail: alerts.has_mail(),
        channels: alerts.list(caller.player.id).await?,
        settings: alerts.settings(caller.player.id).await?,
    }))
}

/// When to be reminded, and when to be left alone.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/settings", tag = "alerts", request_body = AlertSettings,
    responses((status = 200, body = AlertSettings), (status = "4XX", description = "Refused"))
)]
pub(super) async fn settings(
    State(door): State<Door>,
    caller: Caller,
    Body(settings): Body<AlertSettings>,
) -> Result<Json<AlertSettings>, ApiError> {
    let alerts = &door.alerts;
    alerts.set_settings(caller.player.id, &settings).await?;
    Ok(Json(settings))
}

/// A browser that has subscribed to web push.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/push", tag = "alerts", request_body = NewPush,
    responses((status = 200, body = ChannelInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn push(
    State(door): State<Door>,
    over_tls: Option<Extension<OverTls>>,
    caller: Caller,
    asked: HeaderMap,
    Body(new): Body<NewPush>,
) -> Result<Json<ChannelInfo>, ApiError> {
    let site = site(&door, &asked, over_tls.is_some());
    let place = (site, label(&asked));
    let alerts = &door.alerts;
    Ok(Json(alerts.add_push(caller.player.id, &new, place).await?))
}

/// A mail address; a link is sent there, and nothing else before it was followed.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/mail", tag = "alerts", request_body = NewMail,
    responses((status = 200, body = ChannelInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn mail(
    State(door): State<Door>,
    over_tls: Option<Extension<OverTls>>,
    caller: Caller,
    asked: HeaderMap,
    Body(new): Body<NewMail>,
) -> Result<Json<ChannelInfo>, ApiError> {
    let site = site(&door, &asked, over_tls.is_some());
    let alerts = &door.alerts;
    Ok(Json(alerts.add_mail(caller.player.id, &new, site).await?))
}

/// A webhook: an https address in the public network.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/hook", tag = "alerts", request_body = NewHook,
    responses((status = 200, body = ChannelInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn hook(
    State(door): State<Door>,
    over_tls: Option<Extension<OverTls>>,
    caller: Caller,
    asked: HeaderMap,
    Body(new): Body<NewHook>,
) -> Result<Json<ChannelInfo>, ApiError> {
    let site = site(&door, &asked, over_tls.is_some());
    let alerts = &door.alerts;
    Ok(Json(alerts.add_hook(caller.player.id, &new, site).await?))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Switch {
    on: bool,
}

/// On or off.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/{id}", tag = "alerts", request_body = Switch,
    responses((status = 200, body = ChannelInfo), (status = "4XX", description = "Refused"))
)]
pub(super) async fn switch(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
    Body(to): Body<Switch>,
) -> Result<Json<ChannelInfo>, ApiError> {
    let alerts = &door.alerts;
    Ok(Json(alerts.switch(caller.player.id, &id, to.on).await?))
}

#[parlor_describe::path(
    delete, path = "/api/v1/me/alerts/{id}", tag = "alerts",
    responses((status = 204, description = "Taken away"), (status = 404, description = "Unknown"))
)]
pub(super) async fn remove(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    door.alerts.remove(caller.player.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a message there now, to see whether it arrives.
#[parlor_describe::path(
    post, path = "/api/v1/me/alerts/{id}/try", tag = "alerts",
    responses((status = 204, description = "Sent"), (status = "4XX", description = "Refused"), (status = 502, description = "Not sent"))
)]
pub(super) async fn try_out(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    door.alerts.try_out(caller.player.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Confirmation {
    key: String,
}

/// Confirms a mail address with the key of the link that was sent there; it works once.
#[parlor_describe::path(
    post, path = "/api/v1/alerts/confirm", tag = "alerts", request_body = Confirmation,
    responses((status = 200, body = ChannelInfo), (status = 410, description = "Used or expired"))
)]
pub(super) async fn confirm(
    State(door): State<Door>,
    Body(confirmation): Body<Confirmation>,
) -> Result<Json<ChannelInfo>, ApiError> {
    Ok(Json(door.alerts.confirm(&confirmation.key).await?))
}

/// Ends the messages whose link this is (RFC 8058: one click, whatever the body says).
#[parlor_describe::path(
    post, path = "/api/v1/alerts/stop/{key}", tag = "alerts",
    responses((status = 200, body = ChannelInfo), (status = 404, description = "Unknown"))
)]
pub(super) async fn stop(
    State(door): State<Door>,
    Path(key): Path<String>,
) -> Result<Json<ChannelInfo>, ApiError> {
    Ok(Json(door.alerts.stop(&key).await?))
}

/// The address of the house as the caller knows it, for links in messages; its operator's word
/// comes first.
fn site(door: &Door, asked: &HeaderMap, over_tls: bool) -> String {
    if let Some(site) = &door.hub.config.site {
        return site.trim_end_matches('/').to_owned();
    }
    let host = asked.get(header::HOST).and_then(|it| it.to_str().ok());
    let scheme = if over_tls || is_secure(asked) {
        "https"
    } else {
        "http"
    };
    format!("{scheme}://{}", host.unwrap_or("localhost"))
}
