//! What all files have in common: they are written at once, and checked page by page.
//!
//! A page is 4,096 bytes of the file as it lies on the disk; the first one is shorter by the
//! header. Its sum stands behind the payload, and the header has a sum of the sums: so a page can be
//! believed without reading the others.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Deref;
use std::path::Path;

use crc::{CRC_64_XZ, Crc, Table};
use parlor_mapped::Mapped;

use crate::error::{Error, Fault};
use crate::file::HEADER;

/// What an unfinished file is called until it is renamed.
pub(crate) const UNFINISHED: &str = ".tmp";
pub(crate) const PAGE: usize = 4096;
/// Bytes that a sum takes in the file.
const SUM: usize = 4;

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

/// Of a header, or of all sums of pages.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    CRC.checksum(bytes)
}

/// How many pages a payload begins on.
pub(crate) fn pages(payload: u64) -> u64 {
    (HEADER as u64 + payload).div_ceil(PAGE as u64)
}

/// Sums of a payload that is given piece by piece.
struct Sums {
    done: Vec<u8>,
    page: crc32fast::Hasher,
    /// Bytes of the present page that were seen.
    seen: usize,
}

impl Sums {
    fn new() -> Sums {
        Sums {
            done: Vec::new(),
            page: crc32fast::Hasher::new(),
            seen: HEADER,
        }
    }

    fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PAGE - self.seen));
            self.page.update(now);
            self.seen += now.len();
            if self.seen == PAGE {
                self.end_page();
            }
            bytes = later;
        }
    }

    fn end_page(&mut self) {
        let page = std::mem::take(&mut self.page);
        self.done.extend(page.finalize().to_le_bytes());
        self.seen = 0;
    }

    /// The sums as they stand in the file.
    fn finish(mut self) -> Vec<u8> {
        if self.seen > 0 {
            self.end_page();
        }
        self.done
    }
}

/// Whether a page of a whole file has the sum that stands behind the payload. The file's length is
/// that of the payload with everything around it.
pub(crate) fn is_good(file: &[u8], payload: u64, page: usize) -> bool {
    let end = HEADER + payload as usize;
    let from = (page * PAGE).max(HEADER);
    let to = ((page + 1) * PAGE).min(end);
    let at = end + page * SUM;
    let (Some(bytes), Some(sum)) = (file.get(from..to), file.get(at..at + SUM)) else {
        return false;
    };
    crc32fast::hash(bytes).to_le_bytes() == sum
}

fn length(payload: u64) -> u64 {
    HEADER as u64 + payload + pages(payload) * SUM as u64
}

/// Writes a file under another name and renames it when it is on the disk. The header is made with
/// the sum of the sums.
pub(crate) fn write(
    path: &Path,
    header: impl FnOnce(u64) -> [u8; HEADER],
    payload: &[&[u8]],
) -> Result<(), Error> {
    let mut unfinished = path.to_owned().into_os_string();
    unfinished.push(UNFINISHED);
    let mut sums = Sums::new();
    for part in payload {
        sums.update(part);
    }
    let sums = sums.finish();
    let header = header(checksum(&sums));
    let write = || -> io::Result<()> {
        let mut file = BufWriter::new(File::create(&unfinished)?);
        file.write_all(&header)?;
        for part in payload {
            file.write_all(part)?;
        }
        file.write_all(&sums)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&unfinished, path)?;
        // The new name must outlast a power cut, too.
        path.parent()
            .map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    };
    write().map_err(|source| {
        // If even this fails, the next run removes it.
        let _ = fs::remove_file(&unfinished);
        let payload = payload.iter().map(|part| part.len() as u64).sum();
        let (path, bytes) = (path.to_owned(), length(payload));
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                Error::DiskFull { path, bytes }
            }
            _ => Error::Io { path, source },
        }
    })
}

/// Opens a file if its header and its length are right; the payload is not looked at.
pub(crate) fn open<T>(
    path: &Path,
    payload: u64,
    judge: impl FnOnce(&[u8; HEADER]) -> Result<T, Fault>,
) -> Result<(File, T), Fault> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Fault::Missing,
        _ => Fault::Unreadable(error.to_string()),
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let is = file.metadata().map_err(unreadable)?.len();
    let should = length(payload);
    let mut bytes = [0; HEADER];
    match file.read_exact(&mut bytes) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            return Err(Fault::Length { is, should });
        }
        Err(error) => return Err(unreadable(error)),
    }
    let judged = judge(&bytes)?;
    if is != should {
        return Err(Fault::Length { is, should });
    }
    Ok((file, judged))
}

/// Maps an open file and checks its sums; pages are checked by [`is_good`].
pub(crate) fn map(file: &File, payload: u64, sum: u64) -> Result<Mapped, Fault> {
    let mapped = Mapped::new(file).map_err(|error| Fault::Unreadable(error.to_string()))?;
    let (is, should) = (mapped.len() as u64, length(payload));
    if is != should {
        return Err(Fault::Length { is, should });
    }
    if checksum(&mapped[HEADER + payload as usize..]) != sum {
        return Err(Fault::Checksum);
    }
    Ok(mapped)
}

/// What stands between header and sums of a file that is good.
#[derive(Debug)]
pub struct Payload {
    mapped: Mapped,
    length: usize,
}

impl Payload {
    /// Checks all of it.
    pub(crate) fn read(file: &File, payload: u64, sum: u64) -> Result<Payload, Fault> {
        let mapped = map(file, payload, sum)?;
        if !(0..pages(payload) as usize).all(|page| is_good(&mapped, payload, page)) {
            return Err(Fault::Checksum);
        }
        let length = payload as usize;
        Ok(Payload { mapped, length })
    }
}

impl Deref for Payload {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.mapped[HEADER..HEADER + self.length]
    }
}
