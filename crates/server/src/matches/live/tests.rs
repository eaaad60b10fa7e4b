//! One match without sockets, store or clock: what is asked, what must be done, what is told.

use parlor_engine::{Nonce, Seed};
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
    fallback_ms: 0,
};

struct Scene {
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
    let (mut table, seed) =
        Table::new(&new, sitter(ANN, "Ann"), 0, &crate::random::System).unwrap();
    table
        .join(sitter(ANN, "Ann"), None, None, Nonce([1; 32]))
        .unwrap();
    table
        .join(sitter(BO, "Bo"), None, None, Nonce([2; 32]))
        .unwrap();
    (table, seed)
}

fn scene(more: &serde_json::Value) -> Scene {
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
    let mut scene = Scene {
        live,
        effects: Vec::new(),
        ann,
        bo,
        eve,
    };
    // That somebody looks on.
    for (_, queue) in [&mut scene.ann, &mut scene.bo, &mut scene.eve] {
        assert_eq!(heard(queue), ["1 looks on"]);
    }
    scene
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

impl Scene {
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
    let mut scene = scene(&json!({}));
    scene.play(ANN, "a", "A1", 1);
    assert!(heard(&mut scene.ann.1).is_empty() && heard(&mut scene.bo.1).is_empty());
    assert_eq!(scene.live.seq(), 0);
    scene.stored(2);
    assert_eq!(heard(&mut scene.ann.1), ["update 1 for a"]);
    assert_eq!(heard(&mut scene.bo.1), ["update 1"]);
    assert_eq!(heard(&mut scene.eve.1), ["update 1"]);
}

#[test]
fn a_resend_while_the_first_is_on_its_way() {
    let mut scene = scene(&json!({}));
    scene.play(ANN, "a", "A1", 1);
    scene.play(ANN, "a", "A1", 1);
    scene.stored(2);
    assert_eq!(heard(&mut scene.ann.1), ["update 1 for a", "done a"]);
    assert!(scene.take_appends().is_empty(), "nothing more to store");
}

#[test]
fn the_store_does_not_answer() {
    let mut scene = scene(&json!({}));
    scene.play(ANN, "a", "A1", 1);
    let written = row(&scene.take_appends()[0], ANN, "a");
    scene.live.append_failed(2, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["server/unavailable"]);
    let read_on = |effect: &Effect| matches!(effect, Effect::ReadOn { after: 0 });
    assert!(scene.effects.iter().any(read_on));
    // It had been written after all: the resend is answered and not played again.
    scene.live.read_on(vec![written], 3, &mut scene.effects);
    scene.ask(
        ANN,
        "a",
        MatchAsk::Play {
            seq: 0,
            action: "A1".into(),
        },
        4,
    );
    assert_eq!(heard(&mut scene.ann.1), ["update 1", "done a"]);
    assert!(scene.take_appends().is_empty());
}

#[test]
fn another_node_was_faster() {
    let mut other = scene(&json!({}));
    let mut scene = scene(&json!({}));
    scene.play(ANN, "a", "A1", 1);
    other.play(ANN, "b", "A4", 1);
    let theirs = row(&other.take_appends()[0], ANN, "b");
    scene.live.appended(false, 2, &mut scene.effects);
    assert!(heard(&mut scene.ann.1).is_empty(), "not decided yet");
    scene.live.read_on(vec![theirs], 3, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["update 1", "match/stale"]);
    assert_eq!(heard(&mut scene.bo.1), ["update 1"]);
}

#[test]
fn too_many_at_once() {
    let mut scene = scene(&json!({}));
    for place in 0..=LONGEST_WAIT + 1 {
        scene.play(ANN, &format!("m{place}"), "A1", 1);
    }
    assert_eq!(heard(&mut scene.ann.1), ["server/busy"]);
    scene.stored(2);
    let told = heard(&mut scene.ann.1);
    assert_eq!(told[0], "update 1 for m0");
    assert!(told[1..].iter().all(|it| it == "match/stale"), "{told:?}");
}

#[test]
fn an_offer_dies_after_half_a_minute() {
    let mut scene = scene(&json!({}));
    scene.ask(ANN, "o", MatchAsk::OfferDraw, 1_000);
    assert_eq!(heard(&mut scene.bo.1), ["offer by 0"]);
    let wakes = |effect: &Effect| matches!(effect, Effect::WakeAt(31_000));
    assert!(scene.effects.iter().any(wakes), "{:?}", scene.effects);
    scene.live.tick(30_999);
    assert!(heard(&mut scene.bo.1).is_empty());
    scene.live.tick(31_000);
    assert_eq!(heard(&mut scene.bo.1), ["no offer"]);
    scene.ask(BO, "y", MatchAsk::Answer { accept: true }, 31_001);
    assert_eq!(heard(&mut scene.bo.1), ["match/no_offer"]);
}

#[test]
fn delayed_spectators_hear_everything_in_order() {
    let mut scene = scene(&json!({ "watch": "delayed" }));
    scene.play(ANN, "a", "A1", 1_000);
    scene.stored(1_005);
    scene.play(BO, "b", "D7", 2_000);
    scene.stored(2_005);
    assert_eq!(heard(&mut scene.bo.1), ["update 1", "update 2 for b"]);
    assert!(heard(&mut scene.eve.1).is_empty());
    assert_eq!(scene.live.snapshot(None, None, None, 3_000).unwrap().seq, 0);
    scene.live.tick(61_000);
    assert_eq!(heard(&mut scene.eve.1), ["update 1"]);
    assert_eq!(
        scene.live.snapshot(None, None, None, 61_000).unwrap().seq,
        1
    );
    scene.ask(ANN, "r", MatchAsk::Resign, 61_500);
    scene.stored(61_501);
    assert_eq!(heard(&mut scene.eve.1), ["update 2", "update 3"]);
    scene.live.tick(200_000);
    assert!(heard(&mut scene.eve.1).is_empty());
}

#[test]
fn what_was_held_back_survives_the_server() {
    let (table, seed) = table(&json!({ "watch": "delayed" }));
    let mut first = scene(&json!({}));
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
    let mut scene = scene(&json!({ "clock": { "type": "per_move", "seconds": 180 } }));
    assert_eq!(scene.live.overdue_absentee(100_000), None);
    scene.live.unsubscribe(scene.bo.0.conn(), 1_000);
    assert_eq!(scene.live.overdue_absentee(60_999), None);
    assert_eq!(scene.live.overdue_absentee(61_000), Some(1));
    // A sign of life by other means starts the minute anew.
    scene.live.seen(Some(BO), 50_000);
    assert_eq!(scene.live.overdue_absentee(61_000), None);
    assert_eq!(scene.live.overdue_absentee(110_000), Some(1));
    // Without a clock nobody is expected to sit and wait.
    let mut patient = self::scene(&json!({}));
    patient.live.unsubscribe(patient.bo.0.conn(), 1_000);
    assert_eq!(patient.live.overdue_absentee(10_000_000), None);
}

#[test]
fn the_books_know_who_ran_away_and_who_took_back() {
    let mut scene = scene(&json!({ "options": { "undo": "instant" } }));
    scene.play(ANN, "a", "A1", 1);
    scene.stored(1);
    scene.ask(ANN, "u", MatchAsk::OfferTakeBack, 2);
    scene.stored(2);
    assert!(scene.live.closing(3).is_none());
    scene.ask(BO, "r", MatchAsk::Resign, 3);
    scene.stored(3);
    let closing = scene.live.closing(9).unwrap();
    assert_eq!(closing.undos, [1, 0]);
    assert!(closing.ran_away.contains(Seat(1)) && !closing.ran_away.contains(Seat(0)));
    assert_eq!(closing.table.ended_ms, Some(3));
}

#[test]
fn chat_is_stored_before_it_is_heard_and_said_once() {
    let mut scene = scene(&json!({}));
    let say = || MatchAsk::Say { text: "hi".into() };
    scene.ask(ANN, "s", say(), 1);
    scene.ask(ANN, "s", say(), 2);
    let stored: Vec<Saying> = std::mem::take(&mut scene.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::StoreChat(saying) => Some(saying),
            _ => None,
        })
        .collect();
    assert_eq!(stored.len(), 1);
    assert!(heard(&mut scene.bo.1).is_empty());
    assert!(heard(&mut scene.ann.1).is_empty(), "not acknowledged yet");
    let spoken = Spoken::Stored(stored[0].clone());
    scene.live.spoken(spoken, &mut scene.effects);
    assert_eq!(heard(&mut scene.bo.1).len(), 1);
    let answers = heard(&mut scene.ann.1);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1..], ["done s", "done s"], "after the news");
    scene.ask(ANN, "s", say(), 3);
    assert_eq!(heard(&mut scene.ann.1), ["done s"]);

    // What could not be stored is refused, and may be sent again.
    scene.effects.clear();
    scene.ask(ANN, "t", say(), 4);
    scene.live.spoken(Spoken::Failed, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["server/unavailable"]);
    scene.ask(ANN, "t", say(), 5);
    assert_eq!(scene.effects.len(), 2, "stored anew");
    scene.live.spoken(Spoken::Before, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["done t"]);
    assert!(heard(&mut scene.bo.1).is_empty());
}

#[test]
fn a_crowd_is_counted_once_a_second() {
    let mut scene = scene(&json!({}));
    let mut crowd = Vec::new();
    for _ in 0..50 {
        let (outbox, queue) = Outbox::open();
        let subscriber = Subscriber {
            outbox,
            player: None,
            viewer: Viewer::Spectator,
        };
        scene.live.subscribe(subscriber, 10);
        crowd.push(queue);
    }
    assert!(heard(&mut scene.ann.1).is_empty());
    scene.live.rest(10, &mut scene.effects);
    assert!(matches!(scene.effects[..], [Effect::WakeAt(1_000)]));
    scene.live.tick(999);
    assert!(heard(&mut scene.ann.1).is_empty());
    scene.live.tick(1_000);
    assert_eq!(heard(&mut scene.ann.1), ["51 looks on"]);
    scene.live.unsubscribe(scene.eve.0.conn(), 2_000);
    assert_eq!(heard(&mut scene.ann.1), ["50 looks on"]);
}
