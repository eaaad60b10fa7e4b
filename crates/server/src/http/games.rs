use std::sync::LazyLock;

use axum::routing::get;
use axum::{Json, Router};
use parlor_engine::SideSpec;
use parlor_hub::bots;
use serde_json::{Value, json};

use super::Door;

pub(super) fn router() -> Router<Door> {
    Router::new().route("/games", get(games))
}

/// What the seats are with the usual options; nothing where a lot decides.
fn sides(game: &dyn parlor_engine::AnyGame) -> &'static [SideSpec] {
    let usual = game.complete_options(&Value::Null).unwrap_or_default();
    let sides = game.sides(&usual);
    sides.get(..game.meta().max_seats.into()).unwrap_or(sides)
}

/// The games of the house, with their options and the levels of bots.
#[parlor_describe::path(
    get, path = "/api/v1/games", tag = "games",
    responses((status = 200, description = "id, name, seats, options with type, range and default", body = serde_json::Value))
)]
pub(super) async fn games() -> Json<&'static Value> {
    Json(&CATALOGUE)
}

/// The same, written into the page: its first picture waits for no second answer.
pub(super) fn catalogue() -> &'static Value {
    &CATALOGUE
}

static CATALOGUE: LazyLock<Value> = LazyLock::new(|| {
    let describe = |game: &&'static dyn parlor_engine::AnyGame| {
        let meta = game.meta();
        json!({
            "id": meta.id,
            "name": meta.name,
            "about": meta.about,
            "min_seats": meta.min_seats,
            "max_seats": meta.max_seats,
            "hidden": meta.hidden,
            "draw_offers": meta.draw_offers,
            "table_defaults": game.table_defaults(),
            "shuffle_seats": meta.shuffle_seats,
            "sides": sides(*game),
            "options": game.option_specs(),
            "bots": bots::levels(meta.id).iter().map(|level| level.name).collect::<Vec<_>>(),
        })
    };
    json!({ "games": parlor_catalog::GAMES.iter().map(describe).collect::<Value>() })
});
