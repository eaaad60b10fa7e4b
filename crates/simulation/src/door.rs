//! A client's connection as a node sees it: what the server's hub does, for the simulated world.

use std::collections::{BTreeMap, BTreeSet};

use parlor_server::matches::{
    MatchCommand, Matches, OpenRequest, Outbox, Outgoing, Requester, ShardMessage,
};
use parlor_server::people::Player;
use parlor_server::protocol::{Command, Request, ServerMessage, Status, TableInfo};
use parlor_server::tables::{PairRequest, Tables};
use parlor_server::{CommandId, MatchId, Refusal};
use tokio::sync::mpsc::Receiver;

use crate::environment::Env;
use crate::node::Node;

pub(crate) struct Line {
    pub(crate) client: usize,
    pub(crate) node: usize,
    pub(crate) outbox: Outbox,
    pub(crate) heard: Receiver<Outgoing>,
    /// The client has not hung up, and the node has not died.
    pub(crate) open: bool,
    /// When the last message arrives: none overtakes another.
    pub(crate) last_ms: (i64, i64),
    /// Matches that were shown on it, and since when.
    pub(crate) shown: BTreeMap<MatchId, i64>,
    player: Player,
    waits: String,
    opened: BTreeSet<MatchId>,
    pairing: BTreeSet<String>,
}

impl Line {
    pub(crate) fn new(key: u64, client: usize, node: usize, player: Player) -> Line {
        let (outbox, heard) = Outbox::open();
        Line {
            client,
            node,
            outbox,
            heard,
            open: true,
            last_ms: (0, 0),
            shown: BTreeMap::new(),
            player,
            waits: format!("line {key}"),
            opened: BTreeSet::new(),
            pairing: BTreeSet::new(),
        }
    }

    pub(crate) fn receive(&mut self, node: &mut Node, request: Request, now: i64) {
        let Request { id, command } = request;
        let (player, outbox) = (self.player.clone(), self.outbox.clone());
        let tables = node.tables.clone();
        let command = match MatchCommand::of(command) {
            Ok((match_id, command)) => {
                let requester = Some(Requester {
                    player: Some(player.id),
                    outbox,
                });
                let message = ShardMessage::Command {
                    match_id,
                    requester,
                    command_id: id,
                    command,
                };
                let now = node.clock(now);
                return node.shard.receive(message, now);
            }
            Err(command) => command,
        };
        match command {
            Command::Open {
                match_id, since, ..
            } => {
                self.opened.insert(match_id);
                let matches = node.matches.clone();
                let request = OpenRequest {
                    outbox: outbox.clone(),
                    player: Some(player.id),
                    since,
                    invite: None,
                    command_id: id.clone(),
                };
                node.spawn(async move {
                    let opened = open((tables, matches), match_id, request).await;
                    if let Some(answer) = opened.transpose() {
                        self::answer(&outbox, id, answer);
                    }
                });
            }
            Command::QuickPair {
                game,
                pace,
                rated,
                seat,
            } => {
                self.pairing.insert(game.clone());
                let pairing = node.pairing.clone();
                let waits = self.waits.clone();
                node.spawn(async move {
                    let wish = PairRequest {
                        player: &player,
                        game: &game,
                        pace,
                        rated,
                        seat,
                        command: id.as_deref(),
                        connection: Some(&waits),
                    };
                    let found = pairing.ask_and_watch(wish, &outbox).await;
                    answer(&outbox, id, found);
                });
            }
            Command::Close { match_id } => {
                self.opened.remove(&match_id);
                self.shown.remove(&match_id);
                let conn = self.outbox.conn();
                let now = node.clock(now);
                node.shard
                    .receive(ShardMessage::Close { match_id, conn }, now);
                outbox.done(id);
            }
            command => node.spawn(async move {
                // What else there is, the simulation's clients do not ask for.
                if let Ok(done) = tables.carry_out(&player, id.as_ref(), command).await {
                    answer(&outbox, id, done);
                }
            }),
        }
    }

    /// The node has noticed that the client is gone.
    pub(crate) fn gone(self, node: &mut Node, now: i64) {
        let conn = self.outbox.conn();
        node.lobby.gone(conn);
        let clock = node.clock(now);
        for match_id in self.opened {
            let close = ShardMessage::Close { match_id, conn };
            node.shard.receive(close, clock);
        }
        let pairing = node.pairing.clone();
        let (player, waits, games) = (self.player.id, self.waits, self.pairing);
        node.spawn(async move {
            for game in games {
                let _ = pairing.cancel(player, &game, Some(&waits)).await;
            }
        });
    }
}

/// A table before its start is answered here; a match answers for itself.
async fn open(
    (tables, matches): (Tables<Env>, Matches),
    match_id: MatchId,
    request: OpenRequest,
) -> Result<Option<TableInfo>, Refusal> {
    let table = tables.get(match_id).await?;
    if matches!(table.status, Status::Open | Status::Ready) {
        let watched = tables
            .watch(match_id, request.player, &request.outbox)
            .await;
        return watched.map(Some);
    }
    matches.open(match_id, request).await;
    Ok(None)
}

fn answer(outbox: &Outbox, id: Option<CommandId>, found: Result<TableInfo, Refusal>) {
    match found {
        Ok(table) => outbox.message(ServerMessage::Done {
            id,
            table: Some(table),
        }),
        Err(refusal) => outbox.refuse(id, None, &refusal),
    }
}
