//! A desk that hears of other nodes: gaps, doubles, and clients that are ahead of it.

use parlor_engine::{Nonce, Seed};
use parlor_store::{Appended, Entry, NewEntry};
use serde_json::json;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::matches::{Asker, Out, Outages, Outbox};
use crate::people::PlayerId;
use crate::protocol::ServerMessage;
use crate::tables::Sitter;

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);
const OTHER: NodeId = NodeId(7);
const MANNERS: Manners = Manners {
    delay_ms: 0,
    grace_ms: 60_000,
    fallback_ms: 5_000,
};

/// The same match on two nodes.
struct Nodes {
    id: String,
    desks: [Desk; 2],
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
        id: table.id.clone(),
        desks: [Desk::new(MANNERS, 1_000), Desk::new(MANNERS, 1_000)],
        row: (table, seed),
    };
    for at in 0..2 {
        nodes.load(at);
    }
    nodes
}

impl Nodes {
    fn load(&mut self, at: usize) {
        let (table, seed) = self.row.clone();
        let desk = &mut self.desks[at];
        let id = self.id.clone();
        desk.hear(Heard::Wake { table: id.clone() }, 0);
        assert!(matches!(&desk.take_todo()[..], [Todo::Load { .. }]));
        let house = (Outages::default(), MANNERS);
        let live = Live::load(table, 1, seed, Vec::new(), Vec::new(), house, 0).unwrap();
        desk.done(Done::Loaded(id, Ok(Box::new(live))), 0);
        desk.take_todo();
    }

    /// Somebody plays, and it is stored; the entries and the news of them.
    fn play(&mut self, at: usize, player: PlayerId, action: &str) -> (Vec<NewEntry>, News) {
        let batch = self.ask(at, player, action);
        let desk = &mut self.desks[at];
        desk.done(Done::Appended(batch.clone(), Ok(Appended::Stored)), 2);
        let news = desk.take_todo().into_iter().find_map(|todo| match todo {
            Todo::Publish(news @ News::Entries { .. }) => Some(news),
            _ => None,
        });
        (batch, news.expect("the others are told"))
    }

    fn ask(&mut self, at: usize, player: PlayerId, action: &str) -> Vec<NewEntry> {
        let desk = &mut self.desks[at];
        let seq = desk.live(&self.id).unwrap().seq();
        let asker = Asker {
            player: Some(player),
            outbox: Outbox::open().0,
        };
        desk.hear(
            Heard::Ask {
                table: self.id.clone(),
                asker: Some(asker),
                id: None,
                what: MatchAsk::Play {
                    seq,
                    action: action.into(),
                },
            },
            1,
        );
        let appended = desk.take_todo().into_iter().find_map(|todo| match todo {
            Todo::Append(batch) => Some(batch),
            _ => None,
        });
        appended.expect("something is to be stored")
    }

    fn open(&mut self, at: usize, since: Option<u32>) -> Receiver<Out> {
        let (outbox, queue) = Outbox::open();
        let opening = Opening {
            outbox,
            player: None,
            since,
            invite: None,
            id: None,
        };
        let table = self.id.clone();
        self.desks[at].hear(Heard::Open { table, opening }, 3);
        queue
    }

    fn news(&mut self, at: usize, news: News) -> Vec<Todo> {
        self.desks[at].hear(Heard::News { from: OTHER, news }, 4);
        self.desks[at].take_todo()
    }

    fn seq(&self, at: usize) -> u32 {
        self.desks[at].live(&self.id).unwrap().seq()
    }
}

fn stored(batch: &NewEntry) -> Entry {
    Entry {
        seq: batch.seq,
        at_ms: batch.at_ms,
        act: batch.act.clone(),
        by_player: batch.by_player,
        cmd: batch.cmd.clone(),
    }
}

fn reads_on(todo: &[Todo]) -> Option<u32> {
    todo.iter().find_map(|todo| match todo {
        Todo::ReadOn { after, .. } => Some(*after),
        _ => None,
    })
}

