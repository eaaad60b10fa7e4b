//! Tables without a store: every change and every refusal.

use parlor_engine::Nonce;
use serde_json::json;

use super::{Sitter, Table};
use crate::Refusal;
use crate::people::PlayerId;
use crate::protocol::{NewTable, SeatChoice, Status};
use crate::random::System;

const NONCE: Nonce = Nonce([7; 32]);

fn person(id: i64) -> Sitter {
    Sitter {
        player: PlayerId(id),
        name: format!("P{id}"),
    }
}

fn new(more: &serde_json::Value) -> NewTable {
    let mut new = json!({ "game": "obliteration", "seats": 3 });
    for (name, value) in more.as_object().into_iter().flatten() {
        new[name] = value.clone();
    }
    serde_json::from_value(new).unwrap()
}

/// A table hosted by person 1, who sits at seat 0.
fn table(more: &serde_json::Value) -> Table {
    let (mut table, _) = Table::new(&new(more), person(1), 0, &System).unwrap();
    let invite = table.invite.clone();
    table.join(person(1), Some(&invite), None, NONCE).unwrap();
    table
}

#[allow(clippy::unnecessary_wraps)] // as it is asked for
fn seat(number: u8) -> Option<SeatChoice> {
    Some(SeatChoice::Seat(number))
}

fn code<T>(result: Result<T, Refusal>) -> String {
    match result {
        Ok(_) => "ok".to_owned(),
        Err(refusal) => refusal.code.to_string(),
    }
}

#[test]
fn seats_fill_from_the_first_and_the_last_starts() {
    let mut table = table(&json!({}));
    table.join(person(2), None, seat(2), NONCE).unwrap();
    assert_eq!(table.status, Status::Open);
    assert_eq!(table.seat_of(PlayerId(2)), Some(2));
    table.join(person(3), None, None, NONCE).unwrap();
    assert_eq!(table.seat_of(PlayerId(3)), Some(1));
    assert_eq!(table.status, Status::Running);
    assert!(table.chairs.iter().all(|chair| chair.nonce.is_some()));
    assert_eq!(
        code(table.join(person(4), None, None, NONCE)),
        "table/started"
    );
    assert_eq!(code(table.leave(PlayerId(2))), "table/started");
    assert_eq!(code(table.confirm(PlayerId(2))), "table/started");
    assert_eq!(code(table.start_now(PlayerId(1))), "table/started");
    assert_eq!(code(table.free_seat(PlayerId(1), 0)), "table/started");
    assert_eq!(
        code(table.seat_bot(PlayerId(1), None, "beginner")),
        "table/started"
    );
}

#[test]
fn joining_again_changes_nothing_but_the_seat_asked_for() {
    let mut table = table(&json!({}));
    let nonce = table.chairs[0].nonce;
    table.join(person(1), None, None, NONCE).unwrap();
    assert_eq!(
        (table.seat_of(PlayerId(1)), table.chairs[0].nonce),
        (Some(0), nonce)
    );
    table.join(person(1), None, seat(2), NONCE).unwrap();
    assert_eq!(
        (table.seat_of(PlayerId(1)), table.chairs[2].nonce),
        (Some(2), nonce)
    );
    assert!(table.chairs[0].is_free());
    table.join(person(2), None, None, NONCE).unwrap();
    assert_eq!(
        code(table.join(person(2), None, seat(3), NONCE)),
        "table/no_seat"
    );
    assert_eq!(
        code(table.join(person(3), None, seat(2), NONCE)),
        "table/seat_taken"
    );
}

#[test]
fn two_who_agree_change_places() {
    let mut table = table(&json!({ "confirm": true, "seats": 2 }));
    table.join(person(2), None, seat(1), NONCE).unwrap();
    table.confirm(PlayerId(2)).unwrap();
    table.join(person(1), None, seat(1), NONCE).unwrap();
    assert_eq!(table.chairs[0].wants, Some(1));
    assert_eq!(table.seat_of(PlayerId(1)), Some(0), "the other must agree");
    let info = table.info(None);
    assert_eq!((info.seats[0].wants, info.seats[1].wants), (Some(1), None));
    table.join(person(2), None, seat(0), NONCE).unwrap();
    assert_eq!(table.seat_of(PlayerId(1)), Some(1));
    assert!(table.chairs.iter().all(|chair| chair.wants.is_none()));
    assert_eq!(table.status, Status::Ready);
    let confirmed = table.chairs.iter().any(|chair| chair.confirmed);
    assert!(!confirmed, "another table than the one confirmed");
    // A wish that is taken back is none.
    table.join(person(1), None, seat(0), NONCE).unwrap();
    table.join(person(1), None, seat(1), NONCE).unwrap();
    table.join(person(2), None, seat(1), NONCE).unwrap();
    assert_eq!(table.seat_of(PlayerId(1)), Some(1));
}

