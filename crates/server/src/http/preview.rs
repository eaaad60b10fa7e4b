//! What an action would do, for the seat that thinks of it.

use std::borrow::Cow;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_engine::{Seat, Seq};
use parlor_hub::matches::Reader;
use parlor_hub::protocol::Raw;
use parlor_hub::{Code, MatchId, Refusal};
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::extract::{Path, Query, Turned};
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new().route("/matches/{id}/preview", get(preview))
}

#[derive(Deserialize, Debug)]
pub(super) struct Pondering {
    action: String,
    invite: Option<String>,
}

/// Refusals are answers too: people ask why something cannot be done.
#[derive(Serialize, Debug, parlor_describe::ToSchema)]
#[serde(untagged)]
pub(super) enum Foreseen {
    Effect {
        /// The entry after which this holds.
        #[schema(value_type = u32)]
        seq: Seq,
        /// The game's own shape; see docs/previews.md.
        #[schema(value_type = Object)]
        effect: Raw,
    },
    Refused {
        #[schema(value_type = u32)]
        seq: Seq,
        refused: Cow<'static, str>,
        #[schema(value_type = String)]
        code: Code,
    },
}

/// What an action of the caller would do, as far as the caller can know.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/preview", tag = "matches",
    params(("action" = String, Query, description = "One action in notation"), ("invite" = Option<String>, Query, description = "Of a private table")),
    responses((status = 200, body = Foreseen), (status = "4XX", description = "Refused: not a player of the match"))
)]
pub(super) async fn preview(
    State(door): State<Door>,
    caller: Caller,
    Path(id): Path<MatchId>,
    Query(Pondering { action, invite }): Query<Pondering>,
    _turn: Turned,
) -> Result<Json<Foreseen>, ApiError> {
    let reader = Reader {
        player: Some(caller.player.id),
        invite,
    };
    let now = door.hub.matches.snapshot(id, reader, None).await?;
    let seat = now.seat.ok_or_else(Refusal::not_seated)?;
    let game = parlor_catalog::game(&now.table.game).ok_or_else(Refusal::unknown_match)?;
    let seq = now.seq;
    let foreseen = match game.preview(now.view.get(), Seat(seat), &action) {
        Ok(effect) => Foreseen::Effect {
            seq,
            effect: Raw(effect.raw()),
        },
        Err(rejection) => {
            let refusal = Refusal::from(rejection);
            Foreseen::Refused {
                seq,
                refused: refusal.message,
                code: refusal.code,
            }
        }
    };
    Ok(Json(foreseen))
}
