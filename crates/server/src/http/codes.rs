//! Tables by the codes that people tell each other.

use axum::extract::{ConnectInfo, State};
use axum::routing::get;
use axum::{Json, Router};
use parlor_hub::protocol::TableInfo;

use super::auth::Caller;
use super::extract::Path;
use super::{ApiError, Door, Peer};

pub(super) fn router() -> Router<Door> {
    Router::new().route("/codes/{code}", get(code))
}

/// The table behind a spoken code, with the secret of its invite link.
#[parlor_describe::path(
    get, path = "/api/v1/codes/{code}", tag = "house",
    responses((status = 200, body = TableInfo), (status = 404, description = "`table/code`: no table has it"), (status = 410, description = "`table/code_ended`"), (status = 429, description = "`table/too_many_guesses`"))
)]
pub(super) async fn code(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(code): Path<String>,
) -> Result<Json<TableInfo>, ApiError> {
    door.hub.limits.guess(peer.ip())?;
    let me = caller.map(|caller| caller.player.id);
    Ok(Json(door.hub.tables.by_code(&code, me).await?))
}
