//! Grouping: while commits run, everything that arrives waits for the next, which takes it all. One
//! move alone is not delayed; a thousand at once cost a few commits.

use std::time::Instant;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::{Appended, Backend, NewEntry, Store, StoreError};

#[derive(Clone, Copy, Debug)]
pub struct AppenderOptions {
    /// How many callers may wait before the next one waits for room.
    pub queue: usize,
    /// The most entries in one commit; a single batch may be larger.
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

/// A handle on the task that appends. When the last one is dropped, the task stores what is
/// still waiting and ends.
#[derive(Clone, Debug)]
pub struct Appender {
    requests: mpsc::Sender<Request>,
}

#[derive(Debug)]
struct Request {
    batch: Vec<NewEntry>,
    since: Instant,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    Once(oneshot::Sender<Result<Appended, StoreError>>),
    /// To somebody who waits for many.
    Queue(mpsc::UnboundedSender<Settled>),
}

/// What became of a batch that was handed in with [`Appender::hand_in`].
#[derive(Debug)]
pub struct Settled {
    pub batch: Vec<NewEntry>,
    pub result: Result<Appended, StoreError>,
}

impl AsRef<[NewEntry]> for Request {
    fn as_ref(&self) -> &[NewEntry] {
        &self.batch
    }
}

impl Appender {
    /// The task ends after the last handle is gone; wait for it before closing the store.
    pub fn spawn(store: Store, options: AppenderOptions) -> (Appender, JoinHandle<()>) {
        let (requests, queue) = mpsc::channel(options.queue.max(1));
        let task = tokio::spawn(run(store, queue, options.group.max(1)));
        (Appender { requests }, task)
    }

    /// Stores entries of one match, all or none. `Stored` means they are on disk.
    ///
    /// A caller has one batch of a match under way at a time: what builds on an entry is judged
    /// after the entry is known to be stored. A caller that stops waiting does not take the batch
    /// back.
    pub async fn append(&self, batch: Vec<NewEntry>) -> Result<Appended, StoreError> {
        check(&batch)?;
        let (answer, answered) = oneshot::channel();
        let request = Request {
            batch,
            since: Instant::now(),
            answer: Answer::Once(answer),
        };
        self.requests
            .send(request)
            .await
            .map_err(|_| StoreError::Closed)?;
        answered.await.map_err(|_| StoreError::Closed)?
    }

    /// The same for a task that has many batches under way and waits for all of them in one
    /// queue. It does not wait for room: without room the answer is an error at once.
    pub fn hand_in(&self, batch: Vec<NewEntry>, answers: &mpsc::UnboundedSender<Settled>) {
        let settled = |batch, error| {
            let result = Err(error);
            let _ = answers.send(Settled { batch, result });
        };
        if let Err(error) = check(&batch) {
            return settled(batch, error);
        }
        let request = Request {
            batch,
            since: Instant::now(),
            answer: Answer::Queue(answers.clone()),
        };
        match self.requests.try_send(request) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(request)) => {
                settled(request.batch, StoreError::Full);
            }
            Err(mpsc::error::TrySendError::Closed(request)) => {
                settled(request.batch, StoreError::Closed);
            }
        }
    }

    /// How many callers wait in the queue.
    pub fn waiting(&self) -> usize {
        self.requests.max_capacity() - self.requests.capacity()
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

async fn run(store: Store, mut queue: mpsc::Receiver<Request>, most: usize) {
    let at_once = commits_at_once(store.backend());
    let mut commits = FuturesUnordered::new();
    loop {
        tokio::select! {
            biased;
            Some(()) = commits.next(), if !commits.is_empty() => {}
            first = queue.recv(), if commits.len() < at_once => {
                let Some(first) = first else {
                    break;
                };
                let mut entries = first.batch.len();
                let mut group = vec![first];
                while entries < most
                    && let Ok(next) = queue.try_recv()
                {
                    entries += next.batch.len();
                    group.push(next);
                }
                metrics::histogram!("parlor_store_group_entries").record(entries as f64);
                commits.push(commit(&store, group));
            }
        }
    }
    while commits.next().await.is_some() {}
}

/// SQLite has one writer. A server works on several transactions, so that a move need not wait for
/// a commit that began just before it came; with more of them groups would become too small.
fn commits_at_once(backend: Backend) -> usize {
    match backend {
        Backend::Sqlite => 1,
        Backend::Postgres | Backend::Mysql => 2,
    }
}

async fn commit(store: &Store, mut group: Vec<Request>) {
    let begun = Instant::now();
    let result = store.append_batches(&group).await;
    metrics::histogram!("parlor_store_commit_seconds").record(begun.elapsed());
    let waited = metrics::histogram!("parlor_store_append_seconds");
    let answer = |request: Request, result: Result<Appended, StoreError>| {
        waited.record(request.since.elapsed());
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
        // A caller that has gone needs no answer: the entry is in the log all the same.
        match request.answer {
            Answer::Once(answer) => drop(answer.send(result)),
            Answer::Queue(answers) => {
                let batch = request.batch;
                drop(answers.send(Settled { batch, result }));
            }
        }
    };
    match result {
        Ok(answers) => {
            for (request, appended) in group.drain(..).zip(answers) {
                answer(request, Ok(appended));
            }
        }
        // The database dislikes something in the group: find out whose it is.
        Err(StoreError::Failed(_)) if group.len() > 1 => {
            for request in group.drain(..) {
                let alone = store.append_batches(&[&request.batch]).await;
                let alone = alone.map(|answers| answers.first().copied());
                answer(
                    request,
                    alone.map(|first| first.unwrap_or(Appended::Conflict)),
                );
            }
        }
        Err(error) => {
            for request in group.drain(..) {
                answer(request, Err(error.clone()));
            }
        }
    }
}
