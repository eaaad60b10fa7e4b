//! What whoever runs the house calls it, how it looks, and who may come in.

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName};
use axum::routing::get;
use axum::{Json, Router};
use parlor_hub::logo_type;
use parlor_hub::ops::reachable_at;
use serde_json::{Value, json};

use super::{Door, Peer};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/house", get(house))
        .route("/house/logo", get(logo))
}

/// Name, announcement, colours, who may sign up, and, for a page on the house's own machine, where
/// others reach it. No address: it listens on its own machine only.
#[parlor_describe::path(get, path = "/api/v1/house", tag = "house", responses((status = 200, description = "name, announcement, colour, accent, logo, sign_up, hidden (whether strangers see nobody), addresses, terminal; the port of the terminal lobby is null where it is not open to others", body = serde_json::Value)))]
pub(super) async fn house(State(door): State<Door>, ConnectInfo(peer): Peer) -> Json<Value> {
    let config = &door.hub.config;
    // Whoever comes from elsewhere knows an address, and need not know those inside.
    let is_home = peer.ip().to_canonical().is_loopback();
    let addresses = if is_home {
        addresses(&door)
    } else {
        Vec::new()
    };
    let terminal = door.terminal.filter(|at| !at.ip().is_loopback());
    Json(json!({
        "addresses": addresses,
        "terminal": terminal.map(|at| at.port()),
        "name": config.house_name,
        "announcement": config.announcement,
        "colour": config.house_colour,
        "accent": config.house_accent,
        "logo": config.house_logo.is_some(),
        "sign_up": config.sign_up,
        "hidden": config.hides_people(),
    }))
}

/// Under which the house tells of itself where nobody has called it by any.
pub(super) fn best_address(door: &Door) -> String {
    let scheme = if door.tls.is_some() { "https" } else { "http" };
    let mut known = door.hub.config.origins.iter().cloned();
    known
        .next()
        .or_else(|| addresses(door).into_iter().next())
        .unwrap_or_else(|| format!("{scheme}://localhost:{}", door.listening.port()))
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

type Picture = ([(HeaderName, &'static str); 3], Vec<u8>);

/// The house's own mark.
#[parlor_describe::path(get, path = "/api/v1/house/logo", tag = "house", responses((status = 200, description = "A picture"), (status = 404, description = "There is none")))]
pub(super) async fn logo(State(door): State<Door>) -> Result<Picture, StatusCode> {
    let path = door
        .hub
        .config
        .house_logo
        .as_deref()
        .ok_or(StatusCode::NOT_FOUND)?;
    let kind = logo_type(path).ok_or(StatusCode::NOT_FOUND)?;
    let bytes = tokio::fs::read(path).await.map_err(|error| {
        tracing::warn!(path, %error, "the house's mark cannot be read");
        StatusCode::NOT_FOUND
    })?;
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "public, max-age=3600"),
        // Opened by itself, a drawing runs nothing.
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ),
    ];
    Ok((headers, bytes))
}
