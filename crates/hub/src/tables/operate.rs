//! What whoever answers for the house does to tables.

use super::Table;
use super::service::{Tables, Verdict};
use crate::environment::Environment;
use crate::people::PlayerId;
use crate::protocol::Status;
use crate::{Code, MatchId, Refusal};

impl<O: Environment> Tables<O> {
    /// Closes a table that has not started.
    pub(crate) async fn close(&self, id: MatchId) -> Result<Table, Refusal> {
        let close = |table: &mut Table| match table.status {
            Status::Open | Status::Ready => {
                table.withdrawn = table.quick;
                Ok(Verdict::Remove)
            }
            _ => Err(Refusal::new(Code::TableStarted, "the match has started")),
        };
        self.change(id, close).await
    }

    /// A table whose row was changed elsewhere.
    pub(crate) async fn tell(&self, table: &Table, version: i64) {
        self.notifier.changed(table, version).await;
    }

    /// Somebody is called otherwise now, also at the tables of the past.
    pub(crate) async fn call(
        &self,
        id: MatchId,
        player: PlayerId,
        name: &str,
    ) -> Result<(), Refusal> {
        let call = |table: &mut Table| {
            let chairs = table.chairs.iter_mut();
            let sitters = chairs.filter_map(|chair| chair.sitter.as_mut());
            for sitter in sitters.chain([&mut table.host]) {
                if sitter.player == player {
                    name.clone_into(&mut sitter.name);
                }
            }
            Ok(Verdict::Keep)
        };
        self.change(id, call).await.map(drop)
    }
}
