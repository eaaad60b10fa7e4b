use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_engine::SeatSet;

use super::Table;
use super::callers::Callers;
use crate::MatchId;
use crate::matches::{ConnId, Outbox, SharedMessage};
use crate::people::PlayerId;
use crate::protocol::{ServerMessage, Status, TableInfo, Watch};

/// The list of tables as everybody may see it, and who wants to hear of changes.
#[derive(Clone, Debug, Default)]
pub struct Lobby(Arc<Mutex<LobbyState>>);

#[derive(Debug, Default)]
pub(super) struct LobbyState {
    /// Every table that is not over, private ones too.
    tables: BTreeMap<MatchId, Known>,
    ended: Ended,
    /// Counts what was published: a reader that misses a number has missed a change.
    version: u64,
    /// By connection: thousands may go at once, and each must be found without looking at all.
    readers: HashMap<ConnId, (Outbox, Option<PlayerId>)>,
    /// Connections by whose they are: they hear when it is their turn somewhere.
    people: HashMap<PlayerId, Vec<Outbox>>,
    /// Those that hear of turns without reading the list.
    attending: HashMap<ConnId, PlayerId>,
    /// Those who want to be told of their turns while they are away.
    alerted: HashSet<PlayerId>,
    /// Matches of theirs in which it is somebody else's turn since this was last asked.
    turned: HashSet<MatchId>,
    /// Tables whose rows cannot be read.
    unreadable: HashSet<String>,
    /// Those who look at one table that has not started.
    watchers: HashMap<MatchId, Vec<(Outbox, Option<PlayerId>)>>,
    /// Who is with other nodes, and when they said so.
    elsewhere: HashMap<PlayerId, i64>,
    /// What each of them looks at.
    watched: HashMap<ConnId, HashSet<MatchId>>,
    pub(super) callers: Callers,
}

#[derive(Debug)]
struct Known {
    /// Of the table's row: what is older is no news.
    version: i64,
    people: Vec<PlayerId>,
    running: bool,
    to_act: Option<SeatSet>,
    /// As everybody may see it.
    listed: Option<TableInfo>,
    /// Whom it waits for if it has not begun: its people and its host.
    attendants: Vec<PlayerId>,
    /// Since when none of them is in the house.
    empty_since_ms: Option<i64>,
    /// It is off the list until one of them is back.
    deserted: bool,
}

/// Tables that are over or gone; late news about them are not believed.
#[derive(Debug, Default)]
struct Ended {
    ids: HashSet<MatchId>,
    order: VecDeque<MatchId>,
}

const MOST_ENDED: usize = 4096;

impl Ended {
    fn insert(&mut self, match_id: MatchId) {
        if self.ids.insert(match_id) {
            self.order.push_back(match_id);
        }
        if self.order.len() > MOST_ENDED
            && let Some(oldest) = self.order.pop_front()
        {
            self.ids.remove(&oldest);
        }
    }
}

/// A list longer than this helps nobody.
const LONGEST_LIST: usize = 300;

impl Lobby {
    pub(super) fn inside(&self) -> MutexGuard<'_, LobbyState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the list now and every change from now on.
    pub fn enter(&self, outbox: Outbox, player: Option<PlayerId>) {
        let mut inside = self.inside();
        inside.leave(outbox.conn());
        let (version, tables) = inside.list();
        outbox.message(ServerMessage::Lobby { version, tables });
        if let Some(player) = player {
            inside.add_person(player, outbox.clone());
        }
        inside.readers.insert(outbox.conn(), (outbox, player));
    }

    /// Tell this connection of its person's turns from now on, also when it leaves the list.
    pub fn attend(&self, outbox: Outbox, player: PlayerId) {
        let mut inside = self.inside();
        inside.attending.insert(outbox.conn(), player);
        inside.add_person(player, outbox);
    }

    /// No more news of the list; tables that are watched stay watched.
    pub fn leave(&self, conn: ConnId) {
        self.inside().leave(conn);
    }

