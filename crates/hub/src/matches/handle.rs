use std::future::Future;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::pin::Pin;
use std::sync::Arc;

use parlor_engine::{Seat, Seq};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot};

use super::closed_log::ClosedLog;
use super::context::ShardContext;
use super::live::{MatchCommand, Requester, Waits};
use super::outbox::ConnId;
use super::runner::Runner;
use super::shard::{OpenRequest, Query, ShardMessage};
use crate::bus::{BusMessage, NodeId};
use crate::people::PlayerId;
use crate::protocol::{LogPage, MatchSnapshot, Raw};
use crate::{CommandId, MatchId, Refusal};

/// The way to all matches of this node.
#[derive(Clone, Debug)]
pub struct Matches {
    shards: Arc<[mpsc::Sender<ShardMessage>]>,
}

/// Who asks to see something of a match.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    pub player: Option<PlayerId>,
    /// The secret of a private table's link.
    pub invite: Option<String>,
}

/// A message that waits for room.
pub type Waiting = Pin<Box<dyn Future<Output = ()> + Send>>;

/// Messages waiting for one shard; then whoever asks waits.
const SHARD_QUEUE: usize = 4096;

impl Matches {
    pub fn start(context: &Arc<ShardContext>, shards: usize) -> Matches {
        let start = |_| {
            let (sender, inbox) = mpsc::channel(SHARD_QUEUE);
            let (runner, settled) = Runner::new(context.clone());
            tokio::spawn(runner.run(inbox, settled));
            sender
        };
        Matches {
            shards: (0..shards.max(1)).map(start).collect(),
        }
    }

    /// A shard that somebody else runs, and the queue of what it is to receive.
    pub fn by_hand() -> (Matches, mpsc::Receiver<ShardMessage>) {
        let (sender, inbox) = mpsc::channel(SHARD_QUEUE);
        let shards = Arc::new([sender]);
        (Matches { shards }, inbox)
    }

    /// Whether every shard is at work.
    pub fn is_alive(&self) -> bool {
        self.shards.iter().all(|shard| !shard.is_closed())
    }

    fn shard(&self, match_id: MatchId) -> &mpsc::Sender<ShardMessage> {
        let mut hasher = DefaultHasher::new();
        match_id.hash(&mut hasher);
        #[allow(clippy::indexing_slicing)] // a remainder is in bounds, and there is a shard
        &self.shards[hasher.finish() as usize % self.shards.len()]
    }

    /// Nearly always there is room at once, and a connection that only plays need not keep room
    /// for a message that waits.
    fn hand_in(&self, match_id: MatchId, message: ShardMessage) -> Option<Waiting> {
        let shard = self.shard(match_id);
        match shard.try_send(message) {
            Ok(()) => None,
            // The house is closing, or this shard is lost: whoever asks is told to come back.
            Err(TrySendError::Closed(message)) => {
                message.refuse(&Refusal::unavailable());
                None
            }
            Err(TrySendError::Full(message)) => {
                let shard = shard.clone();
                Some(Box::pin(async move {
                    if let Err(closed) = shard.send(message).await {
                        closed.0.refuse(&Refusal::unavailable());
                    }
                }))
            }
        }
    }

    async fn send(&self, match_id: MatchId, message: ShardMessage) {
        if let Some(waiting) = self.hand_in(match_id, message) {
            waiting.await;
        }
    }

    /// The answer goes to the requester's outbox. What to wait for if the shard has no room.
    pub fn submit(
        &self,
        match_id: MatchId,
        requester: Requester,
        command_id: Option<CommandId>,
        command: MatchCommand,
    ) -> Option<Waiting> {
        let message = ShardMessage::Command {
            match_id,
            requester: Some(requester),
            command_id,
            command,
        };
        self.hand_in(match_id, message)
    }

    /// The seat's connection is gone and cannot come back.
    pub async fn left(&self, match_id: MatchId, seat: Seat) {
        let message = ShardMessage::Command {
            match_id,
            requester: None,
            command_id: None,
            command: MatchCommand::Left { seat },
        };
        self.send(match_id, message).await;
    }

    /// The house itself wants it.
    pub(crate) async fn submit_for_house(&self, match_id: MatchId, command: MatchCommand) {
        let message = ShardMessage::Command {
            match_id,
            requester: None,
            command_id: None,
            command,
        };
        self.send(match_id, message).await;
    }

    pub async fn open(&self, match_id: MatchId, request: OpenRequest) {
        let message = ShardMessage::Open { match_id, request };
        self.send(match_id, message).await;
    }

    pub async fn close(&self, match_id: MatchId, conn: ConnId) {
        let message = ShardMessage::Close { match_id, conn };
        self.send(match_id, message).await;
    }

