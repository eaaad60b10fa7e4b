//! A script for one node: bytes become commands of a few people, passing time, connections that
//! break and a store that fails, one after the other. For fuzzing: quick, always the same for the
//! same bytes, and with the same checks as the simulation of a cluster.

use std::sync::{Arc, Mutex};

use parlor_engine::Seq;
use parlor_server::bus::NodeId;
use parlor_server::matches::{ClosedLog, Reader};
use parlor_server::protocol::{Clock, Command, NewTable, Request, SeatChoice, Watch};
use parlor_server::{CommandId, MatchId};
use serde_json::json;

use crate::client::{Client, Wish, quick};
use crate::database::Database;
use crate::dice::Dice;
use crate::door::Line;
use crate::environment::Env;
use crate::games::{PAIRED, games};
use crate::node::Node;
use crate::wire::{Deliver, Request as Call, Wire};
use crate::world::START_MS;

/// The last of them is nobody's friend: a stranger who sits nowhere unless the script says so.
const PEOPLE: usize = 4;
/// Longer scripts repeat themselves.
const MOST_STEPS: usize = 400;
/// Answers that lead to new questions; more would be a conversation without end.
const MOST_ROUNDS: usize = 200;
/// So much time passes at the end: offers die, clocks run out, the store is asked again.
const REST_MS: i64 = 60_000;

/// Plays a script; what is wrong if a promise was broken.
pub fn script(bytes: &[u8]) -> Result<(), String> {
    let mut stage = Stage::new();
    let mut bytes = Bytes(bytes);
    for _ in 0..MOST_STEPS {
        let Some(step) = bytes.next() else { break };
        stage.step(step, &mut bytes);
        stage.settle()?;
    }
    stage.rest()
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// 0 when the script is at its end.
    fn any(&mut self) -> usize {
        self.next().unwrap_or(0).into()
    }

    fn text(&mut self) -> String {
        let length = self.any().min(self.0.len());
        let (text, rest) = self.0.split_at(length);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }
}

struct Stage {
    now: i64,
    db: Database,
    node: Node,
    clients: Vec<Client>,
    lines: Vec<Option<Line>>,
    last_line: u64,
    /// What was asked last by each, for those who ask again.
    asked: Vec<Option<Request>>,
    /// Tables that anybody has heard of.
    tables: Vec<MatchId>,
    pauses: Vec<(i64, Deliver)>,
    /// The next calls fail: before they are carried out, or after.
    failing: (usize, bool),
    swept_ms: i64,
}

impl Stage {
    fn new() -> Stage {
        let env = Env {
            wire: Wire::default(),
            clock: Arc::default(),
            ids: Arc::new(Mutex::new(Dice::new(7))),
            fault: None,
        };
        let mut stage = Stage {
            now: START_MS,
            db: Database::default(),
            node: Node::start(NodeId(1), 0, env),
            clients: (0..PEOPLE).map(Client::new).collect(),
            lines: (0..PEOPLE).map(|_| None).collect(),
            last_line: 0,
            asked: vec![None; PEOPLE],
            tables: Vec::new(),
            pauses: Vec::new(),
            failing: (0, false),
            swept_ms: START_MS,
        };
        for who in 0..PEOPLE {
            stage.connect(who);
        }
        stage
    }

    fn connect(&mut self, who: usize) {
        self.last_line += 1;
        let player = self.clients[who].player.clone();
        let line = Line::new(self.last_line, (who, player), (0, Some(&mut self.node)));
        self.lines[who] = Some(line);
        self.clients[who].line = Some(self.last_line);
        for request in self.clients[who].connected() {
            self.send(who, request);
        }
    }

    fn send(&mut self, who: usize, request: Request) {
        if let Some(line) = &mut self.lines[who] {
            line.receive(request);
        }
    }

    fn ask(&mut self, who: usize, command: Command) {
        if self.lines[who].is_none() {
            return;
        }
        let request = self.clients[who].ask(command);
        self.asked[who] = Some(request.clone());
        self.send(who, request);
    }

    fn step(&mut self, step: u8, bytes: &mut Bytes<'_>) {
        let who = usize::from(step) % PEOPLE;
        let what = usize::from(step) / PEOPLE;
        match what {
            0 => self.pass([1, 50, 1000, 5000, 9000, 16_000, 31_000][bytes.any() % 7]),
            1 => self.hang_up(who),
            2 if self.lines[who].is_none() => self.connect(who),
            3 => self.failing = (1 + bytes.any() % 3, bytes.any().is_multiple_of(2)),
            4 => self.ask_again(who),
            5 => self.node.shard.poll(),
            6 => self.node.patrol(true),
            7 => self.question(who, bytes),
            8..12 => {
                let new = new_table(bytes);
                self.ask(who, Command::CreateTable(new));
            }
            12..14 => self.pair(who, bytes),
            14..32 => {
                if let Some(command) = self.about_a_table(what, bytes) {
                    self.ask(who, command);
                }
            }
            _ => self.play(who, bytes),
        }
    }

