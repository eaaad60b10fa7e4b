//! What a bot does in a house: find a table, play what it thinks, look for the next.

use std::time::Duration;

use parlor_bots::{Budget, Cancel, Choice};
use parlor_engine::Seat;
use serde_json::{Value, json};

use super::house::{Failure, House};

/// Where to play, and how often.
#[derive(Debug)]
pub(super) struct Places {
    pub table: Option<String>,
    pub invite: Option<String>,
    pub matches: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Player {
    game: &'static str,
    level: &'static str,
    budget: Budget,
}

impl Player {
    pub(super) fn new(game: &str, level: &str, longest: Duration) -> Result<Player, String> {
        let found = parlor_catalog::game(&game.to_lowercase());
        let game = found
            .map(|game| game.meta().id)
            .ok_or_else(|| format!("there is no game {game:?}"))?;
        let levels = parlor_bots::levels(game);
        let known = || {
            levels
                .iter()
                .map(|it| it.name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let level = levels
            .iter()
            .find(|it| it.name.eq_ignore_ascii_case(level))
            .ok_or_else(|| format!("{game} has no level {level:?}: there are {}", known()))?;
        Ok(Player {
            game,
            level: level.name,
            budget: Budget::of_time(longest),
        })
    }

    pub(super) fn enter(self, places: Places) -> Visit {
        Visit {
            player: self,
            places,
            played: 0,
            at: None,
            chance: 0.5,
        }
    }

    /// Beside the socket: whoever thinks for a second still answers pings.
    async fn think(&self, view: String, seat: Seat) -> Result<Choice, String> {
        let Player {
            game,
            level,
            budget,
        } = self.clone();
        let seed = u64::from(std::process::id());
        let thinking = tokio::task::spawn_blocking(move || {
            parlor_bots::choose(game, &view, seat, level, &budget, seed, &Cancel::new())
        });
        match thinking.await {
            Ok(Ok(choice)) => Ok(choice),
            Ok(Err(error)) => Err(error.to_string()),
            Err(error) => Err(error.to_string()),
        }
    }
}

#[derive(Debug)]
pub(super) struct Visit {
    player: Player,
    places: Places,
    played: u32,
    /// The match it sits at; kept when the connection is lost.
    at: Option<String>,
    /// How it thinks it stands.
    chance: f64,
}

impl Visit {
    pub(super) async fn play(&mut self, house: &mut House) -> Result<(), Failure> {
        let welcome = house.next().await?;
        let Some(name) = welcome["you"]["name"].as_str() else {
            return Err(Failure::Final("the token is not valid any more".to_owned()));
        };
        eprintln!(
            "{name} plays {} at level {}",
            self.player.game, self.player.level
        );
        loop {
            let table = match self.at.clone() {
                Some(table) => table,
                None => self.find(house).await?,
            };
            self.at = Some(table.clone());
            let result = self.play_match(house, &table).await?;
            self.at = None;
            self.played += 1;
            println!("{table}: {result}");
            let enough = self.places.matches > 0 && self.played >= self.places.matches;
            if enough || self.places.table.is_some() {
                return Ok(());
            }
        }
    }

    /// A match that has started.
    async fn find(&self, house: &mut House) -> Result<String, Failure> {
        let command = match &self.places.table {
            Some(table) => json!({"type": "join", "table": table, "invite": self.places.invite}),
            None => json!({"type": "quick_pair", "game": self.player.game}),
        };
        let id = house.send(command).await?;
        let mut waits_at = None;
        loop {
            let news = house.next().await?;
            let ours = news["id"] == *id;
            match news["type"].as_str() {
                // It may be one's own match that goes on there.
                Some("error") if ours && news["code"] == "table/started" => {
                    let started = self.places.table.clone();
                    return started.ok_or_else(|| refused(&news));
                }
                Some("error") if ours => return Err(refused(&news)),
                Some("done") if ours => {
                    waits_at = news["table"]["id"].as_str().map(str::to_owned);
                }
                Some("done" | "table") => {}
                _ => continue,
            }
            let table = &news["table"];
            let here = waits_at.is_some() && table["id"].as_str() == waits_at.as_deref();
            if here && table["status"] == "running" {
                return waits_at.ok_or_else(|| Failure::Lost("no table".to_owned()));
            }
            if ours && let Some(table) = &waits_at {
                // Hear of the start.
                house.send(json!({"type": "open", "match": table})).await?;
            }
            if here && table["status"] == "ready" {
                house
                    .send(json!({"type": "confirm", "table": table["id"]}))
                    .await?;
            }
        }
    }

    async fn play_match(&mut self, house: &mut House, table: &str) -> Result<String, Failure> {
        house.send(json!({"type": "open", "match": table})).await?;
        let mut seat = None;
        loop {
            let news = house.next().await?;
            match news["type"].as_str() {
                Some("match") if news["table"]["id"] == *table => {
                    seat = news["seat"].as_u64().map(|seat| seat as u8);
                    if seat.is_none() {
                        return Err(Failure::Final("this name has no seat there".to_owned()));
                    }
                }
                Some("update") if news["match"] == *table => {}
                Some("offer") if news["match"] == *table => {
                    self.answer(house, table, seat, &news["offer"]).await?;
                    continue;
                }
                Some("error") => {
                    eprintln!("refused: {}", news["message"].as_str().unwrap_or_default());
                    continue;
                }
                _ => continue,
            }
            if !news["outcome"].is_null() {
                let outcome = &news["outcome"];
                let reason = outcome["reason"].as_str().unwrap_or_default();
                return Ok(match outcome["winner"].as_u64() {
                    Some(winner) if Some(winner as u8) == seat => format!("won ({reason})"),
                    Some(_) => format!("lost ({reason})"),
                    None => format!("drawn ({reason})"),
                });
            }
            let to_act = news["to_act"].as_array();
            let mine = |seat: u8| to_act.is_some_and(|all| all.iter().any(|it| *it == seat));
            if let Some(seat) = seat.filter(|&seat| mine(seat)) {
                self.act(house, table, Seat(seat), &news).await?;
            }
        }
    }

    async fn act(
        &mut self,
        house: &mut House,
        table: &str,
        seat: Seat,
        news: &Value,
    ) -> Result<(), Failure> {
        let action = match self.player.think(news["view"].to_string(), seat).await {
            Ok(choice) => {
                self.chance = choice.chance.unwrap_or(self.chance);
                choice.action
            }
            Err(trouble) => {
                // Something legal is better than losing on time.
                eprintln!("{table}: {trouble}; some legal move is played");
                match news["legal"][0].as_str() {
                    Some(action) => action.to_owned(),
                    None => return Ok(()),
                }
            }
        };
        let play = json!({"type": "play", "match": table, "seq": news["seq"], "action": action});
        house.send(play).await.map(drop)
    }

    /// Take-backs are granted; a draw is taken by whoever does not stand better.
    async fn answer(
        &self,
        house: &mut House,
        table: &str,
        seat: Option<u8>,
        offer: &Value,
    ) -> Result<(), Failure> {
        let by = offer["by"].as_u64();
        if by.is_none() || by == seat.map(u64::from) {
            return Ok(());
        }
        let accept = offer["kind"] == "take_back" || self.chance <= 0.5;
        let answer = json!({"type": "answer", "match": table, "accept": accept});
        house.send(answer).await.map(drop)
    }
}

fn refused(news: &Value) -> Failure {
    let message = news["message"].as_str().unwrap_or_default();
    Failure::Final(format!("the house refuses: {message}"))
}
