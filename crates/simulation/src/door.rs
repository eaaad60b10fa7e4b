//! A client's connection as a node sees it: what the server's hub does, for the simulated world.

use std::collections::BTreeSet;

use parlor_server::Refusal;
use parlor_server::matches::{Asker, Heard, MatchAsk, Matches, Opening, Out, Outbox};
use parlor_server::people::Player;
use parlor_server::protocol::{Command, Request, ServerMessage, Status, TableInfo};
use parlor_server::tables::{Tables, Wish};
use tokio::sync::mpsc::Receiver;

use crate::node::Node;
use crate::outside::Env;

pub(crate) struct Line {
    pub(crate) client: usize,
    pub(crate) node: usize,
    pub(crate) outbox: Outbox,
    pub(crate) heard: Receiver<Out>,
    /// The client has not hung up, and the node has not died.
    pub(crate) open: bool,
    /// When the last message arrives: none overtakes another.
    pub(crate) last_ms: (i64, i64),
    player: Player,
    waits: String,
    opened: BTreeSet<String>,
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
        let (table, what) = match command {
            Command::Play {
                game_match,
                seq,
                action,
            } => (game_match, MatchAsk::Play { seq, action }),
            Command::Resign { game_match } => (game_match, MatchAsk::Resign),
            Command::OfferTakeBack { game_match } => (game_match, MatchAsk::OfferTakeBack),
            Command::OfferDraw { game_match } => (game_match, MatchAsk::OfferDraw),
            Command::Answer { game_match, accept } => (game_match, MatchAsk::Answer { accept }),
            Command::Say { game_match, text } => (game_match, MatchAsk::Say { text }),
            Command::Open {
                game_match, since, ..
            } => {
                self.opened.insert(game_match.clone());
                let matches = node.matches.clone();
                let opening = Opening {
                    outbox: outbox.clone(),
                    player: Some(player.id),
                    since,
                    invite: None,
                    id: id.clone(),
                };
                return node.spawn(async move {
                    let opened = open((tables, matches), &game_match, opening).await;
                    if let Some(answer) = opened.transpose() {
                        self::answer(&outbox, id, answer);
                    }
                });
            }
            Command::QuickPair { game } => {
                self.pairing.insert(game.clone());
                let pairing = node.pairing.clone();
                let waits = self.waits.clone();
                return node.spawn(async move {
                    let wish = Wish {
                        player: &player,
                        game: &game,
                        command: id.as_deref(),
                        connection: Some(&waits),
                    };
                    let found = pairing.ask_and_watch(wish, &outbox).await;
                    answer(&outbox, id, found);
                });
            }
            Command::CreateTable(new) => {
                return node.spawn(async move {
                    let made = tables.create(&player, &new, id.as_deref()).await;
                    answer(&outbox, id, made);
                });
            }
            Command::Join { table, .. } => {
                return node.spawn(async move {
                    let joined = tables.join(&player, &table, None, None, None).await;
                    answer(&outbox, id, joined);
                });
            }
            _ => return,
        };
        let asker = Some(Asker {
            player: Some(player.id),
            outbox,
        });
        let ask = Heard::Ask {
            table,
            asker,
            id,
            what,
        };
        let now = node.clock(now);
        node.desk.hear(ask, now);
    }

    /// The node has noticed that the client is gone.
    pub(crate) fn gone(self, node: &mut Node, now: i64) {
        let conn = self.outbox.conn();
        node.lobby.gone(conn);
        let clock = node.clock(now);
        for table in self.opened {
            node.desk.hear(Heard::Close { table, conn }, clock);
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
    id: &str,
    opening: Opening,
) -> Result<Option<TableInfo>, Refusal> {
    let table = tables.get(id).await?;
    if matches!(table.status, Status::Open | Status::Ready) {
        let watched = tables.watch(id, opening.player, &opening.outbox).await;
        return watched.map(Some);
    }
    matches.open(id, opening).await;
    Ok(None)
}

fn answer(outbox: &Outbox, id: Option<String>, found: Result<TableInfo, Refusal>) {
    outbox.message(match found {
        Ok(table) => ServerMessage::Done {
            id,
            table: Some(table),
        },
        Err(refusal) => ServerMessage::Error {
            id,
            code: refusal.code.to_string(),
            message: refusal.message,
            game_match: None,
        },
    });
}
