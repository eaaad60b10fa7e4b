use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use parlor_store::Cursor;

use super::service::{Tables, Verdict, parse};
use super::{Sitter, Table};
use crate::Refusal;
use crate::people::{Player, PlayerId};
use crate::protocol::{Clock, NewTable, Status, TableInfo, Watch};

/// Quick pairing: whoever asks first waits at a table, whoever asks next sits down there.
#[derive(Clone, Debug)]
pub struct Pairing {
    tables: Tables,
    /// One search per game at a time inside this node, so that two who ask at once meet.
    turns: Arc<Mutex<HashMap<&'static str, Turn>>>,
}

type Turn = Arc<tokio::sync::Mutex<()>>;

/// Tables looked at together.
const PAGE: u32 = 20;
/// More open tables than anybody may sit at.
const MOST_OWN: u32 = 1000;

impl Pairing {
    pub fn new(tables: Tables) -> Pairing {
        Pairing {
            tables,
            turns: Arc::default(),
        }
    }

    /// The table one sits at afterwards: running if a partner was waiting.
    pub async fn ask(&self, player: &Player, game: &str) -> Result<TableInfo, Refusal> {
        let known = parlor_catalog::game(game).ok_or_else(|| {
            let name = crate::shorten(game, 32);
            Refusal::new("table/unknown_game", format!("there is no game {name:?}"))
        })?;
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.entry(known.meta().id).or_default().clone()
        };
        let _turn = turn.lock().await;
        if let Some(found) = self.sit_down(player, game, None).await? {
            return Ok(found);
        }
        let mine = self.tables.create_quick(player, &plain(game)).await?;
        // Two nodes may both have found nobody: then the younger table gives way to the older.
        match self.sit_down(player, game, Some(&mine)).await? {
            Some(found) => {
                let _ = self.tables.leave(player.id, &mine.id).await;
                Ok(found)
            }
            None => Ok(mine.info(Some(player.id))),
        }
    }

    /// Joins a waiting table; one's own counts as found. Only tables older than `than` if given.
    async fn sit_down(
        &self,
        player: &Player,
        game: &str,
        than: Option<&Table>,
    ) -> Result<Option<TableInfo>, Refusal> {
        let store = &self.tables.store;
        let mut after: Option<Cursor> = None;
        loop {
            let rows = store.waiting_matches(game, after.as_ref(), PAGE).await?;
            for table in rows.iter().filter_map(|row| parse(&row.body).ok()) {
                if let Some(mine) = than
                    && (table.created_ms, &table.id) >= (mine.created_ms, &mine.id)
                {
                    return Ok(None);
                }
                if table.seat_of(player.id).is_some() {
                    return Ok(than.is_none().then(|| table.info(Some(player.id))));
                }
                // Somebody else may be faster: then the next one.
                if let Ok(joined) = self.join(player, &table.id).await {
                    return Ok(Some(joined.info(Some(player.id))));
                }
            }
            match rows.last() {
                Some(last) if rows.len() == PAGE as usize => after = Some(last.into()),
                _ => return Ok(None),
            }
        }
    }

    async fn join(&self, player: &Player, table: &str) -> Result<Table, Refusal> {
        let sitter = Sitter {
            player: player.id,
            name: player.name.clone(),
        };
        let join = |table: &mut Table| {
            if table.status != Status::Open {
                return Err(Refusal::new("table/full", "all seats are taken"));
            }
            table
                .join(sitter.clone(), None, None, None)
                .map(|()| Verdict::Keep)
        };
        self.tables.change(table, join).await
    }

    /// Stops waiting; whoever has been paired already plays.
    pub async fn cancel(&self, player: PlayerId, game: &str) -> Result<(), Refusal> {
        let open = parlor_store::Status::Open;
        let own = self
            .tables
            .store
            .matches_of_player(player.0, &[open], None, MOST_OWN)
            .await?;
        for row in own {
            let Ok(table) = parse(&row.body) else {
                continue;
            };
            if table.quick && table.game == game {
                self.tables.leave(player, &table.id).await?;
            }
        }
        Ok(())
    }
}

fn plain(game: &str) -> NewTable {
    NewTable {
        game: game.to_owned(),
        options: None,
        name: None,
        seats: None,
        private: false,
        rated: false,
        clock: Clock::None,
        watch: Watch::Open,
        confirm: false,
        bots: Vec::new(),
        sit: true,
        nonce: None,
    }
}
