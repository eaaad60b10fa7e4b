//! Puzzles: positions with one right move. What is right is judged here and told nobody before its time.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::routing::{get, post};
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::puzzles::{
    AttemptJudged, AttemptOutcome, Overview, Posed, Solution, Solver, Tried,
};
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::extract::{Body, Path, Query};
use super::{ApiError, Door, Peer};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/puzzles", get(overview))
        .route("/puzzles/today", get(today))
        .route("/puzzles/next", post(next))
        .route("/puzzles/history", get(history))
        .route("/puzzles/at/{id}", get(one))
        .route("/puzzles/at/{id}/try", post(attempt))
        .route("/puzzles/at/{id}/hint", post(hint))
        .route("/puzzles/at/{id}/give-up", post(give_up))
}

fn solver(caller: Option<&Caller>, peer: SocketAddr) -> Solver {
    Solver {
        person: caller.map(|caller| caller.player.id),
        from: peer.ip(),
    }
}

/// Steps that a page of history costs: a dozen positions.
const HISTORY: usize = 256;

/// How many puzzles there are, the caller's ratings and days in a row.
#[parlor_describe::path(get, path = "/api/v1/puzzles", tag = "puzzles", responses((status = 200, body = Overview)))]
pub(super) async fn overview(
    State(door): State<Door>,
    caller: Option<Caller>,
) -> Result<Json<Overview>, ApiError> {
    let me = caller.map(|caller| caller.player.id);
    let found = door.hub.puzzle_overview(me).await?;
    Ok(Json(found))
}

/// Today's puzzle, the same for everybody until midnight by universal time.
#[parlor_describe::path(get, path = "/api/v1/puzzles/today", tag = "puzzles", responses((status = 200, body = Posed)))]
pub(super) async fn today(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
) -> Result<Json<Posed>, ApiError> {
    door.hub.limits.position(peer.ip(), 0)?;
    let posed = door
        .hub
        .puzzle_of_today(solver(caller.as_ref(), peer))
        .await?;
    Ok(Json(posed))
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    game: String,
    /// The rating it shall be near to; for those without a name.
    #[serde(default)]
    near: Option<f64>,
}

/// The next puzzle of a game near the caller's rating: the same one until it was answered.
#[parlor_describe::path(
    post, path = "/api/v1/puzzles/next", tag = "puzzles", request_body = Wish,
    responses((status = 200, body = Posed), (status = "4XX", description = "Refused: no such game, or none is left"))
)]
pub(super) async fn next(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Body(wish): Body<Wish>,
) -> Result<Json<Posed>, ApiError> {
    door.hub.limits.position(peer.ip(), 0)?;
    let me = solver(caller.as_ref(), peer);
    let posed = door.hub.next_puzzle(me, &wish.game, wish.near).await?;
    Ok(Json(posed))
}

/// A puzzle by its id, to try it again; it counts only if it waits for the caller's first attempt.
#[parlor_describe::path(
    get, path = "/api/v1/puzzles/at/{id}", tag = "puzzles",
    responses((status = 200, body = Posed), (status = 404, description = "Unknown"))
)]
pub(super) async fn one(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
) -> Result<Json<Posed>, ApiError> {
    door.hub.limits.position(peer.ip(), 0)?;
    let posed = door.hub.puzzle(&id, solver(caller.as_ref(), peer)).await?;
    Ok(Json(posed))
}

/// The caller's own moves from the start of the puzzle, each in notation.
#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Moves {
    moves: Vec<String>,
}

/// Judges the last of the moves. A wrong one ends the first attempt; an illegal one counts for nothing.
#[parlor_describe::path(
    post, path = "/api/v1/puzzles/at/{id}/try", tag = "puzzles", request_body = Moves,
    responses((status = 200, body = AttemptJudged), (status = "4XX", description = "Refused: unknown, illegal, too fast"))
)]
pub(super) async fn attempt(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(Moves { moves }): Body<Moves>,
) -> Result<Json<AttemptJudged>, ApiError> {
    door.hub.limits.position(peer.ip(), moves.len())?;
    let me = solver(caller.as_ref(), peer);
    Ok(Json(door.hub.try_puzzle(me, &id, moves).await?))
}

#[derive(Serialize, Debug, ToSchema)]
pub(super) struct Hint {
    /// The right move is one of these.
    among: Vec<String>,
}

/// Narrows the moves down. It halves what a first attempt is worth.
#[parlor_describe::path(
    post, path = "/api/v1/puzzles/at/{id}/hint", tag = "puzzles", request_body = Moves,
    responses((status = 200, body = Hint), (status = "4XX", description = "Refused"))
)]
pub(super) async fn hint(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(Moves { moves }): Body<Moves>,
) -> Result<Json<Hint>, ApiError> {
    door.hub.limits.position(peer.ip(), moves.len())?;
    let me = solver(caller.as_ref(), peer);
    let among = door.hub.puzzle_hint(me, &id, moves).await?;
    Ok(Json(Hint { among }))
}

#[derive(Serialize, Debug, ToSchema)]
pub(super) struct GivenUp {
    solution: Solution,
    outcome: Option<AttemptOutcome>,
}

/// The line, at the price of the attempt.
#[parlor_describe::path(
    post, path = "/api/v1/puzzles/at/{id}/give-up", tag = "puzzles",
    responses((status = 200, body = GivenUp), (status = 404, description = "Unknown"))
)]
pub(super) async fn give_up(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
) -> Result<Json<GivenUp>, ApiError> {
    door.hub.limits.position(peer.ip(), 0)?;
    let me = solver(caller.as_ref(), peer);
    let (solution, outcome) = door.hub.give_up_puzzle(me, &id).await?;
    Ok(Json(GivenUp { solution, outcome }))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Which {
    game: Option<String>,
    failures: bool,
}

/// What the caller has tried, the latest first.
#[parlor_describe::path(
    get, path = "/api/v1/puzzles/history", tag = "puzzles",
    params(("game" = Option<String>, Query), ("failures" = Option<bool>, Query, description = "Only what was not found and not tried again since")),
    responses((status = 200, body = Vec<Tried>))
)]
pub(super) async fn history(
    State(door): State<Door>,
    caller: Caller,
    ConnectInfo(peer): Peer,
    Query(which): Query<Which>,
) -> Result<Json<Vec<Tried>>, ApiError> {
    door.hub.limits.position(peer.ip(), HISTORY)?;
    let (me, game) = ((caller.player.id, peer.ip()), which.game.as_deref());
    let tried = door.hub.puzzle_history(me, game, which.failures).await?;
    Ok(Json(tried))
}
