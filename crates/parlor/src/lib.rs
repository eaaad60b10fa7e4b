//! The command line of Parlor. All of it is here and not in the program's own crate, so that it is compiled
//! while the server still is; other programs use `engine` as well.

mod admin;
mod bot;
mod copy;
mod doctor;
pub mod engine;
mod join;
#[cfg(feature = "workshop")]
mod load;
mod opening;
mod play;
#[cfg(feature = "workshop")]
mod puzzles;
mod serve;
mod settings;
#[cfg(feature = "workshop")]
mod simulate;
mod tables;
mod traces;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A house of turn-based games.
#[derive(Parser, Debug)]
#[command(name = "parlor", version)]
struct Cli {
    /// Without one the house is opened, as by `serve`.
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Open the house: the page, the API and the text ports
    Serve(serve::Serve),
    /// Look after people, tables and bans
    Admin(admin::Admin),
    /// Look for what is in the way of a house that works, and say what to do
    Doctor(doctor::Doctor),
    /// Save the whole house into a file, while it is open
    Backup(copy::Backup),
    /// Read a saved house into an empty database
    Restore(copy::Restore),
    /// Move the house into another database, and compare everything
    Move(copy::Move),
    /// Play a game at this terminal, all seats by turns
    Play(play::Play),
    /// Speak JSON lines on standard input and output: rules for other programs
    Engine(engine::Engine),
    /// Open our board on somebody else's server
    Join(join::Join),
    /// Check a match record: every move, every die, the seed's commitment
    Verify(verify::Verify),
    /// Build end-game tables, for players that make no mistakes
    Tables(tables::Tables),
    /// Play for somebody on a server: a bot on another machine
    Bot(bot::Bot),
    /// Play many matches at once on a running server and measure it
    #[cfg(feature = "workshop")]
    Load(load::Load),
    /// Make the lists of puzzles that come with the program
    #[cfg(feature = "workshop")]
    Puzzles(puzzles::Puzzles),
    /// Simulate clusters that break in every way, and look for what must not happen
    #[cfg(feature = "workshop")]
    Simulate(simulate::Simulate),
}

impl Command {
    /// What a double click means.
    fn usual() -> Command {
        Command::Serve(serve::Serve::usual())
    }
}

/// A seed nobody can guess.
pub fn random_seed() -> io::Result<parlor_engine::Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(parlor_engine::Seed(bytes))
}

/// Words of which one is meant, for a help text.
fn listed(words: &[&str]) -> String {
    match words {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => words.concat(),
    }
}

/// Nobody may be listening any more: that must not keep the house from closing in order.
fn say(line: &str) {
    let _ = writeln!(io::stdout(), "{line}");
}

/// Comes true when SIGTERM or Ctrl-C has come since this was called. Until then they end the program at
/// once, so a house asks for this before it opens its doors.
fn told_to_stop() -> impl Future<Output = ()> {
    use tokio::signal::unix::{SignalKind, signal};
    let heard = |kind| {
        let heard = signal(kind);
        async move {
            match heard {
                Ok(mut heard) => {
                    heard.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        }
    };
    let (terminate, interrupt) = (
        heard(SignalKind::terminate()),
        heard(SignalKind::interrupt()),
    );
    async move {
        tokio::select! {
            () = terminate => {}
            () = interrupt => {}
        }
    }
}

/// Does what the command line says.
pub fn run() -> ExitCode {
    let command = Cli::parse().command;
    let done = match command.unwrap_or_else(Command::usual) {
        Command::Serve(serve) => serve.run(),
        Command::Admin(admin) => admin.run(),
        Command::Doctor(doctor) => doctor.run(),
        Command::Backup(backup) => backup.run(),
        Command::Restore(restore) => restore.run(),
        Command::Move(moving) => moving.run(),
        Command::Play(play) => play.run(),
        Command::Engine(engine) => engine.run(),
        Command::Join(join) => join.run(),
        Command::Bot(bot) => bot.run(),
        #[cfg(feature = "workshop")]
        Command::Load(load) => load.run(),
        #[cfg(feature = "workshop")]
        Command::Puzzles(puzzles) => puzzles.run(),
        #[cfg(feature = "workshop")]
        Command::Simulate(simulate) => simulate.run(),
        Command::Tables(tables) => tables.run(),
        Command::Verify(verify) => return verify.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("parlor: {error}");
            ExitCode::FAILURE
        }
    }
}
