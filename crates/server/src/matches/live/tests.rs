//! One match without sockets, store or clock: what is asked, what must be done, what is told.

use parlor_engine::Seed;
use parlor_store::Entry as EntryRow;
use serde_json::json;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::matches::Out;
use crate::protocol::ServerMessage;
use crate::tables::Sitter;

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);
const MANNERS: Manners = Manners {
    delay_ms: 60_000,
    grace_ms: 60_000,
};

struct Desk {
    live: Live,
    effects: Vec<Effect>,
    ann: (Outbox, Receiver<Out>),
    bo: (Outbox, Receiver<Out>),
    eve: (Outbox, Receiver<Out>),
}

fn table(more: &serde_json::Value) -> (Table, Seed) {
    let mut new = json!({ "game": "marelles" });
    for (name, value) in more.as_object().into_iter().flatten() {
        new[name] = value.clone();
    }
    let sitter = |player, name: &str| Sitter {
        player,
        name: name.to_owned(),
    };
    let new = serde_json::from_value(new).unwrap();
    let (mut table, seed) = Table::new(&new, sitter(ANN, "Ann"), 0).unwrap();
    table.join(sitter(ANN, "Ann"), None, None, None).unwrap();
    table.join(sitter(BO, "Bo"), None, None, None).unwrap();
    (table, seed)
}

fn desk(more: &serde_json::Value) -> Desk {
    let (table, seed) = table(more);
    let house = (Outages::default(), MANNERS);
    let mut live = Live::load(table, 1, seed, Vec::new(), Vec::new(), house, 0).unwrap();
    let (ann, bo, eve) = (Outbox::open(), Outbox::open(), Outbox::open());
    for (outbox, player) in [(&ann.0, Some(ANN)), (&bo.0, Some(BO)), (&eve.0, None)] {
        let viewer = live.viewer_for(player);
        let outbox = outbox.clone();
        live.subscribe(
            Subscriber {
                outbox,
                player,
                viewer,
            },
            0,
        );
    }
    let mut desk = Desk {
        live,
        effects: Vec::new(),
        ann,
        bo,
        eve,
    };
    // That somebody looks on.
    for (_, queue) in [&mut desk.ann, &mut desk.bo, &mut desk.eve] {
        assert_eq!(heard(queue), ["1 looks on"]);
    }
    desk
}

/// What a connection was told since the last look, in short.
fn heard(queue: &mut Receiver<Out>) -> Vec<String> {
    let mut all = Vec::new();
    while let Ok(out) = queue.try_recv() {
        all.push(match out {
            Out::SessionEnded => "signed out".to_owned(),
            Out::Told(told, ack) => match ack {
                Some(id) => format!("update {} for {id}", told.seq),
                None => format!("update {}", told.seq),
            },
            Out::Message(message) => match message.as_ref() {
                ServerMessage::Done { id, .. } => format!("done {}", id.clone().unwrap()),
                ServerMessage::Error { code, .. } => code.clone(),
                ServerMessage::Offer { offer, .. } => match offer {
                    Some(offer) => format!("offer by {}", offer.by),
                    None => "no offer".to_owned(),
                },
                ServerMessage::Spectators { count, .. } => format!("{count} looks on"),
                other => format!("{other:?}"),
            },
        });
    }
    all
}

impl Desk {
    fn ask(&mut self, player: PlayerId, id: &str, what: MatchAsk, now: i64) {
        let outbox = if player == ANN {
            &self.ann.0
        } else {
            &self.bo.0
        };
        let asker = Asker {
            player: Some(player),
            outbox: outbox.clone(),
        };
        let id = Some(id.to_owned());
        self.live.ask(Some(asker), id, what, now, &mut self.effects);
    }

    fn play(&mut self, player: PlayerId, id: &str, action: &str, now: i64) {
        let seq = self.live.seq();
        let action = action.to_owned();
        self.ask(player, id, MatchAsk::Play { seq, action }, now);
    }

    /// The entries that are to be appended.
    fn take_appends(&mut self) -> Vec<NewEntry> {
        let effects = std::mem::take(&mut self.effects);
        let mut entries = Vec::new();
        for effect in effects {
            if let Effect::Append(more) = effect {
                entries.extend(more);
            }
        }
        entries
    }

    fn stored(&mut self, now: i64) {
        assert!(
            !self.take_appends().is_empty(),
            "something was to be stored"
        );
        self.live.appended(true, now, &mut self.effects);
    }
}

fn row(entry: &NewEntry, player: PlayerId, cmd: &str) -> EntryRow {
    EntryRow {
        seq: entry.seq,
        at_ms: entry.at_ms,
        act: entry.act.clone(),
        by_player: Some(player.0),
        cmd: Some(cmd.to_owned()),
    }
}

#[test]
fn nobody_hears_of_a_move_before_it_is_stored() {
    let mut desk = desk(&json!({}));
    desk.play(ANN, "a", "A1", 1);
    assert!(heard(&mut desk.ann.1).is_empty() && heard(&mut desk.bo.1).is_empty());
    assert_eq!(desk.live.seq(), 0);
    desk.stored(2);
    assert_eq!(heard(&mut desk.ann.1), ["update 1 for a"]);
    assert_eq!(heard(&mut desk.bo.1), ["update 1"]);
    assert_eq!(heard(&mut desk.eve.1), ["update 1"]);
}

