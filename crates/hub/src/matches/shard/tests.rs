//! A shard that hears of other nodes: gaps, doubles, and clients that are ahead of it.

use parlor_engine::{Nonce, Seed, Seq};
use parlor_store::{Appended, Batch, EntryRow, NewEntry};
use serde_json::json;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::matches::{Outages, Outbox, Outgoing, Requester, Vacations};
use crate::people::PlayerId;
use crate::protocol::ServerMessage;
use crate::tables::{Sitter, Table};

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);
const OTHER: NodeId = NodeId(7);
const POLICY: MatchPolicy = MatchPolicy {
    most_entries: Seq(50_000),
    abandoned_ms: 21 * 86_400_000,
    delay_ms: 0,
    grace_ms: 60_000,
    fallback_ms: 5_000,
};

/// The same match on two nodes.
struct Nodes {
    id: MatchId,
    shards: [Shard; 2],
    row: (Table, Seed),
}

fn nodes() -> Nodes {
    let sitter = |player, name: &str| Sitter {
        player,
        name: name.to_owned(),
    };
    let new = serde_json::from_value(json!({ "game": "marelles" })).unwrap();
    let (mut table, seed) =
        Table::new(&new, sitter(ANN, "Ann"), 0, &crate::random::System).unwrap();
    table
        .join(sitter(ANN, "Ann"), None, None, Nonce([1; 32]))
        .unwrap();
    table
        .join(sitter(BO, "Bo"), None, None, Nonce([2; 32]))
        .unwrap();
    let mut nodes = Nodes {
        id: table.id,
        shards: [Shard::new(POLICY, 1_000), Shard::new(POLICY, 1_000)],
        row: (table, seed),
    };
    for at in 0..2 {
        nodes.load(at);
    }
    nodes
}

impl Nodes {
    fn load(&mut self, at: usize) {
        let match_id = self.id;
        self.shards[at].receive(ShardMessage::Wake { match_id }, 0);
        self.loaded(at);
    }

    /// The store answers; what the match then wants done.
    fn loaded(&mut self, at: usize) -> Vec<Effect> {
        let (table, seed) = self.row.clone();
        let shard = &mut self.shards[at];
        let match_id = self.id;
        let load = |it: &[Effect]| matches!(it, [Effect::Storage(StorageRequest::Load { .. })]);
        assert!(load(&shard.take_effects()));
        let row = TableRow { table, version: 1 };
        let (log, chat, outages) = (Vec::new(), Vec::new(), Outages::default());
        let result = LiveMatch::load(
            row,
            seed,
            log,
            chat,
            (outages, Vacations::default()),
            POLICY,
            0,
        )
        .map(Box::new);
        shard.complete(Completion::Loaded { match_id, result }, 0);
        shard.take_effects()
    }

    /// Somebody plays, and it is stored; the entries and the news of them.
    fn play(&mut self, at: usize, player: PlayerId, action: &str) -> (Batch, BusMessage) {
        let batch = self.ask(at, player, action);
        let shard = &mut self.shards[at];
        shard.complete(stored_batch(batch.clone()), 2);
        let news = shard
            .take_effects()
            .into_iter()
            .find_map(|effects| match effects {
                Effect::Publish(message @ BusMessage::Entries { .. }) => Some(message),
                _ => None,
            });
        (batch, news.expect("the others are told"))
    }

    fn ask(&mut self, at: usize, player: PlayerId, action: &str) -> Batch {
        let shard = &mut self.shards[at];
        let seq = shard.live(self.id).unwrap().seq();
        let requester = Requester {
            player: Some(player),
            outbox: Outbox::open().0,
        };
        shard.receive(
            ShardMessage::Command {
                match_id: self.id,
                requester: Some(requester),
                command_id: None,
                command: MatchCommand::Play {
                    seq,
                    action: action.into(),
                },
            },
            1,
        );
        let appended = shard
            .take_effects()
            .into_iter()
            .find_map(|effects| match effects {
                Effect::Append { entries } => Some(entries),
                _ => None,
            });
        appended.expect("something is to be stored")
    }

    fn open(&mut self, at: usize, since: Option<Seq>) -> Receiver<Outgoing> {
        let (outbox, queue) = Outbox::open();
        let request = OpenRequest {
            outbox,
            player: None,
            since,
            invite: None,
            command_id: None,
            permit: None,
        };
        let match_id = self.id;
        self.shards[at].receive(ShardMessage::Open { match_id, request }, 3);
        queue
    }