    pub async fn table_changed(&self, match_id: MatchId) {
        let message = ShardMessage::TableChanged { match_id };
        self.send(match_id, message).await;
    }

    /// Another node has said something about a match.
    pub async fn bus(&self, from: NodeId, message: BusMessage) {
        if let Some(match_id) = message.match_id() {
            let message = ShardMessage::Bus { from, message };
            self.send(match_id, message).await;
        }
    }

    /// Load a match so that its bots and clocks go on.
    pub async fn wake(&self, match_id: MatchId) {
        self.send(match_id, ShardMessage::Wake { match_id }).await;
    }

    pub async fn snapshot(
        &self,
        match_id: MatchId,
        reader: Reader,
        since: Option<Seq>,
    ) -> Result<MatchSnapshot, Refusal> {
        let query = |reply| Query::Snapshot { since, reply };
        self.query(match_id, reader, query).await
    }

    /// The position by the way: asking for it is no sign that the player is there.
    pub async fn glance(
        &self,
        match_id: MatchId,
        reader: Reader,
    ) -> Result<MatchSnapshot, Refusal> {
        let query = |reply| Query::Glance { reply };
        self.query(match_id, reader, query).await
    }

    /// For whom a match waits, as one of its people may know.
    pub async fn waits(&self, match_id: MatchId, player: PlayerId) -> Result<Waits, Refusal> {
        let reader = Reader {
            player: Some(player),
            invite: None,
        };
        self.query(match_id, reader, |reply| Query::Waits { reply })
            .await
    }

    /// A page of the log, after this entry.
    pub async fn log(
        &self,
        match_id: MatchId,
        reader: Reader,
        after: Seq,
    ) -> Result<LogPage, Refusal> {
        let query = |reply| Query::Log { after, reply };
        self.query(match_id, reader, query).await
    }

    pub async fn view_at(
        &self,
        match_id: MatchId,
        reader: Reader,
        seq: Seq,
    ) -> Result<Raw, Refusal> {
        let query = |reply| Query::ViewAt { seq, reply };
        self.query(match_id, reader, query).await
    }

    pub async fn closed_log(
        &self,
        match_id: MatchId,
        reader: Reader,
    ) -> Result<ClosedLog, Refusal> {
        let query = |reply| Query::ClosedLog { reply };
        self.query(match_id, reader, query).await
    }

    /// Whether the person of a seat has been away for longer than the table's pace allows.
    pub async fn long_away(
        &self,
        match_id: MatchId,
        reader: Reader,
        seat: Seat,
    ) -> Result<bool, Refusal> {
        let query = |reply| Query::LongAway { seat, reply };
        self.query(match_id, reader, query).await
    }

    async fn query<T>(
        &self,
        match_id: MatchId,
        reader: Reader,
        query: impl FnOnce(oneshot::Sender<Result<T, Refusal>>) -> Query,
    ) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        let message = ShardMessage::Query {
            match_id,
            player: reader.player,
            invite: reader.invite,
            query: query(reply),
        };
        self.send(match_id, message).await;
        answer.await.unwrap_or_else(|_| Err(Refusal::unavailable()))
    }

    /// Finishes every append under way.
    pub async fn stop(&self) {
        for shard in self.shards.iter() {
            let (answer, receive) = oneshot::channel();
            if shard.send(ShardMessage::Stop(answer)).await.is_ok() {
                let _ = receive.await;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;
    use crate::matches::{Outbox, Outgoing};
    use crate::protocol::ServerMessage;

    /// `/healthz` asks this.
    #[test]
    fn a_shard_that_is_gone_is_noticed() {
        let (matches, inbox) = Matches::by_hand();
        assert!(matches.is_alive());
        drop(inbox);
        assert!(!matches.is_alive());
    }

    #[tokio::test]
    async fn a_shard_that_is_gone_leaves_nobody_waiting() {
        let (matches, inbox) = Matches::by_hand();
        drop(inbox);
        let match_id = MatchId::from_outside("gone");
        let (outbox, mut queue) = Outbox::open();
        let requester = Requester {
            player: None,
            outbox,
        };
        let id = Some(CommandId::from("first"));
        let waiting = matches.submit(match_id, requester, id, MatchCommand::Resign);
        assert!(waiting.is_none());
        let Ok(Outgoing::Message(told)) = queue.try_recv() else {
            panic!("nothing was said");
        };
        assert!(matches!(
            &**told,
            ServerMessage::Error {
                id: Some(_),
                code: Code::ServerUnavailable,
                ..
            }
        ));
        let asked = matches.log(match_id, Reader::default(), Seq::START).await;
        assert_eq!(asked.err().map(|it| it.code), Some(Code::ServerUnavailable));
    }
}
