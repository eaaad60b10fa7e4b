//! Those who look on.

use parlor_engine::Seq;

use super::*;

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
            covered: false,
        };
        scene.live.subscribe(subscriber, 10);
        crowd.push(queue);
    }
    assert!(heard(&mut scene.ann.1).is_empty());
    scene.live.schedule(10, &mut scene.effects);
    assert!(matches!(
        scene.effects[..],
        [Effect::WakeAt { due_ms: 1_000, .. }]
    ));
    scene.live.tick(999);
    assert!(heard(&mut scene.ann.1).is_empty());
    scene.live.tick(1_000);
    assert_eq!(heard(&mut scene.ann.1), ["51 looks on"]);
    scene.live.unsubscribe(scene.eve.0.conn(), 2_000);
    assert_eq!(heard(&mut scene.ann.1), ["50 looks on"]);
}

#[test]
fn delayed_spectators_learn_nothing_of_the_present() {
    let clock = json!({ "type": "per_move", "seconds": 180 });
    let mut scene = scene(&json!({ "watch": "delayed", "clock": clock }));
    scene.play(ANN, "a", "A1", 1_000);
    scene.stored(1_005);
    let late = scene.live.snapshot(None, None, None, 2_000).unwrap();
    assert!(late.clock.is_none() && late.seq == Seq::START);
    let seated = scene.live.snapshot(Some(BO), None, None, 2_000).unwrap();
    assert!(seated.clock.is_some() && seated.seq == Seq::FIRST);
    scene.ask(BO, "o", MatchCommand::OfferDraw, 2_100);
    let say = MatchCommand::Say {
        text: "hi".into(),
        speaker: None,
    };
    scene.ask(BO, "s", say, 2_200);
    let message = ChatMessage {
        line: crate::protocol::ChatLine {
            seq: 1,
            at_ms: 2_200,
            name: "Bo".into(),
            seat: Some(1),
            text: "hi".into(),
        },
        player: Some(BO),
        command_id: Some("s".into()),
    };
    let stored = ChatResult::Stored(message);
    scene.live.chat_stored(stored, &mut scene.effects);
    assert!(heard(&mut scene.eve.1).is_empty());
    let late = scene.live.snapshot(None, None, None, 2_300).unwrap();
    assert!(late.chat.is_empty() && late.offer.is_none());
    // With the end they hear everything.
    scene.ask(ANN, "r", MatchCommand::Resign, 2_400);
    scene.stored(2_401);
    let told = heard(&mut scene.eve.1);
    assert_eq!(told[..2], ["update 1", "update 2"]);
    assert!(told[2].contains("hi"), "{told:?}");
}