    fn table(&self, bytes: &mut Bytes<'_>) -> Option<MatchId> {
        let place = bytes.any();
        let newest = self.tables.len().checked_sub(1 + place % 4);
        newest.and_then(|place| self.tables.get(place)).copied()
    }

    /// A wish for a partner stays until it is met: a person has one.
    fn pair(&mut self, who: usize, bytes: &mut Bytes<'_>) {
        let game = PAIRED[bytes.any() % PAIRED.len()].to_owned();
        if self.lines[who].is_none() || self.clients[who].wish.is_some() {
            return;
        }
        let request = self.clients[who].ask(quick(game.clone()));
        let id = request
            .id
            .clone()
            .unwrap_or_else(|| CommandId::from("wish"));
        self.clients[who].wish = Some(Wish {
            id,
            game,
            table: None,
        });
        self.send(who, request);
    }

    fn about_a_table(&self, what: usize, bytes: &mut Bytes<'_>) -> Option<Command> {
        let table = self.table(bytes)?;
        let match_id = table;
        let seat = (bytes.any() % 8) as u8;
        let level = || "beginner".to_owned();
        Some(match what {
            14..17 => Command::Join {
                table,
                invite: None,
                seat: match seat {
                    0..6 => Some(SeatChoice::Seat(seat)),
                    6 => Some(SeatChoice::RANDOM),
                    _ => None,
                },
                nonce: None,
            },
            17 => Command::Leave { table },
            18 => Command::Start { table },
            19 => Command::Confirm { table },
            20 => Command::SeatBot {
                table,
                seat: (seat < 6).then_some(seat),
                level: level(),
            },
            21 => Command::FreeSeat { table, seat },
            22 => Command::BotTakeOver {
                match_id,
                seat,
                level: level(),
            },
            23 => Command::Rematch { table },
            24 => Command::Resign { match_id },
            25..27 => Command::OfferTakeBack { match_id },
            27 => Command::OfferDraw { match_id },
            28..30 => Command::Answer {
                match_id,
                accept: seat.is_multiple_of(2),
            },
            30 => Command::Say {
                match_id,
                text: bytes.text(),
            },
            _ => Command::Play {
                match_id,
                seq: Seq(seat.into()),
                action: bytes.text(),
            },
        })
    }

    /// One of the moves that somebody was told of, mostly at the right time.
    fn play(&mut self, who: usize, bytes: &mut Bytes<'_>) {
        let (place, choice) = (bytes.any(), bytes.any());
        let me = &self.clients[who];
        let mut open = me.follows.iter().filter(|(_, it)| !it.legal.is_empty());
        let count = open.clone().count().max(1);
        let Some((&match_id, follow)) = open.nth(place % count) else {
            return;
        };
        let Some(seq) = follow.cursor else { return };
        let action = follow.legal[choice % follow.legal.len()].clone();
        let seq = if place == 255 { seq.next() } else { seq };
        self.ask(
            who,
            Command::Play {
                match_id,
                seq,
                action,
            },
        );
    }

    /// What the API asks of a match; whatever comes of it must come.
    fn question(&mut self, who: usize, bytes: &mut Bytes<'_>) {
        let Some(match_id) = self.table(bytes) else {
            return;
        };
        let (what, at) = (bytes.any() % 4, Seq(bytes.any() as u32));
        let matches = self.node.dispatcher.matches.clone();
        let reader = Reader {
            player: Some(self.clients[who].player.id),
            invite: None,
        };
        self.node.spawn(async move {
            match what {
                0 => drop(matches.snapshot(match_id, reader, Some(at)).await),
                1 => drop(matches.log(match_id, reader, at).await),
                2 => drop(matches.view_at(match_id, reader, at).await),
                _ => drop(
                    matches
                        .closed_log(match_id, reader)
                        .await
                        .map(ClosedLog::record),
                ),
            }
        });
    }

    fn hang_up(&mut self, who: usize) {
        // The node's task notices that its end is gone.
        if self.lines[who].take().is_some() {
            self.clients[who].line = None;
        }
    }

    /// The very same command again, as after a broken connection.
    fn ask_again(&mut self, who: usize) {
        if let Some(request) = self.asked[who].clone() {
            self.send(who, request);
        }
    }

    /// Time passes; everything that falls due on the way happens when it is due.
    fn pass(&mut self, ms: i64) {
        let until = self.now + ms;
        for _ in 0..MOST_ROUNDS {
            let every = self.node.shard.sweep_every_ms();
            let sweep = self.swept_ms + every;
            let alarm = self.node.shard.next_timer_ms();
            let pause = self.pauses.iter().map(|&(due, _)| due).min();
            let due = [Some(sweep), alarm, pause];
            let next = due.into_iter().flatten().min().unwrap_or(until);
            if next > until {
                break;
            }
            self.now = self.now.max(next);
            if sweep <= self.now {
                self.swept_ms = self.now;
                self.node.shard.sweep(false, self.now);
            }
            if alarm.is_some_and(|due| due <= self.now) {
                self.node.shard.on_timer(self.now);
            }
            self.work();
        }
        self.now = until;
    }

