//! What the house needs from outside: rows of the store, the time, and chance. Everything else
//! follows from these, so that a simulation can put its own in their place.

use std::future::Future;

use parlor_engine::Seq;
use parlor_store::{
    Change, ChatLine, Cursor, EntryRow, Head, MatchRow, MatchRowUpdate, MatchStatus, NewMatch,
    Standing, Store, StoreError as Error, StoredMatch,
};

use crate::clock;
use crate::people::Wish;
use crate::random::{Draw, fill_for_tables};

pub trait Environment: Draw + Clone + Send + Sync + 'static {
    fn now_ms(&self) -> i64;

    fn pause(&self, ms: i64) -> impl Future<Output = ()> + Send;

    /// Does something long where nobody waits for the thread. Unless somebody has one to spare,
    /// that is here.
    fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = T> + Send {
        async { work() }
    }

    /// Makes ids of different houses different.
    fn cluster_id(&self) -> &str;

    // Tables.

    fn row(&self, id: &str) -> impl Future<Output = Result<Option<MatchRow>, Error>> + Send;

    fn insert(&self, new: &NewMatch) -> impl Future<Output = Result<(), Error>> + Send;

    fn update(
        &self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
    ) -> impl Future<Output = Result<i64, Error>> + Send;

    fn update_both(
        &self,
        changes: [Change<'_>; 2],
    ) -> impl Future<Output = Result<[i64; 2], Error>> + Send;

    fn delete(&self, id: &str, expected: i64) -> impl Future<Output = Result<(), Error>> + Send;

    fn by_status(
        &self,
        status: MatchStatus,
        before: Option<&Cursor>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;

    fn of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;

    /// How many matches a player has; at most `most` are counted.
    fn count_of(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        most: u32,
    ) -> impl Future<Output = Result<usize, Error>> + Send;

    fn waiting(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;

    /// Those whom somebody has blocked, and who have blocked them.
    fn blocked(&self, player: i64) -> impl Future<Output = Result<Vec<i64>, Error>> + Send;

    /// Gives a code to a table; false when another one has it.
    fn claim_code(
        &self,
        code: &str,
        id: &str,
        now_ms: i64,
    ) -> impl Future<Output = Result<bool, Error>> + Send;

    fn match_by_code(
        &self,
        code: &str,
    ) -> impl Future<Output = Result<Option<String>, Error>> + Send;

    fn prune_codes(&self, before_ms: i64) -> impl Future<Output = Result<(), Error>> + Send;

    // Matches.

    /// The row with its secret.
    fn row_and_seed(
        &self,
        id: &str,
    ) -> impl Future<Output = Result<Option<StoredMatch>, Error>> + Send;

    fn entries(
        &self,
        id: &str,
        after: Seq,
    ) -> impl Future<Output = Result<Vec<EntryRow>, Error>> + Send;

    /// How far the logs and chats of these matches are.
    fn heads(&self, ids: &[String]) -> impl Future<Output = Result<Vec<Head>, Error>> + Send;

    fn chat(
        &self,
        id: &str,
        after: u32,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<ChatLine>, Error>> + Send;

    fn last_chat_seq(&self, id: &str) -> impl Future<Output = Result<u32, Error>> + Send;

    fn was_said(
        &self,
        id: &str,
        player: i64,
        command: &str,
    ) -> impl Future<Output = Result<bool, Error>> + Send;

    fn append_chat(
        &self,
        id: &str,
        line: &ChatLine,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Ends a match, if its row has the version that is given, and changes the standings of these
    /// players in this category with it. The row's new version.
    fn finish(
        &self,
        row: (&str, i64),
        update: &MatchRowUpdate,
        rated: (&str, &[i64]),
        rate: impl Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    ) -> impl Future<Output = Result<i64, Error>> + Send;
}

/// The world as it is: a database, the wall clock, the operating system's randomness.
#[derive(Clone, Debug)]
pub struct HostEnvironment(pub Store);

impl Draw for HostEnvironment {
    fn fill(&self, bytes: &mut [u8]) {
        fill_for_tables(bytes);
    }
}

impl Environment for HostEnvironment {
    fn now_ms(&self) -> i64 {
        clock::now_ms()
    }

    async fn pause(&self, ms: i64) {
        tokio::time::sleep(std::time::Duration::from_millis(ms.unsigned_abs())).await;
    }

    async fn aside<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        match tokio::task::spawn_blocking(work).await {
            Ok(done) => done,
            Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
            // The house closes: nobody waits for it any more.
            Err(_) => std::future::pending().await,
        }
    }

    fn cluster_id(&self) -> &str {
        self.0.cluster_id()
    }

    async fn row(&self, id: &str) -> Result<Option<MatchRow>, Error> {
        Ok(self.0.match_by_id(id).await?.map(|found| found.row))
    }

    async fn insert(&self, new: &NewMatch) -> Result<(), Error> {
        self.0.insert_match(new).await
    }

    async fn update(&self, id: &str, expected: i64, update: &MatchRowUpdate) -> Result<i64, Error> {
        self.0.update_match(id, expected, update).await
    }

    async fn update_both(&self, changes: [Change<'_>; 2]) -> Result<[i64; 2], Error> {
        self.0.update_both(changes).await
    }

    async fn delete(&self, id: &str, expected: i64) -> Result<(), Error> {
        self.0.delete_match(id, expected).await
    }

    async fn by_status(
        &self,
        status: MatchStatus,
        before: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        self.0.matches_by_status(status, None, before, limit).await
    }

    async fn of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        let own = self.0.matches_of_player(player, statuses, None, limit);
        own.await
    }

    async fn count_of(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        most: u32,
    ) -> Result<usize, Error> {
        self.0.count_of_player(player, statuses, most).await
    }

    async fn waiting(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        self.0.waiting_matches(game, after, limit).await
    }

    async fn blocked(&self, player: i64) -> Result<Vec<i64>, Error> {
        self.0.either_way(player, Wish::Block.as_str()).await
    }

    async fn claim_code(&self, code: &str, id: &str, now_ms: i64) -> Result<bool, Error> {
        self.0.claim_code(code, id, now_ms).await
    }

    async fn match_by_code(&self, code: &str) -> Result<Option<String>, Error> {
        self.0.match_by_code(code).await
    }

    async fn prune_codes(&self, before_ms: i64) -> Result<(), Error> {
        self.0.prune_codes(before_ms).await.map(drop)
    }

    async fn row_and_seed(&self, id: &str) -> Result<Option<StoredMatch>, Error> {
        self.0.match_by_id(id).await
    }

    async fn entries(&self, id: &str, after: Seq) -> Result<Vec<EntryRow>, Error> {
        self.0.entries(id, after).await
    }

    async fn heads(&self, ids: &[String]) -> Result<Vec<Head>, Error> {
        self.0.heads(ids).await
    }

    async fn chat(&self, id: &str, after: u32, limit: u32) -> Result<Vec<ChatLine>, Error> {
        self.0.chat(id, after, limit).await
    }

    async fn last_chat_seq(&self, id: &str) -> Result<u32, Error> {
        self.0.last_chat_seq(id).await
    }

    async fn was_said(&self, id: &str, player: i64, command: &str) -> Result<bool, Error> {
        self.0.was_said(id, player, command).await
    }

    async fn append_chat(&self, id: &str, line: &ChatLine) -> Result<(), Error> {
        self.0.append_chat(id, line).await
    }

    async fn finish(
        &self,
        (id, expected): (&str, i64),
        update: &MatchRowUpdate,
        (category, players): (&str, &[i64]),
        rate: impl Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    ) -> Result<i64, Error> {
        let finish = self.0.finish(id, expected, update, category, players, rate);
        Ok(finish.await?.0)
    }
}