    fn bus(&mut self, at: usize, message: BusMessage) -> Vec<Effect> {
        let from = OTHER;
        self.shards[at].receive(ShardMessage::Bus { from, message }, 4);
        self.shards[at].take_effects()
    }

    fn tail(&self, rows: Vec<EntryRow>) -> Completion {
        Completion::LogRead {
            match_id: self.id,
            result: Ok(rows),
        }
    }

    fn seq(&self, at: usize) -> Seq {
        self.shards[at].live(self.id).unwrap().seq()
    }
}

fn stored_batch(entries: Batch) -> Completion {
    Completion::Appended {
        entries,
        result: Ok(Appended::Stored),
    }
}

fn stored(batch: &NewEntry) -> EntryRow {
    EntryRow {
        seq: batch.seq,
        at_ms: batch.at_ms,
        act: batch.act.clone(),
        by_player: batch.by_player,
        cmd: batch.cmd.as_deref().map(str::to_owned),
    }
}

fn reads_on(effects: &[Effect]) -> Option<Seq> {
    effects.iter().find_map(|effects| match effects {
        Effect::Storage(StorageRequest::ReadLog { after, .. }) => Some(*after),
        _ => None,
    })
}

fn snapshot(queue: &mut Receiver<Outgoing>) -> Option<Seq> {
    match queue.try_recv().ok()? {
        Outgoing::Message(message) => match &**message {
            ServerMessage::Match(snapshot) => Some(snapshot.seq),
            other => panic!("{other:?}"),
        },
        Outgoing::SessionEnded => panic!("the session has not ended"),
    }
}

#[test]
fn news_are_followed_and_doubles_are_not() {
    let mut nodes = nodes();
    let (_, news) = nodes.play(0, ANN, "A1");
    assert_eq!(reads_on(&nodes.bus(1, news.clone())), None);
    assert_eq!(nodes.seq(1), Seq(1));
    assert_eq!(reads_on(&nodes.bus(1, news)), None);
    assert_eq!(nodes.seq(1), Seq(1));
}

#[test]
fn a_gap_is_noticed_and_the_log_read() {
    let mut nodes = nodes();
    let (first, _) = nodes.play(0, ANN, "A1");
    let (second, news) = nodes.play(0, BO, "D7");
    assert_eq!(reads_on(&nodes.bus(1, news.clone())), Some(Seq(0)));
    assert_eq!(reads_on(&nodes.bus(1, news)), None, "it is being read");
    let rows = [first, second].concat().iter().map(stored).collect();
    let read = nodes.tail(rows);
    nodes.shards[1].complete(read, 5);
    assert_eq!(nodes.seq(1), Seq(2));
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), None);
}

#[test]
fn whoever_is_ahead_waits_for_the_log() {
    let mut nodes = nodes();
    let (batch, _) = nodes.play(0, ANN, "A1");
    let mut queue = nodes.open(1, Some(Seq(1)));
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), Some(Seq(0)));
    assert_eq!(snapshot(&mut queue), None);
    let rows = batch.iter().map(stored).collect();
    let read = nodes.tail(rows);
    nodes.shards[1].complete(read, 5);
    assert_eq!(snapshot(&mut queue), Some(Seq(1)));
}

#[test]
fn a_log_that_was_just_read_is_not_read_again() {
    let mut nodes = nodes();
    nodes.shards[1] = Shard::new(POLICY, 1_000);
    let mut queue = nodes.open(1, None);
    let effects = nodes.loaded(1);
    assert_eq!(snapshot(&mut queue), Some(Seq(0)));
    assert_eq!(reads_on(&effects), None);
    // Whoever comes later may have missed something.
    nodes.open(1, None);
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), Some(Seq(0)));
}

#[test]
fn whoever_is_ahead_waits_for_an_append_under_way() {
    let mut nodes = nodes();
    let batch = nodes.ask(1, ANN, "A1");
    // It has been stored, and seen elsewhere, before this node hears of it.
    let mut queue = nodes.open(1, Some(Seq(1)));
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), None);
    nodes.shards[1].complete(stored_batch(batch), 5);
    assert_eq!(snapshot(&mut queue), Some(Seq(1)));
}

