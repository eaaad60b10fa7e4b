use std::time::Duration;

use parlor_bots::{BotError, Budget, Cancel, Ending};
use parlor_engine::{
    Act, AnyGame, AnyState, Charset, Match, Record, Rejection, Seat, Seed, Setup, Viewer,
};
use serde_json::{Map, Value, json};

use super::reply::{Code, Failure, Reply};
use super::request::{Request, Watcher};

/// One conversation: at most one match at a time.
#[derive(Default)]
pub(super) struct Session {
    matched: Option<Match>,
}

/// Deeper counts would run for days.
const DEEPEST_PERFT: u32 = 16;
const LONGEST_PLAYOUTS: f64 = 600.0;
const MOST_THREADS: u32 = 64;

impl Session {
    pub(super) fn answer(&mut self, request: Request) -> Reply {
        match request {
            Request::Games {} => Ok(fields([("games", games())])),
            Request::New {
                game,
                seats,
                seed,
                options,
                nonces,
            } => {
                let game = find(&game)?;
                let seats = seats.unwrap_or(game.meta().min_seats);
                game.check_new(&options)?;
                let setup = Setup::new(game, &options, seats, or_random(seed)?, nonces)?;
                self.begin(setup)
            }
            Request::Load { game, state, seed } => self.load(find(&game)?, state, seed),
            Request::Legal { seat } => self.legal(seat),
            Request::Preview { seat, action } => self.preview(seat, &action),
            Request::Play { seat, action, seen } => self.play(seat, &action, seen),
            Request::Resign { seat, seen } => self.push(Act::Resign { seat }, seen),
            Request::Leave { seat, seen } => self.push(Act::Leave { seat }, seen),
            Request::TimeOut { seat, seen } => self.push(Act::TimeOut { seat }, seen),
            Request::Draw { seen } => self.push(Act::AgreeDraw, seen),
            Request::View { seat } => {
                let viewer = self.viewer(seat)?;
                let view = parsed(&self.state()?.view(viewer));
                Ok(fields([("view", view)]))
            }
            Request::Text { seat, ascii } => {
                let viewer = self.viewer(seat)?;
                let charset = if ascii {
                    Charset::Ascii
                } else {
                    Charset::Unicode
                };
                Ok(fields([(
                    "text",
                    self.state()?.picture(viewer, charset).into(),
                )]))
            }
            Request::State {} => Ok(fields([("state", self.state()?.state())])),
            Request::Undo {} => self.undo(),
            Request::Perft { depth } => self.perft(depth),
            Request::Playouts {
                seconds,
                threads,
                seed,
            } => self.playouts(seconds, threads, seed),
            Request::Best {
                seat,
                level,
                ms,
                seed,
            } => self.best(seat, &level, ms, seed),
            Request::Proven { seat } => self.proven(seat),
            Request::Record {} => {
                let record = Record::of(self.matched()?, Vec::new());
                let record = serde_json::to_value(record)
                    .map_err(|error| Failure::new(Code::Internal, error.to_string()))?;
                Ok(fields([("record", record)]))
            }
        }
    }

    fn begin(&mut self, setup: Setup) -> Reply {
        let matched = Match::start(setup)?;
        let mut reply = position(matched.state());
        reply.insert("seats".into(), matched.state().seats().into());
        reply.insert(
            "commitment".into(),
            matched.setup().commitment().to_string().into(),
        );
        self.matched = Some(matched);
        Ok(reply)
    }

    fn load(&mut self, game: &'static dyn AnyGame, state: Value, seed: Option<Seed>) -> Reply {
        let seats = game.load(&state)?.seats();
        let mut setup = Setup::new(game, &Value::Null, seats, or_random(seed)?, Vec::new())?;
        setup.position = Some(state);
        self.begin(setup)
    }

    fn legal(&self, seat: Seat) -> Reply {
        self.existing(seat)?;
        let legal = self.state()?.legal(seat);
        Ok(match legal.pattern {
            None => fields([("actions", legal.actions.to_vec().into())]),
            Some(pattern) => fields([
                ("pattern", pattern.form.into()),
                ("bounds", pattern.bounds),
                ("examples", legal.actions.to_vec().into()),
            ]),
        })
    }

