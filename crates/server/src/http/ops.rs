use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use super::Door;

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
}

/// Whether this node can serve: it runs, and its database answers.
async fn health(State(door): State<Door>) -> (StatusCode, &'static str) {
    match door.hub.store.ping().await {
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not answer\n",
        ),
    }
}

async fn metrics(State(door): State<Door>) -> String {
    let (open, running) = door.hub.lobby.counts();
    metrics::gauge!("parlor_endgame_open").set(open as f64);
    metrics::gauge!("parlor_matches_running").set(running as f64);
    door.metrics
        .map_or_else(String::new, |metrics| metrics.render())
}
