//! What an action would do, for the seat that thinks of it.

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_engine::Seat;
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::extract::{Path, Query};
use super::{ApiError, Door};
use crate::Refusal;
use crate::protocol::Raw;

pub(super) fn router() -> Router<Door> {
    Router::new().route("/matches/{id}/preview", get(preview))
}

#[derive(Deserialize, Debug)]
pub(super) struct Pondering {
    action: String,
    invite: Option<String>,
}

/// Refusals are answers too: people ask why something cannot be done.
#[derive(Serialize, Debug, utoipa::ToSchema)]
#[serde(untagged)]
pub(super) enum Foreseen {
    Effect {
        /// The entry after which this holds.
        seq: u32,
        /// The game's own shape; see docs/previews.md.
        #[schema(value_type = Object)]
        effect: Raw,
    },
    Refused {
        seq: u32,
        refused: String,
        code: String,
    },
}

/// What an action of the caller would do, as far as the caller can know.
#[utoipa::path(
    get, path = "/api/v1/matches/{id}/preview", tag = "matches",
    params(("action" = String, Query, description = "One action in notation"), ("invite" = Option<String>, Query, description = "Of a private table")),
    responses((status = 200, body = Foreseen), (status = "4XX", description = "Refused: not a player of the match"))
)]
pub(super) async fn preview(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<String>,
    Query(Pondering { action, invite }): Query<Pondering>,
) -> Result<Json<Foreseen>, ApiError> {
    let me = Some(caller.player.id);
    let now = door.hub.matches.snapshot(&id, me, invite, None).await?;
    let seat = now.seat.ok_or_else(Refusal::not_seated)?;
    let game = parlor_catalog::game(&now.table.game).ok_or_else(Refusal::unknown_match)?;
    let seq = now.seq;
    let foreseen = match game.preview(&now.view.0, Seat(seat), &action) {
        Ok(effect) => Foreseen::Effect {
            seq,
            effect: Raw(effect.json()),
        },
        Err(rejection) => {
            let refusal = Refusal::from(rejection);
            Foreseen::Refused {
                seq,
                refused: refusal.message,
                code: refusal.code.into_owned(),
            }
        }
    };
    Ok(Json(foreseen))
}
