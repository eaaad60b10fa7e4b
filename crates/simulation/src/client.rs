//! A person: what they have asked for, what they were told, and whether it was true.

use std::collections::BTreeMap;

use parlor_engine::{SeatSet, Seq};
use parlor_server::matches::Outgoing;
use parlor_server::people::{Player, PlayerId};
use parlor_server::protocol::{Command, Pace, Request, ServerMessage, Status, TableInfo};
use parlor_server::{Code, CommandId, MatchId};

use crate::database::Database;

#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) player: Player,
    /// The connection, if there is one.
    pub(crate) line: Option<u64>,
    pub(crate) follows: BTreeMap<MatchId, Follow>,
    /// Commands that have not been answered, by id.
    pub(crate) pending: BTreeMap<CommandId, Pending>,
    pub(crate) wish: Option<Wish>,
    /// Some table, at some time.
    has_left: bool,
    /// Where quick pairing has led.
    pub(crate) met: Vec<MatchId>,
    pub(crate) asked: u32,
    /// Until then they do not come back by themselves.
    pub(crate) away_until_ms: i64,
}

/// A wish for a partner that has not been met.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    pub(crate) id: CommandId,
    pub(crate) game: String,
    /// Where it waits.
    pub(crate) table: Option<MatchId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) request: Request,
    /// The server could not do it: asked again at this time.
    pub(crate) again_ms: Option<i64>,
}

/// A match or table that is looked at.
#[derive(Debug, Default)]
pub(crate) struct Follow {
    pub(crate) seat: Option<u8>,
    /// The last entry seen.
    pub(crate) cursor: Option<Seq>,
    pub(crate) to_act: SeatSet,
    pub(crate) legal: Vec<String>,
    pub(crate) over: bool,
    pub(crate) delayed: bool,
    pub(crate) offered_by: Option<u8>,
    pub(crate) chat: BTreeMap<u32, String>,
    /// The last chat line heard on this connection; none before the first snapshot.
    pub(crate) last_line: Option<u32>,
}

/// A wish for a partner.
pub(crate) fn quick(game: String) -> Command {
    Command::QuickPair {
        game,
        pace: Pace::default(),
        rated: false,
        seat: None,
    }
}

pub(crate) type Checked = Result<(), String>;

impl Client {
    pub(crate) fn new(place: usize) -> Client {
        let player = Player {
            id: PlayerId(place as i64 + 1),
            name: format!("P{place}"),
            protected: false,
        };
        Client {
            player,
            line: None,
            follows: BTreeMap::new(),
            pending: BTreeMap::new(),
            wish: None,
            has_left: false,
            met: Vec::new(),
            asked: 0,
            away_until_ms: 0,
        }
    }

    /// The next command, to be answered.
    pub(crate) fn ask(&mut self, command: Command) -> Request {
        self.asked += 1;
        let id = format!("{}-{}", self.player.name, self.asked);
        self.ask_as(id.as_str().into(), command)
    }

    pub(crate) fn ask_as(&mut self, id: CommandId, command: Command) -> Request {
        self.has_left |= matches!(command, Command::Leave { .. });
        let request = Request {
            id: Some(id.clone()),
            command,
        };
        let pending = Pending {
            request: request.clone(),
            again_ms: None,
        };
        self.pending.insert(id, pending);
        request
    }

    pub(crate) fn open(&mut self, match_id: MatchId) -> Request {
        let follow = self.follows.entry(match_id).or_default();
        let command = Command::Open {
            match_id,
            since: follow.cursor,
            invite: None,
        };
        self.ask(command)
    }

    /// On a new connection: everything is followed again, everything unanswered asked again.
    pub(crate) fn connected(&mut self) -> Vec<Request> {
        self.pending
            .retain(|_, it| !matches!(it.request.command, Command::Open { .. }));
        for follow in self.follows.values_mut() {
            follow.last_line = None;
            follow.offered_by = None;
        }
        let followed: Vec<MatchId> = self.follows.keys().copied().collect();
        let mut requests: Vec<Request> = followed.into_iter().map(|id| self.open(id)).collect();
        if let Some(Wish { id, game, .. }) = self.wish.clone() {
            self.pending.remove(&id);
            requests.push(self.ask_as(id, quick(game)));
        }
        let unanswered = self.pending.values_mut().filter(|it| {
            !matches!(
                it.request.command,
                Command::Open { .. } | Command::QuickPair { .. }
            )
        });
        requests.extend(unanswered.map(|it| {
            it.again_ms = None;
            it.request.clone()
        }));
        requests
    }

    /// Something was told. More may be asked for at once.
    pub(crate) fn hear(
        &mut self,
        out: Outgoing,
        db: &Database,
        now: i64,
    ) -> Result<Vec<Request>, String> {
        match out {
            Outgoing::Message(message) => return self.message((**message).clone(), db, now),
            Outgoing::SessionEnded => {}
        }
        Ok(Vec::new())
    }