    /// The connection is gone.
    pub fn gone(&self, conn: ConnId) {
        let mut inside = self.inside();
        inside.leave(conn);
        if let Some(player) = inside.attending.remove(&conn) {
            inside.remove_person(player, conn);
        }
        inside.callers.gone(conn);
        for table in inside.watched.remove(&conn).into_iter().flatten() {
            if let Some(watchers) = inside.watchers.get_mut(&table) {
                watchers.retain(|(it, _)| it.conn() != conn);
                if watchers.is_empty() {
                    inside.watchers.remove(&table);
                }
            }
        }
    }

    /// Tell this connection whenever the table changes, until it starts.
    pub fn watch(&self, table: &Table, outbox: Outbox, player: Option<PlayerId>) {
        outbox.message(ServerMessage::table(table.info(player)));
        let mut inside = self.inside();
        let own = inside.watched.entry(outbox.conn()).or_default();
        own.insert(table.id);
        let watchers = inside.watchers.entry(table.id).or_default();
        watchers.retain(|(it, _)| it.conn() != outbox.conn() && !it.is_closed());
        watchers.push((outbox, player));
    }

    /// Whether this connection will hear of the table's next change; not when it has started.
    pub fn watches(&self, match_id: MatchId, conn: ConnId) -> bool {
        let inside = self.inside();
        let mut watchers = inside.watchers.get(&match_id).into_iter().flatten();
        watchers.any(|(it, _)| it.conn() == conn)
    }

    /// The list, and the number of the last change it contains.
    pub fn list(&self) -> (u64, Vec<TableInfo>) {
        self.inside().list()
    }

    /// A table's row as it is now; news may come in any order and twice.
    pub fn changed(&self, table: &Table, version: i64) {
        let mut inside = self.inside();
        let known = inside.tables.get(&table.id);
        let late = known.is_some_and(|known| version <= known.version);
        if late || inside.ended.ids.contains(&table.id) {
            return;
        }
        let to_act = known.and_then(|known| known.to_act);
        inside.callers.changed(table);
        if let Some(watchers) = inside.watchers.get(&table.id) {
            for (outbox, player) in watchers {
                outbox.message(ServerMessage::table(table.info(*player)));
            }
        }
        if matches!(table.status, Status::Running | Status::Over) {
            inside.forget_watchers(table.id);
        }
        if table.status == Status::Over {
            return inside.end(table.id);
        }
        let listed = table.is_listed().then(|| table.info(None));
        let mut people: Vec<_> = table.people().map(|person| person.player).collect();
        // Whoever shares a screen sits there several times.
        people.sort_unstable();
        people.dedup();
        let known = Known {
            version,
            people,
            running: table.status == Status::Running,
            to_act,
            listed: listed.clone(),
            attendants: attendants(table),
            empty_since_ms: None,
            deserted: false,
        };
        let before = inside.tables.insert(table.id, known);
        if let Some(mut info) = listed {
            inside.mark(&mut info, false);
            inside.publish(|version| ServerMessage::Table {
                table: info,
                version: Some(version),
            });
        } else if before.is_some_and(|known| known.listed.is_some()) {
            inside.unlist(table.id);
        }
    }

    /// The table is no more.
    pub fn removed(&self, id: MatchId) {
        let mut inside = self.inside();
        for (outbox, _) in inside.forget_watchers(id) {
            outbox.message(ServerMessage::TableGone { id, version: None });
        }
        inside.callers.ended(id);
        inside.end(id);
    }

    /// Those whom open tables of the list wait for.
    pub fn awaited(&self) -> HashSet<PlayerId> {
        let inside = self.inside();
        let known = inside.tables.values();
        known
            .flat_map(|known| known.attendants.iter().copied())
            .collect()
    }

    /// Another node says who is with it.
    pub fn hear_of(&self, players: &[PlayerId], now_ms: i64) {
        let mut inside = self.inside();
        let told = players.iter().map(|&player| (player, now_ms));
        inside.elsewhere.extend(told);
    }

