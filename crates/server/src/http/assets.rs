use axum::routing::get;
use axum::{Json, Router};
use parlor_risk::world::{WORLD, World};

use super::Door;

pub(super) fn router() -> Router<Door> {
    Router::new().route("/games/risk/world", get(world))
}

/// Names, places, continents and borders of Risk: the page draws its map from the one table.
#[parlor_describe::path(
    get, path = "/api/v1/games/risk/world", tag = "games",
    responses((status = 200, description = "`{\"territories\",\"continents\",\"borders\",\"colours\"}`", body = serde_json::Value))
)]
pub(super) async fn world() -> Json<World> {
    Json(WORLD)
}