    fn message(
        &mut self,
        message: ServerMessage,
        db: &Database,
        now: i64,
    ) -> Result<Vec<Request>, String> {
        match message {
            ServerMessage::Update(update) => {
                self.update(&update, db, now)?;
                self.acknowledged(update.id.as_ref(), db)?;
            }
            ServerMessage::Match(snapshot) => {
                self.snapshot(&snapshot, db, now)?;
                self.meet(snapshot.table.id, db);
                self.acknowledged(snapshot.id.as_ref(), db)?;
            }
            ServerMessage::Done { id, table } => {
                let asked = id.as_ref().and_then(|id| self.pending.get(id)).cloned();
                self.acknowledged(id.as_ref(), db)?;
                if let (Some(asked), Some(table)) = (asked, table) {
                    return Ok(self.sits(&asked.request.command, &table, db));
                }
            }
            ServerMessage::Error { id, code, .. } => self.refused(id.as_ref(), &code, db, now)?,
            ServerMessage::Table { table, .. } => {
                let known = self
                    .follows
                    .get(&table.id)
                    .is_some_and(|it| it.cursor.is_none());
                if known && matches!(table.status, Status::Running | Status::Over) {
                    self.meet(table.id, db);
                    return Ok(vec![self.open(table.id)]);
                }
            }
            ServerMessage::TableGone { id: gone, .. } => {
                self.follows
                    .retain(|table, it| *table != gone || it.cursor.is_some());
                // An older copy of the wish was taken back with its connection.
                if let Some(Wish { id, game, table }) = self.wish.clone()
                    && table == Some(gone)
                {
                    return Ok(vec![self.ask_as(id, quick(game))]);
                }
            }
            ServerMessage::Chat { match_id, line } => self.line_said(match_id, &line, db)?,
            ServerMessage::Offer { match_id, offer } => {
                if let Some(follow) = self.follows.get_mut(&match_id) {
                    follow.offered_by = offer.map(|offer| offer.by);
                }
            }
            _ => {}
        }
        Ok(Vec::new())
    }

    /// A table command has led to a table.
    fn sits(&mut self, command: &Command, table: &TableInfo, db: &Database) -> Vec<Request> {
        let started = matches!(table.status, Status::Running | Status::Over);
        match command {
            Command::QuickPair { .. } => {
                self.follows.entry(table.id).or_default();
                if !started {
                    if let Some(wish) = &mut self.wish {
                        wish.table = Some(table.id);
                    }
                    return Vec::new();
                }
                self.wish = None;
                self.met.push(table.id);
            }
            Command::CreateTable(_) | Command::Join { .. } => {}
            Command::Open { .. } if started => self.meet(table.id, db),
            _ => return Vec::new(),
        }
        vec![self.open(table.id)]
    }

    /// A table that was waited at has started.
    fn meet(&mut self, table: MatchId, db: &Database) {
        let quick = db
            .referee
            .fold(&table)
            .is_some_and(|fold| fold.table.quick && fold.table.seat_of(self.player.id).is_some());
        let new = quick && !self.met.contains(&table);
        if let Some(wish) = self.wish.take_if(|_| new) {
            self.met.push(table);
            self.pending.remove(&wish.id);
        }
    }

    fn acknowledged(&mut self, id: Option<&CommandId>, db: &Database) -> Checked {
        let Some(asked) = id.and_then(|id| self.pending.remove(id)) else {
            return Ok(());
        };
        let Some(id) = asked.request.id else {
            return Ok(());
        };
        let (table, stored) = match &asked.request.command {
            Command::Play { match_id, .. } | Command::Resign { match_id } => {
                (match_id, self.times_logged(db, match_id, &id))
            }
            Command::Say { match_id, .. } => {
                let said = db.was_said(match_id, self.player.id.0, &id);
                (match_id, usize::from(said))
            }
            // Where several have stayed it is a question first, and the answer is in the log.
            Command::Claim { match_id, .. } if self.times_logged(db, match_id, &id) > 0 => {
                (match_id, self.times_logged(db, match_id, &id))
            }
            _ => return Ok(()),
        };
        if stored == 1 {
            return Ok(());
        }
        Err(format!(
            "{id:?} was acknowledged, but is {stored} times in {table}"
        ))
    }

    /// How often a command is in a log; the steps of one ply count as one.
    pub(crate) fn times_logged(&self, db: &Database, table: &str, id: &str) -> usize {
        let own = |entry: &parlor_store::EntryRow| {
            entry.by_player == Some(self.player.id.0) && entry.cmd.as_deref() == Some(id)
        };
        let mut before = false;
        let mut count = 0;
        for entry in db.log(table) {
            let now = own(entry);
            count += usize::from(now && !before);
            before = now;
        }
        count
    }

    fn refused(&mut self, id: Option<&CommandId>, code: &Code, db: &Database, now: i64) -> Checked {
        let Some(id) = id else { return Ok(()) };
        let Some(asked) = self.pending.get_mut(id) else {
            return Ok(());
        };
        if matches!(code, Code::ServerBusy | Code::ServerUnavailable) {
            asked.again_ms = Some(now + 700);
            return Ok(());
        }
        let command = asked.request.command.clone();
        self.pending.remove(id);
        match &command {
            Command::Play { match_id, .. }
            | Command::Resign { match_id }
            | Command::Claim { match_id, .. }
                if self.times_logged(db, match_id, id) > 0 =>
            {
                return Err(format!("{id:?} was refused ({code}), but is in {match_id}"));
            }
            Command::Say { match_id, .. } if db.was_said(match_id, self.player.id.0, id) => {
                return Err(format!("{id:?} was refused ({code}), but was said"));
            }
            Command::Open { match_id, .. } => drop(self.follows.remove(match_id)),
            // Whoever left the table of a wish does not get a partner by asking for the same again.
            Command::QuickPair { .. } if *code == Code::TableWithdrawn && self.has_left => {
                self.wish = None;
            }
            Command::QuickPair { .. } => return Err(format!("no partner for {id:?}: {code}")),
            _ => {}
        }
        Ok(())
    }
}
