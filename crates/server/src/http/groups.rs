//! Groups, for those who lead them.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::auth::Caller;
use super::extract::{Body, Path};
use super::{ApiError, Door};
use crate::{Code, Refusal};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/me/groups", get(own))
        .route("/groups/{id}/cards", post(cards))
}

/// The groups the caller leads, and who belongs to them.
#[utoipa::path(get, path = "/api/v1/me/groups", tag = "people", responses((status = 200, description = "`{\"groups\"}`", body = serde_json::Value)))]
pub(super) async fn own(State(door): State<Door>, caller: Caller) -> Result<Json<Value>, ApiError> {
    let store = &door.hub.store;
    let led = store.groups_of_leader(caller.player.id.0).await;
    let mut groups = Vec::new();
    for group in led.map_err(Refusal::from)? {
        let members = store.members(&group.id).await.map_err(Refusal::from)?;
        let members = members
            .iter()
            .map(|it| json!({ "name": it.name, "protected": it.password.is_some() }));
        let members: Vec<Value> = members.collect();
        groups.push(json!({ "id": group.id, "name": group.name, "members": members }));
    }
    Ok(Json(json!({ "groups": groups })))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    names: Vec<String>,
}

/// Cards with codes for one-tap sign-in (`/use#code`). New names are entered into the house; members
/// get a new card, and the old one is void.
#[utoipa::path(
    post, path = "/api/v1/groups/{id}/cards", tag = "people", request_body = Names,
    responses((status = 200, description = "`{\"cards\"}`, codes are shown once", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn cards(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<Names>,
) -> Result<Json<Value>, ApiError> {
    let unknown = || Refusal::new(Code::GroupUnknown, "you lead no such group");
    let found = door.hub.store.group(&id).await.map_err(Refusal::from)?;
    // Who does not lead it does not learn that it is there.
    let group = found
        .filter(|it| it.leader == caller.player.id.0)
        .ok_or_else(unknown)?;
    let cards = door.hub.people.cards(&group, &asked.names).await?;
    let detail = format!("{} cards for {}", cards.len(), group.name);
    let leader = &caller.player.name;
    door.hub.note(leader, "cards", &group.name, &detail).await?;
    Ok(Json(json!({ "group": group.name, "cards": cards })))
}
