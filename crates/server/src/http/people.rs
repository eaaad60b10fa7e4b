//! Who is here, and with whom one has played.

use std::collections::HashSet;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::tables::{Sitter, Table};
use parlor_hub::{Refusal, clock};
use parlor_store::MatchStatus;
use serde::Serialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/people", get(people))
        .route("/me/opponents", get(opponents))
}

/// Everybody who has a connection to the house now, at whatever node.
#[parlor_describe::path(
    get, path = "/api/v1/people", tag = "people",
    responses((status = 200, description = "`{\"people\":[{\"name\",\"playing\"}]}`, at most 300", body = serde_json::Value))
)]
pub(super) async fn people(State(door): State<Door>) -> Json<Value> {
    let guests = door.hub.lobby.guests(clock::now_ms()).into_iter();
    let people = guests.map(|(guest, playing)| json!({ "name": guest.name, "playing": playing }));
    Json(json!({ "people": people.collect::<Vec<_>>() }))
}

/// Somebody with whom one has played lately.
#[derive(Serialize, Debug, Default, ToSchema)]
pub(super) struct Opponent {
    name: String,
    /// The game played last, and when it ended.
    game: String,
    ended_ms: i64,
    /// Of the matches of two among the latest: own wins, theirs, and all.
    won: u32,
    lost: u32,
    games: u32,
    here: bool,
}

/// Finished matches looked at.
const LATEST: u32 = 60;
const MOST: usize = 20;

/// People one has played with lately, the latest first.
#[parlor_describe::path(
    get, path = "/api/v1/me/opponents", tag = "people",
    responses((status = 200, description = "`{\"opponents\":[Opponent]}`", body = serde_json::Value))
)]
pub(super) async fn opponents(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    let me = caller.player.id;
    let over = [MatchStatus::Over];
    let rows = door.hub.store.matches_of_player(me.0, &over, None, LATEST);
    let rows = rows.await.map_err(Refusal::from)?;
    let mut found: Vec<Opponent> = Vec::new();
    for row in &rows {
        let Ok(table) = serde_json::from_str::<Table>(&row.body) else {
            continue;
        };
        // Names at a shared screen are nobody's own.
        let known =
            |it: &&Sitter| it.player != me && !(table.screen && it.player == table.host.player);
        for sitter in table.people().filter(known) {
            let place = found.iter().position(|it| it.name == sitter.name);
            let place = place.unwrap_or_else(|| {
                found.push(Opponent {
                    name: sitter.name.clone(),
                    game: table.game.clone(),
                    ended_ms: table.ended_ms.unwrap_or(table.created_ms),
                    ..Opponent::default()
                });
                found.len() - 1
            });
            if let Some(opponent) = found.get_mut(place) {
                opponent.count(&table, caller.player.id);
            }
        }
    }
    found.truncate(MOST);
    let guests = door.hub.lobby.guests(clock::now_ms());
    let here: HashSet<&str> = guests.iter().map(|(it, _)| it.name.as_str()).collect();
    for opponent in &mut found {
        opponent.here = here.contains(opponent.name.as_str());
    }
    Ok(Json(json!({ "opponents": found })))
}

impl Opponent {
    fn count(&mut self, table: &Table, me: parlor_hub::people::PlayerId) {
        self.games += 1;
        let winner = table.outcome.as_ref().and_then(|it| it.winner);
        let (Some(winner), 2) = (winner, table.chairs.len()) else {
            return;
        };
        if table.seat_of(me) == Some(winner.0) {
            self.won += 1;
        } else {
            self.lost += 1;
        }
    }
}
