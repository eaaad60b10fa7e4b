//! A file and the threads on it, shared by all who open it in this process.

use std::collections::HashMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Weak};
use std::time::Duration;

use parlor_engine::Seq;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use tokio::sync::{Mutex, oneshot, watch};

use super::lock::{Lock, create, lock};
use super::log::Log;
use super::queue::Queue;
use super::readers::Readers;
use super::tails::Tails;
use super::work::Task;
use super::writer::{self, Worker};
use super::{at_once, reading, statements};
use crate::appender::Request;
use crate::db::Body;
use crate::error::Fault;
use crate::exec::{Arg, Boxed, Terms, check};
use crate::migrate::{Meta, migrate};
use crate::row::Rows;
use crate::{Appended, EntryRow, NewEntry, StoreError};

/// How long to wait for another program that writes to the file.
const BUSY: Duration = Duration::from_secs(5);
const STATEMENTS: usize = 256;
/// The cache is in KiB (that is what the minus says): room for what is at play. A page at the end
/// of the log is written again with every commit; the longer the write-ahead log, the more of that
/// is copied into the database only once. The undo notes of a statement of many rows would
/// otherwise be a file of their own.
const SETTINGS: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA temp_store = memory; PRAGMA cache_size = -32000; \
     PRAGMA wal_autocheckpoint = 8000;";
/// Of those who read beside the writer. Every commit makes what they have in their caches worthless, and
/// four of them at the usual two megabytes are more than hundreds of matches need.
const READING: &str = "PRAGMA query_only = ON; PRAGMA cache_size = -256;";

/// Attempts to read a match that is being deleted.
const LOOKS: u32 = 8;

/// Files open in this process. Whoever opens one again shares its writer.
static OPEN: LazyLock<Mutex<HashMap<PathBuf, Weak<Shared>>>> = LazyLock::new(Mutex::default);

#[derive(Debug)]
struct Shared {
    queue: Arc<Queue>,
    tails: Tails,
    /// None for a database in memory, which lives in the writer's connection.
    readers: Option<Readers>,
    file: Option<Identity>,
    meta: Meta,
    /// Handles that are not closed.
    handles: AtomicUsize,
    /// Closed when the writer has ended.
    ended: watch::Receiver<()>,
}

/// Which file it is, whatever stands at its path later.
#[derive(PartialEq, Eq, Debug)]
struct Identity {
    path: PathBuf,
    device: u64,
    inode: u64,
}

impl Identity {
    fn of(path: &Path) -> std::io::Result<Identity> {
        let found = std::fs::metadata(path)?;
        Ok(Identity {
            path: path.to_owned(),
            device: found.dev(),
            inode: found.ino(),
        })
    }
}

/// One opening of a file.
#[derive(Debug)]
pub(crate) struct Handle {
    terms: Arc<Terms>,
    shared: Arc<Shared>,
    is_closed: AtomicBool,
}

/// Without a path it is a database in memory.
pub(crate) async fn open(
    path: Option<&Path>,
    terms: &Arc<Terms>,
) -> Result<(Handle, Meta), StoreError> {
    let Some(path) = path else {
        return Ok(handle(start(None, terms).await?, terms));
    };
    let failed = |error| StoreError::Unavailable(Fault::new(&terms.place, error));
    if let Some(folder) = path.parent() {
        tokio::fs::create_dir_all(folder).await.map_err(failed)?;
    }
    create(path, &terms.place)?;
    // One file, whatever it is called.
    let path = tokio::fs::canonicalize(path).await.map_err(failed)?;
    let mut open = OPEN.lock().await;
    if let Some(shared) = open.get(&path).and_then(Weak::upgrade)
        && shared.enter()
    {
        return Ok(handle(shared, terms));
    }
    let file = Identity::of(&path).map_err(failed)?;
    let shared = start(Some(file), terms).await?;
    open.retain(|_, shared| shared.strong_count() > 0);
    open.insert(path, Arc::downgrade(&shared));
    Ok(handle(shared, terms))
}

fn handle(shared: Arc<Shared>, terms: &Arc<Terms>) -> (Handle, Meta) {
    let meta = shared.meta.clone();
    let handle = Handle {
        terms: terms.clone(),
        shared,
        is_closed: AtomicBool::new(false),
    };
    (handle, meta)
}