    /// Open tables all of whose people have gone leave the list after `patience_ms`, and come back
    /// with them.
    pub fn take_attendance(&self, here: &HashSet<PlayerId>, patience_ms: i64, now_ms: i64) {
        let mut inside = self.inside();
        let inside = &mut *inside;
        let elsewhere = &mut inside.elsewhere;
        elsewhere.retain(|_, at_ms| now_ms - *at_ms < patience_ms);
        let is_here = |player: &PlayerId| here.contains(player) || elsewhere.contains_key(player);
        let mut back = Vec::new();
        let mut gone = Vec::new();
        for (&id, known) in &mut inside.tables {
            if known.attendants.is_empty() || known.listed.is_none() {
                continue;
            }
            if known.attendants.iter().any(is_here) {
                known.empty_since_ms = None;
                if std::mem::take(&mut known.deserted) {
                    back.extend(known.listed.clone());
                }
            } else {
                let since = *known.empty_since_ms.get_or_insert(now_ms);
                if now_ms - since >= patience_ms && !known.deserted {
                    known.deserted = true;
                    gone.push(id);
                }
            }
        }
        for table in back {
            inside.publish(|version| ServerMessage::Table {
                table,
                version: Some(version),
            });
        }
        for id in gone {
            inside.unlist(id);
        }
    }

    /// Every table known, over ones excepted.
    pub fn ids(&self) -> Vec<MatchId> {
        self.inside().tables.keys().copied().collect()
    }

    /// A table's row cannot be read; somebody must look after it.
    pub fn cannot_read(&self, table: &str) {
        if self.inside().unreadable.insert(table.to_owned()) {
            tracing::error!(table, "this table cannot be read");
        }
    }

    /// How many such tables there are.
    pub fn unreadable(&self) -> usize {
        self.inside().unreadable.len()
    }

    /// Who sits at a table that is not over.
    pub fn people_at(&self, table: MatchId) -> Vec<PlayerId> {
        let inside = self.inside();
        let known = inside.tables.get(&table);
        known.map_or_else(Vec::new, |known| known.people.clone())
    }

    /// It is these seats' turn in a running match. Only its own people are told at once: a push to
    /// everybody with every move would drown them.
    pub fn turn(&self, match_id: MatchId, to_act: SeatSet) {
        let mut inside = self.inside();
        let inside = &mut *inside;
        let Some(known) = inside.tables.get_mut(&match_id) else {
            return;
        };
        if known.to_act == Some(to_act) {
            return;
        }
        known.to_act = Some(to_act);
        if known.people.iter().any(|it| inside.alerted.contains(it)) {
            inside.turned.insert(match_id);
        }
        if inside.people.is_empty() {
            return;
        }
        for person in &known.people {
            for outbox in inside.people.get(person).into_iter().flatten() {
                outbox.message(ServerMessage::Turn {
                    match_id,
                    to_act: seats(to_act),
                });
            }
        }
    }

    /// Whose turns are to be noted for `take_turned`. Matches of those who are new, or with `all`
    /// of everybody, count as turned.
    pub fn note_turns_of(&self, people: HashSet<PlayerId>, all: bool) {
        let mut inside = self.inside();
        let inside = &mut *inside;
        let before = std::mem::replace(&mut inside.alerted, people);
        let fresh = |it: &PlayerId| inside.alerted.contains(it) && (all || !before.contains(it));
        for (&match_id, known) in &inside.tables {
            if known.to_act.is_some() && known.people.iter().any(fresh) {
                inside.turned.insert(match_id);
            }
        }
    }

    /// Matches in which the turn has changed since the last time, and who plays them.
    pub fn take_turned(&self) -> Vec<MatchId> {
        self.inside().turned.drain().collect()
    }

    /// Adds whose turn it is, if this reader may know: those who play may always, others where
    /// they could look on without delay.
    pub fn mark(&self, info: &mut TableInfo, seated: bool) {
        self.inside().mark(info, seated);
    }

    /// Listed tables that wait, and that run.
    pub fn counts(&self) -> (usize, usize) {
        let inside = self.inside();
        let running = inside.listed();
        let running = running
            .filter(|info| info.status == Status::Running)
            .count();
        (inside.listed().count() - running, running)
    }
}

impl LobbyState {
    /// Everybody in a running match.
    pub(super) fn playing(&self) -> HashSet<PlayerId> {
        let running = self.tables.values().filter(|known| known.running);
        running
            .flat_map(|known| known.people.iter().copied())
            .collect()
    }

