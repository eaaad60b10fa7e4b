//! Building all tables up to a pair, keeping what is there.

use std::fs::{self, File, TryLockError};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlor_marelles::Removal;
use rayon::ThreadPoolBuilder;

use crate::error::{Error, Fault};
use crate::file::{Kind, Name, folder};
use crate::packed::Packed;
use crate::solve::{
    Captures, Cell, NO_DISTANCE, SolvedTable, Stage, Summary, Watch, solve, solving_work, verify,
    verifying_work,
};
use crate::store::UNFINISHED;
use crate::{Pair, Stones};

/// Pairs of at most so many stones get distances on the disk, too: with values alone a winner may
/// shuffle for ever, but beyond this the files grow fourfold faster than what they are good for.
const STONES_WITH_DISTANCES: u8 = 10;

#[derive(Clone, Debug)]
pub struct Plan {
    pub dir: PathBuf,
    pub removal: Removal,
    pub up_to: Pair,
    /// 0 takes all cores.
    pub threads: usize,
    /// Whether tables that are already there are checked board by board, too; new ones always are.
    pub verify: bool,
}

/// Hears what becomes of each pair.
pub trait Progress: Watch {
    fn event(&self, _event: &Event) {}
}

impl Progress for () {}

#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// The work ahead, and the most memory it takes.
    Start { work: u64, memory: u64 },
    /// Work on a pair begins.
    Begin { pair: Pair },
    /// The pair was there already, and good.
    Kept {
        pair: Pair,
        summaries: Vec<Summary>,
        verified: bool,
    },
    /// The pair is there, but cannot be used: it is built anew.
    Replaced { pair: Pair, fault: Fault },
    Built {
        pair: Pair,
        summaries: Vec<Summary>,
        time: Duration,
    },
}

pub fn keeps_distances(pair: Pair) -> bool {
    pair.more() + pair.fewer() <= STONES_WITH_DISTANCES
}

/// The files of a pair, the last being the one whose presence means that the pair is done.
pub fn files(removal: Removal, pair: Pair) -> Vec<Name> {
    let name = |kind| Name {
        removal,
        pair,
        kind,
    };
    let mut files = vec![name(Kind::Values)];
    if keeps_distances(pair) {
        files.insert(0, name(Kind::Distances));
    }
    files
}

/// Builds what is missing or damaged, in the order of solving.
pub fn build(plan: &Plan, progress: &dyn Progress) -> Result<(), Error> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Error::Threads {
            count: plan.threads,
            reason: error.to_string(),
        })?;
    let _lock = occupy(&folder(&plan.dir, plan.removal))?;
    pool.install(|| plan.run(progress))
}

/// Makes the folder ours, so that two runs do not write the same files.
pub(crate) fn occupy(folder: &Path) -> Result<File, Error> {
    let refused = |source| Error::Folder {
        path: folder.to_owned(),
        source,
    };
    fs::create_dir_all(folder).map_err(refused)?;
    let lock = File::create(folder.join("lock")).map_err(refused)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Error::Busy {
                path: folder.to_owned(),
            });
        }
        Err(TryLockError::Error(source)) => return Err(refused(source)),
    }
    for entry in fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        // Left by a run that was interrupted while writing.
        if path.to_string_lossy().ends_with(UNFINISHED) {
            fs::remove_file(&path).map_err(Error::io(&path))?;
        }
    }
    Ok(lock)
}

impl Plan {
    fn run(&self, progress: &dyn Progress) -> Result<(), Error> {
        let pairs = self.up_to.closure();
        let found: Vec<_> = pairs
            .into_iter()
            .map(|pair| (pair, self.find(pair)))
            .collect();
        let work = |pair: Pair, is_good: bool| match (is_good, self.verify) {
            (true, false) => 0,
            (true, true) => verifying_work(pair),
            (false, _) => solving_work(pair) + verifying_work(pair),
        };
        let ahead = || {
            found
                .iter()
                .map(|(pair, found)| (pair, work(*pair, found.is_ok())))
        };
        progress.event(&Event::Start {
            work: ahead().map(|(_, work)| work).sum(),
            memory: ahead()
                .filter(|&(_, work)| work > 0)
                .map(|(pair, _)| pair.memory())
                .max()
                .unwrap_or(0),
        });
        for (pair, found) in found {
            progress.event(&Event::Begin { pair });
            match found {
                Ok(summaries) => {
                    if self.verify {
                        verify(
                            &self.tables(pair)?,
                            self.removal,
                            &self.captures(pair)?,
                            progress,
                        )?;
                    }
                    progress.event(&Event::Kept {
                        pair,
                        summaries,
                        verified: self.verify,
                    });
                }
                Err(fault) => {
                    if fault != Fault::Missing {
                        progress.event(&Event::Replaced { pair, fault });
                    }
                    self.build_pair(pair, progress)?;
                }
            }
        }
        Ok(())
    }

