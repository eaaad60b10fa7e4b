//! Who is here, and asking them for a match.

use parlor_hub::clock;
use parlor_hub::protocol::{Command, NewTable};

use super::commands::Visit;
use super::seating;

impl Visit {
    pub(super) fn people(&mut self) {
        for (guest, plays) in self.hub.lobby.guests(clock::now_ms()) {
            let doing = if plays { ", plays" } else { "" };
            self.say(&format!("  {}{doing}", guest.name));
        }
    }

    /// `GAME NAME [side=SIDE]`; names may have spaces in them.
    pub(super) async fn challenge(&mut self, rest: &str) {
        let (rest, side) = rest.rsplit_once(" side=").unwrap_or((rest, ""));
        let Some((game, name)) = rest.trim().split_once(' ') else {
            return self.say("Whom, and to what? For example: challenge marelles Ann");
        };
        let game = game.to_lowercase();
        match seating::choice(&game, None, side) {
            Ok(seat) => {
                let terms = NewTable {
                    seat,
                    ..NewTable::plain(&game)
                };
                self.ask(Command::Challenge {
                    to: name.trim().to_owned(),
                    terms,
                    instead_of: None,
                })
                .await;
            }
            Err(refusal) => self.refused(&refusal),
        }
    }
}
