//! Files that hold secrets: whole or not there at all, and readable by their owner alone.

use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use crate::TlsError;

pub(crate) fn make_folder(folder: &Path) -> Result<(), TlsError> {
    let made = std::fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(|error| TlsError::file(folder, error))
}

/// Written beside and moved into place, so that a crash leaves the old one.
pub(crate) fn write(path: &Path, content: &str) -> Result<(), TlsError> {
    let beside = path.with_extension("new");
    let write = || {
        let mut file = std::fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&beside)?;
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| TlsError::file(path, error))
}

/// `None` if there is no such file.
pub(crate) fn read(path: &Path) -> Result<Option<String>, TlsError> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TlsError::file(path, error)),
    }
}