    fn listed(&self) -> impl Iterator<Item = &TableInfo> {
        let known = self.tables.values();
        let known = known.filter(|known| !known.deserted);
        known.filter_map(|known| known.listed.as_ref())
    }

    /// Open tables first, then running ones; newest first.
    fn list(&self) -> (u64, Vec<TableInfo>) {
        let mut tables: Vec<TableInfo> = self.listed().cloned().collect();
        tables.sort_by_key(|table| (table.status == Status::Running, -table.created_ms));
        let mut tables = everybodys(tables, LONGEST_LIST);
        for table in &mut tables {
            self.mark(table, false);
        }
        (self.version, tables)
    }

    fn mark(&self, info: &mut TableInfo, seated: bool) {
        let open = info.watch == Watch::Open && !info.private;
        if info.status == Status::Running && (seated || open) {
            let known = self.tables.get(&info.id);
            info.to_act = known.and_then(|known| known.to_act).map(seats);
        }
    }

    fn end(&mut self, id: MatchId) {
        self.ended.insert(id);
        if self
            .tables
            .remove(&id)
            .is_some_and(|known| known.listed.is_some() && !known.deserted)
        {
            self.unlist(id);
        }
    }

    fn leave(&mut self, conn: ConnId) {
        let Some((_, Some(player))) = self.readers.remove(&conn) else {
            return;
        };
        if !self.attending.contains_key(&conn) {
            self.remove_person(player, conn);
        }
    }

    /// A connection that reads the list and attends hears of a turn once.
    fn add_person(&mut self, player: PlayerId, outbox: Outbox) {
        let outboxes = self.people.entry(player).or_default();
        outboxes.retain(|it| it.conn() != outbox.conn());
        outboxes.push(outbox);
    }

    fn remove_person(&mut self, player: PlayerId, conn: ConnId) {
        if let Some(outboxes) = self.people.get_mut(&player) {
            outboxes.retain(|it| it.conn() != conn);
            if outboxes.is_empty() {
                self.people.remove(&player);
            }
        }
    }

    /// Nobody waits for this table's start any more: those who did.
    fn forget_watchers(&mut self, table: MatchId) -> Vec<(Outbox, Option<PlayerId>)> {
        let watchers = self.watchers.remove(&table).unwrap_or_default();
        for (outbox, _) in &watchers {
            if let Some(own) = self.watched.get_mut(&outbox.conn()) {
                own.remove(&table);
                if own.is_empty() {
                    self.watched.remove(&outbox.conn());
                }
            }
        }
        watchers
    }

    fn unlist(&mut self, id: MatchId) {
        self.publish(|version| ServerMessage::TableGone {
            id,
            version: Some(version),
        });
    }

    fn publish(&mut self, message: impl FnOnce(u64) -> ServerMessage) {
        self.version += 1;
        self.readers.retain(|_, (outbox, _)| !outbox.is_closed());
        let message = SharedMessage::new(message(self.version));
        for (outbox, _) in self.readers.values() {
            outbox.share(&message);
        }
    }
}

/// So many of a list, in its order: of every host the first before the second of any.
fn everybodys(tables: Vec<TableInfo>, most: usize) -> Vec<TableInfo> {
    if tables.len() <= most {
        return tables;
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut ranked: Vec<(usize, usize, TableInfo)> = tables
        .into_iter()
        .enumerate()
        .map(|(place, table)| {
            let count = seen.entry(table.host.clone()).or_default();
            *count += 1;
            (*count, place, table)
        })
        .collect();
    ranked.sort_by_key(|(rank, place, _)| (*rank, *place));
    ranked.truncate(most);
    ranked.sort_by_key(|(_, place, _)| *place);
    ranked.into_iter().map(|(_, _, table)| table).collect()
}

fn attendants(table: &Table) -> Vec<PlayerId> {
    if matches!(table.status, Status::Running | Status::Over) {
        return Vec::new();
    }
    let people = table.people().map(|person| person.player);
    people.chain([table.host.player]).collect()
}

fn seats(set: SeatSet) -> Vec<u8> {
    set.iter().map(|seat| seat.0).collect()
}
