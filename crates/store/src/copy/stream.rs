//! What flows from where a house is to where it shall be, a little at a time.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use super::error::CopyError;
use super::value::{Kind, Row, Tally};

/// Rows that travel together, and about how many bytes.
pub(super) const ROWS: usize = 64;
pub(super) const BYTES: usize = 256 << 10;
/// Items that wait for a slow taker.
const WAITING: usize = 4;

/// A table, and which of its columns follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    pub(super) name: String,
    pub(super) columns: Vec<(String, Kind)>,
}

/// By table, in the order of the stream.
pub(super) type Tallies = Vec<(String, Tally)>;

#[derive(Debug)]
pub(super) enum Item {
    Start {
        schema: i64,
    },
    Table(Head),
    /// Of the table named last.
    Rows(Vec<Row>),
    End(Tallies),
}

/// Nobody takes any more: the taker has failed, and says why.
pub(super) struct Stopped;

#[derive(Clone)]
pub(super) struct Giver(SyncSender<Result<Item, CopyError>>);

impl Giver {
    pub(super) fn give(&self, item: Item) -> Result<(), Stopped> {
        self.0.send(Ok(item)).map_err(|_| Stopped)
    }
}

/// Runs the giving side on a thread of its own.
pub(super) fn stream<F>(give: F) -> Receiver<Result<Item, CopyError>>
where
    F: FnOnce(&Giver) -> Result<(), Outcome> + Send + 'static,
{
    let (sender, receiver) = sync_channel(WAITING);
    let giver = Giver(sender);
    // If the thread cannot be started, the taker finds the stream at its end, which is an error.
    let _ = std::thread::Builder::new()
        .name("copy".to_owned())
        .spawn(move || {
            if let Err(Outcome::Failed(error)) = give(&giver) {
                let _ = giver.0.send(Err(error));
            }
        });
    receiver
}

/// How the giving side ends before its end.
pub(super) enum Outcome {
    Failed(CopyError),
    Stopped,
}

impl<E: Into<CopyError>> From<E> for Outcome {
    fn from(error: E) -> Outcome {
        Outcome::Failed(error.into())
    }
}

impl From<Stopped> for Outcome {
    fn from(_: Stopped) -> Outcome {
        Outcome::Stopped
    }
}
