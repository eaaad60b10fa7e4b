//! Games, their sides, and sitting down.

use parlor_engine::SideSpec;
use parlor_hub::protocol::{Command, SeatChoice, SeatInfo, Status, TableInfo};
use parlor_hub::{Code, MatchId, Refusal};
use serde_json::Value;

use super::commands::Visit;

impl Visit {
    pub(super) fn games(&mut self) {
        for &game in parlor_catalog::GAMES {
            let meta = game.meta();
            let seats = match (meta.min_seats, meta.max_seats) {
                (min, max) if min == max => format!("{min} players"),
                (min, max) => format!("{min} to {max} players"),
            };
            self.say(&format!("  {:<13} {seats:<15} {}", meta.id, meta.about));
        }
    }

    pub(super) fn options(&mut self, game: &str) {
        let Some(game) = parlor_catalog::game(&game.to_lowercase()) else {
            return self.say("Which game? 'games' lists them.");
        };
        for line in sides(game.sides(&game.complete_options(&Value::Null).unwrap_or_default())) {
            self.say(&line);
        }
        for spec in game.option_specs() {
            self.say(&format!(
                "  {}={}   {}",
                spec.name, spec.default, spec.about
            ));
        }
    }

    pub(super) async fn sit(&mut self, rest: &str) {
        let mut words = rest.split_whitespace();
        let table = MatchId::from_outside(words.next().unwrap_or_default());
        let (mut invite, mut side) = (None, "");
        for word in words {
            match word.strip_prefix("side=") {
                Some(word) => side = word,
                None => invite = Some(word.to_owned()),
            }
        }
        let seat = match (side, self.hub.tables.get(table).await) {
            ("", _) | (_, Err(_)) => Ok(None),
            (side, Ok(table)) => choice(&table.game, Some(&table.options), side),
        };
        match seat {
            Ok(seat) => {
                self.ask(Command::Join {
                    table,
                    invite,
                    seat,
                    nonce: None,
                })
                .await;
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    /// To the table whose code somebody has said: to sit down, or to look on if it has begun.
    pub(super) async fn use_code(&mut self, code: &str) {
        let me = self.conn.player.as_ref().map(|player| player.id);
        let found = match self.hub.limits.guess(self.from) {
            Ok(()) => self.hub.tables.by_code(code, me).await,
            Err(refusal) => Err(refusal),
        };
        match found {
            Ok(table) if matches!(table.status, Status::Open | Status::Ready) => {
                self.ask(Command::Join {
                    table: table.id,
                    invite: table.invite,
                    seat: None,
                    nonce: None,
                })
                .await;
            }
            Ok(table) => {
                self.ask(Command::Open {
                    match_id: table.id,
                    since: None,
                    invite: table.invite,
                })
                .await;
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    pub(super) async fn change_side(&mut self, side: &str) {
        let Some(TableInfo {
            id, game, options, ..
        }) = self.table.clone()
        else {
            return;
        };
        match choice(&game, Some(&options), side) {
            Ok(None) => self.say("Which side? For example: side second, side random"),
            Ok(seat) => {
                self.ask(Command::Join {
                    table: id,
                    invite: None,
                    seat,
                    nonce: None,
                })
                .await;
            }
            Err(refusal) => self.refused(&refusal),
        }
    }
}

/// The sides of a game as lines of text.
fn sides(sides: &[SideSpec]) -> Vec<String> {
    let line = |side: &SideSpec| format!("  side={}   {}: {}", side.id, side.name, side.about);
    sides.iter().map(line).collect()
}

/// The seat behind the word for a side: the game's own, or in the order of turns. Nothing said,
/// nothing chosen.
pub(super) fn choice(
    game: &str,
    options: Option<&Value>,
    word: &str,
) -> Result<Option<SeatChoice>, Refusal> {
    let word = word.trim().to_lowercase();
    match word.as_str() {
        "" => return Ok(None),
        "random" => return Ok(Some(SeatChoice::RANDOM)),
        _ => {}
    }
    // What is wrong with game or options is said by whoever opens the table.
    let Some(game) = parlor_catalog::game(game) else {
        return Ok(None);
    };
    let Ok(options) = game.complete_options(options.unwrap_or(&Value::Null)) else {
        return Ok(None);
    };
    let own = game.sides(&options);
    let place = |sides: &[SideSpec]| sides.iter().position(|side| side.id == word);
    let place = place(own).or_else(|| place(&SideSpec::IN_ORDER));
    let none = || {
        let known: Vec<&str> = own.iter().map(|side| side.id).collect();
        let known = known.join(", ");
        let message = format!("there is no such side: there are {known}, random");
        Refusal::new(Code::TableNoSeat, message)
    };
    let place = place.ok_or_else(none)?;
    Ok(Some(SeatChoice::Seat(place as u8)))
}

/// Who would change places with this person, and how to agree.
pub(super) fn wishes(table: &TableInfo, me: Option<&str>) -> Vec<String> {
    let own = table
        .seats
        .iter()
        .position(|seat| seat.name.as_deref() == me);
    let wish = |(seat, side): (&SeatInfo, &String)| {
        let name = seat.name.as_ref()?;
        let mine = seat.wants.is_some() && seat.wants.map(usize::from) == own;
        mine.then(|| format!("{name} would like to change places with you: 'side {side}' agrees."))
    };
    table
        .seats
        .iter()
        .zip(&table.sides)
        .filter_map(wish)
        .collect()
}
