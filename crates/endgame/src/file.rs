//! Table files: a header of 128 bytes, then the tables of a pair one after the other, then a sum of
//! each page.
//!
//! A file is written under a temporary name, brought to the disk and renamed, so what has the right
//! name is whole. Numbers are little-endian. See `docs/tables.md`.

use std::fs::File;
use std::path::{Path, PathBuf};

use parlor_marelles::Removal;

use crate::error::{Error, Fault};
use crate::solve::Summary;
pub use crate::store::Payload;
use crate::store::{self, checksum};
use crate::{Pair, Stones};

pub const VERSION: u32 = 2;
pub const HEADER: usize = 128;
const MAGIC: [u8; 8] = *b"PARLORMT";

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

fn removal_code(removal: Removal) -> u8 {
    match removal {
        Removal::Standard => 1,
        Removal::Document => 2,
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

    fn head(self) -> Head {
        Head {
            kind: match self.kind {
                Kind::Values => 1,
                Kind::Distances => 2,
            },
            removal: self.removal,
            stones: [self.pair.more(), self.pair.fewer()],
            payload: self.payload(),
            tables: self.pair.tables().len(),
            placing: [0, 0],
        }
    }

    /// Writes the payload given in parts; at its right name there is nothing or all of it.
    pub(crate) fn write(
        self,
        dir: &Path,
        summaries: &[Summary],
        payload: &[&[u8]],
    ) -> Result<(), Error> {
        self.head().write(&self.path(dir), summaries, payload)
    }

    /// Opens a file if its header and its length are right; the payload is not looked at.
    pub fn open(self, dir: &Path) -> Result<(File, Header), Fault> {
        self.head().open(&self.path(dir))
    }

    /// Maps and checks all of it.
    pub fn read(self, dir: &Path) -> Result<(Header, Payload), Fault> {
        self.head().read(&self.path(dir))
    }
}

/// What a header tells beyond the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// In the order of [`Pair::tables`].
    pub summaries: Vec<Summary>,
    /// Of the sums of all pages.
    pub checksum: u64,
}

/// What the header of a file must say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) kind: u8,
    pub(crate) removal: Removal,
    pub(crate) stones: [u8; 2],
    pub(crate) payload: u64,
    pub(crate) tables: usize,
    /// Plies that were played and stones of a side at the start, while stones are placed.
    pub(crate) placing: [u8; 2],
}

impl Head {
    fn bytes(self, summaries: &[Summary], sum: u64) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.kind, removal_code(self.removal)]);
        bytes.extend(self.stones);
        bytes.extend(self.payload.to_le_bytes());
        bytes.extend(sum.to_le_bytes());
        for summary in summaries {
            let longest = u64::from(summary.longest);
            for number in [summary.wins, summary.draws, summary.losses, longest] {
                bytes.extend(number.to_le_bytes());
            }
        }
        let mut header = [0; HEADER];
        header[..bytes.len()].copy_from_slice(&bytes);
        header[96..98].copy_from_slice(&self.placing);
        let sum = checksum(&header[..HEADER - 8]);
        header[HEADER - 8..].copy_from_slice(&sum.to_le_bytes());
        header
    }

    pub(crate) fn write(
        self,
        path: &Path,
        summaries: &[Summary],
        payload: &[&[u8]],
    ) -> Result<(), Error> {
        store::write(path, |sum| self.bytes(summaries, sum), payload)
    }

    pub(crate) fn open(self, path: &Path) -> Result<(File, Header), Fault> {
        store::open(path, self.payload, |bytes| self.judge(bytes))
    }

    pub(crate) fn read(self, path: &Path) -> Result<(Header, Payload), Fault> {
        let (file, header) = self.open(path)?;
        let payload = Payload::read(&file, self.payload, header.checksum)?;
        Ok((header, payload))
    }

    fn judge(self, bytes: &[u8; HEADER]) -> Result<Header, Fault> {
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
        if number(HEADER - 8) != checksum(&bytes[..HEADER - 8]) {
            return Err(Fault::Checksum);
        }
        let summary = |at: usize| Summary {
            wins: number(at),
            draws: number(at + 8),
            losses: number(at + 16),
            longest: number(at + 24) as u8,
        };
        let summaries = [32, 64].into_iter().take(self.tables);
        let header = Header {
            summaries: summaries.map(summary).collect(),
            checksum: number(24),
        };
        // Everything else in a header follows from what is asked for.
        if *bytes != self.bytes(&header.summaries, header.checksum) {
            return Err(Fault::Other);
        }
        Ok(header)
    }
}
