//! Tables of the lobby and the matches they become: one row for its whole life.

use std::sync::Arc;

use crate::db::{Body, Pools};
use crate::exec::{Exec, args};
use crate::match_row::COLUMNS;
use crate::{
    Backend, Change, MatchRowUpdate, MatchStatus, NewMatch, Seated, Secret, Store, StoreError,
    StoredMatch, limits,
};

fn check_body(body: &str, secret: Option<&Secret>) -> Result<(), StoreError> {
    limits::bytes(body.as_bytes(), limits::BODY, "the match is too large")?;
    secret.map_or(Ok(()), |secret| {
        limits::bytes(&secret.0, limits::SECRET, "the secret is too long")
    })
}

impl Store {
    /// `Conflict` when the id is taken.
    pub async fn insert_match(&self, new: &NewMatch) -> Result<(), StoreError> {
        limits::id(&new.id)?;
        limits::chars(&new.game, limits::GAME, "the name of the game is too long")?;
        check_body(&new.body, new.secret.as_ref())?;
        self.db
            .transact(new.clone(), |new, exec| Box::pin(insert_in(exec, new)))
            .await
    }

    pub async fn match_by_id(&self, id: &str) -> Result<Option<StoredMatch>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, m.secret FROM matches m WHERE m.id = ?");
        self.db.fetch_optional(&sql, &args![id]).await
    }

    /// Who sits where, in the order of the seats.
    pub async fn seats(&self, id: &str) -> Result<Vec<Seated>, StoreError> {
        let sql = "SELECT seat, player FROM match_players WHERE match_id = ? ORDER BY seat";
        self.db.fetch(sql, &args![id]).await
    }

    /// The new version, or `Conflict` when the match has another one than `expected`.
    pub async fn update_match(
        &self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
    ) -> Result<i64, StoreError> {
        let change = OwnedChange::of(id, expected, update);
        self.db
            .transact(change, |change, exec| Box::pin(update_in(exec, change)))
            .await
    }

    /// Changes two matches, both or neither: who moves from one table to another is at no moment
    /// at both or at none. Their new versions; `Conflict` or `NotFound` when either is not as
    /// expected.
    pub async fn update_both(&self, changes: [Change<'_>; 2]) -> Result<[i64; 2], StoreError> {
        let [one, other] = changes.map(|it| OwnedChange::of(it.id, it.expected, it.update));
        if one.id == other.id {
            return Err(StoreError::BadValue("one match twice"));
        }
        self.db
            .transact([one, other], |[one, other], exec| {
                Box::pin(async move {
                    // In the order of the ids, so that two who move to each other do not wait for
                    // ever.
                    if one.id < other.id {
                        let first = update_in(exec, one).await?;
                        Ok([first, update_in(exec, other).await?])
                    } else {
                        let first = update_in(exec, other).await?;
                        Ok([update_in(exec, one).await?, first])
                    }
                })
            })
            .await
    }

    /// Removes a match with its seats, log and chat. `Conflict` when it has another version.
    pub async fn delete_match(&self, id: &str, expected: i64) -> Result<(), StoreError> {
        let context = (id.to_owned(), expected);
        let delete: Body<(String, i64), ()> =
            |(id, expected), exec| Box::pin(delete_in(exec, id, *expected));
        match &self.db.pools {
            Pools::Sqlite(file) => {
                let (id, context) = (id.to_owned(), Arc::new(context));
                file.delete_with(id, context, delete).await
            }
            _ => self.db.transact(context, delete).await,
        }
    }
}

/// A change that can be made on another thread, and again.
pub(crate) struct OwnedChange {
    pub(crate) id: String,
    pub(crate) expected: i64,
    pub(crate) update: MatchRowUpdate,
}

impl OwnedChange {
    pub(crate) fn of(id: &str, expected: i64, update: &MatchRowUpdate) -> OwnedChange {
        OwnedChange {
            id: id.to_owned(),
            expected,
            update: update.clone(),
        }
    }
}

async fn insert_in(exec: &mut Exec<'_>, new: &NewMatch) -> Result<(), StoreError> {
    let sql = "INSERT INTO matches (id, version, status, game, host, body, secret, \
               created_ms, updated_ms, quick) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)";
    let args = args![
        &new.id,
        new.status.as_str(),
        &new.game,
        new.host,
        &new.body,
        new.secret.as_ref().map(|secret| secret.0.as_slice()),
        new.created_ms,
        new.created_ms,
        new.quick
    ];
    exec.execute(sql, &args).await?;
    seat(exec, &new.id, new.status, &new.seats).await
}

async fn delete_in(exec: &mut Exec<'_>, id: &str, expected: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM matches WHERE id = ? AND version = ?";
    if exec.execute(sql, &args![id, expected]).await? == 0 {
        return Err(missed(exec, id).await);
    }
    exec.execute("DELETE FROM chat WHERE match_id = ?", &args![id])
        .await?;
    // SQLite's writer has its own way to the log.
    if exec.backend() != Backend::Sqlite {
        exec.execute("DELETE FROM entries WHERE match_id = ?", &args![id])
            .await?;
    }
    Ok(())
}

/// The first statement takes the row; whoever comes second finds another version.
pub(crate) async fn update_in(
    exec: &mut Exec<'_>,
    change: &OwnedChange,
) -> Result<i64, StoreError> {
    let OwnedChange {
        id,
        expected,
        update,
    } = change;
    check_body(&update.body, update.secret.as_ref())?;
    let version = expected.saturating_add(1);
    let sql = "UPDATE matches SET version = ?, status = ?, body = ?, \
               secret = COALESCE(?, secret), updated_ms = ?, ended_ms = ? \
               WHERE id = ? AND version = ?";
    let args = args![
        version,
        update.status.as_str(),
        &update.body,
        update.secret.as_ref().map(|secret| secret.0.as_slice()),
        update.updated_ms,
        update.ended_ms,
        id,
        *expected
    ];
    if exec.execute(sql, &args).await? == 0 {
        return Err(missed(exec, id).await);
    }
    if let Some(seats) = &update.seats {
        let sql = "DELETE FROM match_players WHERE match_id = ?";
        exec.execute(sql, &args![id]).await?;
        seat(exec, id, update.status, seats).await?;
    } else {
        let sql = "UPDATE match_players SET status = ? WHERE match_id = ? AND status <> ?";
        let status = update.status.as_str();
        exec.execute(sql, &args![status, id, status]).await?;
    }
    Ok(version)
}

/// Why no row had both the id and the version.
async fn missed(exec: &mut Exec<'_>, id: &str) -> StoreError {
    let sql = "SELECT version FROM matches WHERE id = ?";
    match exec.fetch_optional::<i64>(sql, &args![id]).await {
        Ok(Some(_)) => StoreError::Conflict,
        Ok(None) => StoreError::NotFound,
        Err(error) => error,
    }
}

async fn seat(
    exec: &mut Exec<'_>,
    id: &str,
    status: MatchStatus,
    seats: &[Seated],
) -> Result<(), StoreError> {
    if seats.is_empty() {
        return Ok(());
    }
    let row = "(?, ?, ?, ?, (SELECT created_ms FROM matches WHERE id = ?))";
    let sql = format!(
        "INSERT INTO match_players (match_id, seat, player, status, created_ms) VALUES {}",
        vec![row; seats.len()].join(", ")
    );
    let args: Vec<_> = seats
        .iter()
        .flat_map(|seated| args![id, seated.seat, seated.player, status.as_str(), id])
        .collect();
    exec.execute(&sql, &args).await.map(drop)
}
