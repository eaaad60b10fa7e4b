//! One match after another, with all its seats, each on its own connection.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tokio::time::timeout_at;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::audience::Stage;
use crate::frame::{Command, Frame, parse, refused, text, without_view};
use crate::ledger::{Faults, Ledger};
use crate::line::{Event, Line, next};
use crate::nodes::Nodes;
use crate::place::{Follows, Game, Place};
use crate::plan::is_transient;
use crate::tally::Tally;
use crate::{LoadError, Plan};

/// Before something is said again that was not understood.
pub(crate) const PAUSE: Duration = Duration::from_millis(50);

/// What every room of a run needs.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) nodes: Nodes,
    pub(crate) plan: Plan,
    pub(crate) tally: Tally,
}

#[derive(Debug)]
pub(crate) struct Room {
    pub(super) house: Arc<House>,
    pub(super) number: usize,
    pub(super) lines: Vec<Line>,
    pub(super) tokens: Vec<String>,
    pub(super) rng: Rng,
    commands: u64,
    pub(super) game: Game,
    pub(super) stage: Option<Arc<Stage>>,
    /// Matches played to the end or left, with what each seat saw of them.
    left: Vec<Left>,
    pub(crate) faults: Faults,
    /// The last frame without its view; kept for its room.
    kept: String,
}

/// All that the people of a room saw.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) tokens: Vec<String>,
    pub(crate) left: Vec<Left>,
}

#[derive(Debug)]
pub(crate) struct Left {
    pub(crate) id: String,
    pub(crate) seats: Vec<(Option<u8>, Ledger)>,
}

impl Room {
    /// Opens the room with this number, on the stage if it is one that people look at.
    pub(crate) async fn open(
        house: Arc<House>,
        number: usize,
        stage: Option<Arc<Stage>>,
    ) -> Result<Room, LoadError> {
        let seed = house.plan.seed.wrapping_add(number as u64);
        let mut room = Room {
            house,
            number,
            lines: Vec::new(),
            tokens: Vec::new(),
            rng: Rng::with_seed(seed),
            commands: 0,
            game: Game::default(),
            stage,
            left: Vec::new(),
            faults: Faults::default(),
            kept: String::new(),
        };
        room.set_up().await?;
        Ok(room)
    }

    pub(super) fn next_id(&mut self) -> String {
        self.commands += 1;
        self.commands.to_string()
    }

    /// Plays until the tally says stop and everything under way has arrived.
    pub(crate) async fn play(&mut self) -> Result<(), LoadError> {
        let house = self.house.clone();
        let tally = &house.tally;
        self.act_all().await?;
        while !(tally.is_stopped() && self.game.is_settled()) {
            match self.next().await? {
                Some(Event::Text(place, text)) => {
                    tally.received(text.len());
                    self.hear(place, &text)?;
                    self.act(place).await?;
                }
                Some(Event::Back(place)) => {
                    self.game.seats[place].is_adrift();
                    self.act(place).await?;
                }
                None => self.act_all().await?,
            }
            if self.is_over() {
                tally.match_finished();
                self.leave().await?;
                if tally.is_stopped() {
                    return Ok(());
                }
                self.set_up().await?;
                self.act_all().await?;
            }
        }
        self.leave().await
    }

    /// Everybody knows the result, and whoever brought it about has been answered.
    fn is_over(&self) -> bool {
        let over = |seat: &Place| seat.over && seat.pending.is_none();
        self.game.seats.iter().all(over)
    }

    /// `None` when it is time for something.
    async fn next(&mut self) -> Result<Option<Event>, LoadError> {
        match self.game.due() {
            None => next(&mut self.lines).await.map(Some),
            Some(due) => match timeout_at(due.into(), next(&mut self.lines)).await {
                Ok(event) => event.map(Some),
                Err(_) => Ok(None),
            },
        }
    }

    async fn leave(&mut self) -> Result<(), LoadError> {
        let game = std::mem::take(&mut self.game);
        for place in 0..self.lines.len() {
            let game_match = &game.id;
            self.ask(place, Command::Close { game_match }).await?;
        }
        let seats = game.seats.into_iter();
        self.left.push(Left {
            id: game.id,
            seats: seats.map(|place| (place.seat, place.ledger)).collect(),
        });
        Ok(())
    }

    fn hear(&mut self, place: usize, text: &str) -> Result<(), LoadError> {
        let mut kept = std::mem::take(&mut self.kept);
        let heard = self.hear_frame(place, without_view(text, &mut kept));
        self.kept = kept;
        heard
    }

