use parlor_engine::{AnyGame, Charset, Outcome};
use serde_json::{Map, Value};

use super::words;
use crate::Hub;
use crate::hub::Conn;
use crate::matches::{Out, Outbox, Told};
use crate::people::{SessionKind, Token};
use crate::protocol::{
    Clock, Command, MatchSnapshot, NewTable, OfferKind, Request, ServerMessage, Status, TableInfo,
};

/// One person at a terminal.
pub(super) struct Visit {
    hub: Hub,
    conn: Conn,
    token: Option<Token>,
    charset: Charset,
    /// The table before its start.
    table: Option<TableInfo>,
    /// The match that is being opened: news of its start may come twice.
    opening: Option<String>,
    at: Option<At>,
    said: String,
}

/// The match somebody looks at.
struct At {
    id: String,
    game: &'static dyn AnyGame,
    names: Vec<String>,
    seat: Option<u8>,
    seq: u32,
    view: String,
    legal: Vec<String>,
    form: Option<String>,
    to_act: Vec<u8>,
    outcome: Option<Outcome>,
}

impl Visit {
    pub(super) fn new(hub: Hub, outbox: Outbox) -> Visit {
        Visit {
            hub,
            conn: Conn::new(outbox, None),
            token: None,
            charset: Charset::Ascii,
            table: None,
            opening: None,
            at: None,
            said: String::new(),
        }
    }

    pub(super) fn greet(&mut self) {
        self.say(words::GREETING);
        self.prompt();
    }

    pub(super) fn say(&mut self, text: &str) {
        self.said.push_str(text);
        self.said.push('\n');
    }

    pub(super) fn prompt(&mut self) {
        let mine = self
            .at
            .as_ref()
            .is_some_and(|at| at.seat.is_some_and(|it| at.to_act.contains(&it)));
        self.said.push_str(if mine { "your move> " } else { "> " });
    }

    pub(super) fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    async fn ask(&mut self, command: Command) {
        self.hub
            .handle(&mut self.conn, Request { id: None, command })
            .await;
    }

