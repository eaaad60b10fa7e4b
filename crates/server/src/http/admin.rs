use axum::extract::{ConnectInfo, State};
use axum::routing::post;
use axum::{Extension, Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::admin::{Actor, AdminCommand};
use parlor_hub::ops::Notice;
use parlor_hub::{Code, Refusal};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::Body;
use super::{ApiError, Door, Peer, house};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/admin", post(act))
        .route("/admin/claim", post(claim))
}

/// The same for those who may write to the socket in the database's folder: they need no name.
pub(super) fn local_router(door: Door) -> Router {
    Router::new()
        .route("/api/v1/admin", post(act_locally))
        .with_state(door)
}

/// One act of somebody who answers for the house.
#[parlor_describe::path(
    post, path = "/api/v1/admin", tag = "admin", request_body = AdminCommand,
    responses((status = 200, description = "What came of it", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn act(
    State(door): State<Door>,
    caller: Caller,
    Body(act): Body<AdminCommand>,
) -> Result<Json<Value>, ApiError> {
    if !door.hub.people.is_operator(&caller.player).await? {
        let message = "only those who answer for the house may do that";
        return Err(Refusal::new(Code::AdminNotAllowed, message).into());
    }
    let actor = Actor::Operator(caller.player.name);
    Ok(Json(door.hub.operate(&actor, act).await?))
}

async fn act_locally(
    State(door): State<Door>,
    Extension(actor): Extension<Actor>,
    Body(act): Body<AdminCommand>,
) -> Result<Json<Value>, ApiError> {
    let mut answer = door.hub.operate(&actor, act).await?;
    // What is read in a terminal is sent to somebody else from there.
    if let Some(told) = answer.as_object_mut()
        && let Some(path) = told.get("path").and_then(Value::as_str)
    {
        let link = format!("{}{path}", house::best_address(&door));
        told.insert("link".to_owned(), link.into());
    }
    Ok(Json(answer))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Claim {
    code: String,
}

/// Makes the caller the first operator, with the code that was printed at the start. The name must
/// have a password.
#[parlor_describe::path(
    post, path = "/api/v1/admin/claim", tag = "admin", request_body = Claim,
    responses((status = 200, description = "`{\"operator\"}`", body = serde_json::Value), (status = "4XX", description = "Refused"))
)]
pub(super) async fn claim(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    caller: Caller,
    Body(claim): Body<Claim>,
) -> Result<Json<Value>, ApiError> {
    if !caller.player.protected {
        let message = "somebody who answers for the house needs a password first";
        return Err(Refusal::new(Code::PeoplePasswordNeeded, message).into());
    }
    let from = peer.ip();
    door.hub.people.knock(from)?;
    let claimed = door.hub.claim(&caller.player, &claim.code).await;
    if claimed.as_ref().is_err_and(|it| it.code == Code::AdminLink) {
        static NOTICE: Notice = Notice::new();
        metrics::counter!("parlor_wrong_operator_links_total").increment(1);
        if let Some(times) = NOTICE.happened() {
            let name = &caller.player.name;
            tracing::warn!(name, %from, times, "a wrong operator's link");
        }
    }
    claimed?;
    Ok(Json(json!({ "operator": caller.player.name })))
}