    /// The node and the store do what they can.
    fn work(&mut self) {
        for _ in 0..MOST_ROUNDS {
            let now = self.now;
            let (due, later) = std::mem::take(&mut self.pauses)
                .into_iter()
                .partition(|&(due, _)| due <= now);
            self.pauses = later;
            let due: Vec<(i64, Deliver)> = due;
            for (_, wake) in due {
                wake(false);
            }
            self.node.step(now);
            let calls = self.node.env.wire.take();
            if calls.is_empty() {
                return;
            }
            for call in calls {
                match call {
                    Call::Pause(ms, wake) => self.pauses.push((now + ms, wake)),
                    Call::Call(_, apply) => {
                        let (left, before) = self.failing;
                        self.failing.0 = left.saturating_sub(1);
                        let fails = left > 0;
                        let database = (!(fails && before)).then_some(&mut self.db);
                        apply(database)(fails);
                    }
                }
            }
        }
    }

    /// Until nobody has anything to say: everything told is checked.
    fn settle(&mut self) -> Result<(), String> {
        for _ in 0..MOST_ROUNDS {
            self.work();
            let mut heard = false;
            for who in 0..PEOPLE {
                while let Some(out) = self.lines[who]
                    .as_mut()
                    .and_then(|line| line.heard.try_recv().ok())
                {
                    heard = true;
                    let requests = self.clients[who].hear(out, &self.db, self.now);
                    let requests = requests.map_err(|what| format!("person {who}: {what}"))?;
                    for request in requests {
                        self.send(who, request);
                    }
                }
            }
            if let Some(complaint) = self.db.referee.complaints.pop() {
                return Err(complaint);
            }
            if !heard {
                break;
            }
        }
        for (found, ..) in self.db.all() {
            let id = MatchId::from_outside(&found.row.id);
            if !self.tables.contains(&id) {
                self.tables.push(id);
            }
        }
        Ok(())
    }

    /// The store is well again and time passes: what was asked is answered, and the node's matches
    /// are what their logs say.
    fn rest(&mut self) -> Result<(), String> {
        self.failing = (0, false);
        for _ in 0..REST_MS / 5000 {
            for who in 0..PEOPLE {
                for request in self.due_again(who) {
                    self.send(who, request);
                }
            }
            self.settle()?;
            self.pass(5000);
            self.settle()?;
        }
        for (who, client) in self.clients.iter().enumerate() {
            let waits = client.pending.values().next();
            if let (Some(pending), Some(_)) = (waits, client.line) {
                return Err(format!("person {who} was never answered: {pending:?}"));
            }
        }
        for (id, fold) in self.db.referee.folds() {
            if let Some(live) = self.node.shard.live(MatchId::from_outside(id))
                && !live.is_busy()
                && !fold.equals(live.matched())
            {
                return Err(format!(
                    "{id} is at {}, its log at {}",
                    live.seq(),
                    fold.seq()
                ));
            }
            let written = self.db.finished.get(id).copied().unwrap_or(0);
            if written > 1 {
                return Err(format!("the result of {id} was written {written} times"));
            }
        }
        Ok(())
    }

    /// What the server could not do when it was asked.
    fn due_again(&mut self, who: usize) -> Vec<Request> {
        let pending = self.clients[who].pending.values_mut();
        pending
            .filter_map(|it| it.again_ms.take().map(|_| it.request.clone()))
            .collect()
    }
}

fn new_table(bytes: &mut Bytes<'_>) -> NewTable {
    let mut games = games();
    games.push(("marelles", json!({ "undo": "instant" })));
    let (choice, flags) = (bytes.any(), bytes.any());
    let (game, options) = games[choice % games.len()].clone();
    NewTable {
        options: Some(options),
        seats: (flags & 3 == 3).then_some(3),
        rated: flags & 4 != 0,
        clock: match flags >> 3 & 3 {
            1 => Clock::PerMove { seconds: 3 },
            2 => Clock::Total {
                seconds: 10,
                increment: 1,
            },
            _ => Clock::None,
        },
        watch: match flags >> 5 & 3 {
            1 => Watch::Delayed,
            2 => Watch::Off,
            _ => Watch::Open,
        },
        confirm: flags & 3 == 2,
        bots: vec!["beginner".to_owned(); usize::from(flags & 128 != 0)],
        sit: flags & 3 != 1,
        seat: (choice & 32 != 0).then_some(SeatChoice::RANDOM),
        ..NewTable::plain(game)
    }
}
