//! The file of a back-up: a line that says what it is, then blocks.
//!
//! A block is a letter, the length of its content as four bytes, the content, and a check over it and
//! the check of the block before. So nothing can be changed, left out or exchanged unnoticed, and the
//! last block (`E`) says what must have been in the others. Numbers are little-endian.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::error::CopyError;
use super::stream::{Head, Item, Tallies};
use super::value::{Kind, Tally, decode, encode};
use crate::migrate::SCHEMA;

const MAGIC: &[u8] = b"parlor backup\n";
const FORMAT: u32 = 1;
/// A row has at most a body of 4 MiB; whatever claims to be longer than this is no block.
const LARGEST: usize = 32 << 20;

type Check = [u8; 16];

fn check(before: &Check, kind: u8, content: &[u8]) -> Check {
    let hash = Sha256::new()
        .chain_update(before)
        .chain_update([kind])
        .chain_update((content.len() as u32).to_le_bytes())
        .chain_update(content)
        .finalize();
    let mut check = Check::default();
    check.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    check
}

/// Writes beside the final name, and takes that when everything is on disk.
pub(super) struct Writer {
    path: PathBuf,
    part: PathBuf,
    file: BufWriter<File>,
    last: Check,
    is_done: bool,
}

impl Writer {
    pub(super) fn create(path: &Path) -> Result<Writer, CopyError> {
        if path.symlink_metadata().is_ok() {
            return Err(CopyError::FileExists(path.to_owned()));
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        // Whatever a copy that was broken off has left behind.
        let _ = std::fs::remove_file(&part);
        // Sessions and seeds are in it: for nobody else to read.
        let file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&part)
            .map_err(CopyError::file(&part))?;
        let mut writer = Writer {
            path: path.to_owned(),
            file: BufWriter::new(file),
            part,
            last: Check::default(),
            is_done: false,
        };
        writer.write(MAGIC)?;
        Ok(writer)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CopyError> {
        let done = self.file.write_all(bytes);
        done.map_err(CopyError::file(&self.part))
    }

    fn block(&mut self, kind: u8, content: &[u8]) -> Result<(), CopyError> {
        self.last = check(&self.last, kind, content);
        self.write(&[kind])?;
        self.write(&(content.len() as u32).to_le_bytes())?;
        self.write(content)?;
        let last = self.last;
        self.write(&last)
    }

    pub(super) fn take(&mut self, item: &Item) -> Result<(), CopyError> {
        match item {
            Item::Start { schema } => {
                let version = env!("CARGO_PKG_VERSION");
                let text = format!("format {FORMAT}\nschema {schema}\nparlor {version}\n");
                self.block(b'H', text.as_bytes())
            }
            Item::Table(head) => self.block(b'T', head.to_line().as_bytes()),
            Item::Rows(rows) => {
                let mut content = Vec::new();
                for row in &**rows {
                    encode(row, &mut content);
                }
                self.block(b'R', &content)
            }
            Item::End(tallies) => {
                let line = |(name, tally): &(String, Tally)| {
                    format!("{name} {} {:032x}\n", tally.rows, tally.sum)
                };
                let text: String = tallies.iter().map(line).collect();
                self.block(b'E', text.as_bytes())?;
                self.finish()
            }
        }
    }

    fn finish(&mut self) -> Result<(), CopyError> {
        let done = self
            .file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all());
        done.map_err(CopyError::file(&self.part))?;
        std::fs::rename(&self.part, &self.path).map_err(CopyError::file(&self.path))?;
        self.is_done = true;
        // The name, too, must outlive a power cut.
        let folder = self.path.parent().filter(|it| !it.as_os_str().is_empty());
        let synced = File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all());
        synced.map_err(CopyError::file(&self.path))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.is_done {
            let _ = std::fs::remove_file(&self.part);
        }
    }
}