    /// Notation, or the JSON form of an action.
    fn line(&self, action: &Value) -> Result<String, Failure> {
        Ok(match action {
            Value::String(text) => text.clone(),
            action => self.matched()?.setup().game.notate(action)?,
        })
    }

    fn preview(&self, seat: Seat, action: &Value) -> Reply {
        self.existing(seat)?;
        let preview = self.state()?.preview(seat, &self.line(action)?)?;
        Ok(fields([("effect", parsed(&preview.json()))]))
    }

    fn play(&mut self, seat: Seat, action: &Value, seen: bool) -> Reply {
        self.existing(seat)?;
        let line = self.line(action)?;
        let matched = self.matched_mut()?;
        let chain = matched.judge_line(seat, &line)?;
        let viewers = viewers(matched.state());
        let mut events = Vec::new();
        let mut heard = vec![Vec::new(); viewers.len()];
        for judged in chain {
            if let Some(happened) = &judged.events {
                events.extend(items(&happened.json(Viewer::Referee)));
                for (heard, &viewer) in heard.iter_mut().zip(&viewers).filter(|_| seen) {
                    heard.extend(items(&happened.json(viewer)));
                }
            }
            matched.commit(judged);
        }
        let mut reply = position(matched.state());
        reply.insert("events".into(), events.into());
        if seen {
            reply.insert("seen".into(), heard.into());
        }
        Ok(reply)
    }

    fn push(&mut self, act: Act, seen: bool) -> Reply {
        if let Some(seat) = act.seat() {
            self.existing(seat)?;
        }
        let matched = self.matched_mut()?;
        let events = matched.push(act)?;
        let mut reply = position(matched.state());
        let told = |viewer: Viewer| {
            let events = events.as_ref();
            events.map_or_else(Vec::new, |events| items(&events.json(viewer)))
        };
        reply.insert("events".into(), told(Viewer::Referee).into());
        if seen {
            let viewers = viewers(matched.state());
            let heard: Vec<Vec<Value>> = viewers.into_iter().map(told).collect();
            reply.insert("seen".into(), heard.into());
        }
        Ok(reply)
    }

    /// Leaves no trace in the log: whoever drives the engine owns the match.
    fn undo(&mut self) -> Reply {
        let matched = self.matched()?;
        if matched.log().is_empty() {
            return Err(Rejection::new("take_back", "there is nothing to take back").into());
        }
        let earlier = matched.position_after(matched.seq().before())?;
        let reply = position(earlier.state());
        self.matched = Some(earlier);
        Ok(reply)
    }

    fn perft(&self, depth: u32) -> Reply {
        if depth > DEEPEST_PERFT {
            let message = format!("depth must be at most {DEEPEST_PERFT}");
            return Err(Failure::new(Code::OutOfRange, message));
        }
        Ok(fields([("nodes", self.state()?.perft(depth)?.into())]))
    }

    fn best(&self, seat: Seat, level: &str, ms: u64, seed: u64) -> Reply {
        self.existing(seat)?;
        let time = Duration::from_millis(ms);
        if time.is_zero() || time > Budget::LONGEST {
            let message = format!("ms must be 1 to {}", Budget::LONGEST.as_millis());
            return Err(Failure::new(Code::OutOfRange, message));
        }
        let budget = Budget::of_time(time);
        let state = self.state()?;
        let choice = parlor_bots::choose_in(state, seat, level, &budget, seed, &Cancel::new())
            .map_err(|error| match error {
                BotError::UnknownLevel { .. } => {
                    Failure::new(Code::UnknownLevel, error.to_string())
                }
                BotError::NotToAct(_) => Rejection::not_your_turn().into(),
                _ => Failure::new(Code::NoMove, error.to_string()),
            })?;
        Ok(fields([
            ("action", choice.action.into()),
            ("score", json!(choice.chance)),
            ("depth", choice.depth.into()),
            ("nodes", choice.nodes.into()),
            ("line", choice.line.into()),
            ("trouble", json!(choice.trouble)),
        ]))
    }