#[test]
fn the_store_is_away_while_somebody_looks_on() {
    let mut nodes = nodes();
    let mut queue = nodes.open(1, None);
    assert_eq!(snapshot(&mut queue), Some(Seq(0)));
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), Some(Seq(0)));
    let match_id = nodes.id;
    nodes.shards[1].complete(
        Completion::LogRead {
            match_id,
            result: Err(StoreError::Closed),
        },
        5,
    );
    let (batch, _) = nodes.play(0, ANN, "A1");
    // It looks again by itself, and nobody was sent away.
    let due = nodes.shards[1].next_timer_ms().expect("a timer");
    nodes.shards[1].on_timer(due);
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), Some(Seq(0)));
    let rows = batch.iter().map(stored).collect();
    let read = nodes.tail(rows);
    nodes.shards[1].complete(read, due + 1);
    let mut heard = Vec::new();
    while let Ok(out) = queue.try_recv() {
        if let Outgoing::Message(message) = out
            && let ServerMessage::Update(update) = &**message
        {
            heard.push(update.seq);
        }
    }
    assert_eq!(heard, [Seq(1)]);
}

#[test]
fn a_read_that_began_too_soon_is_not_the_last_word() {
    let mut nodes = nodes();
    let (first, _) = nodes.play(0, ANN, "A1");
    let (second, news) = nodes.play(0, BO, "D7");
    assert_eq!(reads_on(&nodes.bus(1, news)), Some(Seq(0)));
    // Whoever comes now has seen both; the answer is from before the second.
    let mut queue = nodes.open(1, Some(Seq(2)));
    let rows = first.iter().map(stored).collect();
    let read = nodes.tail(rows);
    nodes.shards[1].complete(read, 5);
    assert_eq!(snapshot(&mut queue), None);
    assert_eq!(reads_on(&nodes.shards[1].take_effects()), Some(Seq(1)));
    let rows = second.iter().map(stored).collect();
    let read = nodes.tail(rows);
    nodes.shards[1].complete(read, 6);
    assert_eq!(snapshot(&mut queue), Some(Seq(2)));
}

#[test]
fn a_panic_costs_one_match() {
    let mut nodes = nodes();
    let mut queue = nodes.open(0, None);
    assert_eq!(snapshot(&mut queue), Some(Seq(0)));
    let other = {
        let mut second = self::nodes();
        let shard = &mut nodes.shards[0];
        shard
            .slots
            .extend(std::mem::take(&mut second.shards[0].slots));
        second.id
    };
    let mut early = nodes.open(0, Some(Seq(7)));
    let id = nodes.id;
    let shard = &mut nodes.shards[0];
    shard.with_live(id, |_, _| panic!("a rule fails, as this test wants"));
    assert!(shard.live(id).is_none(), "it has left memory");
    assert!(shard.live(other).is_some(), "the other one has not");
    let failed = |out: Outgoing| match out {
        Outgoing::Message(it) => {
            matches!(&**it, ServerMessage::Error { code, .. } if *code == crate::Code::MatchFailed)
        }
        Outgoing::SessionEnded => false,
    };
    for queue in [&mut queue, &mut early] {
        let mut told = std::iter::from_fn(|| queue.try_recv().ok());
        assert!(told.any(failed), "its people are told");
    }
    // Whoever comes back has it loaded again.
    shard.take_effects();
    shard.receive(ShardMessage::Wake { match_id: id }, 1);
    let load = StorageRequest::Load { match_id: id };
    let loads = format!("{:?}", shard.take_effects());
    assert_eq!(loads, format!("{:?}", [Effect::Storage(load)]));
}

#[test]
fn a_match_that_must_go_on_is_loaded_again() {
    let match_id = nodes().id;
    let mut shard = Shard::new(POLICY, 1_000);
    shard.receive(ShardMessage::Wake { match_id }, 0);
    shard.take_effects();
    let result = Err(Refusal::unavailable());
    shard.complete(Completion::Loaded { match_id, result }, 10);
    let due = shard.next_timer_ms().expect("it is tried again");
    shard.on_timer(due);
    let loads = shard.take_effects();
    assert!(matches!(
        loads[..],
        [Effect::Storage(StorageRequest::Load { .. })]
    ));
    // One that cannot be read at all is left alone.
    let result = Err(Refusal::unknown_match());
    shard.complete(Completion::Loaded { match_id, result }, due);
    assert_eq!(shard.next_timer_ms(), None);
}
