//! One process at a time: what is in the writer's memory must be all there is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read as _, Seek as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::StoreError;
use crate::error::Fault;

/// How long a process that is just ending may still have it.
const PATIENCE: Duration = Duration::from_secs(1);

/// Held until it is dropped or the process ends, however it ends. Other programs may read the
/// database all the same, as a backup does.
#[derive(Debug)]
pub(crate) struct Lock(#[allow(dead_code)] File);

/// Waits a moment if need be.
pub(super) fn lock(database: &Path, place: &Arc<str>) -> Result<Lock, StoreError> {
    let path = beside(database, ".lock");
    let failed = |error: std::io::Error| {
        StoreError::Unavailable(Fault::new(&path.display().to_string().into(), error))
    };
    let mut file = owners_only()
        .read(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(failed)?;
    give_to_owner_of_folder(&path);
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) if since.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = file.read_to_string(&mut holder);
                let what = format!("process {} has it", holder.trim());
                return Err(StoreError::InUse(Fault::new(place, what)));
            }
        }
    }
    // Only to say who has it.
    let _ = file.set_len(0);
    let _ = file.rewind();
    let _ = writeln!(file, "{}", std::process::id());
    Ok(Lock(file))
}

/// Makes the file if there is none, for nobody else to read: sessions and seeds are in it.
/// SQLite gives the files beside it the same mode.
pub(super) fn create(database: &Path, place: &Arc<str>) -> Result<(), StoreError> {
    match owners_only().create_new(true).open(database) {
        Ok(_) => {
            give_to_owner_of_folder(database);
            Ok(())
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::Unavailable(Fault::new(place, error))),
    }
}

/// Whoever looks after a house as root (`parlor restore`, `parlor admin`) leaves no files behind that the
/// house itself, which runs as somebody else, could not open. SQLite does the same for its own.
fn give_to_owner_of_folder(file: &Path) {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if let (Ok(own), Ok(folder)) = (file.metadata(), folder.metadata())
        && own.uid() == 0
        && folder.uid() != 0
    {
        // Only root may; for everybody else it stays as it is.
        let _ = chown(file, Some(folder.uid()), Some(folder.gid()));
    }
}

fn owners_only() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

fn beside(database: &Path, ending: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(ending);
    path.into()
}