    fn proven(&self, seat: Seat) -> Reply {
        self.existing(seat)?;
        let verdict = parlor_bots::verdict(self.state()?, seat);
        let proven = verdict.map(|verdict| {
            let ending = match verdict.ending {
                Ending::Win => "win",
                Ending::Draw => "draw",
                Ending::Loss => "loss",
            };
            json!({ "ending": ending, "plies": verdict.plies })
        });
        Ok(fields([("proven", json!(proven))]))
    }

    fn playouts(&self, seconds: f64, threads: u32, seed: u64) -> Reply {
        if !(0.0..=LONGEST_PLAYOUTS).contains(&seconds) || !(1..=MOST_THREADS).contains(&threads) {
            let message =
                format!("seconds must be 0 to {LONGEST_PLAYOUTS} and threads 1 to {MOST_THREADS}");
            return Err(Failure::new(Code::OutOfRange, message));
        }
        let done = self
            .state()?
            .playouts(Duration::from_secs_f64(seconds), threads, seed);
        Ok(fields([
            ("playouts", done.playouts.into()),
            ("plies", done.plies.into()),
            ("seconds", done.seconds.into()),
        ]))
    }

    fn matched(&self) -> Result<&Match, Failure> {
        self.matched.as_ref().ok_or_else(no_match)
    }

    fn matched_mut(&mut self) -> Result<&mut Match, Failure> {
        self.matched.as_mut().ok_or_else(no_match)
    }

    fn state(&self) -> Result<&dyn AnyState, Failure> {
        Ok(self.matched()?.state())
    }

    fn existing(&self, seat: Seat) -> Result<(), Failure> {
        let seats = self.state()?.seats();
        if seat.0 < seats {
            return Ok(());
        }
        let message = format!("there is no seat {seat}: seats are 0 to {}", seats - 1);
        Err(Failure::new(Code::UnknownSeat, message))
    }

    fn viewer(&self, seat: Option<Watcher>) -> Result<Viewer, Failure> {
        let viewer = Watcher::viewer(seat);
        if let Viewer::Seat(seat) = viewer {
            self.existing(seat)?;
        }
        Ok(viewer)
    }
}

/// Everybody who may look on: the seats, then the spectators.
fn viewers(state: &dyn AnyState) -> Vec<Viewer> {
    (0..state.seats())
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator])
        .collect()
}

fn no_match() -> Failure {
    Failure::new(
        Code::NoMatch,
        "there is no match: send \"new\" or \"load\" first",
    )
}

fn find(id: &str) -> Result<&'static dyn AnyGame, Failure> {
    parlor_catalog::game(&id.to_lowercase())
        .ok_or_else(|| Failure::new(Code::UnknownGame, format!("unknown game {id:?}")))
}

fn or_random(seed: Option<Seed>) -> Result<Seed, Failure> {
    match seed {
        Some(seed) => Ok(seed),
        None => {
            crate::random_seed().map_err(|error| Failure::new(Code::Internal, error.to_string()))
        }
    }
}

fn games() -> Value {
    parlor_catalog::GAMES
        .iter()
        .map(|game| {
            let meta = game.meta();
            json!({
                "id": meta.id,
                "name": meta.name,
                "about": meta.about,
                "min_seats": meta.min_seats,
                "max_seats": meta.max_seats,
                "options": game.option_specs(),
            })
        })
        .collect()
}

fn position(state: &dyn AnyState) -> Map<String, Value> {
    let actors: Vec<u8> = state.to_act().iter().map(|seat| seat.0).collect();
    fields([
        ("to_act", actors.into()),
        ("outcome", json!(state.outcome())),
    ])
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect()
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}

fn items(json: &str) -> Vec<Value> {
    serde_json::from_str(json).unwrap_or_default()
}
