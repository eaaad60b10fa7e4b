//! Days off.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::people::DaysOff;
use serde::Deserialize;

use super::auth::Caller;
use super::extract::Body;
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new().route("/me/vacation", get(show).post(take).delete(end))
}

/// How many days off the caller has left this year, and whether one is on vacation.
#[parlor_describe::path(get, path = "/api/v1/me/vacation", tag = "people", responses((status = 200, body = DaysOff)))]
pub(super) async fn show(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<DaysOff>, ApiError> {
    Ok(Json(door.hub.people.days_off(caller.player.id).await?))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    days: u32,
}

/// From now on the caller's clocks stand still in matches of a day a move or more.
#[parlor_describe::path(
    post, path = "/api/v1/me/vacation", tag = "people", request_body = Wish,
    responses((status = 200, body = DaysOff), (status = "4XX", description = "Refused"))
)]
pub(super) async fn take(
    State(door): State<Door>,
    caller: Caller,
    Body(wish): Body<Wish>,
) -> Result<Json<DaysOff>, ApiError> {
    let people = &door.hub.people;
    let taken = people.take_days_off(caller.player.id, wish.days).await?;
    Ok(Json(taken))
}

/// Back already; days that were not begun are left.
#[parlor_describe::path(delete, path = "/api/v1/me/vacation", tag = "people", responses((status = 200, body = DaysOff)))]
pub(super) async fn end(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<DaysOff>, ApiError> {
    Ok(Json(door.hub.people.end_days_off(caller.player.id).await?))
}
