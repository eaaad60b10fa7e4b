//! `parlor backup`, `parlor restore` and `parlor move`: the whole house in a file, or in another database.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_store::{Copied, CopyError};
use serde::Serialize;

use crate::settings;

/// Which house it is.
#[derive(Args, Debug)]
pub(crate) struct Which {
    /// The settings file [default: ./parlor.toml, else that of the installed house]
    #[arg(long)]
    config: Option<PathBuf>,
    /// sqlite:PATH, postgres://… or mysql://…, as for `parlor serve`
    #[arg(long)]
    database: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Backup {
    #[command(flatten)]
    which: Which,
    /// A new file; only its owner can read it
    file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Restore {
    #[command(flatten)]
    which: Which,
    /// What `parlor backup` has written, on whichever database
    file: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Move {
    /// The database of the house, which must be closed and stays as it is
    #[arg(long)]
    from: String,
    /// An empty database
    #[arg(long)]
    to: String,
}

#[derive(Serialize)]
struct Flags<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<&'a str>,
}

impl Which {
    fn database(&self) -> io::Result<String> {
        let database = self.database.as_deref();
        let file = settings::of_house(self.config.as_deref());
        let config = settings::read(&file, &Flags { database })?;
        Ok(config.database)
    }
}

impl Backup {
    pub(crate) fn run(&self) -> io::Result<()> {
        let database = self.which.database()?;
        let done = with_progress("saved", |progress| {
            parlor_store::backup(&database, &self.file, progress)
        });
        tell("Saved", &done?, &self.file);
        Ok(())
    }
}

impl Restore {
    pub(crate) fn run(&self) -> io::Result<()> {
        let database = self.which.database()?;
        let done = with_progress("restored", |progress| {
            parlor_store::restore(&self.file, &database, progress)
        });
        tell("Restored and compared", &done?, &self.file);
        Ok(())
    }
}

impl Move {
    pub(crate) fn run(&self) -> io::Result<()> {
        if self.from == self.to {
            let message = "--from and --to are the same database: there is nothing to move";
            return Err(io::Error::other(message));
        }
        let done = with_progress("moved", |progress| {
            parlor_store::move_house(&self.from, &self.to, progress)
        })?;
        let rows = done.rows();
        crate::say(&format!(
            "Moved and compared {rows} rows. Open the house with the new database; the old one is as it was."
        ));
        Ok(())
    }
}

fn with_progress(
    word: &str,
    work: impl FnOnce(&dyn Fn(u64)) -> Result<Copied, CopyError>,
) -> io::Result<Copied> {
    // On standard error, and only where somebody looks.
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {human_pos} rows {msg}, {per_sec}") {
        bar.set_style(style);
    }
    bar.set_message(word.to_owned());
    bar.enable_steady_tick(Duration::from_millis(200));
    let done = work(&|rows| bar.set_position(rows));
    bar.finish_and_clear();
    done.map_err(|error| io::Error::other(format!("{} ({})", error.report(), error.code())))
}

fn tell(word: &str, copied: &Copied, file: &Path) {
    let of = |name: &str| copied.0.iter().find(|it| it.0 == name).map_or(0, |it| it.1);
    let (people, matches, entries) = (of("players"), of("matches"), of("entries"));
    crate::say(&format!(
        "{word} {people} people, {matches} matches and {entries} entries: {}",
        file.display()
    ));
}
