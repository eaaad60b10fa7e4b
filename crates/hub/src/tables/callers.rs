//! Who is in the house, and what is brought to them wherever they are in it: challenges, and
//! invitations to tables that wait.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::Table;
use crate::MatchId;
use crate::bus::NodeId;
use crate::matches::{ConnId, Outbox};
use crate::people::{Player, PlayerId};
use crate::protocol::{ServerMessage, Status, TableInfo};

/// Somebody who is here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guest {
    pub player: PlayerId,
    pub name: String,
}

#[derive(Debug, Default)]
pub(super) struct Callers {
    /// By who they are: their name and every connection they have to this node.
    here: HashMap<PlayerId, (String, Vec<Outbox>)>,
    by_conn: HashMap<ConnId, PlayerId>,
    /// What the other nodes say, and when they said it.
    elsewhere: BTreeMap<NodeId, (i64, Vec<Guest>)>,
    /// By table and by who is asked.
    challenges: BTreeMap<(MatchId, PlayerId), Challenged>,
}

/// A challenge or an invitation that has not been answered.
#[derive(Clone, Debug)]
struct Challenged {
    from: PlayerId,
    to: PlayerId,
    /// As the one who is asked sees it.
    table: TableInfo,
    /// Whose invitation it is.
    by: Option<String>,
}

/// Somebody who was challenged does not want to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declined {
    pub table: MatchId,
    pub game: String,
    /// Whose challenge it was.
    pub from: PlayerId,
    /// Who declined.
    pub by: String,
    /// The challenge with other terms that takes its place.
    #[serde(default)]
    pub instead: Option<MatchId>,
    /// It was an invitation: the table waits on.
    #[serde(default)]
    pub stays: bool,
}

/// A node that has said nothing for so long has nobody.
const SILENT_MS: i64 = 25_000;
/// A list longer than this helps nobody.
pub(crate) const MOST_GUESTS: usize = 300;

impl Callers {
    /// A connection of somebody with a name; they hear what is open for them.
    pub(super) fn call_in(&mut self, outbox: &Outbox, player: &Player) {
        self.gone(outbox.conn());
        self.by_conn.insert(outbox.conn(), player.id);
        let (name, outboxes) = self.here.entry(player.id).or_default();
        name.clone_from(&player.name);
        outboxes.push(outbox.clone());
        for challenge in self.challenges.values().filter(|it| it.to == player.id) {
            outbox.message(challenge.message());
        }
    }

    pub(super) fn gone(&mut self, conn: ConnId) {
        let Some(player) = self.by_conn.remove(&conn) else {
            return;
        };
        if let Some((_, outboxes)) = self.here.get_mut(&player) {
            outboxes.retain(|it| it.conn() != conn);
            if outboxes.is_empty() {
                self.here.remove(&player);
            }
        }
    }

    /// Those at this node.
    pub(super) fn own(&self) -> Vec<Guest> {
        let guest = |(player, (name, _)): (&PlayerId, &(String, Vec<Outbox>))| Guest {
            player: *player,
            name: name.clone(),
        };
        let mut guests: Vec<Guest> = self.here.iter().take(MOST_GUESTS).map(guest).collect();
        guests.sort_by_key(|guest| guest.player);
        guests
    }

    pub(super) fn hear(&mut self, node: NodeId, guests: Vec<Guest>, now_ms: i64) {
        self.elsewhere.insert(node, (now_ms, guests));
    }

    /// Those at any node, by name.
    pub(super) fn all(&mut self, now_ms: i64) -> Vec<Guest> {
        self.elsewhere
            .retain(|_, (heard, _)| now_ms - *heard < SILENT_MS);
        let mut all: BTreeMap<PlayerId, Guest> = BTreeMap::new();
        let others = self
            .elsewhere
            .values()
            .flat_map(|(_, guests)| guests.clone());
        for guest in self.own().into_iter().chain(others) {
            all.entry(guest.player).or_insert(guest);
        }
        let mut all: Vec<Guest> = all.into_values().collect();
        all.sort_by_key(|guest| guest.name.to_lowercase());
        all.truncate(MOST_GUESTS);
        all
    }

    /// Follows a table: that somebody is asked to it is told once, and when it is over.
    pub(super) fn changed(&mut self, table: &Table) {
        let made = |to: PlayerId, from, by| Challenged {
            from,
            to,
            table: table.info(Some(to)),
            by,
        };
        let mut open = Vec::new();
        if matches!(table.status, Status::Open | Status::Ready) {
            let challenge = table.challenge.as_ref();
            open.extend(challenge.map(|it| made(it.to.player, table.host.player, None)));
            let invited = table.invited();
            open.extend(
                invited.map(|it| made(it.to.player, it.by.player, Some(it.by.name.clone()))),
            );
        }
        for to in self.asked_to(table.id) {
            if !open.iter().any(|it| it.to == to) {
                self.end(table.id, to);
            }
        }
        for made in open {
            let (to, message) = (made.to, made.message());
            if self.challenges.insert((table.id, to), made).is_none() {
                self.tell(to, &message);
            }
        }
    }

    /// Nobody is asked to this table any more.
    pub(super) fn ended(&mut self, id: MatchId) {
        for to in self.asked_to(id) {
            self.end(id, to);
        }
    }

    fn end(&mut self, id: MatchId, to: PlayerId) {
        if self.challenges.remove(&(id, to)).is_some() {
            self.tell(to, &ServerMessage::ChallengeGone { id });
        }
    }

    fn asked_to(&self, id: MatchId) -> Vec<PlayerId> {
        let all = (id, PlayerId(i64::MIN))..=(id, PlayerId(i64::MAX));
        self.challenges.range(all).map(|(&(_, to), _)| to).collect()
    }

    pub(super) fn declined(&self, news: &Declined) {
        let message = ServerMessage::Declined {
            id: news.table,
            game: news.game.clone(),
            by: news.by.clone(),
            instead: news.instead,
            stays: news.stays,
        };
        self.tell(news.from, &message);
    }

    /// Open challenges: by this person to that one, by this person, and to that one.
    pub(super) fn counts(&self, from: PlayerId, to: PlayerId) -> [usize; 3] {
        let count = |fits: &dyn Fn(&Challenged) -> bool| {
            self.challenges.values().filter(|it| fits(it)).count()
        };
        [
            count(&|it| it.from == from && it.to == to),
            count(&|it| it.from == from),
            count(&|it| it.to == to),
        ]
    }

    fn tell(&self, player: PlayerId, message: &ServerMessage) {
        let connections = self.here.get(&player).into_iter();
        for outbox in connections.flat_map(|(_, outboxes)| outboxes) {
            outbox.message(message.clone());
        }
    }
}

impl Challenged {
    fn message(&self) -> ServerMessage {
        ServerMessage::Challenge {
            table: self.table.clone(),
            invited_by: self.by.clone(),
        }
    }
}
