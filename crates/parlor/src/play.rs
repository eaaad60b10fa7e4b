//! `parlor play`: a hot-seat game at the terminal.

use std::fs;
use std::io::{self, BufRead, Write};

use clap::Args;
use parlor_engine::{
    Act, AnyGame, Charset, Match, Names, OptionKind, Record, Seat, Seed, Setup, Viewer,
};
use serde_json::{Map, Value};

#[derive(Args, Debug)]
pub(crate) struct Play {
    #[arg(help = format!("{}; or a record saved earlier", crate::listed(&games())))]
    game: String,
    /// How many play
    #[arg(long)]
    seats: Option<u8>,
    /// An option of the game as name=value; may be repeated
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Start from this seed (64 hexadecimal digits) in place of a random one
    #[arg(long)]
    seed: Option<String>,
    /// Draw with plain ASCII characters only
    #[arg(long)]
    ascii: bool,
}

type Failed = Box<dyn std::error::Error>;

impl Play {
    pub(crate) fn run(&self) -> io::Result<()> {
        let matched = self
            .begin()
            .map_err(|error| io::Error::other(error.to_string()))?;
        let charset = if self.ascii {
            Charset::Ascii
        } else {
            Charset::Unicode
        };
        let mut local = LocalMatch {
            matched,
            charset,
            saved: true,
        };
        local.run(io::stdin().lock(), io::stdout())
    }

    fn begin(&self) -> Result<Match, Failed> {
        let Some(game) = parlor_catalog::game(&self.game.to_lowercase()) else {
            return resume(&self.game);
        };
        let seed = match &self.seed {
            Some(seed) => Seed::from_hex(seed)?,
            None => crate::random_seed()?,
        };
        let mut options = Map::new();
        for option in &self.options {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| format!("{option:?} is not of the form name=value"))?;
            let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
            options.insert(name.to_owned(), value);
        }
        let seats = self.seats.unwrap_or(game.meta().min_seats);
        let options = Value::Object(options);
        game.check_new(&options)?;
        let setup = Setup::new(game, &options, seats, seed, Vec::new())?;
        Ok(Match::start(setup)?)
    }
}

fn games() -> Vec<&'static str> {
    let games = parlor_catalog::GAMES.iter();
    games.map(|game| game.meta().id).collect()
}

fn resume(path: &str) -> Result<Match, Failed> {
    let text = fs::read_to_string(path).map_err(|_| {
        format!(
            "{path:?} is neither a game ({}) nor a readable record",
            games().join(", ")
        )
    })?;
    Ok(Record::parse(&text)?.verify(parlor_catalog::GAMES)?)
}

struct LocalMatch {
    matched: Match,
    charset: Charset,
    saved: bool,
}

const HELP: &str = "\
  a move in the game's notation, for example one of those 'legal' lists
  legal          what the player to move may do
  odds ACTION    what that would do, as far as the player to move can know
  board          the board again
  undo           take back the last action
  resign         the player to move gives up
  save FILE      write the record; 'parlor play FILE' goes on, 'parlor verify FILE' checks it
  options        the options of this match
  help           this text
  quit           leave";

impl LocalMatch {
    fn run(&mut self, input: impl BufRead, mut out: impl Write) -> io::Result<()> {
        let meta = self.matched.setup().game.meta();
        writeln!(
            out,
            "{}: {}. Type 'help' for what can be typed.\n",
            meta.name, meta.about
        )?;
        self.board(&mut out)?;
        self.prompt(&mut out)?;
        for line in input.lines() {
            let line = line?;
            let (word, rest) = match line.trim().split_once(' ') {
                Some((word, rest)) => (word.to_lowercase(), rest.trim()),
                None => (line.trim().to_lowercase(), ""),
            };
            match word.as_str() {
                "" => {}
                "quit" | "exit" => break,
                "help" | "?" => writeln!(out, "{HELP}")?,
                "legal" => self.legal(&mut out)?,
                "board" => self.board(&mut out)?,
                "odds" => self.odds(rest, &mut out)?,
                "options" => writeln!(out, "{}", self.option_lines())?,
                "save" => self.save(rest, &mut out)?,
                "undo" => self.undo(&mut out)?,
                "resign" => match self.matched.state().to_act().first() {
                    Some(seat) => self.push(Act::Resign { seat }, &mut out)?,
                    None => writeln!(out, "The game is over.")?,
                },
                _ => self.play(line.trim(), &mut out)?,
            }
            self.prompt(&mut out)?;
        }
        if !self.saved {
            writeln!(out)?;
        }
        Ok(())
    }

    fn actor(&self) -> Seat {
        self.matched.state().to_act().first().unwrap_or(Seat(0))
    }

