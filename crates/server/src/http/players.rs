use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_describe::ToSchema;
use parlor_hub::people::clean_nickname;
use parlor_hub::protocol::TableInfo;
use parlor_hub::puzzles::CATEGORY;
use parlor_hub::tables::Table;
use parlor_hub::{Code, Refusal};
use parlor_store::{Cursor, MatchStatus, RatingChange, Standing};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::auth::Caller;
use super::extract::{Path, Query};
use super::{ApiError, Door};

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/me/games", get(my_games))
        .route("/players/{name}", get(player))
        .route("/players/{name}/games", get(history))
        .route("/leaderboards/{game}", get(leaderboard))
}

/// A player's record in one game.
#[derive(Serialize, Debug, ToSchema)]
pub(super) struct Row {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    /// The game's id; with `:many` for matches of three and more.
    game: String,
    rating: f64,
    /// How uncertain the rating still is.
    deviation: f64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    undos: u32,
    ran_away: u32,
    /// The latest rated matches, the oldest first; only where one player is asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Change>,
}

/// What a rated match did to a rating.
#[derive(Serialize, Debug, ToSchema)]
pub(super) struct Change {
    #[serde(rename = "match")]
    match_id: String,
    at_ms: i64,
    before: f64,
    after: f64,
}

/// Ratings are told to a tenth.
fn tenth(rating: f64) -> f64 {
    (rating * 10.0).round() / 10.0
}

impl From<RatingChange> for Change {
    fn from(change: RatingChange) -> Change {
        Change {
            match_id: change.match_id,
            at_ms: change.at_ms,
            before: tenth(change.before),
            after: tenth(change.after),
        }
    }
}

/// As many as a chart shows.
const HISTORY: u32 = 60;

impl Row {
    fn of(name: Option<String>, standing: Standing) -> Row {
        Row {
            name,
            game: standing.game,
            rating: tenth(standing.rating),
            deviation: tenth(standing.deviation),
            games: standing.games,
            wins: standing.wins,
            draws: standing.draws,
            losses: standing.losses,
            undos: standing.undos,
            ran_away: standing.ran_away,
            history: Vec::new(),
        }
    }
}

async fn find(door: &Door, name: &str) -> Result<parlor_store::Player, ApiError> {
    let unknown = || Refusal::new(Code::PeopleUnknown, "nobody has that name");
    let name = clean_nickname(name).map_err(|_| unknown())?;
    let found = door.hub.people.named(&name).await?;
    Ok(found.ok_or_else(unknown)?)
}

/// Wins, losses, draws and rating per game, and how the rating came about.
#[parlor_describe::path(
    get, path = "/api/v1/players/{name}", tag = "players",
    responses((status = 200, description = "`{\"name\",\"since_ms\",\"records\":[Row],\"puzzles\":[Row]}`", body = serde_json::Value), (status = 404, description = "Unknown"))
)]
pub(super) async fn player(
    State(door): State<Door>,
    Path(name): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let row = find(&door, &name).await?;
    let standings = door
        .hub
        .store
        .standings(row.id)
        .await
        .map_err(Refusal::from)?;
    let mut records = Vec::with_capacity(standings.len());
    let is_solver = |it: &Standing| it.game.ends_with(CATEGORY);
    let (solver, standings): (Vec<_>, Vec<_>) = standings.into_iter().partition(is_solver);
    let puzzles: Vec<Row> = solver.into_iter().map(|it| Row::of(None, it)).collect();
    for standing in standings {
        let store = &door.hub.store;
        let changes = store.rating_changes(row.id, &standing.game, HISTORY).await;
        let mut history: Vec<Change> = changes
            .map_err(Refusal::from)?
            .into_iter()
            .map(Change::from)
            .collect();
        history.reverse();
        let record = Row::of(None, standing);
        records.push(Row { history, ..record });
    }
    Ok(Json(json!({
        "name": row.name, "since_ms": row.created_ms, "records": records, "puzzles": puzzles,
    })))
}

