//! What somebody types.

use std::net::IpAddr;

use parlor_engine::{Charset, Seat, Seq};
use parlor_hub::Conn;
use parlor_hub::matches::{Outbox, Reader};
use parlor_hub::people::{Player, SessionKind, Token};
use parlor_hub::protocol::{Clock, Command, NewTable, Pace, Request, TableInfo};
use parlor_hub::{CommandId, Hub, MatchId, Refusal, random};
use serde_json::{Map, Value};

use super::receive::At;
use super::{seating, words};

/// One person at a terminal.
pub(super) struct Visit {
    pub(super) hub: Hub,
    pub(super) from: IpAddr,
    /// A protected name was given: the next line is its password, whatever it looks like.
    password_for: Option<String>,
    pub(super) conn: Conn,
    token: Option<Token>,
    pub(super) charset: Charset,
    /// The table before its start.
    pub(super) table: Option<TableInfo>,
    /// The match that is being opened: news of its start may come twice.
    pub(super) opening: Option<MatchId>,
    pub(super) at: Option<At>,
    said: String,
    /// The last line on the screen is a prompt and nothing has been typed after it.
    prompted: bool,
    /// The command that has not been answered yet: the prompt comes after its answer.
    pub(super) awaited: Option<CommandId>,
}

/// Words of a password that somebody types behind the name.
const MOST_WORDS: usize = 6;

/// The bot for those who ask for none in particular.
const WEAKEST: &str = "beginner";

impl Visit {
    pub(super) fn new(hub: Hub, outbox: Outbox, from: IpAddr) -> Visit {
        Visit {
            hub,
            from,
            password_for: None,
            conn: Conn::new(outbox, None, Some(from)),
            token: None,
            charset: Charset::Ascii,
            table: None,
            opening: None,
            at: None,
            said: String::new(),
            prompted: false,
            awaited: None,
        }
    }

    pub(super) fn greet(&mut self) {
        self.say(words::GREETING);
    }

    pub(super) fn say(&mut self, text: &str) {
        self.said.push_str(text);
        self.said.push('\n');
    }

    pub(super) fn refused(&mut self, refusal: &Refusal) {
        self.say(&format!("{} ({})", refusal.message, refusal.code));
    }

    /// What is to be written now: news on lines of their own, then one prompt.
    pub(super) fn take_said(&mut self) -> String {
        let mut text = String::new();
        if !self.said.is_empty() {
            if self.prompted {
                text.push('\n');
            }
            self.prompted = false;
            text.push_str(&self.said);
            self.said.clear();
        }
        if !self.prompted && self.awaited.is_none() {
            let mine = |at: &At| at.seat.is_some_and(|seat| at.to_act.contains(Seat(seat)));
            let mine = self.at.as_ref().is_some_and(mine);
            text.push_str(if mine { "your move> " } else { "> " });
            self.prompted = true;
        }
        text
    }