    fn hear_frame(&mut self, place: usize, text: &str) -> Result<(), LoadError> {
        let frame = parse(text)?;
        let house = self.house.clone();
        match frame.kind {
            "update" if frame.game_match == Some(&self.game.id) => {
                self.game
                    .enter(place, &frame.log, &mut self.faults, &house.tally);
                let seat = &mut self.game.seats[place];
                if seat.is_answered_by(&frame) {
                    seat.acknowledged(&frame.log);
                    house.tally.moved();
                }
                seat.look(&frame, &mut self.rng);
            }
            "match" => self.resume(place, &frame),
            "done" if self.game.seats[place].is_answered_by(&frame) => {
                self.game.seats[place].was_done_before(&mut self.faults);
                house.tally.moved();
            }
            "error" => self.hear_refusal(place, &frame)?,
            _ => {}
        }
        Ok(())
    }

    /// The answer to `open` on a new connection.
    fn resume(&mut self, place: usize, frame: &Frame<'_>) {
        let seat = &mut self.game.seats[place];
        let is_answer =
            matches!(&seat.follows, Follows::Asked(id) if frame.id == Some(id.as_str()));
        if is_answer {
            seat.follows = Follows::Yes;
            self.lines[place].resumed(&self.house.tally);
            let (faults, tally) = (&mut self.faults, &self.house.tally);
            self.game.enter(place, &frame.missed, faults, tally);
            self.game.seats[place].look(frame, &mut self.rng);
        }
    }

    fn hear_refusal(&mut self, place: usize, frame: &Frame<'_>) -> Result<(), LoadError> {
        let code = frame.code.as_deref().unwrap_or_default();
        let passes = is_transient(code) && self.house.nodes.are_many();
        if !passes && (code.starts_with("server/") || frame.id.is_none()) {
            return Err(refused(frame));
        }
        let again = Instant::now() + PAUSE;
        let seat = &mut self.game.seats[place];
        if matches!(&seat.follows, Follows::Asked(id) if frame.id == Some(id.as_str())) {
            if !passes {
                return Err(refused(frame));
            }
            seat.follows = Follows::No;
            seat.due = Some(again);
        } else if !seat.is_answered_by(frame) {
            // An answer to a connection that is no more.
        } else if let (true, Some(pending)) = (passes, &mut seat.pending) {
            pending.sent = false;
            seat.due = Some(again);
        } else if seat.refused(code == "match/stale", again) {
            self.faults.refused += 1;
        }
        Ok(())
    }

    async fn act_all(&mut self) -> Result<(), LoadError> {
        for place in 0..self.lines.len() {
            self.act(place).await?;
        }
        Ok(())
    }

    /// Says what this seat has to say now.
    async fn act(&mut self, place: usize) -> Result<(), LoadError> {
        let seat = &mut self.game.seats[place];
        if seat.due.is_some_and(|due| Instant::now() < due) {
            return Ok(());
        }
        let waited = seat.due.take().is_some();
        match (&seat.follows, &mut seat.pending) {
            (Follows::Asked(_), _) => Ok(()),
            (Follows::No, _) => self.ask_to_follow(place).await,
            (Follows::Yes, Some(pending)) => {
                if pending.sent {
                    return Ok(());
                }
                pending.sent = true;
                self.house.tally.resent();
                self.lines[place].send(pending.text.clone()).await
            }
            (Follows::Yes, None) => self.move_on(place, waited).await,
        }
    }

    async fn ask_to_follow(&mut self, place: usize) -> Result<(), LoadError> {
        let id = self.next_id();
        let seat = &mut self.game.seats[place];
        let open = Command::Open {
            game_match: &self.game.id,
            since: seat.ledger.last(),
        };
        let text = text(&id, open)?;
        seat.follows = Follows::Asked(id);
        self.lines[place].send(text).await
    }

    /// A new move, after the pause for thought.
    async fn move_on(&mut self, place: usize, waited: bool) -> Result<(), LoadError> {
        let House { plan, tally, .. } = &*self.house.clone();
        let seat = &mut self.game.seats[place];
        if seat.choice.is_empty() || seat.over || tally.is_stopped() {
            return Ok(());
        }
        let now = Instant::now();
        if !plan.pause.is_zero() && !waited {
            seat.due = Some(now + plan.pause);
            return Ok(());
        }
        let id = self.next_id();
        let seat = &mut self.game.seats[place];
        let play = Command::Play {
            game_match: &self.game.id,
            seq: seat.seq,
            action: &seat.choice,
        };
        let text: Utf8Bytes = text(&id, play)?;
        tally.sent(text.len());
        if let Some(stage) = &self.stage {
            stage.sent(seat.seq, now);
        }
        seat.sends(id, text.clone(), now);
        self.lines[place].send(text).await
    }

    /// Everybody goes home; what they saw remains.
    pub(crate) async fn close(self) -> Seen {
        for line in self.lines {
            line.close().await;
        }
        Seen {
            tokens: self.tokens,
            left: self.left,
        }
    }
}
