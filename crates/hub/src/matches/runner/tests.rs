//! A shard at work on a real store, in real time.

use std::time::Duration;

use parlor_engine::{Act, Nonce, Seat, Seq};
use parlor_store::{Appender, AppenderOptions, NewEntry, NewMatch, Secret, Store};
use serde_json::json;
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, timeout};

use super::*;
use crate::bots::BotPool;
use crate::bus::{Bus, NodeId};
use crate::matches::{OpenRequest, Outages, Outbox, Outgoing};
use crate::people::PlayerId;
use crate::protocol::{ServerMessage, Status};
use crate::tables::{Lobby, Sitter, Table};
use crate::{Config, MatchId};

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);

/// A match in which the time of whoever is to move is up in a second.
async fn running_match(store: &Store) -> MatchId {
    let sitter = |player, name: &str| Sitter {
        player,
        name: name.to_owned(),
    };
    let clock = json!({ "type": "per_move", "seconds": 1 });
    let new = serde_json::from_value(json!({ "game": "marelles", "clock": clock })).unwrap();
    let now_ms = clock::now_ms();
    let draw = &crate::random::System;
    let (mut table, seed) = Table::new(&new, sitter(ANN, "Ann"), now_ms, draw).unwrap();
    for (player, name) in [(ANN, "Ann"), (BO, "Bo")] {
        let nonce = Nonce([1; 32]);
        table.join(sitter(player, name), None, None, nonce).unwrap();
    }
    table.status = Status::Running;
    table.started_ms = Some(now_ms);
    let match_id = table.id;
    let row = NewMatch {
        id: match_id.to_string(),
        status: parlor_store::MatchStatus::Running,
        game: table.game.clone(),
        host: 1,
        body: serde_json::to_string(&table).unwrap(),
        secret: Some(Secret(seed.0.to_vec())),
        created_ms: now_ms,
        seats: Vec::new(),
        quick: false,
    };
    store.insert_match(&row).await.unwrap();
    let first = NewEntry {
        match_id: match_id.as_str().into(),
        seq: Seq::FIRST,
        at_ms: now_ms,
        act: serde_json::to_string(&Act::action(Seat(0), "A1")).unwrap(),
        by_player: None,
        cmd: None,
    };
    store.append(&[first]).await.unwrap();
    match_id
}

fn start(store: &Store) -> Sender<ShardMessage> {
    let config = Config::default();
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
    let context = Arc::new(ShardContext {
        store: store.clone(),
        appender,
        config: Arc::new(config),
        lobby: Lobby::default(),
        outages: Outages::default(),
        vacations: crate::matches::Vacations::default(),
        bus: Bus::alone(NodeId(1)),
        bot_pool: BotPool::new(1, Duration::from_secs(1)),
    });
    let (sender, inbox) = mpsc::channel(4096);
    let (runner, answers) = Runner::new(context);
    tokio::spawn(runner.run(inbox, answers));
    sender
}

/// However much comes in, a clock rings when it is due.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_is_not_starved_by_an_inbox_that_is_never_empty() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("parlor.db").display());
    let store = Store::connect(&url).await.unwrap();
    let match_id = running_match(&store).await;
    let since = Instant::now();
    let inbox = start(&store);
    let (outbox, mut heard) = Outbox::open();
    let request = OpenRequest {
        outbox,
        player: Some(ANN),
        since: None,
        invite: None,
        command_id: None,
        permit: None,
    };
    let open = ShardMessage::Open { match_id, request };
    inbox.send(open).await.unwrap();
    let flood = || {
        let inbox = inbox.clone();
        tokio::spawn(async move {
            let match_id = MatchId::NONE;
            while inbox
                .send(ShardMessage::TableChanged { match_id })
                .await
                .is_ok()
            {}
        })
    };
    let floods = [flood(), flood(), flood()];
    let rang = loop {
        let out = timeout(Duration::from_secs(20), heard.recv()).await;
        let out = out.expect("the clock rings at all").unwrap();
        if let Outgoing::Message(message) = out
            && let ServerMessage::Update(update) = &**message
        {
            assert_eq!(update.log[0].kind, "time_out");
            break since.elapsed();
        }
    };
    for flood in floods {
        flood.abort();
    }
    assert!(rang < Duration::from_secs(3), "after {rang:?}");
}