    /// Carries out one line; false when the visitor wants to go.
    pub(super) async fn obey(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" => {
                self.say("Goodbye.");
                return false;
            }
            "help" | "?" => self.say(words::HELP),
            "name" => self.name(rest).await,
            "games" => self.games(),
            "options" => self.options(rest),
            "list" => self.list(),
            "unicode" => self.charset = Charset::Unicode,
            "ascii" => self.charset = Charset::Ascii,
            _ if self.conn.player.is_none() => self.say("Tell me your name first: name YOUR-NAME"),
            "new" => self.open_table(rest).await,
            "quick" => {
                self.ask(Command::QuickPair {
                    game: rest.to_lowercase(),
                })
                .await;
            }
            "sit" | "join" => self.sit(rest).await,
            "watch" | "open" => self.open(rest).await,
            _ if self.table.is_some() => self.at_the_table(word).await,
            _ if self.at.is_some() => self.in_the_match(line, word, rest).await,
            _ => self.say("I do not know that; 'help' lists what you can type."),
        }
        true
    }

    async fn name(&mut self, rest: &str) {
        if let Some(player) = &self.conn.player {
            let name = player.name.clone();
            return self.say(&format!("You are {name} already."));
        }
        // A password has no blanks; names may.
        let whole = self
            .hub
            .people
            .enter(rest, None, SessionKind::Line, "terminal")
            .await;
        let entered = match (whole, rest.rsplit_once(' ')) {
            (Err(_), Some((name, password))) => {
                self.hub
                    .people
                    .enter(name, Some(password), SessionKind::Line, "terminal")
                    .await
            }
            (whole, _) => whole,
        };
        match entered {
            Ok((player, token)) => {
                self.say(&format!(
                    "Welcome, {}. 'list' shows what is going on.",
                    player.name
                ));
                self.conn.player = Some(player);
                self.token = Some(token);
            }
            Err(refusal) => self.say(&format!("{} ({})", refusal.message, refusal.code)),
        }
    }

    fn games(&mut self) {
        for game in parlor_catalog::GAMES {
            let meta = game.meta();
            let seats = match (meta.min_seats, meta.max_seats) {
                (min, max) if min == max => format!("{min} players"),
                (min, max) => format!("{min} to {max} players"),
            };
            self.say(&format!("  {:<13} {seats:<15} {}", meta.id, meta.about));
        }
    }

    fn options(&mut self, game: &str) {
        let Some(game) = parlor_catalog::game(&game.to_lowercase()) else {
            return self.say("Which game? 'games' lists them.");
        };
        for spec in game.option_specs() {
            self.say(&format!(
                "  {}={}   {}",
                spec.name, spec.default, spec.about
            ));
        }
    }

    fn list(&mut self) {
        let tables = self.hub.lobby.list();
        if tables.is_empty() {
            self.say("No tables are open. 'new GAME' opens one.");
        }
        for table in tables {
            self.say(&words::table_line(&table));
        }
    }

    async fn open_table(&mut self, rest: &str) {
        let mut parts = rest.split_whitespace();
        let game = parts.next().unwrap_or_default().to_lowercase();
        let mut new = NewTable {
            game,
            options: None,
            name: None,
            seats: None,
            private: false,
            rated: false,
            clock: Clock::None,
            watch: crate::protocol::Watch::Open,
            confirm: false,
            bots: Vec::new(),
            sit: true,
            nonce: None,
        };
        let mut options = Map::new();
        for part in parts {
            let Some((name, value)) = part.split_once('=') else {
                return self.say(&format!(
                    "{:?} is not of the form NAME=VALUE",
                    crate::shorten(part, 40)
                ));
            };
            let number = value.parse::<u32>();
            match (name, number) {
                ("seats", Ok(count)) => new.seats = u8::try_from(count).ok(),
                ("bots", Ok(count)) => {
                    new.bots = vec!["beginner".to_owned(); count.min(6) as usize];
                }
                ("clock", Ok(seconds)) => new.clock = Clock::PerMove { seconds },
                ("private", _) => new.private = matches!(value, "yes" | "true" | "1"),
                _ => {
                    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
                    options.insert(name.to_owned(), value);
                }
            }
        }
        new.options = Some(Value::Object(options));
        self.ask(Command::CreateTable(new)).await;
    }

    async fn sit(&mut self, rest: &str) {
        let (table, invite) = match rest.split_once(' ') {
            Some((table, invite)) => (table, Some(invite.trim().to_owned())),
            None => (rest, None),
        };
        self.ask(Command::Join {
            table: table.to_owned(),
            invite,
            seat: None,
            nonce: None,
        })
        .await;
    }

    async fn open(&mut self, rest: &str) {
        let game_match = rest.to_owned();
        self.ask(Command::Open {
            game_match,
            since: None,
            invite: None,
        })
        .await;
    }

    async fn at_the_table(&mut self, word: &str) {
        let Some(table) = self.table.as_ref().map(|table| table.id.clone()) else {
            return;
        };
        match word {
            "bot" => {
                self.ask(Command::SeatBot {
                    table,
                    seat: None,
                    level: "beginner".to_owned(),
                })
                .await;
            }
            "start" => self.ask(Command::Start { table }).await,
            "confirm" => self.ask(Command::Confirm { table }).await,
            "stand" | "leave" => {
                self.table = None;
                self.ask(Command::Leave { table }).await;
            }
            _ => self.say("The match has not started: 'bot', 'start', 'stand' or 'help'."),
        }
    }

    async fn in_the_match(&mut self, line: &str, word: &str, rest: &str) {
        let Some(at) = &self.at else { return };
        let game_match = at.id.clone();
        let command = match word.to_lowercase().as_str() {
            "board" => return self.board(),
            "legal" => {
                let legal = match &at.form {
                    Some(form) => format!("{form}, for example:\n{}", words::columns(&at.legal)),
                    None if at.legal.is_empty() => "It is not your move.".to_owned(),
                    None => words::columns(&at.legal),
                };
                return self.say(&legal);
            }
            "log" => return self.log().await,
            "close" => {
                self.at = None;
                Command::Close { game_match }
            }
            "say" => Command::Say {
                game_match,
                text: rest.to_owned(),
            },
            "undo" => Command::OfferTakeBack { game_match },
            "draw" => Command::OfferDraw { game_match },
            "accept" => Command::Answer {
                game_match,
                accept: true,
            },
            "decline" => Command::Answer {
                game_match,
                accept: false,
            },
            "resign" => Command::Resign { game_match },
            "again" => Command::Rematch { table: game_match },
            _ => Command::Play {
                game_match,
                seq: at.seq,
                action: line.to_owned(),
            },
        };
        self.ask(command).await;
    }

    async fn log(&mut self) {
        let Some(at) = &self.at else { return };
        let me = self.conn.player.as_ref().map(|player| player.id);
        match self.hub.matches.log(&at.id.clone(), me, None).await {
            Ok(lines) => {
                for line in lines {
                    self.say(&format!("  {:>3}. {}", line.seq, line.words.join("; ")));
                }
            }
            Err(refusal) => self.say(&refusal.message),
        }
    }

    fn board(&mut self) {
        let Some(at) = &self.at else { return };
        let picture = at.game.picture(&at.view, self.charset).unwrap_or_default();
        let end = at
            .outcome
            .as_ref()
            .map(|outcome| words::outcome(outcome, &at.names));
        self.say(picture.trim_end());
        if let Some(end) = end {
            self.say(&end);
        }
    }

    pub(super) async fn hear(&mut self, out: Out) {
        match out {
            Out::Told(told, _) => self.hear_told(&told),
            Out::Message(message) => match message.as_ref() {
                ServerMessage::Done {
                    table: Some(table), ..
                }
                | ServerMessage::Table { table } => self.hear_table(table).await,
                ServerMessage::TableGone { id }
                    if self.table.as_ref().is_some_and(|table| table.id == *id) =>
                {
                    self.table = None;
                    self.say("The table is gone.");
                }
                ServerMessage::Match(snapshot) => self.hear_match(snapshot),
                ServerMessage::Chat { line, .. } => {
                    self.say(&format!("{}: {}", line.name, line.text));
                }
                ServerMessage::Offer {
                    offer: Some(offer), ..
                } => {
                    let own = self.at.as_ref().and_then(|at| at.seat);
                    let what = match offer.kind {
                        OfferKind::TakeBack => "to take back",
                        OfferKind::Draw => "a draw",
                    };
                    let line = if own == Some(offer.by) {
                        format!("You ask for {what}.")
                    } else {
                        format!("Your opponent asks for {what}: 'accept' or 'decline'?")
                    };
                    self.say(&line);
                }
                ServerMessage::Error { code, message, .. } => {
                    self.say(&format!("{message} ({code})"));
                }
                _ => {}
            },
        }
    }

    async fn hear_table(&mut self, table: &TableInfo) {
        let me = self.conn.player.as_ref().map(|player| player.name.clone());
        let mine = table
            .seats
            .iter()
            .any(|seat| seat.name.is_some() && seat.name == me);
        let open = self.at.as_ref().is_some_and(|at| at.id == table.id)
            || self.opening.as_ref() == Some(&table.id);
        match table.status {
            Status::Open | Status::Ready if mine => {
                let news = self.table.as_ref().is_none_or(|known| known.id != table.id);
                self.say(&words::table_line(table));
                if news {
                    let invite = table.invite.clone().unwrap_or_default();
                    self.say(&format!("Others join with: sit {} {invite}", table.id));
                    self.table = Some(table.clone());
                    let game_match = table.id.clone();
                    self.ask(Command::Open {
                        game_match,
                        since: None,
                        invite: None,
                    })
                    .await;
                }
                self.table = Some(table.clone());
            }
            Status::Running if mine && !open => {
                self.table = None;
                self.opening = Some(table.id.clone());
                let game_match = table.id.clone();
                self.ask(Command::Open {
                    game_match,
                    since: None,
                    invite: None,
                })
                .await;
            }
            _ => {}
        }
    }

    fn hear_match(&mut self, snapshot: &MatchSnapshot) {
        let Some(game) = parlor_catalog::game(&snapshot.table.game) else {
            return;
        };
        let name = |(place, seat): (usize, &crate::protocol::SeatInfo)| {
            seat.name
                .clone()
                .unwrap_or_else(|| format!("Bot {}", place + 1))
        };
        let names: Vec<String> = snapshot.table.seats.iter().enumerate().map(name).collect();
        self.table = None;
        self.opening = None;
        match snapshot.seat {
            Some(seat) => self.say(&format!(
                "You have seat {} of {}.",
                seat + 1,
                names.join(", ")
            )),
            None => self.say(&format!("You watch {}.", names.join(", "))),
        }
        self.at = Some(At {
            id: snapshot.table.id.clone(),
            game,
            names,
            seat: snapshot.seat,
            seq: snapshot.seq,
            view: snapshot.view.0.clone(),
            legal: snapshot.legal.clone(),
            form: snapshot
                .pattern
                .as_ref()
                .map(|pattern| pattern.form.to_owned()),
            to_act: snapshot.to_act.clone(),
            outcome: snapshot.outcome.clone(),
        });
        self.board();
    }

    fn hear_told(&mut self, told: &Told) {
        let Some(at) = self.at.as_mut().filter(|at| at.id == told.game_match) else {
            return;
        };
        at.seq = told.seq;
        at.view.clone_from(&told.view);
        at.legal.clone_from(&told.legal.actions);
        at.form = told
            .legal
            .pattern
            .as_ref()
            .map(|pattern| pattern.form.to_owned());
        at.to_act.clone_from(&told.to_act);
        at.outcome.clone_from(&told.outcome);
        self.said.push('\n');
        for line in &told.lines {
            for sentence in &line.words {
                self.said.push_str(sentence);
                self.said.push_str(".\n");
            }
        }
        self.board();
    }

    pub(super) async fn leave(self) {
        if let (Some(player), Some(table)) = (&self.conn.player, &self.table) {
            let _ = self.hub.tables.leave(player.id, &table.id).await;
        }
        if let Some(token) = &self.token {
            let _ = self.hub.people.end_session(token).await;
        }
        self.hub.gone(self.conn).await;
    }
}
