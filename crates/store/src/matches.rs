//! Tables of the lobby and the matches they become: one row for its whole life.

use std::fmt;

use crate::db::Tx;
use crate::dialect::rows_of_marks;
use crate::exec::args;
use crate::retry::Attempts;
use crate::row::{Reader, Stored};
use crate::{Secret, Store, StoreError, limits};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    Open,
    Ready,
    Running,
    Over,
    Aborted,
}

impl Status {
    pub const ALL: [Status; 5] = [
        Status::Open,
        Status::Ready,
        Status::Running,
        Status::Over,
        Status::Aborted,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Ready => "ready",
            Status::Running => "running",
            Status::Over => "over",
            Status::Aborted => "aborted",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A player on a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seated {
    pub seat: u8,
    pub player: i64,
}

/// Starts with version 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewMatch {
    pub id: String,
    pub status: Status,
    pub game: String,
    pub host: i64,
    /// The caller's JSON. What must stay secret goes into `secret`.
    pub body: String,
    pub secret: Option<Secret>,
    pub created_ms: i64,
    pub seats: Vec<Seated>,
}

/// What lists show: everything but the secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchRow {
    pub id: String,
    pub version: i64,
    pub status: Status,
    pub game: String,
    pub host: i64,
    pub body: String,
    pub created_ms: i64,
    pub updated_ms: i64,
    pub ended_ms: Option<i64>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    pub row: MatchRow,
    pub secret: Option<Secret>,
    /// In the order of the seats.
    pub seats: Vec<Seated>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchUpdate {
    pub status: Status,
    pub body: String,
    /// None keeps the one there is.
    pub secret: Option<Secret>,
    pub updated_ms: i64,
    pub ended_ms: Option<i64>,
    /// None keeps those there are.
    pub seats: Option<Vec<Seated>>,
}

pub(crate) const COLUMNS: &str = "m.id, m.version, m.status, m.game, m.host, m.body, \
     m.created_ms, m.updated_ms, m.ended_ms";

impl Stored for Status {
    fn read(row: &mut Reader<'_>) -> Result<Status, StoreError> {
        let text = row.text()?;
        Status::ALL
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| StoreError::corrupt("an unknown status"))
    }
}

impl Stored for MatchRow {
    fn read(row: &mut Reader<'_>) -> Result<MatchRow, StoreError> {
        Ok(MatchRow {
            id: row.text()?,
            version: row.int()?,
            status: Status::read(row)?,
            game: row.text()?,
            host: row.int()?,
            body: row.text()?,
            created_ms: row.int()?,
            updated_ms: row.int()?,
            ended_ms: row.maybe_int()?,
        })
    }
}

struct WithSecret(MatchRow, Option<Secret>);

impl Stored for WithSecret {
    fn read(row: &mut Reader<'_>) -> Result<WithSecret, StoreError> {
        Ok(WithSecret(
            MatchRow::read(row)?,
            row.maybe_bytes()?.map(Secret),
        ))
    }
}

impl Stored for Seated {
    fn read(row: &mut Reader<'_>) -> Result<Seated, StoreError> {
        Ok(Seated {
            seat: row.number()?,
            player: row.int()?,
        })
    }
}

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
                   created_ms, updated_ms) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            &new.id,
            new.status.as_str(),
            &new.game,
            new.host,
            &new.body,
            new.secret.as_ref().map(|secret| secret.0.as_slice()),
            new.created_ms,
            new.created_ms
        ];
        tx.exec().execute(sql, &args).await?;
        seat(&mut tx, &new.id, new.status, new.created_ms, &new.seats).await?;
        tx.commit().await
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
        let version = update_in(&mut tx, id, expected, update).await?;
        tx.commit().await?;
        Ok(version)
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

    async fn try_delete_match(&self, id: &str, expected: i64) -> Result<(), StoreError> {
        let mut tx = self.db.begin().await?;
        let sql = "DELETE FROM matches WHERE id = ? AND version = ?";
        if tx.exec().execute(sql, &args![id, expected]).await? == 0 {
            return Err(missed(&mut tx, id).await);
        }
        for sql in [
            "DELETE FROM entries WHERE match_id = ?",
            "DELETE FROM chat WHERE match_id = ?",
        ] {
            tx.exec().execute(sql, &args![id]).await?;
        }
        tx.commit().await
    }
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
