use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use super::Door;

/// Health is for load balancers and stays at the public address; metrics only where there is no
/// other.
pub(super) fn router(with_metrics: bool) -> Router<Door> {
    let router = Router::new().route("/healthz", get(health));
    if with_metrics {
        return router.route("/metrics", get(metrics));
    }
    router.route("/metrics", get(async || StatusCode::NOT_FOUND))
}

/// At an address of their own.
pub(super) fn own_router(door: Door) -> Router {
    router(true).with_state(door)
}

/// Whether this node can serve: it runs, its database answers and takes what is written, and every
/// match is looked after and could be read.
async fn health(State(door): State<Door>) -> (StatusCode, String) {
    let mut faults = door.hub.health.faults();
    if door.hub.store.ping().await.is_err() {
        faults.push("the database does not answer".to_owned());
    }
    if !door.hub.matches.is_alive() {
        faults.push("a part of the matches is not looked after any more".to_owned());
    }
    match door.hub.lobby.unreadable() {
        0 => {}
        count => faults.push(format!(
            "{count} matches cannot be read; the log names them"
        )),
    }
    if faults.is_empty() {
        return (StatusCode::OK, "ok\n".to_owned());
    }
    (StatusCode::SERVICE_UNAVAILABLE, faults.join("\n") + "\n")
}

async fn metrics(State(door): State<Door>) -> String {
    let (open, running) = door.hub.lobby.counts();
    metrics::gauge!("parlor_tables_open").set(open as f64);
    metrics::gauge!("parlor_matches_running").set(running as f64);
    door.metrics
        .map_or_else(String::new, |metrics| metrics.render())
}
