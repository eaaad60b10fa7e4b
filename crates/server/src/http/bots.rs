//! What the house's bots can tell people: a hint during a casual match, a review after any.

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use parlor_engine::Seat;
use parlor_hub::bots::{self, Progress};
use parlor_hub::matches::Reader;
use parlor_hub::protocol::Status;
use parlor_hub::{Code, MatchId, Refusal, shorten};
use serde::Deserialize;
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::{Path, Query};
use super::{ApiError, Door, Peer};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/matches/{id}/hint", get(hint))
        .route("/matches/{id}/review", get(review))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Asking {
    level: Option<String>,
    invite: Option<String>,
}

/// What a bot would play in the caller's place; only in unrated matches against bots.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/hint", tag = "matches",
    params(("level" = Option<String>, Query, description = "Of the bot that is asked; the strongest if absent")),
    responses(
        (status = 200, description = "`{\"seq\",\"seat\",\"level\",\"action\",\"chance\",\"line\"}`", body = serde_json::Value),
        (status = "4XX", description = "Refused: not the caller's turn, a rated match, other people at the table")
    )
)]
pub(super) async fn hint(
    State(door): State<Door>,
    caller: Caller,
    ConnectInfo(peer): Peer,
    Path(id): Path<MatchId>,
    Query(asking): Query<Asking>,
) -> Result<Json<Value>, ApiError> {
    let me = caller.player.id;
    let reader = Reader {
        player: Some(me),
        invite: None,
    };
    let turn = door.hub.limits.reads.wait(peer.ip()).await?;
    let now = door.hub.matches.snapshot(id, reader, None).await?;
    drop(turn);
    let seat = now.seat.ok_or_else(Refusal::not_seated)?;
    let table = &now.table;
    let others = (0..).zip(&table.seats).filter(|&(place, _)| place != seat);
    let casual = !table.rated && others.into_iter().all(|(_, chair)| chair.bot.is_some());
    if !casual {
        let message = "hints are for unrated matches against bots";
        return Err(Refusal::new(Code::HintNotCasual, message).into());
    }
    if table.status != Status::Running || !now.to_act.contains(Seat(seat)) {
        return Err(Refusal::new(Code::HintNotYourTurn, "it is not your turn").into());
    }
    let game = parlor_catalog::game(&table.game).ok_or_else(Refusal::unknown_match)?;
    let game = game.meta().id;
    let strongest = bots::levels(game).last().map_or("best", |level| level.name);
    let level = asking.level.unwrap_or_else(|| strongest.to_owned());
    if !bots::is_level(game, &level) {
        let message = format!("there is no bot level {:?}", shorten(&level, 32));
        return Err(Refusal::new(Code::TableBotLevel, message).into());
    }
    let bot_pool = &door.hub.bot_pool;
    let view = now.view.get().to_owned();
    let choice = bot_pool
        .advise(me, game, view, Seat(seat), level.clone())
        .await?;
    Ok(Json(json!({
        "seq": now.seq,
        "seat": seat,
        "level": level,
        "action": choice.action,
        "chance": choice.chance,
        "line": choice.line,
    })))
}

/// What each position of a finished match was worth, which moves and dice changed that, and what
/// would have been better. The first request sets a bot to work; each answer holds what is known so
/// far. Ask again every second or so until it is done: a review that nobody asks for rests.
#[parlor_describe::path(
    get, path = "/api/v1/matches/{id}/review", tag = "matches",
    responses(
        (status = 200, description = "Done", body = bots::Review),
        (status = 202, description = "At work; coarse at first", body = Progress),
        (status = "4XX", description = "Refused while the match runs")
    )
)]
pub(super) async fn review(
    State(door): State<Door>,
    // Thinking costs: whoever wants it has a name.
    caller: Caller,
    ConnectInfo(peer): Peer,
    Path(id): Path<MatchId>,
    Query(asking): Query<Asking>,
) -> Result<Response, ApiError> {
    let me = caller.player.id;
    let reader = Reader {
        player: Some(me),
        invite: asking.invite,
    };
    // Asked every time: who may not see the match may not see its review.
    let matches = &door.hub.matches;
    let turn = door.hub.limits.reads.wait(peer.ip()).await?;
    matches.snapshot(id, reader.clone(), None).await?;
    drop(turn);
    let reviews = &door.hub.reviews;
    let progress = if let Some(progress) = reviews.progress(&id, me) {
        progress?
    } else {
        reviews.may_begin(me)?;
        let log = matches.closed_log(id, reader).await?;
        let played = || log.record();
        let record = door.hub.analyses.beside(peer.ip(), played).await?;
        reviews.begin(&id, me, record)
    };
    let status = match progress {
        Progress::Done(_) => StatusCode::OK,
        Progress::Working { .. } => StatusCode::ACCEPTED,
    };
    Ok((status, Json(progress)).into_response())
}
