//! Pictures of links: drawn when somebody asks, one at a time, and kept by what is on them.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{ConnectInfo, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parlor_cards::Card;
use parlor_hub::ops::Turns;
use parlor_hub::{Code, MatchId, Refusal};
use sha2::{Digest, Sha256};

use super::super::extract::{Path, Query};
use super::super::{ApiError, Door, Peer};
use super::{Link, table_card, words};

/// Some 100 KB each.
const KEPT: usize = 64;
/// So many may wait for the one that is being drawn.
const WAITING: usize = 8;

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/cards/house.png", get(house))
        .route("/cards/game/{file}", get(game))
        .route("/cards/t/{file}", get(table))
}

async fn house(State(door): State<Door>, ConnectInfo(peer): Peer) -> Result<Response, ApiError> {
    send(&door, peer, words::house_card(), DAY).await
}

async fn game(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    Path(file): Path<String>,
) -> Result<Response, ApiError> {
    let game = file.strip_suffix(".png").and_then(parlor_catalog::game);
    let game = game.ok_or_else(|| Refusal::new(Code::TableUnknownGame, "there is no such game"))?;
    send(&door, peer, words::game_card(game.meta()), DAY).await
}

async fn table(
    State(door): State<Door>,
    ConnectInfo(peer): Peer,
    Path(file): Path<String>,
    Query(link): Query<Link>,
) -> Result<Response, ApiError> {
    let id = file.strip_suffix(".png").and_then(MatchId::parse);
    let id = id.ok_or_else(Refusal::unknown_table)?;
    let card = table_card(&door, id, link.invite).await?;
    send(&door, peer, card, "private, max-age=10").await
}

/// What is the same for everybody.
const DAY: &str = "public, max-age=86400";

async fn send(door: &Door, peer: SocketAddr, card: Card, keep: &str) -> Result<Response, ApiError> {
    let png = door.cards.picture(door, peer, card).await?;
    let about = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, keep),
    ];
    Ok((about, png).into_response())
}

/// Those drawn lately. A picture is found by all that is on it, so it can be neither stale nor
/// another viewer's.
#[derive(Clone, Debug)]
pub(crate) struct CardPictures(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    kept: Mutex<Kept>,
    /// One is drawn after the other.
    brush: Turns,
}

#[derive(Debug, Default)]
struct Kept {
    pictures: HashMap<[u8; 32], (u64, Bytes)>,
    /// Counts up with every use: the smallest number is the one nobody asked for longest.
    clock: u64,
}

impl Default for CardPictures {
    fn default() -> CardPictures {
        CardPictures(Arc::new(Inner {
            kept: Mutex::default(),
            brush: Turns::new(1, WAITING, "pictures at once"),
        }))
    }
}

impl CardPictures {
    async fn picture(&self, door: &Door, peer: SocketAddr, card: Card) -> Result<Bytes, Refusal> {
        let key = key(&card);
        if let Some(known) = self.known(key) {
            return Ok(known);
        }
        door.hub.limits.drawing(peer.ip())?;
        let turn = self.0.brush.wait(peer.ip()).await?;
        // Somebody before us may have wanted the same.
        if let Some(known) = self.known(key) {
            return Ok(known);
        }
        let drawn = tokio::task::spawn_blocking(move || {
            // Kept until it is done, also if nobody waits for it.
            let _turn = turn;
            parlor_cards::png(&card)
        });
        let busy = || Refusal::new(Code::ServerBusy, "this picture cannot be drawn");
        let png = match drawn.await {
            Ok(Ok(png)) => Bytes::from(png),
            Ok(Err(error)) => {
                tracing::error!(%error, "a card could not be drawn");
                return Err(busy());
            }
            Err(_) => return Err(busy()),
        };
        metrics::counter!("parlor_cards_drawn_total").increment(1);
        self.keep(key, png.clone());
        Ok(png)
    }

    fn known(&self, key: [u8; 32]) -> Option<Bytes> {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let now = kept.clock;
        let (used, png) = kept.pictures.get_mut(&key)?;
        *used = now;
        Some(png.clone())
    }

    fn keep(&self, key: [u8; 32], png: Bytes) {
        let mut kept = self.0.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.pictures.len() >= KEPT {
            let oldest = kept.pictures.iter().min_by_key(|(_, (used, _))| *used);
            if let Some(oldest) = oldest.map(|(key, _)| *key) {
                kept.pictures.remove(&oldest);
            }
        }
        kept.clock += 1;
        let now = kept.clock;
        kept.pictures.insert(key, (now, png));
    }
}

fn key(card: &Card) -> [u8; 32] {
    Sha256::digest(format!("{card:?}")).into()
}
