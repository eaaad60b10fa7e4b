//! Grouping: while commits run, everything that arrives waits for the next, which takes it all. One
//! move alone is not delayed; a thousand at once cost a few commits.
//!
//! On SQLite the store's own writer does that. For servers a task does it, which has two commits
//! under way at once.

use std::sync::Arc;
use std::time::Instant;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use smallvec::SmallVec;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use crate::db::{Db, Pools};
use crate::{Appended, NewEntry, Store, StoreError, TRACE};

#[derive(Clone, Copy, Debug)]
pub struct AppenderOptions {
    /// How many batches may wait before no more are taken.
    pub queue: usize,
    /// The most entries in one commit on a server; a single batch may be larger.
    pub group: usize,
}

impl Default for AppenderOptions {
    fn default() -> AppenderOptions {
        AppenderOptions {
            queue: 4096,
            group: 512,
        }
    }
}

/// A handle on what appends. When the last one is dropped, what is still waiting is stored.
#[derive(Clone, Debug)]
pub struct Appender {
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// Straight to the writer of the file.
    Writer {
        db: Arc<Db>,
        room: usize,
        /// Gone with the last handle.
        _handle: mpsc::Sender<()>,
    },
    /// By a task.
    Task(mpsc::Sender<Request>),
}

/// Entries of one match that are stored together, usually a single one.
pub type Batch = SmallVec<[NewEntry; 1]>;

/// A batch on its way to the disk.
#[derive(Debug)]
pub(crate) struct Request {
    batch: Batch,
    since: Instant,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    Once(oneshot::Sender<Result<Appended, StoreError>>),
    /// To somebody who waits for many.
    Queue(mpsc::UnboundedSender<Vec<Settled>>),
}

/// What became of a batch that was handed in with [`Appender::hand_in`].
#[derive(Debug)]
pub struct Settled {
    pub batch: Batch,
    pub result: Result<Appended, StoreError>,
}

impl AsRef<[NewEntry]> for Request {
    fn as_ref(&self) -> &[NewEntry] {
        &self.batch
    }
}

impl Request {
    fn new(batch: Batch, answer: Answer) -> Request {
        Request {
            batch,
            since: Instant::now(),
            answer,
        }
    }

    /// How many entries.
    pub(crate) fn len(&self) -> usize {
        self.batch.len()
    }
}

impl Appender {
    /// The task ends after the last handle is gone and everything is stored; wait for it before
    /// closing the store.
    pub fn spawn(store: Store, options: AppenderOptions) -> (Appender, JoinHandle<()>) {
        let (way, task) = match store.db.pools {
            Pools::Sqlite(_) => {
                let (handle, handles) = mpsc::channel(1);
                let task = tokio::spawn(last_handle(store.clone(), handles));
                let way = Way::Writer {
                    db: store.db,
                    room: options.queue.max(1),
                    _handle: handle,
                };
                (way, task)
            }
            Pools::Postgres(_) | Pools::Mysql(_) => {
                let (requests, queue) = mpsc::channel(options.queue.max(1));
                let task = tokio::spawn(run(store, queue, options.group.max(1)));
                (Way::Task(requests), task)
            }
        };
        (Appender { way }, task)
    }

    /// Stores entries of one match, all or none. `Stored` means they are on disk.
    ///
    /// A caller has one batch of a match under way at a time: what builds on an entry is judged
    /// after the entry is known to be stored. A caller that stops waiting does not take the batch
    /// back.
    pub async fn append(&self, batch: impl Into<Batch>) -> Result<Appended, StoreError> {
        let batch = batch.into();
        check(&batch)?;
        let (answer, answered) = oneshot::channel();
        let request = Request::new(batch, Answer::Once(answer));
        match &self.way {
            Way::Writer { db, .. } => {
                let Pools::Sqlite(file) = &db.pools else {
                    return Err(StoreError::Closed);
                };
                // Whoever waits for the answer takes up no more room than by waiting for room.
                file.append(request, usize::MAX)
                    .map_err(|(_, error)| error)?;
                let answer = tokio::time::timeout(db.terms.patience, answered).await;
                let answer = answer.map_err(|_| StoreError::timed_out(&db.terms.place))?;
                answer.unwrap_or(Err(StoreError::Closed))
            }
            Way::Task(requests) => {
                let sent = requests.send(request).await;
                sent.map_err(|_| StoreError::Closed)?;
                answered.await.unwrap_or(Err(StoreError::Closed))
            }
        }
    }

