//! A client's connection as a node sees it: a task that hands what it reads to the server's dispatcher,
//! one request after the other, as a socket's does.

use std::collections::BTreeMap;

use parlor_server::matches::{Outbox, Outgoing};
use parlor_server::people::Player;
use parlor_server::protocol::{Command, Request};
use parlor_server::{Conn, MatchId};
use tokio::sync::mpsc::{self, Receiver, UnboundedSender};

use crate::node::Node;

pub(crate) struct Line {
    pub(crate) client: usize,
    pub(crate) node: usize,
    pub(crate) heard: Receiver<Outgoing>,
    /// The client has not hung up, and the node has not died.
    pub(crate) open: bool,
    /// When the last message arrives: none overtakes another.
    pub(crate) last_ms: (i64, i64),
    /// Matches that were shown on it, and since when.
    pub(crate) shown: BTreeMap<MatchId, i64>,
    /// To the node's task. When it is gone the task notices, and ends what was begun on this line.
    requests: UnboundedSender<Request>,
}

impl Line {
    pub(crate) fn new(
        key: u64,
        (client, player): (usize, Player),
        (place, node): (usize, Option<&mut Node>),
    ) -> Line {
        let (outbox, heard) = Outbox::open();
        let (requests, mut asked) = mpsc::unbounded_channel();
        if let Some(node) = node {
            let dispatcher = node.dispatcher.clone();
            let mut conn = Conn::named(outbox, Some(player), format!("line {key}"));
            node.spawn(async move {
                while let Some(request) = asked.recv().await {
                    dispatcher.handle(&mut conn, request).await;
                }
                dispatcher.gone(conn).await;
            });
        }
        Line {
            client,
            node: place,
            heard,
            open: true,
            last_ms: (0, 0),
            shown: BTreeMap::new(),
            requests,
        }
    }

    /// What the node hears of a dead connection, it does not hear.
    pub(crate) fn receive(&mut self, request: Request) {
        if let Command::Close { match_id } = &request.command {
            self.shown.remove(match_id);
        }
        let _ = self.requests.send(request);
    }
}