#[test]
fn bots_and_those_who_leave_it_to_the_lot_make_room() {
    let more = json!({ "seats": 3, "bots": ["beginner"], "seat": "random" });
    let (mut table, _) = Table::new(&new(&more), person(1), 0, &System).unwrap();
    table
        .join(person(1), None, Some(SeatChoice::RANDOM), NONCE)
        .unwrap();
    assert!(table.info(None).seats[0].random);
    table.join(person(2), None, seat(0), NONCE).unwrap();
    assert_eq!(
        table.seat_of(PlayerId(2)),
        Some(0),
        "it was nobody's choice"
    );
    assert_eq!(table.seat_of(PlayerId(1)), Some(1));
    assert_eq!(table.status, Status::Running);

    let more = json!({ "seats": 2, "bots": ["beginner"] });
    let (mut table, _) = Table::new(&new(&more), person(1), 0, &System).unwrap();
    table.join(person(1), None, seat(1), NONCE).unwrap();
    assert_eq!(table.seat_of(PlayerId(1)), Some(1));
    assert!(table.chairs[0].bot.is_some());
}

/// Over many tables the lot gives both sides; whoever has chosen stays.
#[test]
fn the_lot_is_drawn_at_the_start() {
    let mut seen = [[0; 2]; 2];
    for _ in 0..64 {
        for (case, (host, guest)) in [("random", None), ("random", seat(1))]
            .into_iter()
            .enumerate()
        {
            let more = json!({ "seats": 2, "seat": host });
            let (mut table, _) = Table::new(&new(&more), person(1), 0, &System).unwrap();
            table
                .join(person(1), None, Some(SeatChoice::RANDOM), None)
                .unwrap();
            let guest = guest.or(Some(SeatChoice::RANDOM));
            table.join(person(2), None, guest, None).unwrap();
            table.draw_seats().unwrap();
            seen[case][usize::from(table.seat_of(PlayerId(1)).unwrap())] += 1;
        }
    }
    assert!(seen[0].iter().all(|&times| times > 8), "{seen:?}");
    assert_eq!(seen[1], [64, 0]);
}

#[test]
fn the_order_of_risk_is_drawn_but_for_those_who_chose() {
    let mut first = [0; 3];
    for _ in 0..64 {
        let (mut table, _) =
            Table::new(&new(&json!({ "game": "risk" })), person(1), 0, &System).unwrap();
        table.join(person(1), None, seat(2), None).unwrap();
        table.join(person(2), None, None, None).unwrap();
        table.join(person(3), None, None, None).unwrap();
        table.draw_seats().unwrap();
        assert_eq!(table.seat_of(PlayerId(1)), Some(2));
        first[usize::from(table.seat_of(PlayerId(2)).unwrap())] += 1;
    }
    assert!(first[0] > 8 && first[1] > 8 && first[2] == 0, "{first:?}");
}

#[test]
fn a_table_names_its_sides_until_it_starts() {
    let mut table = table(&json!({ "game": "mars", "seats": 2 }));
    assert_eq!(table.info(None).sides, ["soviets", "germans"]);
    table.join(person(2), None, None, NONCE).unwrap();
    assert!(table.info(None).sides.is_empty());
    assert_eq!(table.next_seat(PlayerId(1)), seat(1));
    assert_eq!(table.next_seat(PlayerId(2)), seat(0));
    assert_eq!(table.next_seat(PlayerId(3)), None);
}

#[test]
fn invitations() {
    let mut table = table(&json!({ "private": true }));
    for wrong in [None, Some(""), Some("guess")] {
        assert_eq!(
            code(table.join(person(2), wrong, None, NONCE)),
            "table/private"
        );
    }
    let invite = table.invite.clone();
    table.join(person(2), Some(&invite), None, NONCE).unwrap();
    assert!(!table.is_listed());
    assert!(table.info(Some(PlayerId(2))).invite.is_some());
    assert!(table.info(Some(PlayerId(3))).invite.is_none());
    assert!(table.info(None).invite.is_none());
    assert!(!table.may_watch(Some(PlayerId(3)), Some("guess")));
    assert!(table.may_watch(Some(PlayerId(3)), Some(&invite)));
}

#[test]
fn leaving_hands_the_table_on() {
    let mut table = table(&json!({}));
    table.join(person(2), None, None, NONCE).unwrap();
    assert!(!table.leave(PlayerId(1)).unwrap(), "somebody is left");
    assert!(table.is_host(PlayerId(2)));
    assert_eq!(code(table.leave(PlayerId(1))), "table/not_seated");
    assert!(table.leave(PlayerId(2)).unwrap(), "nobody is left");
}

#[test]
fn confirming() {
    let mut table = table(&json!({ "confirm": true, "bots": ["beginner"] }));
    assert_eq!(code(table.confirm(PlayerId(1))), "table/not_ready");
    table.join(person(2), None, None, NONCE).unwrap();
    assert_eq!(table.status, Status::Ready);
    assert_eq!(code(table.join(person(3), None, None, NONCE)), "table/full");
    assert_eq!(code(table.confirm(PlayerId(3))), "match/not_seated");
    table.confirm(PlayerId(1)).unwrap();
    table.leave(PlayerId(2)).unwrap();
    assert!(
        !table.chairs[0].confirmed,
        "another table than the one confirmed"
    );
    assert!(table.chairs[2].confirmed, "bots always do");
    table.join(person(2), None, None, NONCE).unwrap();
    table.confirm(PlayerId(2)).unwrap();
    assert_eq!(table.status, Status::Ready);
    table.confirm(PlayerId(1)).unwrap();
    assert_eq!(table.status, Status::Running);
}

