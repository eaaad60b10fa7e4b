//! How people find the house and a table in it.

use axum::extract::{ConnectInfo, State};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::Path;
use super::{ApiError, Door, Peer};
use crate::ops::reachable_at;
use crate::protocol::TableInfo;

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/house", get(house))
        .route("/codes/{code}", get(code))
}

/// Where people on other machines reach this house. No address: it listens on its own machine only.
#[utoipa::path(
    get, path = "/api/v1/house", tag = "house",
    responses((status = 200, description = "`{\"addresses\":[\"http://192.168.1.20:8080\"],\"terminal\":2323}`; the port of the terminal lobby is null where it is not open to others", body = serde_json::Value))
)]
pub(super) async fn house(State(door): State<Door>) -> Json<Value> {
    let terminal = door.terminal.filter(|at| !at.ip().is_loopback());
    Json(json!({ "addresses": addresses(&door), "terminal": terminal.map(|at| at.port()) }))
}

fn addresses(door: &Door) -> Vec<String> {
    let scheme = if door.tls.is_some() { "https" } else { "http" };
    let port = door.listening.port();
    let named = door.hub.config.domain.iter().map(|name| match port {
        443 => format!("{scheme}://{name}"),
        port => format!("{scheme}://{name}:{port}"),
    });
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        return named;
    }
    let found = reachable_at(door.listening).into_iter();
    found.map(|at| format!("{scheme}://{at}")).collect()
}

/// The table behind a spoken code, with the secret of its invite link.
#[utoipa::path(
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