#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct Paging {
    before_ms: Option<i64>,
    before_id: Option<String>,
    offset: u32,
    limit: Option<u32>,
}

const PAGE: u32 = 50;

impl Paging {
    fn limit(&self) -> u32 {
        self.limit.unwrap_or(PAGE).clamp(1, PAGE)
    }

    fn cursor(self) -> Option<Cursor> {
        Some(Cursor {
            created_ms: self.before_ms?,
            id: self.before_id?,
        })
    }
}

fn tables(rows: &[parlor_store::MatchRow], reader: Option<i64>) -> Vec<TableInfo> {
    rows.iter()
        .filter_map(|row| serde_json::from_str::<Table>(&row.body).ok())
        .map(|table| table.info(reader.map(parlor_hub::people::PlayerId)))
        .collect()
}

/// Finished public matches, newest first.
#[parlor_describe::path(
    get, path = "/api/v1/players/{name}/games", tag = "players",
    params(("before_ms" = Option<i64>, Query), ("before_id" = Option<String>, Query), ("limit" = Option<u32>, Query)),
    responses((status = 200, description = "`{\"games\":[TableInfo]}`", body = serde_json::Value))
)]
pub(super) async fn history(
    State(door): State<Door>,
    Path(name): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, ApiError> {
    let row = find(&door, &name).await?;
    let (limit, cursor) = (paging.limit(), paging.cursor());
    let rows = door
        .hub
        .store
        .matches_of_player(row.id, &[MatchStatus::Over], cursor.as_ref(), limit)
        .await
        .map_err(Refusal::from)?;
    let games: Vec<TableInfo> = tables(&rows, None)
        .into_iter()
        .filter(|it| !it.private)
        .collect();
    Ok(Json(json!({ "games": games })))
}

/// The caller's own tables and running matches, and the latest finished ones.
#[parlor_describe::path(
    get, path = "/api/v1/me/games", tag = "players",
    responses((status = 200, description = "`{\"running\":[TableInfo],\"finished\":[TableInfo]}`", body = serde_json::Value))
)]
pub(super) async fn my_games(
    State(door): State<Door>,
    caller: Caller,
) -> Result<Json<Value>, ApiError> {
    let me = caller.player.id.0;
    let going = [MatchStatus::Running, MatchStatus::Ready, MatchStatus::Open];
    let store = &door.hub.store;
    let running = store
        .matches_of_player(me, &going, None, PAGE)
        .await
        .map_err(Refusal::from)?;
    let over = [MatchStatus::Over];
    let finished = store
        .matches_of_player(me, &over, None, PAGE)
        .await
        .map_err(Refusal::from)?;
    let (mut running, finished) = (tables(&running, Some(me)), tables(&finished, Some(me)));
    for table in &mut running {
        door.hub.lobby.mark(table, true);
    }
    Ok(Json(json!({ "running": running, "finished": finished })))
}

/// The best first. `game` is a game's id, with `:many` for matches of three and more, with
/// `:puzzles` for those who solve puzzles.
#[parlor_describe::path(
    get, path = "/api/v1/leaderboards/{game}", tag = "players",
    params(("offset" = Option<u32>, Query), ("limit" = Option<u32>, Query)),
    responses((status = 200, description = "`{\"game\",\"rows\":[Row]}`", body = serde_json::Value))
)]
pub(super) async fn leaderboard(
    State(door): State<Door>,
    Path(game): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, ApiError> {
    let plain = game
        .strip_suffix(":many")
        .or_else(|| game.strip_suffix(CATEGORY));
    let plain = plain.unwrap_or(&game);
    if parlor_catalog::game(plain).is_none() {
        return Err(Refusal::new(Code::ApiUnknown, "there is no such game").into());
    }
    let found = door
        .hub
        .store
        .leaderboard(&game, 1, paging.limit(), paging.offset)
        .await
        .map_err(Refusal::from)?;
    let rows: Vec<Row> = found
        .into_iter()
        .map(|row| Row::of(Some(row.name), row.standing))
        .collect();
    Ok(Json(json!({ "game": game, "rows": rows })))
}