/// Starts the threads, and waits until the schema is up to date.
async fn start(file: Option<Identity>, terms: &Arc<Terms>) -> Result<Arc<Shared>, StoreError> {
    let failed = |error| StoreError::Unavailable(Fault::new(&terms.place, error));
    let (readers, reading) = match &file {
        None => (None, Vec::new()),
        Some(file) => {
            let (path, terms) = (file.path.clone(), terms.clone());
            let open = move || connection(Some(&path), &terms, READING);
            let (readers, reading) = Readers::start(open).map_err(failed)?;
            (Some(readers), reading)
        }
    };
    let queue = Arc::new(Queue::default());
    let (ready, is_ready) = oneshot::channel();
    let (ending, ended) = watch::channel(());
    let (path, jobs, thread_terms) = (
        file.as_ref().map(|file| file.path.clone()),
        queue.clone(),
        terms.clone(),
    );
    let write = move || {
        match open_writer(path.as_deref(), &thread_terms) {
            Err(error) => drop(ready.send(Err(error))),
            Ok((mut worker, meta, lock)) => {
                let tails = worker.log.tails.clone();
                if ready.send(Ok((meta, tails))).is_ok() {
                    writer::run(&mut worker, &jobs);
                }
                // The writer last: the last connection to leave tidies up the write-ahead log.
                for reader in reading {
                    let _ = reader.join();
                }
                drop(worker);
                drop(lock);
            }
        }
        drop(ending);
    };
    let thread = std::thread::Builder::new().name("store-write".to_owned());
    thread.spawn(write).map_err(failed)?;
    let (meta, tails) = is_ready.await.unwrap_or(Err(StoreError::Closed))?;
    Ok(Arc::new(Shared {
        queue,
        tails,
        readers,
        file,
        meta,
        handles: AtomicUsize::new(1),
        ended,
    }))
}

fn open_writer(
    path: Option<&Path>,
    terms: &Arc<Terms>,
) -> Result<(Worker, Meta, Option<Lock>), StoreError> {
    let lock = path.map(|path| lock(path, &terms.place)).transpose()?;
    let mut conn = connection(path, terms, SETTINGS)?;
    let meta = at_once(&mut conn, terms, &(), |(), exec| Box::pin(migrate(exec)))?;
    let mut log = Log::new(terms.clone());
    log.refresh(&mut conn)?;
    let worker = Worker {
        conn,
        log,
        terms: terms.clone(),
        is_lost: false,
    };
    Ok((worker, meta, lock))
}

/// A connection for whoever has the file alone; made if it is missing, folder included.
pub(crate) fn open_alone(path: &Path, terms: &Terms) -> Result<(Connection, Lock), StoreError> {
    let failed = |error| StoreError::Unavailable(Fault::new(&terms.place, error));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    create(path, &terms.place)?;
    let lock = lock(path, &terms.place)?;
    Ok((connection(Some(path), terms, SETTINGS)?, lock))
}

/// A connection that reads beside whoever has the file.
pub(crate) fn open_beside(path: &Path, terms: &Terms) -> Result<Connection, StoreError> {
    connection(Some(path), terms, "PRAGMA query_only = ON;")
}

fn connection(
    path: Option<&Path>,
    terms: &Terms,
    settings: &str,
) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let conn = match path {
            // Not made here: after it was moved away, an empty one would take its place.
            Some(path) => Connection::open_with_flags(path, flags)?,
            None => Connection::open_in_memory()?,
        };
        conn.busy_timeout(BUSY)?;
        // Otherwise a statement with `LIMIT ?` is planned anew for every value of it.
        conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        conn.set_prepared_statement_cache_capacity(STATEMENTS);
        conn.execute_batch(settings)?;
        Ok(conn)
    };
    open().map_err(|error| StoreError::of_sqlite(&terms.place, error))
}

impl Shared {
    /// False when it is being closed.
    fn enter(&self) -> bool {
        let more = |count: usize| (count > 0).then(|| count + 1);
        let relaxed = Ordering::Relaxed;
        self.handles.fetch_update(relaxed, relaxed, more).is_ok()
    }

    /// True for the last to go, with whom everything ends.
    fn leave(&self) -> bool {
        let is_last = self.handles.fetch_sub(1, Ordering::Relaxed) == 1;
        if is_last {
            if let Some(readers) = &self.readers {
                readers.close();
            }
            self.queue.close();
        }
        is_last
    }
}

impl Handle {
    fn open(&self) -> Result<&Shared, StoreError> {
        if self.is_closed.load(Ordering::Relaxed) {
            return Err(StoreError::Closed);
        }
        Ok(&self.shared)
    }

    /// Hands a batch to the writer, or gives it back.
    #[expect(clippy::result_large_err)] // the batch goes back as it came
    pub(crate) fn append(
        &self,
        request: Request,
        room: usize,
    ) -> Result<(), (Request, StoreError)> {
        match self.open() {
            Ok(shared) => shared.queue.append(request, room),
            Err(error) => Err((request, error)),
        }
    }

    pub(crate) fn waiting(&self) -> usize {
        self.shared.queue.waiting()
    }

    pub(crate) async fn append_batches(
        &self,
        batches: Vec<Vec<NewEntry>>,
    ) -> Result<Vec<Appended>, StoreError> {
        let work = move |worker: &mut Worker| worker.append_batches(&batches);
        self.write(false, work).await
    }

