//! The analysis board: positions that somebody studies, played through by the rules and judged by bots.

use std::borrow::Cow;
use std::net::IpAddr;

use axum::body::HttpBody as _;
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, post};
use axum::{Json, Router};
use parlor_engine::{AnyGame, Nonce, Record, Seq};
use parlor_hub::analysis::{Chanced, Imported, Look, Question, from_record, from_view};
use parlor_hub::bots::Analyst;
use parlor_hub::matches::Reader;
use parlor_hub::people::PlayerId;
use parlor_hub::protocol::{Raw, Status, TableInfo};
use parlor_hub::{Code, MatchId, Refusal, random};
use serde::{Deserialize, Serialize};

use super::auth::Caller;
use super::extract::{Body, Path};
use super::{ApiError, Door, Peer};

/// Records are longer than other requests.
const LARGEST_RECORD: usize = 2 << 20;
/// So many bytes of a record are about an entry.
const ENTRY: usize = 64;

pub(super) fn router() -> Router<Door> {
    let import = post(import).layer(DefaultBodyLimit::max(LARGEST_RECORD));
    Router::new()
        .route("/analysis", delete(stop))
        .route("/analysis/{game}", post(look))
        .route("/analysis/{game}/preview", post(preview))
        .route("/analysis/{game}/outcomes", post(outcomes))
        .route("/analysis/{game}/import", import)
        .route("/analysis/{game}/evaluate", post(evaluate))
}

fn game(id: &str) -> Result<&'static dyn AnyGame, Refusal> {
    parlor_catalog::game(id).ok_or_else(|| {
        let message = format!("there is no game {:?}", parlor_hub::shorten(id, 32));
        Refusal::new(Code::TableUnknownGame, message)
    })
}

/// What is to be seen at the end of a line: the view of a seat or of everything, and what may be played.
#[parlor_describe::path(
    post, path = "/api/v1/analysis/{game}", tag = "analysis", request_body = Question,
    responses((status = 200, body = Look), (status = "4XX", description = "Refused: a line that breaks the rules, too long, too fast"))
)]
pub(super) async fn look(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(question): Body<Question>,
) -> Result<Json<Look>, ApiError> {
    door.hub.limits.position(peer.ip(), question.steps.len())?;
    let game = game(&id)?;
    let look = door
        .hub
        .analyses
        .beside(peer.ip(), move || question.look(game));
    Ok(Json(look.await?))
}

#[derive(Deserialize, Debug, parlor_describe::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pondered {
    line: Question,
    /// One action in notation.
    action: String,
}

#[derive(Serialize, Debug, parlor_describe::ToSchema)]
#[serde(untagged)]
pub(super) enum Foretold {
    Effect {
        #[schema(value_type = Object)]
        effect: Raw,
    },
    Refused {
        refused: Cow<'static, str>,
        #[schema(value_type = String)]
        code: Code,
    },
}

/// What an action of whoever is to move would do, dice included as chances; see docs/previews.md.
#[parlor_describe::path(
    post, path = "/api/v1/analysis/{game}/preview", tag = "analysis", request_body = Pondered,
    responses((status = 200, body = Foretold), (status = "4XX", description = "Refused"))
)]
pub(super) async fn preview(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(Pondered { line, action }): Body<Pondered>,
) -> Result<Json<Foretold>, ApiError> {
    door.hub.limits.position(peer.ip(), line.steps.len())?;
    let game = game(&id)?;
    let told = move || Ok(line.play(game)?.preview(&action));
    Ok(Json(
        match door.hub.analyses.beside(peer.ip(), told).await? {
            Ok(effect) => Foretold::Effect { effect },
            Err((refused, code)) => Foretold::Refused { refused, code },
        },
    ))
}

/// How an action of whoever is to move may come out, with a throw for each way.
#[parlor_describe::path(
    post, path = "/api/v1/analysis/{game}/outcomes", tag = "analysis", request_body = Pondered,
    responses((status = 200, description = "The most likely first", body = Vec<Chanced>), (status = "4XX", description = "Refused"))
)]
pub(super) async fn outcomes(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(Pondered { line, action }): Body<Pondered>,
) -> Result<Json<Vec<Chanced>>, ApiError> {
    // Some hundred throws are as much as a long line.
    door.hub
        .limits
        .position(peer.ip(), line.steps.len() + 256)?;
    let game = game(&id)?;
    let told = move || line.play(game)?.spread(&action, &line.names);
    Ok(Json(door.hub.analyses.beside(peer.ip(), told).await?))
}

/// Something to study: a record, or a match of this house.
#[derive(Deserialize, Debug, parlor_describe::ToSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Import {
    #[schema(value_type = Object)]
    Record(Box<Record>),
    Match {
        #[schema(value_type = String)]
        id: MatchId,
        /// The entry after which to begin; the last if absent.
        #[serde(default)]
        #[schema(value_type = Option<u32>)]
        seq: Option<Seq>,
        #[serde(default)]
        invite: Option<String>,
    },
}

