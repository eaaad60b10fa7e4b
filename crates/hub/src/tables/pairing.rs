use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use parlor_store::{Change, Cursor, MatchStatus, StoreError};

use super::rows::{parse, retired, update};
use super::{Sitter, Table, Tables};
use crate::environment::{Environment, HostEnvironment};
use crate::matches::Outbox;
use crate::people::{Player, PlayerId};
use crate::protocol::{NewTable, Pace, SeatChoice, Status, TableInfo};
use crate::{Code, MatchId, Refusal, random};

/// Quick pairing: whoever asks first waits at a table, whoever asks next moves over to it.
///
/// Everybody who asks opens a table of their own, whose id the command decides, and then looks for
/// another one that waits. To move over is one step of the store: the own table is left, the chair
/// at the other one is taken, both or neither. So whoever opened a table later sees the earlier one
/// and nobody waits for ever; nobody is found at a table they are about to leave; and a command
/// that is sent again, on whatever node, finds the table of its first copy or the way from there.
/// A table that was left is never opened again: whoever still waits opens the next in line.
#[derive(Clone, Debug)]
pub struct Pairing<O = HostEnvironment> {
    tables: Tables<O>,
    /// One search per game at a time inside this node: whoever asks at the same moment would only
    /// get in each other's way.
    turns: Arc<Mutex<HashMap<&'static str, SearchLock>>>,
}

type SearchLock = Arc<tokio::sync::Mutex<()>>;

/// Who wants to play what.
#[derive(Clone, Copy, Debug)]
pub struct PairRequest<'a> {
    pub player: &'a Player,
    pub game: &'a str,
    pub pace: Pace,
    pub rated: bool,
    /// Where they want to sit.
    pub seat: Option<SeatChoice>,
    /// The client's id of the command.
    pub command: Option<&'a str>,
    /// The connection that waits; without one the wish stays until it is taken back.
    pub connection: Option<&'a str>,
}

enum Step {
    Sits(Box<Table>),
    /// Look again: something has changed.
    Again,
    /// This table was left: go on with the next in line.
    Next,
}

/// Tables looked at together.
const PAGE: u32 = 20;
/// More open tables than anybody may sit at.
const MOST_OWN: u32 = 1000;
/// Every attempt that fails means that somebody else has got on.
const MOST_ATTEMPTS: u32 = 64;

impl<O: Environment> Pairing<O> {
    pub fn new(tables: Tables<O>) -> Pairing<O> {
        Pairing {
            tables,
            turns: Arc::default(),
        }
    }

    /// The table one sits at afterwards: running if a partner was waiting.
    pub async fn ask(&self, wish: PairRequest<'_>) -> Result<TableInfo, Refusal> {
        let known = parlor_catalog::game(wish.game).ok_or_else(|| {
            let name = crate::shorten(wish.game, 32);
            Refusal::new(Code::TableUnknownGame, format!("there is no game {name:?}"))
        })?;
        let turn = {
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            turns.entry(known.meta().id).or_default().clone()
        };
        let _turn = turn.lock().await;
        let mut id = self.table_of(wish);
        for _ in 0..MOST_ATTEMPTS {
            match self.step(wish, id).await? {
                Step::Sits(table) => return Ok(table.info(Some(wish.player.id))),
                Step::Again => {}
                Step::Next => id = random::id_from(&[b"next", id.as_bytes()]),
            }
        }
        Err(Refusal::busy())
    }