    /// What is left to say to somebody who goes.
    pub(super) fn last_words(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    pub(super) async fn ask(&mut self, command: Command) {
        let id = CommandId::from(random::id().as_str());
        self.awaited = Some(id.clone());
        let id = Some(id);
        self.hub
            .handle(&mut self.conn, Request { id, command })
            .await;
    }

    /// A line has been typed: the cursor is at the beginning of the next one.
    pub(super) fn typed(&mut self) {
        self.prompted = false;
    }

    /// Carries out one line; false when the visitor wants to go.
    pub(super) async fn obey(&mut self, line: &str) -> bool {
        self.typed();
        if let Some(name) = self.password_for.take() {
            if !line.is_empty() {
                self.enter(&name, Some(line)).await;
            }
            return true;
        }
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
            "back" => self.come_back(rest).await,
            "recover" => self.recover(rest).await,
            "link" => self.use_link(rest).await,
            "games" => self.games(),
            "options" => self.options(rest),
            "list" => self.list().await,
            "unicode" => self.charset = Charset::Unicode,
            "ascii" => self.charset = Charset::Ascii,
            _ if self.conn.player.is_none() => self.say("Tell me your name first: name YOUR-NAME"),
            "phrase" => self.phrase().await,
            "new" => self.open_table(rest).await,
            "quick" => {
                let (game, side) = rest.split_once(' ').unwrap_or((rest, ""));
                let game = game.to_lowercase();
                match seating::choice(&game, None, side) {
                    Ok(seat) => {
                        self.ask(Command::QuickPair {
                            game,
                            pace: Pace::default(),
                            rated: false,
                            seat,
                        })
                        .await;
                    }
                    Err(refusal) => self.refused(&refusal),
                }
            }
            "sit" | "join" => self.sit(rest).await,
            "code" => self.use_code(rest).await,
            "people" | "who" => self.people(),
            "challenge" => self.challenge(rest).await,
            "refuse" => {
                let table = MatchId::from_outside(rest);
                self.ask(Command::Decline { table }).await;
            }
            "watch" | "open" => self.open(rest).await,
            _ if self.table.is_some() => self.at_the_table(word, rest).await,
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
        let people = &self.hub.people;
        if people.is_protected(rest).await {
            self.password_for = Some(rest.to_owned());
            return self.say("This name has a password. Type it on a line of its own:");
        }
        // What follows a protected name is meant to be its password: it must not become part of a
        // name that everybody sees. Passwords have few words, and each costs a question to the store.
        let cuts = rest.rmatch_indices(' ').take(MOST_WORDS);
        for name in cuts.filter_map(|(cut, _)| rest.get(..cut)) {
            if people.is_protected(name).await {
                let name = name.to_owned();
                return self.say(&format!(
                    "{name} has a password: type 'name {name}', then the password when asked."
                ));
            }
        }
        self.enter(rest, None).await;
    }

    async fn enter(&mut self, name: &str, password: Option<&str>) {
        let people = &self.hub.people;
        let entered = people
            .enter(self.from, name, password, SessionKind::Line, "terminal")
            .await;
        self.admit(entered).await;
    }

    async fn come_back(&mut self, key: &str) {
        if self.conn.player.is_some() {
            return self.say("You are here already.");
        }
        let back = self.hub.people.come_back(self.from, key).await;
        self.admit(back).await;
    }

    pub(super) async fn admit(&mut self, entered: Result<(Player, Token), Refusal>) {
        let outbox = &self.conn.outbox;
        let admitted = match entered {
            Ok((_, token)) => {
                let admitted = self.hub.people.admit(token.reveal(), outbox).await;
                admitted.map(|player| (player, token))
            }
            Err(refusal) => Err(refusal),
        };
        match admitted {
            Ok((player, token)) => {
                if let Some(key) = token.key() {
                    self.say(&format!("If the line breaks in a match: back {key}"));
                }
                self.say(&format!(
                    "Welcome, {}. 'list' shows what is going on.",
                    player.name
                ));
                self.hub.lobby.call_in(&self.conn.outbox, &player);
                self.conn.player = Some(player);
                self.token = Some(token);
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    /// One's own first, private ones too, then what everybody may see.
    async fn list(&mut self) {
        if let Err(refusal) = self.hub.may_look(self.conn.player.as_ref().map(|it| it.id)) {
            return self.refused(&refusal);
        }
        let (_, mut tables) = self.hub.lobby.list();
        let mut own = Vec::new();
        if let Some(me) = self.conn.player.as_ref().map(|player| player.id) {
            match self.hub.tables.going_on(me).await {
                Ok(found) => own = found,
                Err(refusal) => self.refused(&refusal),
            }
        }
        tables.retain(|table| own.iter().all(|it| it.id != table.id));
        if own.is_empty() && tables.is_empty() {
            self.say("No tables are open. 'new GAME' opens one.");
        }
        for table in own.iter().chain(&tables) {
            self.say(&words::table_line(table));
        }
    }

    async fn open_table(&mut self, rest: &str) {
        let mut parts = rest.split_whitespace();
        let game = parts.next().unwrap_or_default().to_lowercase();
        let mut new = NewTable::plain(&game);
        let (mut options, mut side) = (Map::new(), "");
        let (mut bots, mut level) = (0, WEAKEST);
        for part in parts {
            let Some((name, value)) = part.split_once('=') else {
                return self.say(&format!(
                    "{:?} is not of the form NAME=VALUE",
                    parlor_hub::shorten(part, 40)
                ));
            };
            let number = value.parse::<u32>();
            match (name, number) {
                ("seats", Ok(count)) => new.seats = u8::try_from(count).ok(),
                ("bots", Ok(count)) => bots = count.min(6) as usize,
                ("level", Err(_)) => level = value,
                ("clock", Ok(seconds)) => new.clock = Clock::PerMove { seconds },
                ("side", _) => side = value,
                ("private", _) => new.private = matches!(value, "yes" | "true" | "1"),
                _ => {
                    let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
                    options.insert(name.to_owned(), value);
                }
            }
        }
        new.bots = vec![level.to_lowercase(); bots];
        let options = Value::Object(options);
        match seating::choice(&game, Some(&options), side) {
            Ok(seat) => {
                new.seat = seat;
                new.options = Some(options);
                self.ask(Command::CreateTable(new)).await;
            }
            Err(refusal) => self.refused(&refusal),
        }
    }

    async fn open(&mut self, rest: &str) {
        let match_id = MatchId::from_outside(rest);
        self.ask(Command::Open {
            match_id,
            since: None,
            invite: None,
        })
        .await;
    }

    async fn at_the_table(&mut self, word: &str, rest: &str) {
        let Some(table) = self.table.as_ref().map(|table| table.id) else {
            return;
        };
        match word {
            "bot" => {
                let level = if rest.is_empty() { WEAKEST } else { rest };
                self.ask(Command::SeatBot {
                    table,
                    seat: None,
                    level: level.to_lowercase(),
                })
                .await;
            }
            "side" => self.change_side(rest).await,
            "start" => self.ask(Command::Start { table }).await,
            "confirm" => self.ask(Command::Confirm { table }).await,
            "stand" | "leave" => {
                self.table = None;
                self.ask(Command::Leave { table }).await;
            }
            _ => self.say("The match has not started: 'side', 'bot', 'start', 'stand' or 'help'."),
        }
    }

    async fn in_the_match(&mut self, line: &str, word: &str, rest: &str) {
        let Some(at) = &self.at else { return };
        let match_id = at.id;
        let command = match word.to_lowercase().as_str() {
            "board" => return self.board(),
            "odds" => return self.odds(rest),
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
                Command::Close { match_id }
            }
            "say" => Command::Say {
                match_id,
                text: rest.to_owned(),
            },
            "undo" => Command::OfferTakeBack { match_id },
            "draw" => Command::OfferDraw { match_id },
            "accept" => Command::Answer {
                match_id,
                accept: true,
            },
            "decline" => Command::Answer {
                match_id,
                accept: false,
            },
            "resign" => Command::Resign { match_id },
            "again" => Command::Rematch { table: match_id },
            _ => Command::Play {
                match_id,
                seq: at.seq,
                action: line.to_owned(),
            },
        };
        self.ask(command).await;
    }

    async fn log(&mut self) {
        let Some(match_id) = self.at.as_ref().map(|at| at.id) else {
            return;
        };
        let reader = Reader {
            player: self.conn.player.as_ref().map(|player| player.id),
            invite: None,
        };
        let mut after = Seq::START;
        loop {
            match self.hub.matches.log(match_id, reader.clone(), after).await {
                Ok(page) => {
                    for line in &page.log {
                        self.say(&format!("  {:>3}. {}", line.seq, line.words.join("; ")));
                        after = line.seq;
                    }
                    if !page.more {
                        return;
                    }
                }
                Err(refusal) => return self.say(&refusal.message),
            }
        }
    }

    pub(super) async fn leave(self) {
        if let (Some(player), Some(table)) = (&self.conn.player, &self.table) {
            let _ = self.hub.tables.leave(player.id, table.id).await;
        }
        if let (Some(player), Some(token)) = (&self.conn.player, &self.token) {
            let _ = self.hub.people.hang_up(player.id, token).await;
        }
        self.hub.gone(self.conn).await;
    }
}
