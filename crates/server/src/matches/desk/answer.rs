//! Answers that need nothing from outside.

use super::message::{Heard, Reading};
use crate::Refusal;
use crate::matches::Opening;
use crate::matches::live::{Live, Subscriber};
use crate::matches::outbox::Outbox;
use crate::people::PlayerId;
use crate::protocol::ServerMessage;

pub(super) fn open(live: &mut Live, opening: Opening, now: i64) {
    let Opening {
        outbox,
        player,
        since,
        invite,
        id,
    } = opening;
    if !live.table.may_watch(player, invite.as_deref()) {
        return refused(&outbox, id, &live.table.id, &no_watching());
    }
    live.tick(now);
    match live.snapshot(player, since, id.clone(), now) {
        Ok(snapshot) => {
            outbox.message(ServerMessage::Match(Box::new(snapshot)));
            let viewer = live.viewer_for(player);
            live.subscribe(
                Subscriber {
                    outbox,
                    player,
                    viewer,
                },
                now,
            );
        }
        Err(refusal) => refused(&outbox, id, &live.table.id, &refusal),
    }
}

pub(super) fn read(live: &Live, player: Option<PlayerId>, what: Reading, now: i64) {
    match what {
        Reading::Snapshot(since, answer) => {
            drop(answer.send(live.snapshot(player, since, None, now)));
        }
        Reading::Log(answer) => drop(answer.send(live.log(player, now))),
        Reading::ViewAt(seq, answer) => drop(answer.send(live.view_at(player, seq, now))),
        Reading::Record(answer) => drop(answer.send(live.record())),
        Reading::Absent(seat, answer) => drop(answer.send(Ok(live.absent_since(seat)))),
    }
}

pub(super) fn no_watching() -> Refusal {
    Refusal::new("match/no_watching", "this match may not be watched")
}

pub(super) fn refuse(message: Heard, refusal: &Refusal) {
    match message {
        Heard::Ask {
            table,
            asker: Some(asker),
            id,
            ..
        } => {
            refused(&asker.outbox, id, &table, refusal);
        }
        Heard::Open { table, opening } => refused(&opening.outbox, opening.id, &table, refusal),
        Heard::Read { what, .. } => what.refuse(refusal.clone()),
        _ => {}
    }
}

fn refused(outbox: &Outbox, id: Option<String>, table: &str, refusal: &Refusal) {
    metrics::counter!("parlor_rejects_total", "code" => refusal.code.to_string()).increment(1);
    outbox.message(ServerMessage::Error {
        id,
        code: refusal.code.to_string(),
        message: refusal.message.clone(),
        game_match: Some(table.to_owned()),
    });
}