    /// Reads all files of a pair; the summaries if all are good.
    fn find(&self, pair: Pair) -> Result<Vec<Summary>, Fault> {
        let mut summaries = Vec::new();
        for name in files(self.removal, pair) {
            summaries = name.read(&self.dir)?.0.summaries;
        }
        Ok(summaries)
    }

    fn build_pair(&self, pair: Pair, progress: &dyn Progress) -> Result<(), Error> {
        let begun = Instant::now();
        let captures = self.captures(pair)?;
        let tables = solve(pair, self.removal, &captures, progress)?;
        verify(&tables, self.removal, &captures, progress)?;
        progress.stage(Stage::Write);
        let summaries: Vec<Summary> = tables.iter().map(SolvedTable::summary).collect();
        for name in files(self.removal, pair) {
            let write = |parts: &[Vec<u8>]| {
                let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
                name.write(&self.dir, &summaries, &parts)
            };
            match name.kind {
                Kind::Distances => write(&tables.iter().map(distances).collect::<Vec<_>>()),
                Kind::Values => write(&tables.iter().map(values).collect::<Vec<_>>()),
            }?;
        }
        progress.event(&Event::Built {
            pair,
            summaries,
            time: begun.elapsed(),
        });
        Ok(())
    }

    /// The tables that the captures of a pair lead to.
    fn captures(&self, pair: Pair) -> Result<Vec<Option<Captures>>, Error> {
        let captures = |stones: Stones| {
            stones
                .after_capture()
                .map(|after| {
                    Ok(Captures::new(
                        after,
                        Packed(part(&self.dir, self.removal, after, Kind::Values)?),
                    ))
                })
                .transpose()
        };
        pair.tables().into_iter().map(captures).collect()
    }

    /// The tables of a pair from its files.
    fn tables(&self, pair: Pair) -> Result<Vec<SolvedTable>, Error> {
        let table = |stones: Stones| {
            let packed = Packed(part(&self.dir, self.removal, stones, Kind::Values)?);
            let distances = keeps_distances(pair)
                .then(|| part(&self.dir, self.removal, stones, Kind::Distances))
                .transpose()?;
            let cell = |slot: u32| {
                let distance = distances.as_ref().map_or(0, |all| all[slot as usize]);
                Cell::from_code(packed.code(slot), distance)
            };
            Ok(SolvedTable {
                stones,
                cells: (0..stones.slots() as u32).map(cell).collect(),
                has_distances: distances.is_some(),
            })
        };
        pair.tables().into_iter().map(table).collect()
    }
}

/// The payload of one table.
pub(crate) fn part(
    dir: &Path,
    removal: Removal,
    stones: Stones,
    kind: Kind,
) -> Result<Vec<u8>, Error> {
    let name = Name {
        removal,
        pair: stones.pair(),
        kind,
    };
    let (_, payload) = name.read(dir).map_err(|fault| Error::File {
        path: name.path(dir),
        fault,
    })?;
    let parts = name.parts().into_iter();
    let part = parts.filter(|(part, ..)| *part == stones).map(range).next();
    Ok(payload[part.unwrap_or_default()].to_vec())
}

fn range((_, offset, length): (Stones, u64, u64)) -> Range<usize> {
    offset as usize..(offset + length) as usize
}

fn values(table: &SolvedTable) -> Vec<u8> {
    let codes = table.cells.iter().map(|cell| cell.code());
    Packed::pack(codes).0
}

fn distances(table: &SolvedTable) -> Vec<u8> {
    let distances = table.cells.iter().map(|cell| cell.distance());
    distances
        .map(|distance| distance.unwrap_or(NO_DISTANCE))
        .collect()
}
