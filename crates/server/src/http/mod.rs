//! The HTTP side: the page, the API, the way to the socket.

mod admin;
mod alerts;
mod analysis;
mod assets;
mod auth;
mod boards;
mod bots;
mod codes;
mod commands;
mod error;
mod extract;
mod games;
mod groups;
mod headers;
mod house;
mod listener;
mod local;
mod matches;
mod openapi;
mod ops;
mod page;
mod people;
mod plain;
mod players;
mod preview;
mod puzzles;
mod relations;
mod session;
mod share;
mod socket;
mod strangers;
mod tables;
mod vacation;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get};
use metrics_exporter_prometheus::PrometheusHandle;
use parlor_hub::{Hub, Proxies};
use parlor_tls::Tls;
use tokio::sync::watch;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

use crate::alerts::Alerts;

pub(crate) use boards::RecentBoards;
pub(crate) use error::ApiError;
pub(crate) use listener::{serve, serve_ops, serve_plain};
pub(crate) use local::LocalDoor;
pub(crate) use share::CardPictures;

/// What every handler can reach.
#[derive(Clone, Debug)]
pub(crate) struct Door {
    pub(crate) hub: Hub,
    pub(crate) alerts: Alerts,
    pub(crate) closing: watch::Receiver<bool>,
    pub(crate) metrics: Option<PrometheusHandle>,
    pub(crate) boards: RecentBoards,
    pub(crate) cards: CardPictures,
    pub(crate) proxies: Arc<Proxies>,
    pub(crate) tls: Option<Tls>,
    /// Where the page is served.
    pub(crate) listening: SocketAddr,
    /// Where the terminal lobby is, if anywhere.
    pub(crate) terminal: Option<SocketAddr>,
}

/// The page alone, for programs that bring an API of their own.
pub fn page() -> Router {
    Router::new()
        .fallback(page::serve)
        .layer(axum::middleware::map_response(headers::protect))
}

pub(crate) fn router(door: Door) -> Router {
    let most = door.hub.config.message_bytes;
    let api = Router::new()
        .merge(admin::router())
        .merge(session::router())
        .merge(games::router())
        .merge(groups::router())
        .merge(house::router())
        .merge(codes::router())
        .merge(assets::router())
        .merge(tables::router())
        .merge(matches::router())
        .merge(boards::router())
        .merge(bots::router())
        .merge(analysis::router())
        .merge(preview::router())
        .merge(puzzles::router())
        .merge(players::router())
        .merge(vacation::router())
        .merge(alerts::router())
        .merge(people::router())
        .merge(relations::router())
        .merge(commands::router())
        .route("/openapi.json", get(openapi::document))
        .route_layer(axum::middleware::from_fn_with_state(
            door.clone(),
            strangers::keep_out,
        ))
        .method_not_allowed_fallback(error::wrong_method)
        .fallback(error::unknown)
        .layer(packed());
    Router::new()
        .route("/ws", get(socket::upgrade))
        .merge(ops::router(door.hub.config.ops.is_empty()))
        .merge(plain::authority(&door))
        .merge(share::router().layer(packed()))
        // The same address for the page's reader and for a mail program's button (RFC 8058).
        .route("/alerts/stop/{key}", get(page::serve).post(alerts::stop))
        .nest("/api/v1", api)
        .route("/api", any(error::unknown))
        .route("/api/", any(error::unknown))
        .route("/api/{*rest}", any(error::unknown))
        .fallback(page::serve)
        .layer(DefaultBodyLimit::max(most))
        .layer(axum::middleware::from_fn_with_state(
            door.clone(),
            headers::guard,
        ))
        .with_state(door)
}

/// Answers of some length are packed for those who take it. No answer holds both a secret and something
/// that another site could choose, so its length tells nothing.
fn packed() -> CompressionLayer<impl Predicate> {
    let texts = NotForContentType::const_new("image/");
    CompressionLayer::new().compress_when(SizeAbove::new(1024).and(texts))
}

pub(crate) type Peer = axum::extract::ConnectInfo<SocketAddr>;
