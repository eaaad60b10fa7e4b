//! What the server's own code sees of the simulated world.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_engine::Seq;
use parlor_server::Draw;
use parlor_server::environment::Environment;
use parlor_store::{
    Appended, Batch, Change, ChatLine, Cursor, EntryRow, Head, MatchRow, MatchRowUpdate,
    MatchStatus, NewMatch, Standing, StoreError as Error, StoredMatch,
};

use crate::Fault;
use crate::dice::Dice;
use crate::wire::Wire;

/// The world as one node sees it.
#[derive(Clone, Debug)]
pub(crate) struct Env {
    pub(crate) wire: Wire,
    /// This node's clock.
    pub(crate) clock: Arc<AtomicI64>,
    pub(crate) ids: Arc<Mutex<Dice>>,
    pub(crate) fault: Option<Fault>,
}

impl Draw for Env {
    fn fill(&self, bytes: &mut [u8]) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        ids.fill(bytes);
    }
}

impl Env {
    pub(crate) fn number(&self) -> u64 {
        u64::from_le_bytes(self.bytes())
    }

    fn now(&self) -> i64 {
        self.clock.load(Ordering::Relaxed)
    }

    pub(crate) async fn append(&self, batch: Batch) -> Result<Appended, Error> {
        let answer = self.wire.call("append", move |db| Ok(db.append(&batch)));
        match self.fault {
            Some(Fault::AcknowledgeEarly) => Ok(Appended::Stored),
            Some(Fault::ConflictIsSuccess) => answer.await.map(|_| Appended::Stored),
            _ => answer.await,
        }
    }
}

fn change((id, expected, update): &(String, i64, MatchRowUpdate)) -> Change<'_> {
    Change {
        id,
        expected: *expected,
        update,
    }
}

impl Environment for Env {
    fn now_ms(&self) -> i64 {
        self.now()
    }

    fn cluster_id(&self) -> &'static str {
        "simulation"
    }

    async fn row(&self, id: &str) -> Result<Option<MatchRow>, Error> {
        let id = id.to_owned();
        let row = self
            .wire
            .call("row", move |db| Ok(db.get(&id).map(|it| it.row.clone())));
        row.await
    }

    async fn blocked(&self, _: i64) -> Result<Vec<i64>, Error> {
        Ok(Vec::new())
    }

    /// Nobody speaks here: codes are all free and lead nowhere.
    async fn claim_code(&self, _: &str, _: &str, _: i64) -> Result<bool, Error> {
        Ok(true)
    }

    async fn match_by_code(&self, _: &str) -> Result<Option<String>, Error> {
        Ok(None)
    }

    async fn prune_codes(&self, _: i64) -> Result<(), Error> {
        Ok(())
    }

    async fn insert(&self, new: &NewMatch) -> Result<(), Error> {
        let new = new.clone();
        self.wire.call("insert", move |db| db.insert(&new)).await
    }

    async fn update(&self, id: &str, expected: i64, update: &MatchRowUpdate) -> Result<i64, Error> {
        let (id, update) = (id.to_owned(), update.clone());
        let updated = self
            .wire
            .call("update", move |db| db.update(&id, expected, &update));
        updated.await
    }

    async fn update_both(&self, changes: [Change<'_>; 2]) -> Result<[i64; 2], Error> {
        if self.fault == Some(Fault::JoinThenLeave) {
            let [leave, join] = changes;
            let joined = self.update(join.id, join.expected, join.update).await?;
            let left = self.update(leave.id, leave.expected, leave.update).await;
            return Ok([left.unwrap_or(0), joined]);
        }
        let [one, other] = changes.map(|it| (it.id.to_owned(), it.expected, it.update.clone()));
        let both = self.wire.call("update both", move |db| {
            db.update_both([change(&one), change(&other)])
        });
        both.await
    }

    async fn delete(&self, id: &str, expected: i64) -> Result<(), Error> {
        let id = id.to_owned();
        let deleted = self.wire.call("delete", move |db| db.delete(&id, expected));
        deleted.await
    }

    async fn by_status(
        &self,
        status: MatchStatus,
        before: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        let before = before.cloned();
        let rows = self.wire.call("list", move |db| {
            Ok(db.by_status(status, before.as_ref(), limit))
        });
        rows.await
    }

    async fn of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        let statuses = statuses.to_vec();
        let rows = self
            .wire
            .call("own", move |db| Ok(db.of_player(player, &statuses, limit)));
        rows.await
    }

    async fn count_of(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        most: u32,
    ) -> Result<usize, Error> {
        let statuses = statuses.to_vec();
        let count = self.wire.call("count", move |db| {
            Ok(db.of_player(player, &statuses, most).len())
        });
        count.await
    }

    async fn waiting(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        let (game, after) = (game.to_owned(), after.cloned());
        let rows = self.wire.call("waiting", move |db| {
            Ok(db.waiting(&game, after.as_ref(), limit))
        });
        rows.await
    }

    async fn pause(&self, ms: i64) {
        self.wire.pause(ms).await;
    }

    async fn row_and_seed(&self, id: &str) -> Result<Option<StoredMatch>, Error> {
        let id = id.to_owned();
        self.wire
            .call("match", move |db| Ok(db.get(&id).cloned()))
            .await
    }

    async fn entries(&self, id: &str, after: Seq) -> Result<Vec<EntryRow>, Error> {
        let id = id.to_owned();
        let entries = self.wire.call("entries", move |db| {
            let new = db.log(&id).iter().filter(|entry| entry.seq > after);
            Ok(new.cloned().collect())
        });
        entries.await
    }

    async fn chat(&self, id: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Error> {
        let id = id.to_owned();
        let lines = self.wire.call("chat", move |db| {
            let new = db.chat(&id).iter().filter(|line| line.seq > after);
            Ok(new.take(limit as usize).cloned().collect())
        });
        lines.await
    }

    async fn last_chat_seq(&self, id: &str) -> Result<u32, Error> {
        let id = id.to_owned();
        let last = self.wire.call("last line", move |db| {
            Ok(db.chat(&id).last().map_or(0, |line| line.seq))
        });
        last.await
    }

    async fn was_said(&self, id: &str, player: i64, cmd: &str) -> Result<bool, Error> {
        let (id, cmd) = (id.to_owned(), cmd.to_owned());
        let said = self
            .wire
            .call("was said", move |db| Ok(db.was_said(&id, player, &cmd)));
        said.await
    }

    async fn append_chat(&self, id: &str, line: &ChatLine) -> Result<(), Error> {
        let (id, line) = (id.to_owned(), line.clone());
        let said = self.wire.call("say", move |db| db.append_chat(&id, &line));
        said.await
    }

    async fn finish(
        &self,
        (id, expected): (&str, i64),
        update: &MatchRowUpdate,
        (category, players): (&str, &[i64]),
        rate: impl Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    ) -> Result<i64, Error> {
        let (id, update) = (id.to_owned(), update.clone());
        let (category, players) = (category.to_owned(), players.to_vec());
        let finished = self.wire.call("finish", move |db| {
            db.finish(&id, expected, &update, &category, &players, rate)
        });
        finished.await
    }

    async fn heads(&self, ids: &[String]) -> Result<Vec<Head>, Error> {
        let ids = ids.to_vec();
        self.wire.call("heads", move |db| Ok(db.heads(&ids))).await
    }
}
