//! Table files: a header of 128 bytes, then the tables of a pair one after the other.
//!
//! A file is written under a temporary name, brought to the disk and renamed, so what has the right
//! name is whole. Numbers are little-endian. See `docs/tables.md`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crc::{CRC_64_XZ, Crc, Table};
use parlor_marelles::Removal;

use crate::error::{Error, Fault};
use crate::solve::Summary;
use crate::{Pair, Stones};

pub const VERSION: u32 = 1;
pub const HEADER: usize = 128;
/// What an unfinished file is called until it is renamed.
pub(crate) const UNFINISHED: &str = ".tmp";
const MAGIC: [u8; 8] = *b"PARLORMT";

static CRC: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Two bits a slot.
    Values,
    /// A byte a slot.
    Distances,
}

impl Kind {
    /// Bytes that the slots of a table take.
    pub fn bytes(self, stones: Stones) -> u64 {
        match self {
            Kind::Values => stones.slots().div_ceil(4),
            Kind::Distances => stones.slots(),
        }
    }
}

/// Which file is meant: what its name and its header must say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name {
    pub removal: Removal,
    pub pair: Pair,
    pub kind: Kind,
}

pub fn removal_word(removal: Removal) -> &'static str {
    match removal {
        Removal::Standard => "standard",
        Removal::Document => "document",
    }
}

/// The folder of a removal rule's tables.
pub fn folder(dir: &Path, removal: Removal) -> PathBuf {
    dir.join("marelles").join(removal_word(removal))
}

impl Name {
    pub fn path(self, dir: &Path) -> PathBuf {
        let kind = match self.kind {
            Kind::Values => "values",
            Kind::Distances => "distances",
        };
        folder(dir, self.removal).join(format!("{}.{kind}", self.pair))
    }

    /// Where each table of the pair stands in the payload: offset and length.
    pub fn parts(self) -> Vec<(Stones, u64, u64)> {
        let mut offset = 0;
        let mut parts = Vec::new();
        for stones in self.pair.tables() {
            let length = self.kind.bytes(stones);
            parts.push((stones, offset, length));
            offset += length;
        }
        parts
    }

    pub fn payload(self) -> u64 {
        self.parts().iter().map(|(_, _, length)| length).sum()
    }

    fn header(self, summaries: &[Summary], checksum: u64) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.kind {
            Kind::Values => 1,
            Kind::Distances => 2,
        });
        bytes.push(match self.removal {
            Removal::Standard => 1,
            Removal::Document => 2,
        });
        bytes.extend([self.pair.more(), self.pair.fewer()]);
        bytes.extend(self.payload().to_le_bytes());
        bytes.extend(checksum.to_le_bytes());
        for summary in summaries {
            let longest = u64::from(summary.longest);
            for number in [summary.wins, summary.draws, summary.losses, longest] {
                bytes.extend(number.to_le_bytes());
            }
        }
        let mut header = [0; HEADER];
        header[..bytes.len()].copy_from_slice(&bytes);
        let sum = CRC.checksum(&header[..HEADER - 8]);
        header[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        header
    }

    /// Writes the payload given in parts; at its right name there is nothing or all of it.
    pub(crate) fn write(
        self,
        dir: &Path,
        summaries: &[Summary],
        payload: &[&[u8]],
    ) -> Result<(), Error> {
        let path = self.path(dir);
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(UNFINISHED);
        let mut sum = CRC.digest();
        for part in payload {
            sum.update(part);
        }
        let header = self.header(summaries, sum.finalize());
        let write = || -> io::Result<()> {
            let mut file = BufWriter::new(File::create(&unfinished)?);
            file.write_all(&header)?;
            for part in payload {
                file.write_all(part)?;
            }
            file.into_inner()?.sync_all()?;
            fs::rename(&unfinished, &path)?;
            // The new name must outlast a power cut, too.
            File::open(folder(dir, self.removal))?.sync_all()
        };
        write().map_err(|source| {
            // If even this fails, the next run removes it.
            let _ = fs::remove_file(&unfinished);
            match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull {
                    bytes: HEADER as u64 + self.payload(),
                    path,
                },
                _ => Error::Io { path, source },
            }
        })
    }

    /// Opens a file if its header and its length are right; the payload is not looked at.
    pub fn open(self, dir: &Path) -> Result<(File, Header), Fault> {
        let unreadable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => Fault::Missing,
            _ => Fault::Unreadable(error.to_string()),
        };
        let mut file = File::open(self.path(dir)).map_err(unreadable)?;
        let is = file.metadata().map_err(unreadable)?.len();
        let mut bytes = [0; HEADER];
        match file.read_exact(&mut bytes) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let should = HEADER as u64 + self.payload();
                return Err(Fault::Length { is, should });
            }
            Err(error) => return Err(unreadable(error)),
        }
        let header = self.read_header(&bytes)?;
        let should = HEADER as u64 + self.payload();
        if is != should {
            return Err(Fault::Length { is, should });
        }
        Ok((file, header))
    }

    fn read_header(self, bytes: &[u8; HEADER]) -> Result<Header, Fault> {
        let number = |at: usize| {
            let mut eight = [0; 8];
            eight.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(eight)
        };
        if bytes[..8] != MAGIC {
            return Err(Fault::Foreign);
        }
        let version = number(8) as u32;
        if version != VERSION {
            return Err(Fault::Version(version));
        }
        if number(HEADER - 8) != CRC.checksum(&bytes[..HEADER - 8]) {
            return Err(Fault::Checksum);
        }
        let summary = |at: usize| Summary {
            wins: number(at),
            draws: number(at + 8),
            losses: number(at + 16),
            longest: number(at + 24) as u8,
        };
        let tables = self.pair.tables().len();
        let header = Header {
            summaries: [32, 64].into_iter().take(tables).map(summary).collect(),
            checksum: number(24),
        };
        // Everything else in a header follows from what is asked for.
        if *bytes != self.header(&header.summaries, header.checksum) {
            return Err(Fault::Other);
        }
        Ok(header)
    }

    /// Reads and checks all of it.
    pub fn read(self, dir: &Path) -> Result<(Header, Vec<u8>), Fault> {
        let (mut file, header) = self.open(dir)?;
        let payload = header.load(&mut file, self.payload())?;
        Ok((header, payload))
    }
}

/// What a header tells beyond the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// In the order of [`Pair::tables`].
    pub summaries: Vec<Summary>,
    pub checksum: u64,
}

impl Header {
    /// Reads the payload, which follows the header.
    pub(crate) fn load(&self, file: &mut File, length: u64) -> Result<Vec<u8>, Fault> {
        let mut payload = Vec::new();
        let unreadable = |reason: String| Fault::Unreadable(reason);
        payload
            .try_reserve_exact(length as usize)
            .map_err(|error| unreadable(error.to_string()))?;
        file.take(length)
            .read_to_end(&mut payload)
            .map_err(|error| unreadable(error.to_string()))?;
        if CRC.checksum(&payload) != self.checksum {
            return Err(Fault::Checksum);
        }
        Ok(payload)
    }
}