#[test]
fn a_resend_while_the_first_is_on_its_way() {
    let mut desk = desk(&json!({}));
    desk.play(ANN, "a", "A1", 1);
    desk.play(ANN, "a", "A1", 1);
    desk.stored(2);
    assert_eq!(heard(&mut desk.ann.1), ["update 1 for a", "done a"]);
    assert!(desk.take_appends().is_empty(), "nothing more to store");
}

#[test]
fn the_store_does_not_answer() {
    let mut desk = desk(&json!({}));
    desk.play(ANN, "a", "A1", 1);
    let written = row(&desk.take_appends()[0], ANN, "a");
    desk.live.append_failed(2, &mut desk.effects);
    assert_eq!(heard(&mut desk.ann.1), ["server/unavailable"]);
    let read_on = |effect: &Effect| matches!(effect, Effect::ReadOn { after: 0 });
    assert!(desk.effects.iter().any(read_on));
    // It had been written after all: the resend is answered and not played again.
    desk.live.read_on(vec![written], 3, &mut desk.effects);
    desk.ask(
        ANN,
        "a",
        MatchAsk::Play {
            seq: 0,
            action: "A1".into(),
        },
        4,
    );
    assert_eq!(heard(&mut desk.ann.1), ["update 1", "done a"]);
    assert!(desk.take_appends().is_empty());
}

#[test]
fn another_node_was_faster() {
    let mut other = desk(&json!({}));
    let mut desk = desk(&json!({}));
    desk.play(ANN, "a", "A1", 1);
    other.play(ANN, "b", "A4", 1);
    let theirs = row(&other.take_appends()[0], ANN, "b");
    desk.live.appended(false, 2, &mut desk.effects);
    assert!(heard(&mut desk.ann.1).is_empty(), "not decided yet");
    desk.live.read_on(vec![theirs], 3, &mut desk.effects);
    assert_eq!(heard(&mut desk.ann.1), ["update 1", "match/stale"]);
    assert_eq!(heard(&mut desk.bo.1), ["update 1"]);
}

#[test]
fn too_many_at_once() {
    let mut desk = desk(&json!({}));
    for place in 0..=LONGEST_WAIT + 1 {
        desk.play(ANN, &format!("m{place}"), "A1", 1);
    }
    assert_eq!(heard(&mut desk.ann.1), ["server/busy"]);
    desk.stored(2);
    let told = heard(&mut desk.ann.1);
    assert_eq!(told[0], "update 1 for m0");
    assert!(told[1..].iter().all(|it| it == "match/stale"), "{told:?}");
}

#[test]
fn an_offer_dies_after_half_a_minute() {
    let mut desk = desk(&json!({}));
    desk.ask(ANN, "o", MatchAsk::OfferDraw, 1_000);
    assert_eq!(heard(&mut desk.bo.1), ["offer by 0"]);
    let wakes = |effect: &Effect| matches!(effect, Effect::WakeAt(31_000));
    assert!(desk.effects.iter().any(wakes), "{:?}", desk.effects);
    desk.live.tick(30_999);
    assert!(heard(&mut desk.bo.1).is_empty());
    desk.live.tick(31_000);
    assert_eq!(heard(&mut desk.bo.1), ["no offer"]);
    desk.ask(BO, "y", MatchAsk::Answer { accept: true }, 31_001);
    assert_eq!(heard(&mut desk.bo.1), ["match/no_offer"]);
}

#[test]
fn delayed_spectators_hear_everything_in_order() {
    let mut desk = desk(&json!({ "watch": "delayed" }));
    desk.play(ANN, "a", "A1", 1_000);
    desk.stored(1_005);
    desk.play(BO, "b", "D7", 2_000);
    desk.stored(2_005);
    assert_eq!(heard(&mut desk.bo.1), ["update 1", "update 2 for b"]);
    assert!(heard(&mut desk.eve.1).is_empty());
    assert_eq!(desk.live.snapshot(None, None, None, 3_000).unwrap().seq, 0);
    desk.live.tick(61_000);
    assert_eq!(heard(&mut desk.eve.1), ["update 1"]);
    assert_eq!(desk.live.snapshot(None, None, None, 61_000).unwrap().seq, 1);
    desk.ask(ANN, "r", MatchAsk::Resign, 61_500);
    desk.stored(61_501);
    assert_eq!(heard(&mut desk.eve.1), ["update 2", "update 3"]);
    desk.live.tick(200_000);
    assert!(heard(&mut desk.eve.1).is_empty());
}

