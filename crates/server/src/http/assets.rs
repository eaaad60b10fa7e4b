use axum::routing::get;
use axum::{Json, Router};
use parlor_risk::world::{WORLD, World};

use super::Door;

pub(super) fn router() -> Router<Door> {
    Router::new().route("/games/risk/world", get(world))
}

/// Names, places, continents and borders of Risk: the page draws its map from the one table.
pub(super) async fn world() -> Json<World> {
    Json(WORLD)
}
