//! `parlor bot`: a computer player on another machine. It has nothing but the public API: a
//! token, one socket, views in, moves out.

mod house;
mod seat;

use std::io;
use std::time::Duration;

use clap::Args;

use self::house::{Failure, House};
use self::seat::{Places, Player};

#[derive(Args, Debug)]
pub(crate) struct Bot {
    /// The house to play in
    #[arg(long, default_value = "http://127.0.0.1:8080")]
    server: String,
    /// A bearer token of the name to play under (POST /api/v1/session with "bearer": true)
    #[arg(long, env = "PARLOR_TOKEN", hide_env_values = true)]
    token: String,
    /// The game to be paired in
    #[arg(long)]
    game: String,
    /// How well to play
    #[arg(long, default_value = "medium")]
    level: String,
    /// Sit down at this table in place of being paired
    #[arg(long)]
    table: Option<String>,
    /// The secret of the table's invite link
    #[arg(long, requires = "table")]
    invite: Option<String>,
    /// Go home after so many matches; 0 plays on for ever
    #[arg(long, default_value_t = 0)]
    matches: u32,
    /// Milliseconds to think about a move at most
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    ms: u64,
}

/// How long to wait before knocking again.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

impl Bot {
    pub(crate) fn run(self) -> io::Result<()> {
        let player = Player::new(&self.game, &self.level, Duration::from_millis(self.ms))
            .map_err(io::Error::other)?;
        let runtime = tokio::runtime::Runtime::new()?;
        runtime
            .block_on(self.stay(player))
            .map_err(io::Error::other)
    }

    /// Plays until the matches are played; a lost connection is made again, and whatever match
    /// was going on goes on.
    async fn stay(self, player: Player) -> Result<(), Failure> {
        let wish = Places {
            table: self.table.clone(),
            invite: self.invite.clone(),
            matches: self.matches,
        };
        let mut visit = player.enter(wish);
        let mut pause = FIRST_PAUSE;
        loop {
            let lost = match House::enter(&self.server, &self.token).await {
                Ok(mut house) => {
                    pause = FIRST_PAUSE;
                    match visit.play(&mut house).await {
                        Ok(()) => return Ok(()),
                        Err(failure) => failure,
                    }
                }
                Err(failure) => failure,
            };
            if lost.is_final() {
                return Err(lost);
            }
            eprintln!("{lost}; trying again in {:.1} s", pause.as_secs_f32());
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }
}
