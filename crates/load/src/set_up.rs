//! Bringing people together: names, a table, everybody at it, the match before everybody.

use std::time::{Duration, Instant};

use parlor_engine::Seq;
use tokio::time::{sleep, timeout_at};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::LoadError;
use crate::frame::{Command, Frame, TableInfo, parse, refused, text};
use crate::line::{Event, Line, next};
use crate::nodes::Nodes;
use crate::place::{Game, Place};
use crate::plan::is_transient;
use crate::room::{PAUSE, Room};

const MOST_NAMES: u32 = 20;
/// Until a node has heard that a match has begun.
const PATIENCE: Duration = Duration::from_secs(20);

impl Room {
    /// The seats of a room are at different nodes, if there are several.
    async fn sit_down(&mut self) -> Result<(), LoadError> {
        let node = self.number + self.lines.len();
        let token = enter(&self.house.nodes, node).await?;
        let line = Line::open(&self.house.nodes, node, Some(token.clone())).await?;
        self.lines.push(line);
        self.tokens.push(token);
        Ok(())
    }

    /// A new table, everybody at it, the match open on every line.
    pub(crate) async fn set_up(&mut self) -> Result<(), LoadError> {
        let house = self.house.clone();
        let plan = &house.plan;
        self.game = Game::default();
        if self.lines.is_empty() {
            self.sit_down().await?;
        }
        let create = Command::CreateTable {
            game: &plan.game,
            options: &plan.options,
            seats: plan.seats,
        };
        let made = self.ask(0, create).await?;
        let info = parse(&made)?
            .table
            .ok_or_else(|| LoadError::Unexpected("no table was made".to_owned()))?;
        let info: TableInfo = serde_json::from_str(info.get())
            .map_err(|error| LoadError::Unexpected(error.to_string()))?;
        let table = info.id.as_str();
        while self.lines.len() < info.seats.len() {
            self.sit_down().await?;
        }
        for place in 1..self.lines.len() {
            self.ask(place, Command::Join { table }).await?;
        }
        let mut seats = Vec::new();
        for place in 0..self.lines.len() {
            seats.push(self.open_match(place, table).await?);
        }
        for (seat, line) in seats.iter_mut().zip(&self.lines) {
            if line.is_lost() {
                seat.is_adrift();
            }
        }
        if let Some(stage) = &self.stage {
            stage.show(table);
        }
        self.game = Game { id: info.id, seats };
        Ok(())
    }

    async fn open_match(&mut self, place: usize, table: &str) -> Result<Place, LoadError> {
        let begun = Instant::now();
        loop {
            let open = Command::Open {
                game_match: table,
                since: Seq::START,
            };
            let opened = self.ask(place, open).await?;
            let frame = parse(&opened)?;
            if frame.kind == "match" {
                return Ok(Place::new(&frame, &mut self.rng));
            }
            // For this node the table is still waiting.
            if begun.elapsed() > PATIENCE {
                return Err(LoadError::Unexpected("the match does not begin".to_owned()));
            }
            sleep(PAUSE).await;
        }
    }

    /// Sends a command until it is answered; what else comes in meanwhile is about the match
    /// before.
    pub(super) async fn ask(
        &mut self,
        place: usize,
        command: Command<'_>,
    ) -> Result<Utf8Bytes, LoadError> {
        let id = self.next_id();
        let request = text(&id, command)?;
        self.lines[place].send(request.clone()).await?;
        let mut again: Option<Instant> = None;
        loop {
            let due = again.unwrap_or_else(|| Instant::now() + PATIENCE);
            let event = match timeout_at(due.into(), next(&mut self.lines)).await {
                Ok(event) => event?,
                Err(_) if again.is_some() => {
                    again = None;
                    self.lines[place].send(request.clone()).await?;
                    continue;
                }
                Err(_) => continue,
            };
            match event {
                Event::Back(who) if who == place => {
                    self.house.tally.resent();
                    self.lines[place].send(request.clone()).await?;
                }
                Event::Text(who, text) if who == place => {
                    let frame = parse(&text)?;
                    if frame.kind == "error" && (frame.id == Some(&id) || frame.id.is_none()) {
                        if !self.may_try_again(&frame) {
                            return Err(refused(&frame));
                        }
                        again = Some(Instant::now() + PAUSE);
                    } else if frame.id == Some(&id) {
                        self.lines[place].resumed(&self.house.tally);
                        return Ok(text);
                    }
                }
                Event::Back(_) | Event::Text(..) => {}
            }
        }
    }

    fn may_try_again(&self, frame: &Frame<'_>) -> bool {
        let code = frame.code.as_deref().unwrap_or_default();
        is_transient(code) && self.house.nodes.are_many()
    }
}

/// Enters under a name nobody has. What a house takes for rude is its own business: then another
/// name will do.
async fn enter(nodes: &Nodes, node: usize) -> Result<String, LoadError> {
    let mut tries = 0;
    loop {
        let name: String = (0..12).map(|_| fastrand::lowercase()).collect();
        match nodes.enter(node, &name).await {
            Err(LoadError::Refused { code, .. })
                if code.starts_with("people/") && tries < MOST_NAMES =>
            {
                tries += 1;
            }
            entered => return entered,
        }
    }
}