#[test]
fn the_host_may_start_early() {
    let mut table = table(&json!({}));
    assert_eq!(code(table.start_now(PlayerId(1))), "table/too_few");
    table.join(person(2), None, seat(2), NONCE).unwrap();
    assert_eq!(code(table.start_now(PlayerId(2))), "table/not_host");
    table.start_now(PlayerId(1)).unwrap();
    assert_eq!((table.status, table.chairs.len()), (Status::Running, 2));
    assert_eq!(table.seat_of(PlayerId(2)), Some(1));
}

#[test]
fn bots_make_a_table_unrated() {
    let mut table = table(&json!({ "rated": true }));
    assert!(table.rated);
    assert_eq!(
        code(table.seat_bot(PlayerId(1), Some(0), "beginner")),
        "table/seat_taken"
    );
    assert_eq!(
        code(table.seat_bot(PlayerId(1), None, "god")),
        "table/bot_level"
    );
    assert_eq!(
        code(table.seat_bot(PlayerId(2), None, "beginner")),
        "table/not_host"
    );
    table.seat_bot(PlayerId(1), None, "beginner").unwrap();
    assert!(!table.rated);
    table.free_seat(PlayerId(1), 1).unwrap();
    assert!(table.chairs[1].is_free());
    assert_eq!(code(table.free_seat(PlayerId(1), 3)), "table/no_seat");
}

#[test]
fn taking_over() {
    let mut table = table(&json!({}));
    table.join(person(2), None, None, NONCE).unwrap();
    assert_eq!(
        code(table.hand_to_bot(PlayerId(1), 1, "beginner", true)),
        "table/no_take_over"
    );
    table.join(person(3), None, None, NONCE).unwrap();
    let nonce = table.chairs[1].nonce;
    assert_eq!(
        code(table.hand_to_bot(PlayerId(9), 1, "beginner", true)),
        "match/not_seated"
    );
    assert_eq!(
        code(table.hand_to_bot(PlayerId(1), 1, "beginner", false)),
        "table/still_here"
    );
    assert_eq!(
        code(table.hand_to_bot(PlayerId(1), 7, "beginner", true)),
        "table/no_seat"
    );
    table.hand_to_bot(PlayerId(1), 1, "beginner", true).unwrap();
    assert_eq!(table.chairs[1].nonce, nonce, "the seed stays what it was");
    assert!(table.chairs[1].left && !table.rated);
    assert_eq!(
        code(table.hand_to_bot(PlayerId(1), 1, "beginner", true)),
        "table/no_seat"
    );
}

#[test]
fn bad_settings() {
    let refused = |more: serde_json::Value| code(Table::new(&new(&more), person(1), 0, &System));
    assert_eq!(refused(json!({ "game": "chess" })), "table/unknown_game");
    assert_eq!(refused(json!({ "seats": 1 })), "table/seats");
    assert_eq!(refused(json!({ "seats": 7 })), "table/seats");
    assert_eq!(
        refused(json!({ "options": { "columns": 3 } })),
        "table/option"
    );
    assert_eq!(refused(json!({ "options": [1, 2] })), "table/option");
    assert_eq!(
        refused(json!({ "bots": ["beginner", "beginner", "beginner"] })),
        "table/bots"
    );
    assert_eq!(refused(json!({ "name": "a\u{7}b" })), "table/name");
    let clock = |seconds: u32| json!({ "clock": { "type": "per_move", "seconds": seconds } });
    assert_eq!(refused(clock(0)), "table/clock");
    assert_eq!(refused(clock(31 * 86_400 + 1)), "table/clock");
    assert_eq!(refused(clock(31 * 86_400)), "ok");
}

/// Nobody can choose dice or seats by drawing again: what the house draws is fixed by the seed it
/// has committed to.
#[test]
fn what_the_house_draws_is_committed_to() {
    let new = new(&json!({ "bots": ["beginner"] }));
    let (mut table, seed) = Table::new(&new, person(1), 0, &System).unwrap();
    let lots = seed.lots();
    assert_eq!(table.chairs[2].nonce, Some(lots.nonce(2)));
    table.join(person(1), None, None, None).unwrap();
    assert_eq!(table.chairs[0].nonce, Some(lots.nonce(0)));
    table.join(person(2), None, None, NONCE).unwrap();
    assert_eq!(table.chairs[1].nonce, Some(NONCE));
    let shown = serde_json::to_string(&table.info(Some(PlayerId(1)))).unwrap();
    assert!(!shown.contains(&lots.to_string()), "the lots are nobody's");
}
