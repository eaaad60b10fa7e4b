//! Positions of several matches in one answer, for pages that show them small.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use parlor_engine::{Outcome, Seq};
use parlor_hub::matches::Reader;
use parlor_hub::people::PlayerId;
use parlor_hub::protocol::{ClockView, MatchSnapshot, Raw};
use parlor_hub::{Code, MatchId, Refusal};
use serde::{Deserialize, Serialize, Serializer};

use super::auth::Caller;
use super::extract::{Query, Turned};
use super::{ApiError, Door};

/// As many as a page shows.
const MOST: usize = 12;
/// However many look, a match is asked once in this time for all who see the same of it.
const FRESH: Duration = Duration::from_secs(2);
/// Positions that are kept; then the oldest go.
const KEPT: usize = 1024;

pub(super) fn router() -> Router<Door> {
    Router::new().route("/boards", get(boards))
}

#[derive(Deserialize, Debug)]
pub(super) struct Wanted {
    /// Joined by commas.
    ids: String,
}

/// One match as the caller may see it now.
#[derive(Clone, Debug, Serialize, parlor_describe::ToSchema)]
pub(super) struct Board {
    #[schema(value_type = String)]
    id: MatchId,
    #[schema(value_type = u32)]
    seq: Seq,
    /// The caller's own seat; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    /// The game's view.
    #[schema(value_type = Object)]
    view: Raw,
    to_act: Vec<u8>,
    #[schema(value_type = Option<Object>)]
    outcome: Option<Outcome>,
    spectators: u32,
    /// What each seat has left; absent without a clock, and for a spectator who is behind.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockView>,
}

impl Board {
    fn of(snapshot: MatchSnapshot) -> Board {
        Board {
            id: snapshot.table.id,
            seq: snapshot.seq,
            seat: snapshot.seat,
            view: snapshot.view,
            to_act: snapshot.to_act.iter().map(|seat| seat.0).collect(),
            outcome: snapshot.outcome,
            spectators: snapshot.spectators,
            clock: snapshot.clock,
        }
    }
}

/// What was asked lately. Whoever sits at a match has a place of their own, so that nobody is shown
/// another one's view; everybody else shares the spectators'.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentBoards(Arc<Mutex<HashMap<Place, Kept>>>);

type Place = (MatchId, Option<PlayerId>);

#[derive(Clone, Debug)]
struct Kept {
    at: Instant,
    /// None: it was refused.
    board: Option<Arc<Board>>,
}

impl RecentBoards {
    fn fresh(&self, place: Place) -> Option<Kept> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.get(&place)?;
        (kept.at.elapsed() < FRESH).then(|| kept.clone())
    }

    fn keep(&self, place: Place, board: Option<Arc<Board>>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= KEPT {
            all.retain(|_, kept| kept.at.elapsed() < FRESH);
        }
        if all.len() < KEPT {
            let at = Instant::now();
            all.insert(place, Kept { at, board });
        }
    }
}

/// The positions of up to 12 matches, each as the caller may see it: the own seat's view where the
/// caller plays, else the spectators'. Matches that may not be watched, have not begun or do not
/// exist are left out. At most two seconds old.
#[parlor_describe::path(
    get, path = "/api/v1/boards", tag = "matches",
    params(("ids" = String, Query, description = "Ids of matches, joined by commas")),
    responses((status = 200, description = "`{\"boards\":[Board]}`", body = Vec<Board>), (status = "4XX", description = "Refused: too many at once, or no ids"))
)]
pub(super) async fn boards(
    State(door): State<Door>,
    caller: Option<Caller>,
    Query(Wanted { ids }): Query<Wanted>,
    _turn: Turned,
) -> Result<Json<Boards>, ApiError> {
    let ids: Vec<&str> = ids.split(',').filter(|id| !id.is_empty()).collect();
    if ids.len() > MOST {
        let message = "at most 12 matches can be asked for at once";
        return Err(Refusal::new(Code::RequestMalformed, message).into());
    }
    let player = caller.map(|caller| caller.player.id);
    let mut boards = Vec::with_capacity(ids.len());
    for id in ids {
        let Some(id) = MatchId::parse(id) else {
            return Err(Refusal::new(Code::RequestMalformed, "that is no id of a match").into());
        };
        boards.extend(board(&door, id, player).await);
    }
    Ok(Json(Boards { boards }))
}

#[derive(Debug, Serialize)]
pub(super) struct Boards {
    #[serde(serialize_with = "each")]
    boards: Vec<Arc<Board>>,
}

fn each<S: Serializer>(boards: &[Arc<Board>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(boards.iter().map(Arc::as_ref))
}

/// The position as everybody may see it who has neither seat nor invitation, if anybody may.
pub(super) async fn public_view(door: &Door, id: MatchId) -> Option<String> {
    let board = board(door, id, None).await?;
    Some(board.view.get().to_owned())
}

async fn board(door: &Door, id: MatchId, player: Option<PlayerId>) -> Option<Arc<Board>> {
    let seated = player.filter(|player| door.hub.lobby.people_at(id).contains(player));
    let place = (id, seated);
    if let Some(kept) = door.boards.fresh(place) {
        return kept.board;
    }
    let reader = Reader {
        player: seated,
        invite: None,
    };
    // A refusal is an answer, too: it is not asked again at once.
    let snapshot = door.hub.matches.glance(id, reader).await.ok();
    let board = snapshot.map(|it| Arc::new(Board::of(it)));
    door.boards.keep(place, board.clone());
    board
}