#[test]
fn what_was_held_back_survives_the_server() {
    let (table, seed) = table(&json!({ "watch": "delayed" }));
    let mut first = desk(&json!({}));
    first.play(ANN, "a", "A1", 1_000);
    let rows = vec![row(&first.take_appends()[0], ANN, "a")];
    let house = (Outages::default(), MANNERS);
    let mut live = Live::load(table, 1, seed, rows, Vec::new(), house, 2_000).unwrap();
    assert_eq!(live.snapshot(None, None, None, 2_000).unwrap().seq, 0);
    let (outbox, mut queue) = Outbox::open();
    let viewer = live.viewer_for(None);
    live.subscribe(
        Subscriber {
            outbox,
            player: None,
            viewer,
        },
        2_000,
    );
    live.tick(61_000);
    assert_eq!(heard(&mut queue), ["1 looks on", "update 1"]);
}

#[test]
fn who_has_been_away_too_long() {
    let mut desk = desk(&json!({ "clock": { "type": "per_move", "seconds": 180 } }));
    assert_eq!(desk.live.overdue_absentee(100_000), None);
    desk.live.unsubscribe(desk.bo.0.conn(), 1_000);
    assert_eq!(desk.live.overdue_absentee(60_999), None);
    assert_eq!(desk.live.overdue_absentee(61_000), Some(1));
    // A sign of life by other means starts the minute anew.
    desk.live.seen(Some(BO), 50_000);
    assert_eq!(desk.live.overdue_absentee(61_000), None);
    assert_eq!(desk.live.overdue_absentee(110_000), Some(1));
    // Without a clock nobody is expected to sit and wait.
    let mut patient = self::desk(&json!({}));
    patient.live.unsubscribe(patient.bo.0.conn(), 1_000);
    assert_eq!(patient.live.overdue_absentee(10_000_000), None);
}

#[test]
fn the_books_know_who_ran_away_and_who_took_back() {
    let mut desk = desk(&json!({ "options": { "undo": "instant" } }));
    desk.play(ANN, "a", "A1", 1);
    desk.stored(1);
    desk.ask(ANN, "u", MatchAsk::OfferTakeBack, 2);
    desk.stored(2);
    assert!(desk.live.closing(3).is_none());
    desk.ask(BO, "r", MatchAsk::Resign, 3);
    desk.stored(3);
    let closing = desk.live.closing(9).unwrap();
    assert_eq!(closing.undos, [1, 0]);
    assert!(closing.ran_away.contains(Seat(1)) && !closing.ran_away.contains(Seat(0)));
    assert_eq!(closing.table.ended_ms, Some(3));
}

#[test]
fn chat_is_stored_before_it_is_heard_and_said_once() {
    let mut desk = desk(&json!({}));
    let say = || MatchAsk::Say { text: "hi".into() };
    desk.ask(ANN, "s", say(), 1);
    desk.ask(ANN, "s", say(), 2);
    let stored: Vec<ChatLine> = std::mem::take(&mut desk.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::StoreChat(line, ..) => Some(line),
            _ => None,
        })
        .collect();
    assert_eq!(stored.len(), 1);
    assert!(heard(&mut desk.bo.1).is_empty());
    assert!(heard(&mut desk.ann.1).is_empty(), "not acknowledged yet");
    desk.live
        .spoken(stored[0].seq, Spoken::Stored(stored[0].clone()));
    assert_eq!(heard(&mut desk.bo.1).len(), 1);
    let answers = heard(&mut desk.ann.1);
    assert_eq!(answers[..2], ["done s", "done s"]);
    assert_eq!(answers.len(), 3);
    desk.ask(ANN, "s", say(), 3);
    assert_eq!(heard(&mut desk.ann.1), ["done s"]);

    // What could not be stored is refused, and may be sent again.
    desk.effects.clear();
    desk.ask(ANN, "t", say(), 4);
    desk.live.spoken(2, Spoken::Failed);
    assert_eq!(heard(&mut desk.ann.1), ["server/unavailable"]);
    desk.ask(ANN, "t", say(), 5);
    assert_eq!(desk.effects.len(), 2, "stored anew");
    desk.live.spoken(3, Spoken::Before);
    assert_eq!(heard(&mut desk.ann.1), ["done t"]);
    assert!(heard(&mut desk.bo.1).is_empty());
}

#[test]
fn a_crowd_is_counted_once_a_second() {
    let mut desk = desk(&json!({}));
    let mut crowd = Vec::new();
    for _ in 0..50 {
        let (outbox, queue) = Outbox::open();
        let subscriber = Subscriber {
            outbox,
            player: None,
            viewer: Viewer::Spectator,
        };
        desk.live.subscribe(subscriber, 10);
        crowd.push(queue);
    }
    assert!(heard(&mut desk.ann.1).is_empty());
    desk.live.rest(10, &mut desk.effects);
    assert!(matches!(desk.effects[..], [Effect::WakeAt(1_000)]));
    desk.live.tick(999);
    assert!(heard(&mut desk.ann.1).is_empty());
    desk.live.tick(1_000);
    assert_eq!(heard(&mut desk.ann.1), ["51 looks on"]);
    desk.live.unsubscribe(desk.eve.0.conn(), 2_000);
    assert_eq!(heard(&mut desk.ann.1), ["50 looks on"]);
}
