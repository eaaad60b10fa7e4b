//! What the terminal lobby says.

use parlor_engine::Outcome;
use parlor_hub::protocol::{Clock, OfferKind, SeatInfo, Status, TableInfo};

pub(super) const GREETING: &str = "\
Parlor, a house of games. Tell me your name first:
  name YOUR-NAME            (if it has a password, you are asked for it)
  recover PHRASE            (if you have a recovery phrase)
Then 'help' lists what you can type.";

pub(super) const HELP: &str = "\
  games                     what can be played
  list                      open tables and running matches
  new GAME [NAME=VALUE ...] open a table; seats=3, bots=2, level=hard, clock=60,
                            private=yes, side=second, and the game's own options
                            can be given
  options GAME              the sides and options of a game
  quick GAME [SIDE]         meet whoever asks for the same game next
  sit TABLE [INVITE] [side=SIDE]   join a table
  code CODE                 join the table whose code somebody told you
  people                    who is here
  challenge GAME NAME [side=SIDE]  ask somebody for a match; 'refuse TABLE' declines
  side SIDE                 sit elsewhere at your table: first, second, random, or
                            as the game calls it; where somebody sits, ask to change
  bot [LEVEL]               put a bot on a free seat of your table: beginner, easy,
                            medium, hard, best; in some games expert, too
  start                     start with the seats that are taken
  watch MATCH               look at a match, or go on with your own
  back KEY                  come back after the line has broken
  phrase                    a recovery phrase that brings your name back anywhere
  recover PHRASE            your name again, by its recovery phrase
  link CODE                 enter with a link's code from Settings of the web page
  stand                     leave the table before the start
In a match, type moves in the game's notation, or:
  legal  board  log         what you may do, the board, what happened
  odds ACTION               what that would do, as far as you can know
  say TEXT                  talk to the table
  undo  draw  accept  decline  resign
  unicode  ascii            how boards are drawn
  again                     another match with the same people
  close                     back to the lobby; your seat stays yours
  quit";

/// After "asks".
pub(super) fn wish(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::TakeBack => "to take back a move",
        OfferKind::Draw => "for a draw",
        OfferKind::Abort => "to call the match off",
    }
}

pub(super) fn seats(seats: &[SeatInfo]) -> String {
    let seat = |seat: &SeatInfo| match (&seat.name, &seat.bot) {
        (Some(name), _) if seat.random => format!("{name} (random)"),
        (Some(name), _) => name.clone(),
        (None, Some(level)) => format!("bot ({level})"),
        (None, None) => "-".to_owned(),
    };
    seats.iter().map(seat).collect::<Vec<_>>().join(", ")
}

pub(super) fn table_line(table: &TableInfo) -> String {
    let status = match table.status {
        Status::Open => "open",
        Status::Ready => "waiting for confirmation",
        Status::Running => "running",
        Status::Over => "over",
    };
    let clock = match table.clock {
        Clock::None => String::new(),
        Clock::PerMove { seconds } => format!(", {seconds} s a move"),
        Clock::Total { seconds, increment } => format!(", {seconds} s + {increment} s"),
    };
    format!(
        "  {}  {:<12} {status}{clock}: {}   {}",
        table.id,
        table.game,
        parlor_hub::shorten(&table.name, 40),
        seats(&table.seats)
    )
}

pub(super) fn outcome(outcome: &Outcome, names: &[String]) -> String {
    match outcome.winner {
        Some(seat) => {
            let name = names.get(seat.index()).map_or("somebody", String::as_str);
            format!("The match is over: {name} wins ({}).", outcome.reason)
        }
        None => format!("The match is over: nobody wins ({}).", outcome.reason),
    }
}

/// A list as text columns.
pub(super) fn columns(items: &[String]) -> String {
    let width = items
        .iter()
        .map(|item| item.chars().count())
        .max()
        .unwrap_or(0)
        + 2;
    items
        .chunks((78 / width).max(1))
        .map(|line| {
            let line = line.iter().map(|item| format!("{item:<width$}"));
            format!("  {}", line.collect::<Vec<_>>().concat().trim_end())
        })
        .collect::<Vec<_>>()
        .join("\n")
}