fn snapshot(queue: &mut Receiver<Out>) -> Option<u32> {
    match queue.try_recv().ok()? {
        Out::Message(message) => match &*message {
            ServerMessage::Match(snapshot) => Some(snapshot.seq),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn news_are_followed_and_doubles_are_not() {
    let mut nodes = nodes();
    let (_, news) = nodes.play(0, ANN, "A1");
    assert_eq!(reads_on(&nodes.news(1, news.clone())), None);
    assert_eq!(nodes.seq(1), 1);
    assert_eq!(reads_on(&nodes.news(1, news)), None);
    assert_eq!(nodes.seq(1), 1);
}

#[test]
fn a_gap_is_noticed_and_the_log_read() {
    let mut nodes = nodes();
    let (first, _) = nodes.play(0, ANN, "A1");
    let (second, news) = nodes.play(0, BO, "D7");
    assert_eq!(reads_on(&nodes.news(1, news.clone())), Some(0));
    assert_eq!(reads_on(&nodes.news(1, news)), None, "it is being read");
    let rows = [first, second].concat().iter().map(stored).collect();
    nodes.desks[1].done(Done::ReadOn(nodes.id.clone(), Ok(rows)), 5);
    assert_eq!(nodes.seq(1), 2);
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), None);
}

#[test]
fn whoever_is_ahead_waits_for_the_log() {
    let mut nodes = nodes();
    let (batch, _) = nodes.play(0, ANN, "A1");
    let mut queue = nodes.open(1, Some(1));
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), Some(0));
    assert_eq!(snapshot(&mut queue), None);
    let rows = batch.iter().map(stored).collect();
    nodes.desks[1].done(Done::ReadOn(nodes.id.clone(), Ok(rows)), 5);
    assert_eq!(snapshot(&mut queue), Some(1));
}

#[test]
fn whoever_is_ahead_waits_for_an_append_under_way() {
    let mut nodes = nodes();
    let batch = nodes.ask(1, ANN, "A1");
    // It has been stored, and seen elsewhere, before this node hears of it.
    let mut queue = nodes.open(1, Some(1));
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), None);
    nodes.desks[1].done(Done::Appended(batch, Ok(Appended::Stored)), 5);
    assert_eq!(snapshot(&mut queue), Some(1));
}

#[test]
fn the_store_is_away_while_somebody_looks_on() {
    let mut nodes = nodes();
    let mut queue = nodes.open(1, None);
    assert_eq!(snapshot(&mut queue), Some(0));
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), Some(0));
    let id = nodes.id.clone();
    nodes.desks[1].done(Done::ReadOn(id.clone(), Err(StoreError::Closed)), 5);
    let (batch, _) = nodes.play(0, ANN, "A1");
    // It looks again by itself, and nobody was sent away.
    let due = nodes.desks[1].next_alarm_ms().expect("an alarm");
    nodes.desks[1].ring(due);
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), Some(0));
    let rows = batch.iter().map(stored).collect();
    nodes.desks[1].done(Done::ReadOn(id, Ok(rows)), due + 1);
    let mut heard = Vec::new();
    while let Ok(out) = queue.try_recv() {
        if let Out::Told(told, _) = out {
            heard.push(told.seq);
        }
    }
    assert_eq!(heard, [1]);
}

#[test]
fn a_read_that_began_too_soon_is_not_the_last_word() {
    let mut nodes = nodes();
    let (first, _) = nodes.play(0, ANN, "A1");
    let (second, news) = nodes.play(0, BO, "D7");
    assert_eq!(reads_on(&nodes.news(1, news)), Some(0));
    // Whoever comes now has seen both; the answer is from before the second.
    let mut queue = nodes.open(1, Some(2));
    let rows = first.iter().map(stored).collect();
    nodes.desks[1].done(Done::ReadOn(nodes.id.clone(), Ok(rows)), 5);
    assert_eq!(snapshot(&mut queue), None);
    assert_eq!(reads_on(&nodes.desks[1].take_todo()), Some(1));
    let rows = second.iter().map(stored).collect();
    nodes.desks[1].done(Done::ReadOn(nodes.id.clone(), Ok(rows)), 6);
    assert_eq!(snapshot(&mut queue), Some(2));
}
