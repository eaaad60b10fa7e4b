//! Whether what a person is told is what they may know, at this place of the log, and in order.

use parlor_engine::{Seat, Seq, Viewer};
use parlor_server::MatchId;
use parlor_server::protocol::{ChatLine, LogLine, MatchSnapshot, MatchUpdate, Watch};

use crate::client::{Checked, Client, Follow};
use crate::database::Database;
use crate::node::POLICY;
use crate::referee::{Fold, Picture};
use crate::world::MOST_SKEW_MS;

impl Client {
    pub(crate) fn snapshot(
        &mut self,
        snapshot: &MatchSnapshot,
        db: &Database,
        now: i64,
    ) -> Checked {
        let id = snapshot.table.id;
        let Some(fold) = db.referee.fold(&id) else {
            return Err(format!("{id} was shown, but has not begun"));
        };
        // Whoever was replaced by a bot looks on from then, which a message on its way may not know.
        let sits = fold.table.seat_of(self.player.id);
        let chair = sits.and_then(|seat| fold.table.chairs.get(usize::from(seat)));
        let replaced = chair.is_some_and(|chair| chair.left);
        if snapshot.seat != sits && !(replaced && snapshot.seat.is_none()) {
            return Err(format!("{id}: seat {:?} is not theirs", snapshot.seat));
        }
        let delayed = snapshot.table.watch == Watch::Delayed && snapshot.seat.is_none();
        let follow = self.follows.entry(id).or_default();
        if follow.cursor > Some(snapshot.seq) && !delayed {
            let message = "came back to an earlier position";
            return Err(format!(
                "{id}: {message}: {:?}, {}",
                follow.cursor, snapshot.seq
            ));
        }
        let viewer = viewer(snapshot.seat);
        let picture = Picture {
            view: snapshot.view.get(),
            to_act: snapshot.to_act,
            legal: &snapshot.legal,
            outcome: snapshot.outcome.as_ref(),
        };
        check(fold, &id, snapshot.seq, viewer, &picture, &snapshot.missed)?;
        *follow = Follow {
            seat: snapshot.seat,
            cursor: Some(snapshot.seq),
            to_act: snapshot.to_act,
            legal: snapshot.legal.to_vec(),
            over: snapshot.outcome.is_some(),
            delayed,
            offered_by: snapshot.offer.as_ref().map(|offer| offer.by),
            chat: std::mem::take(&mut follow.chat),
            last_line: Some(snapshot.chat.last().map_or(0, |line| line.seq)),
        };
        follow.not_early(&id, fold, now)?;
        for line in &snapshot.chat {
            follow.keep(&id, line, db)?;
        }
        Ok(())
    }

    pub(crate) fn update(&mut self, update: &MatchUpdate, db: &Database, now: i64) -> Checked {
        let id = update.match_id;
        let Some(follow) = self.follows.get_mut(&id) else {
            return Ok(());
        };
        let Some(fold) = db.referee.fold(&id) else {
            return Err(format!("{id} was told of, but has not begun"));
        };
        let own = viewer(follow.seat);
        if update.viewer != own {
            return Err(format!(
                "{id}: told to {own:?} what {:?} sees",
                update.viewer
            ));
        }
        let first = update.log.first().map_or(Seq::START, |line| line.seq);
        let follows_on = follow.cursor.is_some_and(|cursor| first == cursor.next());
        if !follows_on || update.seq.next() != first + update.log.len() as u32 {
            let (from, to) = (first, update.seq);
            return Err(format!(
                "{id}: told {from} to {to} after {:?}",
                follow.cursor
            ));
        }
        let picture = Picture {
            view: update.view.get(),
            to_act: update.to_act,
            legal: &update.legal,
            outcome: update.outcome.as_ref(),
        };
        check(fold, &id, update.seq, own, &picture, &update.log)?;
        follow.cursor = Some(update.seq);
        follow.to_act = update.to_act;
        follow.legal = update.legal.to_vec();
        follow.over = update.outcome.is_some();
        follow.not_early(&id, fold, now)
    }

    pub(crate) fn line_said(&mut self, id: MatchId, line: &ChatLine, db: &Database) -> Checked {
        let Some(follow) = self.follows.get_mut(&id) else {
            return Ok(());
        };
        let Some(last) = follow.last_line else {
            return Ok(());
        };
        if line.seq != last + 1 {
            return Err(format!("{id}: line {} was told after {last}", line.seq));
        }
        follow.last_line = Some(line.seq);
        follow.keep(&id, line, db)
    }
}

impl Follow {
    fn keep(&mut self, id: &str, line: &ChatLine, db: &Database) -> Checked {
        let stored = db.chat(id).iter().find(|it| it.seq == line.seq);
        if stored.is_none_or(|it| it.text != line.text || it.name != line.name) {
            return Err(format!(
                "{id}: line {} was told, but not stored so",
                line.seq
            ));
        }
        self.chat.insert(line.seq, line.text.clone());
        Ok(())
    }

    /// Spectators of a delayed match are behind.
    fn not_early(&self, id: &str, fold: &Fold, now: i64) -> Checked {
        let cursor = self.cursor.unwrap_or_default();
        let due = fold.at_ms(cursor).saturating_add(POLICY.delay_ms);
        if self.delayed && !fold.is_over() && due > now + MOST_SKEW_MS {
            return Err(format!("{id}: {cursor} was told {} ms early", due - now));
        }
        Ok(())
    }
}

fn viewer(seat: Option<u8>) -> Viewer {
    seat.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))
}

fn check(
    fold: &Fold,
    id: &str,
    seq: Seq,
    viewer: Viewer,
    picture: &Picture<'_>,
    lines: &[LogLine],
) -> Checked {
    if seq > fold.seq() {
        return Err(format!("{id}: {seq} was told, but is not in the log"));
    }
    if !fold.is_so(seq, viewer, picture) {
        return Err(format!(
            "{id}: {viewer:?} was told another position {seq} than the log's"
        ));
    }
    match lines.iter().find(|line| !fold.happened(viewer, line)) {
        Some(line) => Err(format!(
            "{id}: {viewer:?} was told another entry {} than the log's",
            line.seq
        )),
        None => Ok(()),
    }
}
