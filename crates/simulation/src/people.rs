//! What people do: sit down, play out of the lists they were sent, talk, go away and come back.

use parlor_engine::Seat;
use parlor_server::MatchId;
use parlor_server::protocol::{
    ClaimKind, Clock, Command, NewTable, Request, Status, TableInfo, Watch,
};

use crate::client::{Wish, quick};
use crate::games::{PAIRED, games};
use crate::node::POLICY;
use crate::world::{Event, World};

/// Of a thousand times somebody could do something, so often they walk away for long.
const WALKS_AWAY: usize = 5;
/// Matches one person plays or watches at a time.
const MOST_FOLLOWED: usize = 3;

impl World {
    pub(crate) fn act(&mut self, client: usize) {
        let pause = if self.calm { 1000 } else { 400 };
        let at = self.now + self.dice.between(20, pause);
        self.plan_at(at, Event::Act(client));
        let sleeps = self.is_asleep(client);
        let Some(key) = self.clients[client].line else {
            if !sleeps && (self.calm || self.now >= self.clients[client].away_until_ms) {
                self.come_back(client);
            }
            return;
        };
        if sleeps {
            return self.hang_up(client, key);
        }
        if !self.calm && self.dice.below(1000) < WALKS_AWAY {
            let gone_ms = self.dice.between(POLICY.grace_ms, 2 * POLICY.grace_ms);
            self.clients[client].away_until_ms = self.now + gone_ms;
            return self.hang_up(client, key);
        }
        if !self.calm && self.dice.percent(2) {
            return self.hang_up(client, key);
        }
        let requests = self.due_again(client);
        self.send(key, requests);
        if !self.calm {
            let request = self.choose(client, key);
            self.send(key, request.into_iter().collect());
        }
    }

    pub(crate) fn is_asleep(&self, client: usize) -> bool {
        let asleep = |(who, at)| who == client && self.now >= at;
        self.sleeper.is_some_and(asleep)
    }

    fn come_back(&mut self, client: usize) {
        let up: Vec<usize> = (0..self.nodes.len())
            .filter(|&place| self.nodes[place].is_some())
            .collect();
        if let Some(&node) = self.dice.pick(&up) {
            let key = self.connect(client, node);
            self.note(|| format!("client {client} comes to node {node}"));
            let requests = self.clients[client].connected();
            self.send(key, requests);
        }
    }

    /// Nodes notice at once, or much later.
    fn hang_up(&mut self, client: usize, key: u64) {
        self.note(|| format!("client {client} hangs up"));
        self.clients[client].line = None;
        if let Some(line) = self.lines.get_mut(&key) {
            line.open = false;
        }
        let within = if self.dice.percent(50) { 20 } else { 5000 };
        self.plan(within, Event::Gone(key));
    }

    /// What the server could not do a moment ago.
    fn due_again(&mut self, client: usize) -> Vec<Request> {
        let now = self.now;
        let pending = self.clients[client].pending.values_mut();
        let due = pending.filter(|it| it.again_ms.is_some_and(|at| at <= now));
        due.map(|it| {
            it.again_ms = None;
            it.request.clone()
        })
        .collect()
    }

    fn choose(&mut self, client: usize, key: u64) -> Option<Request> {
        if self.clients[client].pending.len() > 3 {
            return None;
        }
        if self.dice.percent(75) {
            return self.in_a_match(client);
        }
        self.in_the_lobby(client, key)
    }

    fn in_a_match(&mut self, client: usize) -> Option<Request> {
        let me = &self.clients[client];
        let playing: Vec<MatchId> = me
            .follows
            .iter()
            .filter(|(_, it)| it.seat.is_some() && it.cursor.is_some() && !it.over)
            .map(|(&id, _)| id)
            .collect();
        let match_id = *self.dice.pick(&playing)?;
        let follow = me.follows.get(&match_id)?;
        let (seat, seq) = (follow.seat?, follow.cursor?);
        let waits = me.pending.values().any(|it| {
            matches!(&it.request.command, Command::Play { match_id: it, .. } if *it == match_id)
        });
        let offered = follow.offered_by.is_some_and(|by| by != seat);
        let command = match self.dice.below(100) {
            0 => Command::Resign { match_id },
            1..7 => Command::Say {
                match_id,
                text: format!("it is {}", self.now),
            },
            7..10 => Command::OfferTakeBack { match_id },
            10..12 => Command::OfferDraw { match_id },
            40..43 => Command::Claim {
                match_id,
                claim: [ClaimKind::Win, ClaimKind::Draw, ClaimKind::Abort][self.dice.below(3)],
            },
            12..40 if offered => Command::Answer {
                match_id,
                accept: self.dice.percent(70),
            },
            _ if follow.to_act.contains(Seat(seat)) && !waits => Command::Play {
                match_id,
                seq,
                action: self.dice.pick(&follow.legal)?.clone(),
            },
            _ => return None,
        };
        Some(self.clients[client].ask(command))
    }

    fn in_the_lobby(&mut self, client: usize, key: u64) -> Option<Request> {
        let going = |it: &&crate::client::Follow| !it.over;
        let followed = self.clients[client].follows.values().filter(going).count();
        if followed >= MOST_FOLLOWED {
            return None;
        }
        match self.dice.below(10) {
            0..4 if self.clients[client].wish.is_none() => {
                let game = PAIRED[self.dice.below(PAIRED.len())].to_owned();
                let command = quick(game.clone());
                let request = self.clients[client].ask(command);
                let id = request.id.clone()?;
                self.clients[client].wish = Some(Wish {
                    id,
                    game,
                    table: None,
                });
                Some(request)
            }
            4..6 => {
                let command = Command::CreateTable(self.new_table());
                Some(self.clients[client].ask(command))
            }
            6..9 => {
                let open = self.listed(key, Status::Open);
                let table = self.dice.pick(&open)?.id;
                let command = Command::Join {
                    table,
                    invite: None,
                    seat: None,
                    nonce: None,
                };
                Some(self.clients[client].ask(command))
            }
            _ => {
                let running = self.listed(key, Status::Running);
                let table = self.dice.pick(&running)?.id;
                if self.clients[client].follows.contains_key(&table) {
                    return None;
                }
                Some(self.clients[client].open(table))
            }
        }
    }

    /// Tables as the list of this node shows them; those of quick pairing are not joined by hand.
    fn listed(&self, key: u64, status: Status) -> Vec<TableInfo> {
        let line = self.lines.get(&key);
        let node = line.and_then(|line| self.nodes[line.node].as_ref());
        let Some(node) = node else {
            return Vec::new();
        };
        let quick = |id: &str| self.db.all().any(|(it, _, quick)| quick && it.row.id == id);
        let mut tables = node.dispatcher.lobby.list().1;
        tables.retain(|table| {
            table.status == status && (status != Status::Open || !quick(&table.id))
        });
        tables
    }

    fn new_table(&mut self) -> NewTable {
        let games = games();
        let (game, options) = games[self.dice.below(games.len())].clone();
        let bots = if self.dice.percent(40) {
            vec!["beginner".to_owned()]
        } else {
            Vec::new()
        };
        let clock = if self.dice.percent(50) {
            let seconds = self.dice.between(2, 8) as u32;
            Clock::PerMove { seconds }
        } else {
            Clock::None
        };
        NewTable {
            options: Some(options),
            rated: self.dice.percent(50),
            clock,
            watch: if self.dice.percent(40) {
                Watch::Delayed
            } else {
                Watch::Open
            },
            bots,
            ..NewTable::plain(game)
        }
    }
}
