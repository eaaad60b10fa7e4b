//! Tables of the lobby and the matches they become: one row for its whole life.

use crate::db::Tx;
use crate::dialect::rows_of_marks;
use crate::exec::args;
use crate::match_row::{COLUMNS, WithSecret};
use crate::retry::Attempts;
use crate::{
    Change, Match, MatchUpdate, NewMatch, Seated, Secret, Status, Store, StoreError, limits,
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
        let mut attempts = Attempts::default();
        loop {
            match self.try_insert_match(new).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn try_insert_match(&self, new: &NewMatch) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
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
        let done = async {
            tx.exec().execute(sql, &args).await?;
            seat(&mut tx, &new.id, new.status, new.created_ms, &new.seats).await
        };
        let done = done.await;
        tx.end(done).await
    }

    pub async fn match_by_id(&self, id: &str) -> Result<Option<Match>, StoreError> {
        let sql = format!("SELECT {COLUMNS}, m.secret FROM matches m WHERE m.id = ?");
        let Some(WithSecret(row, secret)) = self.db.fetch_optional(&sql, &args![id]).await? else {
            return Ok(None);
        };
        let seats = self.seats(id).await?;
        Ok(Some(Match { row, secret, seats }))
    }

    /// Who sits where.
    pub async fn seats(&self, id: &str) -> Result<Vec<Seated>, StoreError> {
        let sql = "SELECT seat, player FROM match_players WHERE match_id = ? ORDER BY seat";
        self.db.fetch(sql, &args![id]).await
    }

    /// The new version, or `Conflict` when the match has another one than `expected`.
    pub async fn update_match(
        &self,
        id: &str,
        expected: i64,
        update: &MatchUpdate,
    ) -> Result<i64, StoreError> {
        let mut attempts = Attempts::default();
        loop {
            match self.try_update_match(id, expected, update).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn try_update_match(
        &self,
        id: &str,
        expected: i64,
        update: &MatchUpdate,
    ) -> Result<i64, StoreError> {
        let mut tx = self.db.begin().await?;
        let done = update_in(&mut tx, id, expected, update).await;
        tx.end(done).await
    }

    /// Removes a match with its seats, log and chat. `Conflict` when it has another version.
    pub async fn delete_match(&self, id: &str, expected: i64) -> Result<(), StoreError> {
        let mut attempts = Attempts::default();
        loop {
            match self.try_delete_match(id, expected).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    /// Changes two matches, both or neither: who moves from one table to another is at no moment
    /// at both or at none. Their new versions; `Conflict` or `NotFound` when either is not as
    /// expected.
    pub async fn update_both(&self, changes: [Change<'_>; 2]) -> Result<[i64; 2], StoreError> {
        let [one, other] = &changes;
        if one.id == other.id {
            return Err(StoreError::BadValue("one match twice"));
        }
        let mut attempts = Attempts::default();
        loop {
            match self.try_update_both(changes).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn try_update_both(&self, changes: [Change<'_>; 2]) -> Result<[i64; 2], StoreError> {
        let [one, other] = changes;
        let mut tx = self.db.begin().await?;
        let done = async {
            // In the order of the ids, so that two who move to each other do not wait for ever.
            if one.id < other.id {
                let first = change_in(&mut tx, one).await?;
                Ok([first, change_in(&mut tx, other).await?])
            } else {
                let first = change_in(&mut tx, other).await?;
                Ok([change_in(&mut tx, one).await?, first])
            }
        };
        let done = done.await;
        tx.end(done).await
    }

    async fn try_delete_match(&self, id: &str, expected: i64) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let done = delete_in(&mut tx, id, expected).await;
        tx.end(done).await
    }
}

async fn delete_in(tx: &mut Tx, id: &str, expected: i64) -> Result<(), StoreError> {
    let sql = "DELETE FROM matches WHERE id = ? AND version = ?";
    if tx.exec().execute(sql, &args![id, expected]).await? == 0 {
        return Err(missed(tx, id).await);
    }
    for sql in [
        "DELETE FROM entries WHERE match_id = ?",
        "DELETE FROM chat WHERE match_id = ?",
    ] {
        tx.exec().execute(sql, &args![id]).await?;
    }
    Ok(())
}

/// The first statement takes the row; whoever comes second finds another version.
pub(crate) async fn update_in(
    tx: &mut Tx,
    id: &str,
    expected: i64,
    update: &MatchUpdate,
) -> Result<i64, StoreError> {
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
        expected
    ];
    if tx.exec().execute(sql, &args).await? == 0 {
        return Err(missed(tx, id).await);
    }
    if let Some(seats) = &update.seats {
        let sql = "SELECT created_ms FROM matches WHERE id = ?";
        let created_ms: Option<i64> = tx.exec().fetch_optional(sql, &args![id]).await?;
        let sql = "DELETE FROM match_players WHERE match_id = ?";
        tx.exec().execute(sql, &args![id]).await?;
        seat(tx, id, update.status, created_ms.unwrap_or_default(), seats).await?;
    } else {
        let sql = "UPDATE match_players SET status = ? WHERE match_id = ? AND status <> ?";
        let status = update.status.as_str();
        tx.exec().execute(sql, &args![status, id, status]).await?;
    }
    Ok(version)
}

async fn change_in(tx: &mut Tx, change: Change<'_>) -> Result<i64, StoreError> {
    update_in(tx, change.id, change.expected, change.update).await
}

/// Why no row had both the id and the version.
async fn missed(tx: &mut Tx, id: &str) -> StoreError {
    let sql = "SELECT version FROM matches WHERE id = ?";
    match tx.exec().fetch_optional::<i64>(sql, &args![id]).await {
        Ok(Some(_)) => StoreError::Conflict,
        Ok(None) => StoreError::NotFound,
        Err(error) => error,
    }
}

async fn seat(
    tx: &mut Tx,
    id: &str,
    status: Status,
    created_ms: i64,
    seats: &[Seated],
) -> Result<(), StoreError> {
    if seats.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "INSERT INTO match_players (match_id, seat, player, status, created_ms) VALUES {}",
        rows_of_marks(seats.len(), 5)
    );
    let args: Vec<_> = seats
        .iter()
        .flat_map(|seated| args![id, seated.seat, seated.player, status.as_str(), created_ms])
        .collect();
    tx.exec().execute(&sql, &args).await.map(drop)
}