    /// The board as the player to move sees it; when all is over, as it is.
    fn board(&self, out: &mut impl Write) -> io::Result<()> {
        let state = self.matched.state();
        let viewer = match state.to_act().first() {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Referee,
        };
        writeln!(out, "{}", state.picture(viewer, self.charset).trim_end())?;
        if let Some(outcome) = state.outcome() {
            match outcome.winner {
                Some(seat) => writeln!(out, "\nPlayer {} wins ({}).", seat.0 + 1, outcome.reason)?,
                None => writeln!(out, "\nNobody wins ({}).", outcome.reason)?,
            }
        }
        Ok(())
    }

    fn prompt(&self, out: &mut impl Write) -> io::Result<()> {
        match self.matched.state().to_act().first() {
            Some(seat) => write!(out, "\nPlayer {} > ", seat.0 + 1)?,
            None => write!(out, "\n(over; undo, save FILE or quit) > ")?,
        }
        out.flush()
    }

    fn play(&mut self, line: &str, out: &mut impl Write) -> io::Result<()> {
        if self.matched.state().to_act().is_empty() {
            return writeln!(out, "The game is over.");
        }
        let viewer = Viewer::Seat(self.actor());
        match self.matched.judge_line(self.actor(), line) {
            Err(refused) => writeln!(
                out,
                "{} ({}). 'legal' lists what is possible.",
                refused.message, refused.code
            ),
            Ok(chain) => {
                for judged in chain {
                    let words = judged
                        .events
                        .as_ref()
                        .map(|it| it.words(viewer, Names(&[])));
                    for sentence in words.into_iter().flatten() {
                        writeln!(out, "{sentence}.")?;
                    }
                    self.matched.commit(judged);
                }
                self.saved = false;
                writeln!(out)?;
                self.board(out)
            }
        }
    }

    fn push(&mut self, act: Act, out: &mut impl Write) -> io::Result<()> {
        match self.matched.push(act) {
            Err(refused) => writeln!(out, "{} ({})", refused.message, refused.code),
            Ok(_) => self.board(out),
        }
    }

    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let earlier = self.matched.seq().before();
        match self.matched.position_after(earlier) {
            Ok(earlier) if !self.matched.log().is_empty() => {
                self.matched = earlier;
                self.board(out)
            }
            _ => writeln!(out, "There is nothing to take back."),
        }
    }

    fn legal(&self, out: &mut impl Write) -> io::Result<()> {
        let legal = self.matched.state().legal(self.actor());
        if let Some(pattern) = &legal.pattern {
            writeln!(out, "{}   within {}", pattern.form, pattern.bounds)?;
            writeln!(out, "for example:")?;
        }
        writeln!(out, "{}", columns(&legal.actions.to_vec()))
    }

    fn odds(&self, action: &str, out: &mut impl Write) -> io::Result<()> {
        match self.matched.state().preview(self.actor(), action) {
            Err(refused) => writeln!(out, "{} ({})", refused.message, refused.code),
            Ok(preview) => preview
                .words(Names(&[]))
                .into_iter()
                .try_for_each(|line| writeln!(out, "  {line}.")),
        }
    }

    fn save(&mut self, path: &str, out: &mut impl Write) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(out, "save where? for example: save game.json");
        }
        let record = Record::of(&self.matched, Vec::new());
        let text = serde_json::to_string_pretty(&record).map_err(io::Error::other)?;
        match fs::write(path, text + "\n") {
            Ok(()) => {
                self.saved = true;
                writeln!(out, "saved to {path}")
            }
            Err(error) => writeln!(out, "cannot write {path}: {error}"),
        }
    }

    fn option_lines(&self) -> String {
        let setup = self.matched.setup();
        let line = |spec: &parlor_engine::OptionSpec| {
            let values = match &spec.kind {
                OptionKind::Flag => "true or false".to_owned(),
                OptionKind::MaybeFlag => "true, false, or null for the game's choice".to_owned(),
                OptionKind::Number { min, max } => format!("{min} to {max}"),
                OptionKind::Limit { min, max } => format!("null or {min} to {max}"),
                OptionKind::Choice { values } => values.join(", "),
                OptionKind::List { item, .. } => format!("list of {item}"),
                OptionKind::Counts { keys, min, max, .. } => {
                    format!("{min} to {max} of each of {}", keys.join(", "))
                }
            };
            format!(
                "  {} = {}   ({values}) {}",
                spec.name, setup.options[spec.name], spec.about
            )
        };
        describe(setup.game, line)
    }
}

fn describe(game: &dyn AnyGame, line: impl Fn(&parlor_engine::OptionSpec) -> String) -> String {
    game.option_specs()
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

/// A list as text columns, 80 characters wide.
fn columns(items: &[String]) -> String {
    let width = items
        .iter()
        .map(|item| item.chars().count())
        .max()
        .unwrap_or(0)
        + 2;
    let mut text = String::new();
    for line in items.chunks((80 / width).max(1)) {
        let padded: Vec<String> = line.iter().map(|item| format!("{item:<width$}")).collect();
        text.push_str("  ");
        text.push_str(padded.concat().trim_end());
        text.push('\n');
    }
    text.trim_end_matches('\n').to_owned()
}
