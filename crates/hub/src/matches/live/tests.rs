//! One match without sockets, store or clock: what is asked, what must be done, what is told.

mod watching;

use parlor_engine::{Nonce, Seed, Seq};
use parlor_store::EntryRow;
use serde_json::json;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::matches::{Outgoing, Vacations};
use crate::protocol::ServerMessage;
use crate::tables::Sitter;

const ANN: PlayerId = PlayerId(1);
const BO: PlayerId = PlayerId(2);
const POLICY: MatchPolicy = MatchPolicy {
    most_entries: Seq(50_000),
    abandoned_ms: 21 * 86_400_000,
    delay_ms: 60_000,
    grace_ms: 60_000,
    fallback_ms: 0,
};

struct Scene {
    live: LiveMatch,
    effects: Vec<Effect>,
    ann: (Outbox, Receiver<Outgoing>),
    bo: (Outbox, Receiver<Outgoing>),
    eve: (Outbox, Receiver<Outgoing>),
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

fn load(table: Table, seed: Seed, entries: Vec<EntryRow>, policy: MatchPolicy) -> LiveMatch {
    let row = TableRow { table, version: 1 };
    let outages = Outages::default();
    LiveMatch::load(
        row,
        seed,
        entries,
        Vec::new(),
        (outages, Vacations::default()),
        policy,
        0,
    )
    .unwrap()
}

fn scene(more: &serde_json::Value) -> Scene {
    let (table, seed) = table(more);
    let mut live = load(table, seed, Vec::new(), POLICY);
    let (ann, bo, eve) = (Outbox::open(), Outbox::open(), Outbox::open());
    for (outbox, player) in [(&ann.0, Some(ANN)), (&bo.0, Some(BO)), (&eve.0, None)] {
        let viewer = live.viewer_for(player).unwrap();
        let outbox = outbox.clone();
        live.subscribe(
            Subscriber {
                outbox,
                player,
                viewer,
                covered: false,
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
fn heard(queue: &mut Receiver<Outgoing>) -> Vec<String> {
    let mut all = Vec::new();
    while let Ok(out) = queue.try_recv() {
        all.push(match out {
            Outgoing::SessionEnded => "signed out".to_owned(),
            Outgoing::Message(message) => match &**message {
                ServerMessage::Update(update) => match &update.id {
                    Some(id) => format!("update {} for {}", update.seq, &**id),
                    None => format!("update {}", update.seq),
                },
                ServerMessage::Done { id, .. } => format!("done {}", id.as_deref().unwrap()),
                ServerMessage::Error { code, .. } => code.to_string(),
                ServerMessage::Offer { offer, .. } => match offer {
                    Some(offer) => format!("offer by {}", offer.by),
                    None => "no offer".to_owned(),
                },
                ServerMessage::Presence { .. } => continue,
                ServerMessage::Spectators { count, .. } => format!("{count} looks on"),
                other => format!("{other:?}"),
            },
        });
    }
    all
}

impl Scene {
    fn ask(&mut self, player: PlayerId, id: &str, what: MatchCommand, now: i64) {
        let outbox = if player == ANN {
            &self.ann.0
        } else {
            &self.bo.0
        };
        let requester = Requester {
            player: Some(player),
            outbox: outbox.clone(),
        };
        let (requester, id) = (Some(requester), Some(id.into()));
        self.live
            .submit(requester, id, what, now, &mut self.effects);
    }

    fn play(&mut self, player: PlayerId, id: &str, action: &str, now: i64) {
        let seq = self.live.seq();
        let action = action.to_owned();
        self.ask(player, id, MatchCommand::Play { seq, action }, now);
    }

    /// The entries that are to be appended.
    fn take_appends(&mut self) -> Vec<NewEntry> {
        let effects = std::mem::take(&mut self.effects);
        let mut entries = Vec::new();
        for effect in effects {
            if let Effect::Append { entries: more } = effect {
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
    assert_eq!(scene.live.seq(), Seq::START);
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
    let read_on = |effect: &Effect| {
        matches!(
            effect,
            Effect::Storage(StorageRequest::ReadLog {
                after: Seq::START,
                ..
            })
        )
    };
    assert!(scene.effects.iter().any(read_on));
    // It had been written after all: the resend is answered and not played again.
    scene.live.tail_read(vec![written], 3, &mut scene.effects);
    scene.ask(
        ANN,
        "a",
        MatchCommand::Play {
            seq: Seq::START,
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
    scene.live.tail_read(vec![theirs], 3, &mut scene.effects);
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
fn a_log_that_is_full() {
    let mut scene = scene(&json!({}));
    scene.live.policy.most_entries = Seq(2);
    scene.play(ANN, "a", "A1", 1);
    scene.stored(2);
    scene.play(BO, "b", "D7", 3);
    scene.stored(4);
    scene.play(ANN, "c", "G1", 5);
    assert!(scene.take_appends().is_empty());
    let told = heard(&mut scene.ann.1);
    assert_eq!(told, ["update 1 for a", "update 2", "match/too_long"]);
    // Bots do not ask twice: it ends for them, and counts for nobody.
    let bot = MatchCommand::BotMove {
        seat: Seat(0),
        seq: Seq(2),
        action: "G1".to_owned(),
    };
    scene.live.submit(None, None, bot, 6, &mut scene.effects);
    scene.stored(7);
    let outcome = scene.live.matched().state().outcome().unwrap();
    assert_eq!(outcome.kind, parlor_engine::OutcomeKind::Aborted);
}

#[test]
fn a_match_that_fails_leaves_nobody_waiting() {
    let mut scene = scene(&json!({}));
    scene.play(ANN, "a", "A1", 1);
    scene.play(BO, "b", "D7", 1);
    scene.live.tell_failure();
    assert_eq!(heard(&mut scene.ann.1), ["match/failed", "match/failed"]);
    assert_eq!(heard(&mut scene.bo.1), ["match/failed", "match/failed"]);
    assert_eq!(heard(&mut scene.eve.1), ["match/failed"]);
}

#[test]
fn an_offer_dies_after_half_a_minute() {
    let mut scene = scene(&json!({}));
    scene.ask(ANN, "o", MatchCommand::OfferDraw, 1_000);
    assert_eq!(heard(&mut scene.bo.1), ["offer by 0"]);
    let wakes = |effect: &Effect| matches!(effect, Effect::WakeAt { due_ms: 31_000, .. });
    assert!(scene.effects.iter().any(wakes), "{:?}", scene.effects);
    scene.live.tick(30_999);
    assert!(heard(&mut scene.bo.1).is_empty());
    scene.live.tick(31_000);
    assert_eq!(heard(&mut scene.bo.1), ["no offer"]);
    scene.ask(BO, "y", MatchCommand::Answer { accept: true }, 31_001);
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
    assert_eq!(
        scene.live.snapshot(None, None, None, 3_000).unwrap().seq,
        Seq::START
    );
    scene.live.tick(61_000);
    assert_eq!(heard(&mut scene.eve.1), ["update 1"]);
    assert_eq!(
        scene.live.snapshot(None, None, None, 61_000).unwrap().seq,
        Seq::FIRST
    );
    scene.ask(ANN, "r", MatchCommand::Resign, 61_500);
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
    let mut live = load(table, seed, rows, POLICY);
    assert_eq!(
        live.snapshot(None, None, None, 2_000).unwrap().seq,
        Seq::START
    );
    let (outbox, mut queue) = Outbox::open();
    let viewer = live.viewer_for(None).unwrap();
    live.subscribe(
        Subscriber {
            outbox,
            player: None,
            viewer,
            covered: false,
        },
        2_000,
    );
    live.tick(61_000);
    assert_eq!(heard(&mut queue), ["1 looks on", "update 1"]);
}

#[test]
fn who_has_been_away_too_long() {
    let mut scene = scene(&json!({ "clock": { "type": "per_move", "seconds": 180 } }));
    assert_eq!(scene.live.overdue_absentee(400_000), None);
    scene.live.unsubscribe(scene.bo.0.conn(), 1_000);
    assert_eq!(scene.live.overdue_absentee(240_999), None);
    assert_eq!(scene.live.overdue_absentee(241_000), Some(Seat(1)));
    // A sign of life by other means starts the minute anew.
    scene.live.seen(Some(BO), 50_000);
    assert_eq!(scene.live.overdue_absentee(241_000), None);
    assert_eq!(scene.live.overdue_absentee(290_000), Some(Seat(1)));
    // Without a clock nobody is expected to sit and wait.
    let mut patient = self::scene(&json!({}));
    patient.live.unsubscribe(patient.bo.0.conn(), 1_000);
    assert_eq!(patient.live.overdue_absentee(10_000_000), None);
}

#[test]
fn the_result_knows_who_ran_away_and_who_took_back() {
    let mut scene = scene(&json!({ "options": { "undo": "instant" } }));
    scene.play(ANN, "a", "A1", 1);
    scene.stored(1);
    scene.ask(ANN, "u", MatchCommand::OfferTakeBack, 2);
    scene.stored(2);
    assert!(scene.live.result(3).is_none());
    scene.ask(BO, "r", MatchCommand::Resign, 3);
    scene.stored(3);
    let result = scene.live.result(9).unwrap();
    assert_eq!(result.undos, [1, 0]);
    assert_eq!(result.ran_away, SeatSet::EMPTY, "resigning is no flight");
    assert_eq!(result.table.ended_ms, Some(3));

    let mut scene = self::scene(&json!({}));
    scene.ask(BO, "l", MatchCommand::Left { seat: Seat(1) }, 3);
    scene.stored(1);
    let result = scene.live.result(9).unwrap();
    assert!(result.ran_away.contains(Seat(1)) && !result.ran_away.contains(Seat(0)));
}

#[test]
fn chat_is_stored_before_it_is_heard_and_said_once() {
    let mut scene = scene(&json!({}));
    let say = || MatchCommand::Say {
        text: "hi".into(),
        speaker: None,
    };
    scene.ask(ANN, "s", say(), 1);
    scene.ask(ANN, "s", say(), 2);
    let stored: Vec<ChatMessage> = std::mem::take(&mut scene.effects)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::Storage(StorageRequest::StoreChat { message, .. }) => Some(message),
            _ => None,
        })
        .collect();
    assert_eq!(stored.len(), 1);
    assert!(heard(&mut scene.bo.1).is_empty());
    assert!(heard(&mut scene.ann.1).is_empty(), "not acknowledged yet");
    let stored = ChatResult::Stored(stored[0].clone());
    scene.live.chat_stored(stored, &mut scene.effects);
    assert_eq!(heard(&mut scene.bo.1).len(), 1);
    let answers = heard(&mut scene.ann.1);
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[1..], ["done s", "done s"], "after the news");
    scene.ask(ANN, "s", say(), 3);
    assert_eq!(heard(&mut scene.ann.1), ["done s"]);

    // What could not be stored is refused, and may be sent again.
    scene.effects.clear();
    scene.ask(ANN, "t", say(), 4);
    scene
        .live
        .chat_stored(ChatResult::Failed, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["server/unavailable"]);
    scene.ask(ANN, "t", say(), 5);
    assert_eq!(scene.effects.len(), 2, "stored anew");
    scene
        .live
        .chat_stored(ChatResult::Before, &mut scene.effects);
    assert_eq!(heard(&mut scene.ann.1), ["done t"]);
    assert!(heard(&mut scene.bo.1).is_empty());
}

#[test]
fn whoever_missed_too_much_is_told_to_read_the_log() {
    let mut scene = scene(&json!({ "options": { "undo": "instant" } }));
    for place in 0..102 {
        scene.play(ANN, &format!("p{place}"), "A1", place);
        scene.stored(place);
        scene.ask(
            ANN,
            &format!("u{place}"),
            MatchCommand::OfferTakeBack,
            place,
        );
        scene.stored(place);
    }
    let look = |since| scene.live.snapshot(Some(BO), since, None, 200).unwrap();
    assert_eq!(
        (look(Some(Seq(4))).missed.len(), look(Some(Seq(4))).resync),
        (200, false)
    );
    assert_eq!(
        (look(Some(Seq(3))).missed.len(), look(Some(Seq(3))).resync),
        (0, true)
    );
    assert!(!look(None).resync);
}

#[test]
fn a_take_back_earns_no_time() {
    let clock = json!({ "type": "total", "seconds": 60, "increment": 5 });
    let options = json!({ "undo": "instant" });
    let mut scene = scene(&json!({ "clock": clock, "options": options }));
    scene.play(ANN, "a", "A1", 0);
    scene.stored(0);
    scene.play(BO, "b", "D7", 0);
    scene.stored(0);
    let left = |scene: &Scene| {
        let now = scene.live.snapshot(Some(ANN), None, None, 0).unwrap();
        now.clock.unwrap().left_ms[0]
    };
    let before = left(&scene);
    scene.ask(ANN, "u", MatchCommand::OfferTakeBack, 0);
    scene.stored(0);
    assert_eq!(left(&scene), before);
}

#[test]
fn in_risk_absence_counts_without_a_clock() {
    let mut scene = scene(&json!({ "game": "risk", "options": { "spectators": "anyone" } }));
    scene.live.unsubscribe(scene.bo.0.conn(), 1_000);
    assert_eq!(scene.live.overdue_absentee(240_999), None);
    let gone = scene.live.table.seat_of(BO).map(Seat);
    assert_eq!(scene.live.overdue_absentee(241_000), gone);
}