    pub(crate) fn execute<'a>(
        &'a self,
        sql: &'a str,
        args: &'a [Arg<'a>],
    ) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            check(args)?;
            let (sql, args) = (sql.to_owned(), statements::owned(args));
            let work = move |worker: &mut Worker| {
                statements::execute(&worker.conn, &worker.terms, &sql, &args)
            };
            self.write(false, work).await
        })
    }

    pub(crate) fn fetch<'a>(
        &'a self,
        sql: &'a str,
        args: &'a [Arg<'a>],
    ) -> Boxed<'a, Result<Rows, StoreError>> {
        Box::pin(async move {
            check(args)?;
            let (sql, args) = (sql.to_owned(), statements::owned(args));
            let read = move |conn: &mut Connection, terms: &Terms| {
                statements::rows(conn, terms, &sql, &args).map(Rows::Sqlite)
            };
            self.read(read).await
        })
    }

    pub(crate) async fn transact<C, T>(
        &self,
        context: Arc<C>,
        body: Body<C, T>,
    ) -> Result<T, StoreError>
    where
        C: Send + Sync + 'static,
        T: Send + 'static,
    {
        let work = move |worker: &mut Worker| {
            let terms = worker.terms.clone();
            at_once(&mut worker.conn, &terms, &*context, body)
        };
        self.write(true, work).await
    }

    /// The same for what takes a match's log away, too.
    pub(crate) async fn delete_with<C>(
        &self,
        match_id: String,
        context: Arc<C>,
        body: Body<C, ()>,
    ) -> Result<(), StoreError>
    where
        C: Send + Sync + 'static,
    {
        let work = move |worker: &mut Worker| {
            let terms = worker.terms.clone();
            at_once(&mut worker.conn, &terms, &*context, body)?;
            worker.delete_log(&match_id)
        };
        self.write(true, work).await
    }

    /// Entries after `after`, in order.
    pub(crate) async fn entries(
        &self,
        match_id: &str,
        after: Seq,
    ) -> Result<Vec<EntryRow>, StoreError> {
        for _ in 0..LOOKS {
            let tail = self.shared.tails.after(match_id, after);
            let id = match_id.to_owned();
            let read = move |conn: &mut Connection, terms: &Terms| {
                reading::entries(conn, terms, &id, after, &tail)
            };
            if let Some(entries) = self.read(read).await? {
                return Ok(entries);
            }
            tokio::task::yield_now().await;
        }
        Err(self
            .terms
            .corrupt(&format!("match {match_id} has lost entries")))
    }

    /// The start for an empty log.
    pub(crate) async fn last_seqs(&self, ids: Vec<String>) -> Result<Vec<Seq>, StoreError> {
        // Memory first: what leaves it meanwhile is in the index.
        let tails: Vec<Seq> = ids
            .iter()
            .map(|id| self.shared.tails.last_seq(id))
            .collect();
        let read =
            move |conn: &mut Connection, terms: &Terms| reading::last_seqs(conn, terms, &ids);
        let indexed = self.read(read).await?;
        Ok(tails
            .into_iter()
            .zip(indexed)
            .map(|(one, other)| one.max(other))
            .collect())
    }

    pub(super) async fn write<T, F>(&self, guarded: bool, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Worker) -> Result<T, StoreError> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        self.open()?.queue.work(Box::new(Task {
            guarded,
            work: Some(work),
            done: None,
            answer,
        }))?;
        self.in_time(answered).await
    }

    async fn read<T, F>(&self, read: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection, &Terms) -> Result<T, StoreError> + Send + 'static,
    {
        let Some(readers) = &self.open()?.readers else {
            let work = |worker: &mut Worker| read(&mut worker.conn, &worker.terms);
            return self.write(false, work).await;
        };
        let (answer, answered) = oneshot::channel();
        let terms = self.terms.clone();
        readers.read(Box::new(move |conn| {
            let _ = answer.send(conn.and_then(|conn| read(conn, &terms)));
        }))?;
        self.in_time(answered).await
    }

    async fn in_time<T>(
        &self,
        answered: oneshot::Receiver<Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        match tokio::time::timeout(self.terms.patience, answered).await {
            Ok(answer) => answer.unwrap_or(Err(StoreError::Closed)),
            Err(_) => Err(StoreError::timed_out(&self.terms.place)),
        }
    }

    /// Whether the file is still where it was opened: what is written to one that was moved away
    /// or replaced, nobody finds again.
    pub(crate) fn is_in_place(&self) -> Result<(), StoreError> {
        let Some(file) = &self.open()?.file else {
            return Ok(());
        };
        let fault = |what: String| StoreError::Unavailable(Fault::new(&self.terms.place, what));
        match Identity::of(&file.path) {
            Ok(found) if found == *file => Ok(()),
            Ok(_) => Err(fault("another file is in its place".to_owned())),
            Err(error) => Err(fault(error.to_string())),
        }
    }

    /// When everybody has closed, it waits for the last commit.
    pub(crate) async fn close(&self) {
        if !self.is_closed.swap(true, Ordering::Relaxed) && self.shared.leave() {
            let mut ended = self.shared.ended.clone();
            while ended.changed().await.is_ok() {}
        }
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if !self.is_closed.swap(true, Ordering::Relaxed) {
            self.shared.leave();
        }
    }
}
