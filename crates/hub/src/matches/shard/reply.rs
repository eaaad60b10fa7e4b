//! Answers that need nothing from outside.

use parlor_engine::{Seat, Viewer};

use super::message::{OpenRequest, Query};
use crate::Refusal;
use crate::matches::live::{LiveMatch, Requester, Subscriber};
use crate::people::PlayerId;
use crate::protocol::ServerMessage;

pub(super) fn open(live: &mut LiveMatch, request: OpenRequest, now_ms: i64) {
    let OpenRequest {
        outbox,
        player,
        since,
        invite,
        command_id,
        permit: _permit,
    } = request;
    let match_id = live.table.id;
    let conn = Some(outbox.conn());
    if let Err(refusal) = live.may_watch(player, invite.as_deref(), conn) {
        return outbox.refuse(command_id, Some(match_id), &refusal);
    }
    live.tick(now_ms);
    if live.is_screen_of(player) {
        let requester = Requester { player, outbox };
        return live.open_screen(requester, since, command_id, now_ms);
    }
    match live.snapshot(player, since, command_id.clone(), now_ms) {
        Ok(snapshot) => {
            let viewer = snapshot
                .seat
                .map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
            outbox.message(ServerMessage::Match(Box::new(snapshot)));
            let subscriber = Subscriber {
                outbox,
                player,
                viewer,
                covered: false,
            };
            live.subscribe(subscriber, now_ms);
        }
        Err(refusal) => outbox.refuse(command_id, Some(match_id), &refusal),
    }
}

pub(super) fn answer(live: &LiveMatch, player: Option<PlayerId>, query: Query, now_ms: i64) {
    match query {
        Query::Snapshot { since, reply } => {
            drop(reply.send(live.snapshot(player, since, None, now_ms)));
        }
        // A small picture among others is no place to look behind a curtain.
        Query::Glance { reply } if live.hides_from_glances(player) => {
            drop(reply.send(Err(Refusal::curtain())));
        }
        Query::Glance { reply } => drop(reply.send(live.snapshot(player, None, None, now_ms))),
        Query::Waits { reply } => drop(reply.send(Ok(live.waits(now_ms)))),
        Query::Log { after, reply } => drop(reply.send(live.log(player, after, now_ms))),
        Query::ViewAt { seq, reply } => drop(reply.send(live.view_at(player, seq, now_ms))),
        Query::ClosedLog { reply } => drop(reply.send(live.closed_log())),
        Query::LongAway { seat, reply } => {
            drop(reply.send(Ok(live.long_away(now_ms).contains(seat))));
        }
    }
}
