use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::desk::{Heard, Reading};
use super::live::{Asker, MatchAsk};
use super::outbox::{ConnId, Outbox};
use super::shard::Shard;
use super::work::Work;
use crate::Refusal;
use crate::bus::{News, NodeId};
use crate::people::PlayerId;
use crate::protocol::{LogLine, MatchSnapshot, Raw};

/// A wish to follow a match.
#[derive(Debug)]
pub struct Opening {
    pub outbox: Outbox,
    pub player: Option<PlayerId>,
    pub since: Option<u32>,
    pub invite: Option<String>,
    pub id: Option<String>,
}

/// The way to all matches of this node.
#[derive(Clone, Debug)]
pub struct Matches {
    shards: Arc<Vec<mpsc::Sender<Heard>>>,
}

/// Messages waiting for one shard; then whoever asks waits.
const SHARD_QUEUE: usize = 4096;

impl Matches {
    pub(crate) fn start(work: &Arc<Work>, shards: usize) -> Matches {
        let start = |_| {
            let (sender, inbox) = mpsc::channel(SHARD_QUEUE);
            let (shard, settled) = Shard::new(work.clone());
            tokio::spawn(shard.run(inbox, settled));
            sender
        };
        Matches {
            shards: Arc::new((0..shards.max(1)).map(start).collect()),
        }
    }

    /// A desk that somebody else runs, and the queue of what it is to hear.
    pub fn by_hand() -> (Matches, mpsc::Receiver<Heard>) {
        let (sender, inbox) = mpsc::channel(SHARD_QUEUE);
        let shards = Arc::new(vec![sender]);
        (Matches { shards }, inbox)
    }

    fn shard(&self, table: &str) -> &mpsc::Sender<Heard> {
        let mut hasher = DefaultHasher::new();
        table.hash(&mut hasher);
        #[allow(clippy::indexing_slicing)] // a remainder is in bounds, and there is a shard
        &self.shards[hasher.finish() as usize % self.shards.len()]
    }

    async fn send(&self, table: &str, message: Heard) {
        // A closed shard means the house is closing: the client is told to come back.
        let _ = self.shard(table).send(message).await;
    }

    /// The answer goes to the asker's outbox.
    pub async fn ask(&self, table: String, asker: Asker, id: Option<String>, what: MatchAsk) {
        let shard = self.shard(&table);
        let asker = Some(asker);
        let ask = Heard::Ask {
            table,
            asker,
            id,
            what,
        };
        let _ = shard.send(ask).await;
    }

    /// The seat's connection is gone and cannot come back.
    pub async fn left(&self, table: &str, seat: u8) {
        let what = MatchAsk::Left { seat };
        let table = table.to_owned();
        self.send(
            &table.clone(),
            Heard::Ask {
                table,
                asker: None,
                id: None,
                what,
            },
        )
        .await;
    }

    pub async fn open(&self, table: &str, opening: Opening) {
        let table = table.to_owned();
        self.send(&table.clone(), Heard::Open { table, opening })
            .await;
    }

    pub async fn close(&self, table: &str, conn: ConnId) {
        let table = table.to_owned();
        self.send(&table.clone(), Heard::Close { table, conn })
            .await;
    }

    pub async fn table_changed(&self, table: &str) {
        let table = table.to_owned();
        self.send(&table.clone(), Heard::TableChanged { table })
            .await;
    }

    /// Another node has said something about a match.
    pub async fn news(&self, from: NodeId, news: News) {
        let (_, table) = news.about();
        let shard = self.shard(table);
        let _ = shard.send(Heard::News { from, news }).await;
    }

    /// Load a match so that its bots and clocks go on.
    pub async fn wake(&self, table: &str) {
        let table = table.to_owned();
        self.send(&table.clone(), Heard::Wake { table }).await;
    }

    pub async fn snapshot(
        &self,
        table: &str,
        player: Option<PlayerId>,
        invite: Option<String>,
        since: Option<u32>,
    ) -> Result<MatchSnapshot, Refusal> {
        self.read(table, player, invite, |answer| {
            Reading::Snapshot(since, answer)
        })
        .await
    }

    pub async fn log(
        &self,
        table: &str,
        player: Option<PlayerId>,
        invite: Option<String>,
    ) -> Result<Vec<LogLine>, Refusal> {
        self.read(table, player, invite, Reading::Log).await
    }

    pub async fn view_at(
        &self,
        table: &str,
        player: Option<PlayerId>,
        invite: Option<String>,
        seq: u32,
    ) -> Result<Raw, Refusal> {
        self.read(table, player, invite, |answer| Reading::ViewAt(seq, answer))
            .await
    }

    pub async fn record(
        &self,
        table: &str,
        player: Option<PlayerId>,
        invite: Option<String>,
    ) -> Result<parlor_engine::Record, Refusal> {
        self.read(table, player, invite, Reading::Record).await
    }

    /// Since when the person of a seat has had no connection.
    pub async fn absent_since(
        &self,
        table: &str,
        player: Option<PlayerId>,
        seat: u8,
    ) -> Result<Option<i64>, Refusal> {
        self.read(table, player, None, |answer| Reading::Absent(seat, answer))
            .await
    }

    async fn read<T>(
        &self,
        table: &str,
        player: Option<PlayerId>,
        invite: Option<String>,
        what: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Reading,
    ) -> Result<T, Refusal> {
        let (answer, receive) = oneshot::channel();
        let what = what(answer);
        let table = table.to_owned();
        self.send(
            &table.clone(),
            Heard::Read {
                table,
                player,
                invite,
                what,
            },
        )
        .await;
        receive
            .await
            .unwrap_or_else(|_| Err(Refusal::unavailable()))
    }

    /// Finishes every append under way.
    pub async fn stop(&self) {
        for shard in self.shards.iter() {
            let (answer, receive) = oneshot::channel();
            if shard.send(Heard::Stop(answer)).await.is_ok() {
                let _ = receive.await;
            }
        }
    }
}