/// A line to study from a record, a finished match, or the caller's own running match against bots alone.
#[parlor_describe::path(
    post, path = "/api/v1/analysis/{game}/import", tag = "analysis", request_body = Import,
    responses((status = 200, body = Imported), (status = "4XX", description = "Refused: another game, a record that does not hold, a running match against people"))
)]
pub(super) async fn import(
    State(door): State<Door>,
    caller: Option<Caller>,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    request: Request,
) -> Result<Json<Imported>, ApiError> {
    let game = game(&id)?;
    let from = peer.ip();
    // Long ones are refused or wait before they are read, not when they fill the memory.
    let bytes = request.body().size_hint().upper();
    let bytes = bytes.map_or(LARGEST_RECORD, |bytes| bytes as usize);
    door.hub.limits.position(from, bytes / ENTRY)?;
    let turn = if bytes > door.hub.config.message_bytes {
        Some(door.hub.analyses.may_send(from).await?)
    } else {
        None
    };
    let Body(wanted) = Body::<Import>::from_request(request, &door).await?;
    let imported = match wanted {
        Import::Record(record) => {
            let study = move || from_record(game, &record, None);
            let imported = door.hub.analyses.beside(from, study).await?;
            drop(turn);
            imported
        }
        Import::Match { id, seq, invite } => {
            drop(turn);
            let player = caller.map(|caller| caller.player.id);
            let reader = Reader { player, invite };
            import_match(&door, from, game, id, seq, reader).await?
        }
    };
    Ok(Json(imported))
}

async fn import_match(
    door: &Door,
    from: IpAddr,
    game: &'static dyn AnyGame,
    id: MatchId,
    seq: Option<Seq>,
    reader: Reader,
) -> Result<Imported, Refusal> {
    let (matches, analyses) = (&door.hub.matches, &door.hub.analyses);
    let now = matches.glance(id, reader.clone()).await?;
    let steps = now.outcome.as_ref().map_or(0, |_| now.seq.length());
    door.hub.limits.position(from, steps)?;
    if now.table.game != game.meta().id {
        let message = format!("this is a match of {}", now.table.game);
        return Err(Refusal::new(Code::AnalysisGame, message));
    }
    if now.outcome.is_some() {
        let log = matches.closed_log(id, reader).await?;
        let study = move || from_record(game, &log.record()?, seq);
        return analyses.beside(from, study).await;
    }
    let seat = now.seat.ok_or_else(Refusal::not_seated)?;
    if !is_casual(&now.table, seat) {
        let message =
            "a running match is analysed only where it is unrated and all others are bots";
        return Err(Refusal::new(Code::AnalysisNotCasual, message));
    }
    let view = match seq {
        Some(seq) if seq < now.seq => matches.view_at(id, reader, seq).await?,
        _ => now.view,
    };
    let seats = (0..).zip(&now.table.seats);
    let names = seats.map(|(place, it): (u8, _)| match (&it.name, &it.bot) {
        (Some(name), _) => name.clone(),
        (None, Some(level)) => format!("Bot {} ({level})", place + 1),
        (None, None) => format!("Player {}", place + 1),
    });
    let names = names.collect();
    // Its own dice: those of the match are not to be foreseen.
    let chance = Nonce(random::bytes());
    let study = move || from_view(game, view.get(), seat, names, chance);
    analyses.beside(from, study).await
}

/// Nobody else is hurt by what this person finds out.
fn is_casual(table: &TableInfo, seat: u8) -> bool {
    let mut others = (0..).zip(&table.seats).filter(|(place, _)| *place != seat);
    !table.rated && !table.screen && others.all(|(_, it)| it.bot.is_some())
}

/// What every move of a position is worth. The first request sets a bot to work; ask again with the same
/// body until it is done. A person has one analysis: another position takes its place.
#[parlor_describe::path(
    post, path = "/api/v1/analysis/{game}/evaluate", tag = "analysis", request_body = Question,
    responses(
        (status = 200, description = "Done", body = parlor_hub::bots::Answer),
        (status = 202, description = "At work; coarse at first", body = parlor_hub::bots::Answer),
        (status = "4XX", description = "Refused: a bad line, or somebody who plays this game against people right now")
    )
)]
pub(super) async fn evaluate(
    State(door): State<Door>,
    // Thinking costs: whoever wants it has a name.
    caller: Caller,
    ConnectInfo(peer): Peer,
    Path(id): Path<String>,
    Body(question): Body<Question>,
) -> Result<Response, ApiError> {
    let (me, game) = (caller.player.id, game(&id)?);
    let analyses = &door.hub.analyses;
    let asked = serde_json::to_string(&(&id, &question)).unwrap_or_default();
    let answer = if let Some(answer) = analyses.progress(me, &asked) {
        answer?
    } else {
        door.hub.limits.position(peer.ip(), question.steps.len())?;
        must_not_be_playing(&door, me, &id).await?;
        let analyst = move || Ok(Analyst::new(question.play(game)?.state));
        let analyst = analyses.beside(peer.ip(), analyst).await?;
        analyses.begin(me, peer.ip(), asked, analyst)?
    };
    let status = if answer.done {
        StatusCode::OK
    } else {
        StatusCode::ACCEPTED
    };
    Ok((status, Json(answer)).into_response())
}

/// Whoever plays people thinks for themselves: the board is there, the computer's opinion is not.
async fn must_not_be_playing(door: &Door, me: PlayerId, game: &str) -> Result<(), Refusal> {
    let running = door.hub.tables.going_on(me).await?;
    let against_people = |table: &TableInfo| {
        let people = table.seats.iter().filter(|it| it.name.is_some()).count();
        table.game == game && table.status == Status::Running && !table.screen && people > 1
    };
    if running.iter().any(against_people) {
        let message = "you play this game against people right now: nothing is evaluated meanwhile";
        return Err(Refusal::new(Code::AnalysisPlaying, message));
    }
    Ok(())
}

/// The caller looks at nothing any more.
#[parlor_describe::path(
    delete, path = "/api/v1/analysis", tag = "analysis",
    responses((status = 204, description = "No bot works on it"))
)]
pub(super) async fn stop(State(door): State<Door>, caller: Caller) -> StatusCode {
    door.hub.analyses.stop(caller.player.id);
    StatusCode::NO_CONTENT
}
