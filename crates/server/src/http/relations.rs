//! Whom one does not want to hear or to meet, and what one reports to the operators.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::MatchId;
use parlor_hub::people::{PlayerId, Wish};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::Body;
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/me/relations", get(relations).post(wish))
        .route("/reports", post(report))
}

async fn own(door: &Door, player: PlayerId) -> Result<Json<Value>, ApiError> {
    let (muted, blocked) = door.hub.people.relations(player).await?;
    Ok(Json(json!({ "muted": muted, "blocked": blocked })))
}

/// Whom the caller has muted and blocked.
#[parlor_describe::path(
    get, path = "/api/v1/me/relations", tag = "people",
    responses((status = 200, description = "`{\"muted\":[name],\"blocked\":[name]}`", body = serde_json::Value))
)]
pub(super) async fn relations(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    own(&door, caller.player.id).await
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wished {
    name: String,
    wish: Wish,
    /// False ends it.
    on: bool,
}

/// Mutes or blocks somebody, or no longer.
#[parlor_describe::path(
    post, path = "/api/v1/me/relations", tag = "people", request_body = Wished,
    responses((status = 200, description = "As the list", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn wish(
    State(door): State<Door>,
    caller: Caller,
    Body(wished): Body<Wished>,
) -> Result<Json<Value>, ApiError> {
    let Wished { name, wish, on } = wished;
    let me = caller.player.id;
    door.hub.people.wish(me, &name, wish, on).await?;
    own(&door, me).await
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Reported {
    name: String,
    reason: String,
    /// The match in which it happened: what was said there is kept with the report.
    #[serde(default, rename = "match")]
    #[schema(value_type = Option<String>)]
    match_id: Option<MatchId>,
}

/// Tells the operators of somebody.
#[parlor_describe::path(
    post, path = "/api/v1/reports", tag = "people", request_body = Reported,
    responses((status = 204, description = "Kept for the operators"), (status = "4XX", description = "Refused"))
)]
pub(super) async fn report(
    State(door): State<Door>,
    caller: Caller,
    Body(reported): Body<Reported>,
) -> Result<StatusCode, ApiError> {
    let Reported {
        name,
        reason,
        match_id,
    } = reported;
    let people = &door.hub.people;
    people
        .report(&caller.player, &name, match_id, &reason)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