/// Reads block after block, and believes none that does not check.
pub(super) struct Reader {
    path: PathBuf,
    file: BufReader<File>,
    last: Check,
    head: Option<Head>,
    tallies: Tallies,
    is_done: bool,
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Reader, CopyError> {
        let file = File::open(path).map_err(CopyError::file(path))?;
        let mut file = BufReader::new(file);
        let mut magic = [0; MAGIC.len()];
        match file.read_exact(&mut magic) {
            Ok(()) if magic == MAGIC => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                return Err(CopyError::file(path)(error));
            }
            _ => return Err(CopyError::NotABackup(path.to_owned())),
        }
        Ok(Reader {
            path: path.to_owned(),
            file,
            last: Check::default(),
            head: None,
            tallies: Vec::new(),
            is_done: false,
        })
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), CopyError> {
        self.file.read_exact(bytes).map_err(|error| {
            if error.kind() == io::ErrorKind::UnexpectedEof {
                CopyError::Cut(self.path.clone())
            } else {
                CopyError::file(&self.path)(error)
            }
        })
    }

    fn damaged(&self, what: &str) -> CopyError {
        CopyError::damaged(&self.path, what)
    }

    fn block(&mut self) -> Result<(u8, Vec<u8>), CopyError> {
        let mut start = [0; 5];
        self.read(&mut start)?;
        let [kind, length @ ..] = start;
        let length = u32::from_le_bytes(length) as usize;
        if length > LARGEST {
            return Err(self.damaged("a block is longer than any can be"));
        }
        let mut content = vec![0; length];
        self.read(&mut content)?;
        let mut found = Check::default();
        self.read(&mut found)?;
        if found != check(&self.last, kind, &content) {
            return Err(self.damaged("a block is not what was written"));
        }
        self.last = found;
        Ok((kind, content))
    }

    /// None after the end.
    pub(super) fn next(&mut self) -> Result<Option<Item>, CopyError> {
        if self.is_done {
            return Ok(None);
        }
        let (kind, content) = self.block()?;
        let is_first = self.head.is_none() && self.tallies.is_empty();
        let item = match kind {
            b'H' if is_first => self.start(&self.text(content)?)?,
            b'T' => {
                let head = Head::of_line(&self.text(content)?)
                    .ok_or_else(|| self.damaged("the name of a table cannot be read"))?;
                self.head = Some(head.clone());
                self.tallies.push((head.name.clone(), Tally::default()));
                Item::Table(head)
            }
            b'R' => {
                let columns = self.head.as_ref().map_or(0, |head| head.columns.len());
                let rows = decode(&content, columns).filter(|_| columns > 0);
                let rows = rows.ok_or_else(|| self.damaged("rows cannot be read"))?;
                if let Some((_, tally)) = self.tallies.last_mut() {
                    for row in &rows {
                        tally.add(row);
                    }
                }
                Item::Rows(rows)
            }
            b'E' => self.end(&self.text(content)?)?,
            _ => return Err(self.damaged("there is a block of an unknown kind")),
        };
        Ok(Some(item))
    }

    fn text(&self, content: Vec<u8>) -> Result<String, CopyError> {
        String::from_utf8(content).map_err(|_| self.damaged("a text is none"))
    }

    fn start(&self, text: &str) -> Result<Item, CopyError> {
        let number = |name: &str| -> Option<i64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line?.trim().parse().ok()
        };
        let path = self.path.clone();
        match (number("format "), number("schema ")) {
            (Some(found), _) if found > i64::from(FORMAT) => Err(CopyError::NewerFormat {
                path,
                found: u32::try_from(found).unwrap_or(u32::MAX),
                known: FORMAT,
            }),
            (Some(_), Some(found)) if found > SCHEMA => Err(CopyError::NewerFile {
                path,
                found,
                known: SCHEMA,
            }),
            (Some(_), Some(schema)) => Ok(Item::Start { schema }),
            _ => Err(self.damaged("it does not say what it is")),
        }
    }

    fn end(&mut self, text: &str) -> Result<Item, CopyError> {
        let line = |line: &str| -> Option<(String, Tally)> {
            let mut words = line.split(' ');
            let name = words.next()?.to_owned();
            let rows = words.next()?.parse().ok()?;
            let sum = u128::from_str_radix(words.next()?, 16).ok()?;
            Some((name, Tally { rows, sum }))
        };
        let told: Option<Tallies> = text.lines().map(line).collect();
        if told.as_ref() != Some(&self.tallies) {
            return Err(self.damaged("it does not hold what it says"));
        }
        let mut more = [0; 1];
        match self.file.read(&mut more) {
            Ok(0) => {}
            Ok(_) => return Err(self.damaged("there is something behind its end")),
            Err(error) => return Err(CopyError::file(&self.path)(error)),
        }
        self.is_done = true;
        Ok(Item::End(std::mem::take(&mut self.tallies)))
    }
}

/// Reads the whole file and keeps nothing of it: whether it may be restored.
pub(super) fn examine(path: &Path) -> Result<(i64, Tallies), CopyError> {
    let mut reader = Reader::open(path)?;
    let Some(Item::Start { schema }) = reader.next()? else {
        return Err(CopyError::damaged(path, "it does not say what it is"));
    };
    while let Some(item) = reader.next()? {
        if let Item::End(tallies) = item {
            return Ok((schema, tallies));
        }
    }
    Err(CopyError::Cut(path.to_owned()))
}

impl Head {
    fn to_line(&self) -> String {
        let column = |(name, kind): &(String, Kind)| format!(" {name}:{}", kind.word());
        let columns: String = self.columns.iter().map(column).collect();
        format!("{}{columns}", self.name)
    }

    fn of_line(line: &str) -> Option<Head> {
        // These words become part of statements.
        let is_name = |word: &str| {
            !word.is_empty() && word.bytes().all(|it| it.is_ascii_lowercase() || it == b'_')
        };
        let mut words = line.split(' ');
        let name = words.next().filter(|word| is_name(word))?.to_owned();
        let column = |word: &str| {
            let (name, kind) = word.split_once(':')?;
            is_name(name).then(|| Some((name.to_owned(), Kind::of(kind)?)))?
        };
        let columns: Option<Vec<_>> = words.map(column).collect();
        let columns = columns.filter(|columns| !columns.is_empty())?;
        Some(Head { name, columns })
    }
}
