//! What goes over connections: in order, late, and lost when one end is gone.

use parlor_server::matches::Outgoing;
use parlor_server::protocol::{Request, ServerMessage};

use crate::door::Line;
use crate::world::{Event, World};

impl World {
    /// What a node has said on a connection is on its way.
    pub(crate) fn tell_client(&mut self, key: u64) {
        loop {
            let Some(line) = self.lines.get_mut(&key) else {
                return;
            };
            let Ok(out) = line.heard.try_recv() else {
                return;
            };
            let delay = self.dice.between(0, 15);
            line.last_ms.1 = line.last_ms.1.max(self.now + delay);
            let at = line.last_ms.1;
            self.plan_at(at, Event::ToClient(key, out));
        }
    }

    /// What a client says on a connection is on its way.
    pub(crate) fn send(&mut self, key: u64, requests: Vec<Request>) {
        for request in requests {
            let delay = self.dice.between(0, 15);
            let Some(line) = self.lines.get_mut(&key) else {
                return;
            };
            line.last_ms.0 = line.last_ms.0.max(self.now + delay);
            let at = line.last_ms.0;
            self.plan_at(at, Event::ToNode(key, Box::new(request)));
        }
    }

    pub(crate) fn connect(&mut self, client: usize, node: usize) -> u64 {
        self.last_line += 1;
        let key = self.last_line;
        let player = self.clients[client].player.clone();
        let mut there = self.nodes[node].as_mut();
        if let Some(node) = &mut there {
            node.conns.insert(key);
        }
        let line = Line::new(key, (client, player), (node, there));
        self.lines.insert(key, line);
        self.clients[client].line = Some(key);
        key
    }

    pub(crate) fn arrives(&mut self, key: u64, request: &Request) {
        let Some(line) = self.lines.get_mut(&key) else {
            return;
        };
        // What was said before hanging up may have been heard.
        if !line.open && self.dice.percent(50) {
            return;
        }
        let place = line.node;
        let Some(node) = self.nodes[place].as_mut() else {
            return;
        };
        let life = node.id.0;
        line.receive(request.clone());
        let client = line.client;
        self.note(|| format!("client {client} asks node {place}: {request:?}"));
        self.step((place, life));
    }

    pub(crate) fn is_heard(&mut self, key: u64, out: Outgoing) -> Result<(), String> {
        let Some(line) = self.lines.get_mut(&key).filter(|line| line.open) else {
            return Ok(());
        };
        let (place, node) = (line.client, line.node);
        if let Outgoing::Message(message) = &out
            && let ServerMessage::Match(snapshot) = &***message
        {
            line.shown.entry(snapshot.table.id).or_insert(self.now);
        }
        self.note(|| format!("client {place} hears from node {node}: {}", brief(&out)));
        let heard = self.clients[place].hear(out, &self.db, self.now);
        let requests = heard.map_err(|what| format!("client {place} at node {node}: {what}"))?;
        self.send(key, requests);
        Ok(())
    }

    pub(crate) fn hung_up(&mut self, key: u64) {
        let now = self.now;
        let Some(line) = self.lines.remove(&key) else {
            return;
        };
        let place = line.node;
        for &match_id in line.shown.keys() {
            let player = self.clients[line.client].player.id;
            self.presence.left((place, match_id), player, now, &self.db);
        }
        if let Some(node) = self.nodes[place].as_mut() {
            let life = node.id.0;
            node.conns.remove(&key);
            // The node's task notices that its end is gone.
            drop(line);
            self.step((place, life));
        }
    }
}

fn brief(out: &Outgoing) -> String {
    match out {
        Outgoing::Message(message) => {
            if let ServerMessage::Update(update) = &***message {
                return format!("{} is at {}, {:?}", update.match_id, update.seq, update.id);
            }
            let mut text = format!("{:?}", &**message);
            text.truncate(
                text.char_indices()
                    .nth(160)
                    .map_or(text.len(), |(at, _)| at),
            );
            text
        }
        Outgoing::SessionEnded => "goodbye".to_owned(),
    }
}