    /// The same for a task that has many batches under way and waits for all of them in one
    /// queue, in which those of one commit are one message. It does not wait for room: without room
    /// the answer is an error at once.
    pub fn hand_in(&self, batch: Batch, answers: &mpsc::UnboundedSender<Vec<Settled>>) {
        let refuse = |batch, error| {
            let result = Err(error);
            let _ = answers.send(vec![Settled { batch, result }]);
        };
        if let Err(error) = check(&batch) {
            return refuse(batch, error);
        }
        let request = Request::new(batch, Answer::Queue(answers.clone()));
        if let Err((request, error)) = self.try_send(request) {
            refuse(request.batch, error);
        }
    }

    #[expect(clippy::result_large_err)] // the batch goes back as it came
    fn try_send(&self, request: Request) -> Result<(), (Request, StoreError)> {
        use mpsc::error::TrySendError;
        match &self.way {
            Way::Writer { db, room, .. } => match &db.pools {
                Pools::Sqlite(file) => file.append(request, *room),
                Pools::Postgres(_) | Pools::Mysql(_) => Err((request, StoreError::Closed)),
            },
            Way::Task(requests) => requests.try_send(request).map_err(|refused| match refused {
                TrySendError::Full(request) => (request, StoreError::Full),
                TrySendError::Closed(request) => (request, StoreError::Closed),
            }),
        }
    }

    /// How many batches wait in the queue.
    pub fn waiting(&self) -> usize {
        match &self.way {
            Way::Writer { db, .. } => match &db.pools {
                Pools::Sqlite(file) => file.waiting(),
                Pools::Postgres(_) | Pools::Mysql(_) => 0,
            },
            Way::Task(requests) => requests.max_capacity() - requests.capacity(),
        }
    }
}

/// Here, not in the group: what is wrong with one batch is nobody else's business.
fn check(batch: &[NewEntry]) -> Result<(), StoreError> {
    for entry in batch {
        entry.check()?;
    }
    match batch {
        [first, rest @ ..] if rest.iter().any(|entry| entry.match_id != first.match_id) => {
            Err(StoreError::BadValue("a batch of several matches"))
        }
        _ => Ok(()),
    }
}

/// Until everything that was handed in is stored.
async fn last_handle(store: Store, mut handles: mpsc::Receiver<()>) {
    while handles.recv().await.is_some() {}
    // The writer works in the order of coming. Whether this arrives is of no importance.
    let _ = store.append_batches::<Vec<NewEntry>>(&[]).await;
}

/// Answers what one commit has settled. One message to each who waits: sent one by one, they wake
/// the other side again and again.
pub(crate) fn settle(settled: impl Iterator<Item = (Request, Result<Appended, StoreError>)>) {
    let waited = metrics::histogram!("parlor_store_append_seconds");
    let now = Instant::now();
    let mut queues: Vec<(mpsc::UnboundedSender<Vec<Settled>>, Vec<Settled>)> = Vec::new();
    for (request, result) in settled {
        waited.record(now.duration_since(request.since));
        match &result {
            Ok(Appended::Stored) => {}
            Ok(Appended::Conflict) => {
                metrics::counter!("parlor_store_append_conflicts_total").increment(1);
            }
            Err(error) => {
                metrics::counter!("parlor_store_append_errors_total", "code" => error.code())
                    .increment(1);
            }
        }
        let batch = request.batch;
        match request.answer {
            // A caller that has gone needs no answer: the entry is in the log all the same.
            Answer::Once(answer) => drop(answer.send(result)),
            Answer::Queue(queue) => {
                let settled = Settled { batch, result };
                match queues.iter_mut().find(|(it, _)| it.same_channel(&queue)) {
                    Some((_, all)) => all.push(settled),
                    None => queues.push((queue, vec![settled])),
                }
            }
        }
    }
    for (queue, settled) in queues {
        let _ = queue.send(settled);
    }
}

