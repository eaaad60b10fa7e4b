//! What tables need from outside: rows of the store, the time, and chance. Everything else about
//! them follows from these, so that a simulation can put its own in their place.

use std::future::Future;

use parlor_store::{
    Change, Cursor, MatchRow, MatchUpdate, NewMatch, Status, Store, StoreError as Error,
};

use crate::clock;
use crate::random::{Draw, System};

pub trait Outside: Draw + Clone + Send + Sync + 'static {
    fn now_ms(&self) -> i64;

    /// Makes ids of different houses different.
    fn cluster_id(&self) -> &str;

    fn row(&self, id: &str) -> impl Future<Output = Result<Option<MatchRow>, Error>> + Send;

    fn insert(&self, new: &NewMatch) -> impl Future<Output = Result<(), Error>> + Send;

    fn update(
        &self,
        id: &str,
        expected: i64,
        update: &MatchUpdate,
    ) -> impl Future<Output = Result<i64, Error>> + Send;

    fn update_both(
        &self,
        changes: [Change<'_>; 2],
    ) -> impl Future<Output = Result<[i64; 2], Error>> + Send;

    fn delete(&self, id: &str, expected: i64) -> impl Future<Output = Result<(), Error>> + Send;

    fn by_status(
        &self,
        status: Status,
        before: Option<&Cursor>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;

    fn of_player(
        &self,
        player: i64,
        statuses: &[Status],
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;

    fn waiting(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<MatchRow>, Error>> + Send;
}

/// The world as it is: a database, the wall clock, the operating system's randomness.
#[derive(Clone, Debug)]
pub struct World(pub Store);

impl Draw for World {
    fn fill(&self, bytes: &mut [u8]) {
        System.fill(bytes);
    }
}

impl Outside for World {
    fn now_ms(&self) -> i64 {
        clock::now_ms()
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

    async fn update(&self, id: &str, expected: i64, update: &MatchUpdate) -> Result<i64, Error> {
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
        status: Status,
        before: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        self.0.matches_by_status(status, None, before, limit).await
    }

    async fn of_player(
        &self,
        player: i64,
        statuses: &[Status],
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        self.0
            .matches_of_player(player, statuses, None, limit)
            .await
    }

    async fn waiting(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, Error> {
        self.0.waiting_matches(game, after, limit).await
    }
}
