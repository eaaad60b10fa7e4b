//! Groups, for those who lead them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{delete, get, post};
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::{Code, Refusal};
use parlor_store::Group;
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::{Body, Path};
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/me/groups", get(own))
        .route("/groups/{id}/cards", post(cards))
        .route("/groups/{id}/members/{name}", delete(remove))
}

/// The groups the caller leads, and who belongs to them.
#[parlor_describe::path(get, path = "/api/v1/me/groups", tag = "people", responses((status = 200, description = "`{\"groups\"}`", body = serde_json::Value)))]
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
#[parlor_describe::path(
    post, path = "/api/v1/groups/{id}/cards", tag = "people", request_body = Names,
    responses((status = 200, description = "`{\"cards\"}`, codes are shown once", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn cards(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
    Body(asked): Body<Names>,
) -> Result<Json<Value>, ApiError> {
    let group = led(&door, &caller, &id).await?;
    let cards = door.hub.people.cards(&group, &asked.names).await?;
    let detail = format!("{} cards for {}", cards.len(), group.name);
    let leader = &caller.player.name;
    door.hub.note(leader, "cards", &group.name, &detail).await?;
    Ok(Json(json!({ "group": group.name, "cards": cards })))
}

/// Takes somebody out of the group: the card is void, and whoever has no password is signed out.
#[parlor_describe::path(
    delete, path = "/api/v1/groups/{id}/members/{name}", tag = "people",
    responses((status = 204, description = "Removed"), (status = "4XX", description = "Refused: `group/unknown`, `people/unknown`"))
)]
pub(super) async fn remove(
    State(door): State<Door>,
    caller: Caller,
    Path((id, name)): Path<(String, String)>,
) -> Result<StatusCode, ApiError> {
    let group = led(&door, &caller, &id).await?;
    let name = door.hub.people.remove_member(&group, &name).await?;
    let (leader, detail) = (&caller.player.name, format!("from {}", group.name));
    door.hub
        .note(leader, "remove_member", &name, &detail)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A group of the caller's. Who does not lead it does not learn that it is there.
async fn led(door: &Door, caller: &Caller, id: &str) -> Result<Group, Refusal> {
    let found = door.hub.store.group(id).await?;
    let own = found.filter(|it| it.leader == caller.player.id.0);
    own.ok_or_else(|| Refusal::new(Code::GroupUnknown, "you lead no such group"))
}