/// A server works on several transactions, so that a move need not wait for a commit that began
/// just before it came; with more of them groups would become too small.
const COMMITS_AT_ONCE: usize = 2;
/// Commits of no more entries leave a server time for another one.
const FEW: usize = 4;

/// Whether what waits is committed beside what is under way. Where much is written two small commits cost more
/// than a larger one, and everybody waits longer.
fn is_worth_a_commit(waiting: usize, under_way: &[usize]) -> bool {
    let busy: usize = under_way.iter().sum();
    under_way.len() < COMMITS_AT_ONCE && (busy <= FEW || waiting >= 2 * busy)
}

async fn run(store: Store, mut queue: mpsc::Receiver<Request>, most: usize) {
    let mut commits = FuturesUnordered::new();
    let mut under_way = SmallVec::<[usize; COMMITS_AT_ONCE]>::new();
    let mut group = Vec::new();
    let mut entries = 0;
    let mut is_open = true;
    while is_open || !group.is_empty() || !commits.is_empty() {
        tokio::select! {
            biased;
            Some(done) = commits.next(), if !commits.is_empty() => {
                if let Some(at) = under_way.iter().position(|&it| it == done) {
                    under_way.swap_remove(at);
                }
            }
            next = queue.recv(), if is_open && entries < most => match next {
                Some(next) => {
                    entries += next.len();
                    group.push(next);
                }
                None => is_open = false,
            },
        }
        while entries < most
            && let Ok(next) = queue.try_recv()
        {
            entries += next.len();
            group.push(next);
        }
        // A batch may be empty, and wants an answer all the same.
        if !group.is_empty() && is_worth_a_commit(entries, &under_way) {
            metrics::histogram!("parlor_store_group_entries").record(entries as f64);
            let taken = std::mem::take(&mut entries);
            under_way.push(taken);
            let commit = commit(&store, std::mem::take(&mut group));
            commits.push(async move {
                commit.await;
                taken
            });
        }
    }
}

async fn commit(store: &Store, group: Vec<Request>) {
    let begun = Instant::now();
    let entries: usize = group.iter().map(Request::len).sum();
    let span = tracing::trace_span!(target: TRACE, "commit", entries);
    let result = store.append_batches(&group).instrument(span).await;
    metrics::histogram!("parlor_store_commit_seconds").record(begun.elapsed());
    match result {
        Ok(answers) => settle(group.into_iter().zip(answers.into_iter().map(Ok))),
        // The database dislikes something in the group: find out whose it is.
        Err(StoreError::Failed(_)) if group.len() > 1 => {
            for request in group {
                let alone = store.append_batches(&[&request.batch]).await;
                let alone = alone.map(|answers| answers.first().copied());
                let alone = alone.map(|first| first.unwrap_or(Appended::Conflict));
                settle(std::iter::once((request, alone)));
            }
        }
        Err(error) => settle(group.into_iter().map(|it| (it, Err(error.clone())))),
    }
}

#[cfg(test)]
mod tests {
    use super::is_worth_a_commit;

    #[test]
    fn a_second_commit_must_be_worth_it() {
        assert!(is_worth_a_commit(1, &[]));
        // Nobody waits behind a single move.
        assert!(is_worth_a_commit(1, &[1]));
        assert!(!is_worth_a_commit(10, &[20]));
        assert!(is_worth_a_commit(40, &[20]));
        assert!(!is_worth_a_commit(400, &[1, 1]));
    }
}
