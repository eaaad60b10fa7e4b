//! `parlor engine`: one JSON object a line in, one a line out, in order.

mod lines;
mod reply;
mod request;
mod session;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use lines::{Line, Lines};
use reply::{Code, Failure};
use session::Session;

#[derive(Args, Debug)]
pub struct Engine {
    /// Where the end-game tables of Marelles are [default: data/tables, if they are there]
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Engine {
    pub fn run(self) -> io::Result<()> {
        if let Some(folder) = self.tables {
            // Somebody who names a folder counts on what is in it.
            if !folder.join("marelles").is_dir() {
                let message = format!("there are no tables in {}", folder.display());
                return Err(io::Error::new(io::ErrorKind::NotFound, message));
            }
            parlor_bots::use_tables(&folder);
        }
        converse(io::stdin().lock(), io::stdout().lock())
    }
}

/// Answers until there is nothing more to read.
pub fn converse(input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut session = Session::default();
    let mut lines = Lines::new(input);
    while let Some(line) = lines.next()? {
        let reply = match line {
            Line::TooLong => Err(Failure::new(Code::TooLong, "the line is too long")),
            Line::Text(text) if text.trim().is_empty() => {
                Err(Failure::new(Code::Malformed, "the line is empty"))
            }
            Line::Text(text) => request::parse(&text).and_then(|request| session.answer(request)),
            Line::NotUtf8 => Err(Failure::new(Code::Malformed, "the line is not UTF-8")),
        };
        writeln!(out, "{}", reply::line(reply))?;
        out.flush()?;
    }
    Ok(())
}