    /// As `ask`; and whoever waits hears of the table's start, because they watch it.
    pub async fn ask_and_watch(
        &self,
        wish: PairRequest<'_>,
        outbox: &Outbox,
    ) -> Result<TableInfo, Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            let info = self.ask(wish).await?;
            if info.status != Status::Open {
                return Ok(info);
            }
            let me = Some(wish.player.id);
            match self.tables.watch(info.id, me, outbox).await {
                // A copy of the command has found a partner elsewhere.
                Err(refusal) if refusal.is_unknown_table() => {}
                watched => return watched,
            }
        }
        Err(Refusal::busy())
    }

    /// The id of the table that a command opens.
    fn table_of(&self, wish: PairRequest<'_>) -> MatchId {
        let Some(command) = wish.command else {
            return self.tables.env.match_id();
        };
        random::id_from(&[
            b"quick",
            self.tables.env.cluster_id().as_bytes(),
            &wish.player.id.0.to_le_bytes(),
            wish.game.as_bytes(),
            &[wish.pace as u8, wish.rated.into()],
            command.as_bytes(),
        ])
    }

    /// Looks at the own table and at the others, and does the next thing.
    async fn step(&self, wish: PairRequest<'_>, id: MatchId) -> Result<Step, Refusal> {
        let tables = &self.tables;
        let me = wish.player.id;
        let Some(row) = tables.env.row(&id).await? else {
            let new = wanted(wish);
            // If somebody else has just opened it, that was another copy of this command.
            tables
                .create_quick(wish.player, &new, id, wish.connection)
                .await?;
            return Ok(Step::Again);
        };
        let mut mine = parse(&row.body)?;
        if row.status == MatchStatus::Aborted {
            return self.follow(wish, &mine).await;
        }
        // Found already; or others sit here, too, whom one does not leave.
        if mine.status != Status::Open || mine.people().any(|other| other.player != me) {
            return Ok(Step::Sits(Box::new(mine)));
        }
        if let Some((other, version)) = self.other(wish, id).await? {
            let moved = self.move_over(wish, (mine, row.version), (other, version));
            return moved.await;
        }
        if mine.wait(me, wish.connection) {
            return self.write(&mine, row.version).await;
        }
        tables.notifier.changed(&mine, row.version).await;
        Ok(Step::Sits(Box::new(mine)))
    }

    /// From a table that was left to where the wish went.
    async fn follow(&self, wish: PairRequest<'_>, left: &Table) -> Result<Step, Refusal> {
        if left.withdrawn {
            let message = "you have stopped waiting for a partner";
            return Err(Refusal::new(Code::TableWithdrawn, message));
        }
        let Some(there) = left.moved_to else {
            return Ok(Step::Next);
        };
        match self.tables.get(there).await {
            Ok(table) if table.seat_of(wish.player.id).is_some() => Ok(Step::Sits(Box::new(table))),
            Ok(_) => Ok(Step::Next),
            Err(refusal) if refusal.is_unknown_table() => Ok(Step::Next),
            Err(refusal) => Err(refusal),
        }
    }

    async fn write(&self, mine: &Table, version: i64) -> Result<Step, Refusal> {
        let env = &self.tables.env;
        let update = update(mine, env.now_ms());
        match env.update(&mine.id, version, &update).await {
            Ok(_) | Err(StoreError::Conflict | StoreError::NotFound) => Ok(Step::Again),
            Err(error) => Err(error.into()),
        }
    }

    /// Another table that waits. Where one waits already counts before those of others.
    async fn other(
        &self,
        wish: PairRequest<'_>,
        id: MatchId,
    ) -> Result<Option<(Table, i64)>, Refusal> {
        let blocked = self.tables.env.blocked(wish.player.id.0).await?;
        let mut found: Option<(Table, i64)> = None;
        let terms = (wish.pace.clock(), wish.rated);
        let mut after: Option<Cursor> = None;
        loop {
            let rows = self
                .tables
                .env
                .waiting(wish.game, after.as_ref(), PAGE)
                .await?;
            for row in rows.iter().filter(|row| row.id != id.as_str()) {
                let Ok(table) = parse(&row.body) else {
                    continue;
                };
                let same = (table.clock, table.rated) == terms;
                if same && table.seat_of(wish.player.id).is_some() {
                    return Ok(Some((table, row.version)));
                }
                let fits = table.has_room(wish.seat) && !table.has_any(&blocked);
                if same && !table.private && fits {
                    found.get_or_insert((table, row.version));
                }
            }
            match rows.last() {
                Some(last) if rows.len() == PAGE as usize => after = Some(last.into()),
                _ => return Ok(found),
            }
        }
    }

    /// Leaves the one table for the other, if neither has changed meanwhile.
    async fn move_over(
        &self,
        wish: PairRequest<'_>,
        (mut from, from_version): (Table, i64),
        (mut to, to_version): (Table, i64),
    ) -> Result<Step, Refusal> {
        let env = &self.tables.env;
        let sitter = Sitter {
            player: wish.player.id,
            name: wish.player.name.clone(),
        };
        to.join(sitter, None, wish.seat, None)?;
        to.wait(wish.player.id, wish.connection);
        self.tables.begin_if_running(&mut to)?;
        from.leave(wish.player.id)?;
        from.moved_to = Some(to.id);
        let now = env.now_ms();
        let left = retired(&from, now);
        let joined = update(&to, now);
        let changes = [
            Change {
                id: &from.id,
                expected: from_version,
                update: &left,
            },
            Change {
                id: &to.id,
                expected: to_version,
                update: &joined,
            },
        ];
        match env.update_both(changes).await {
            Ok([_, version]) => {
                self.tables.notifier.gone(from.id);
                self.tables.notifier.changed(&to, version).await;
                Ok(Step::Sits(Box::new(to)))
            }
            Err(StoreError::Conflict | StoreError::NotFound) => Ok(Step::Again),
            Err(error) => Err(error.into()),
        }
    }

    /// Stops waiting; whoever has been paired already plays. With a connection only what this
    /// connection waits for, not what has been taken up from elsewhere since.
    pub async fn cancel(
        &self,
        player: PlayerId,
        game: &str,
        connection: Option<&str>,
    ) -> Result<(), Refusal> {
        let open = [MatchStatus::Open];
        let own = self.tables.env.of_player(player.0, &open, MOST_OWN);
        for row in own.await? {
            let Ok(table) = parse(&row.body) else {
                continue;
            };
            if table.quick && table.game == game {
                self.tables
                    .stop_waiting(player, MatchId::from_outside(&row.id), connection)
                    .await?;
            }
        }
        Ok(())
    }
}

/// People who wait for each other have a clock.
fn wanted(wish: PairRequest<'_>) -> NewTable {
    NewTable {
        rated: wish.rated,
        clock: wish.pace.clock(),
        seat: wish.seat,
        ..NewTable::plain(wish.game)
    }
}
