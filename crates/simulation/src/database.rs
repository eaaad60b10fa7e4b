//! The simulated database: what was written, and in which order. As in the real one `(match, seq)`
//! and the versions of rows decide who was first; there are no other locks.

use std::collections::BTreeMap;

use parlor_engine::Seq;
use parlor_store::{
    Appended, Change, ChatLine, Cursor, EntryRow, Head, MatchRow, MatchRowUpdate, MatchStatus,
    NewEntry, NewMatch, Seated, Standing, StoreError, StoredMatch,
};

use crate::alerts::Post;
use crate::referee::Referee;

#[derive(Debug, Default)]
pub(crate) struct Database {
    matches: BTreeMap<String, Kept>,
    logs: BTreeMap<String, Vec<EntryRow>>,
    chats: BTreeMap<String, Vec<ChatLine>>,
    standings: BTreeMap<(i64, String), Standing>,
    /// How often the result of each match was written.
    pub(crate) finished: BTreeMap<String, u32>,
    pub(crate) referee: Referee,
    pub(crate) post: Post,
}

#[derive(Debug)]
struct Kept {
    found: StoredMatch,
    seats: Vec<Seated>,
    quick: bool,
}

type Answer<T> = Result<T, StoreError>;

impl Database {
    pub(crate) fn get(&self, id: &str) -> Option<&StoredMatch> {
        self.matches.get(id).map(|kept| &kept.found)
    }

    /// Every match, who sits there, and whether quick pairing made it.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&StoredMatch, &[Seated], bool)> {
        let all = self.matches.values();
        all.map(|kept| (&kept.found, kept.seats.as_slice(), kept.quick))
    }

    pub(crate) fn insert(&mut self, new: &NewMatch) -> Answer<()> {
        if self.matches.contains_key(&new.id) {
            return Err(StoreError::Conflict);
        }
        let row = MatchRow {
            id: new.id.clone(),
            version: 1,
            status: new.status,
            game: new.game.clone(),
            host: new.host,
            body: new.body.clone(),
            created_ms: new.created_ms,
            updated_ms: new.created_ms,
            ended_ms: None,
        };
        let found = StoredMatch {
            row,
            secret: new.secret.clone(),
        };
        self.referee.started(&found);
        let kept = Kept {
            found,
            seats: new.seats.clone(),
            quick: new.quick,
        };
        self.matches.insert(new.id.clone(), kept);
        Ok(())
    }

    fn expect(&self, id: &str, expected: i64) -> Answer<()> {
        match self.get(id) {
            None => Err(StoreError::NotFound),
            Some(found) if found.row.version != expected => Err(StoreError::Conflict),
            Some(_) => Ok(()),
        }
    }

    pub(crate) fn update(
        &mut self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
    ) -> Answer<i64> {
        self.expect(id, expected)?;
        let Some(Kept { found, seats, .. }) = self.matches.get_mut(id) else {
            return Err(StoreError::NotFound);
        };
        found.row.version += 1;
        found.row.status = update.status;
        found.row.body.clone_from(&update.body);
        found.row.updated_ms = update.updated_ms;
        found.row.ended_ms = update.ended_ms;
        if let Some(new) = &update.seats {
            seats.clone_from(new);
        }
        self.referee.started(found);
        Ok(found.row.version)
    }

    pub(crate) fn update_both(&mut self, changes: [Change<'_>; 2]) -> Answer<[i64; 2]> {
        for change in &changes {
            self.expect(change.id, change.expected)?;
        }
        let [one, other] = changes;
        Ok([
            self.update(one.id, one.expected, one.update)?,
            self.update(other.id, other.expected, other.update)?,
        ])
    }

    pub(crate) fn delete(&mut self, id: &str, expected: i64) -> Answer<()> {
        self.expect(id, expected)?;
        self.matches.remove(id);
        self.logs.remove(id);
        self.chats.remove(id);
        Ok(())
    }

    pub(crate) fn finish(
        &mut self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
        game: &str,
        players: &[i64],
        rate: impl Fn(Vec<Standing>) -> Vec<Standing>,
    ) -> Answer<i64> {
        let version = self.update(id, expected, update)?;
        *self.finished.entry(id.to_owned()).or_default() += 1;
        let key = |&player: &i64| (player, game.to_owned());
        let before = players.iter().map(|player| {
            let kept = self.standings.get(&key(player)).cloned();
            kept.unwrap_or_else(|| Standing::fresh(*player, game))
        });
        for standing in rate(before.collect()) {
            self.standings.insert(key(&standing.player), standing);
        }
        Ok(version)
    }

    /// Rows that fit, newest first.
    fn rows(&self, fits: impl Fn(&Kept) -> bool) -> Vec<MatchRow> {
        let mut rows: Vec<MatchRow> = self
            .matches
            .values()
            .filter(|kept| fits(kept))
            .map(|kept| kept.found.row.clone())
            .collect();
        rows.sort_by(|a, b| (b.created_ms, &b.id).cmp(&(a.created_ms, &a.id)));
        rows
    }

    pub(crate) fn by_status(
        &self,
        status: MatchStatus,
        before: Option<&Cursor>,
        limit: u32,
    ) -> Vec<MatchRow> {
        let earlier = |row: &MatchRow| {
            before.is_none_or(|it| (row.created_ms, &row.id) < (it.created_ms, &it.id))
        };
        let mut rows =
            self.rows(|kept| kept.found.row.status == status && earlier(&kept.found.row));
        rows.truncate(limit as usize);
        rows
    }

    pub(crate) fn of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        limit: u32,
    ) -> Vec<MatchRow> {
        let sits = |seated: &Seated| seated.player == player;
        let mut rows = self
            .rows(|kept| statuses.contains(&kept.found.row.status) && kept.seats.iter().any(sits));
        rows.truncate(limit as usize);
        rows
    }

    /// Oldest first.
    pub(crate) fn waiting(&self, game: &str, after: Option<&Cursor>, limit: u32) -> Vec<MatchRow> {
        let later = |row: &MatchRow| {
            after.is_none_or(|it| (row.created_ms, &row.id) > (it.created_ms, &it.id))
        };
        let mut rows = self.rows(|kept| {
            let row = &kept.found.row;
            kept.quick && row.status == MatchStatus::Open && row.game == game && later(row)
        });
        rows.reverse();
        rows.truncate(limit as usize);
        rows
    }

    pub(crate) fn log(&self, id: &str) -> &[EntryRow] {
        self.logs.get(id).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn append(&mut self, batch: &[NewEntry]) -> Appended {
        let Some(first) = batch.first() else {
            return Appended::Stored;
        };
        let log = self.logs.entry(first.match_id.to_string()).or_default();
        if first.seq.length() <= log.len() {
            return Appended::Conflict;
        }
        for entry in batch {
            let entry = EntryRow {
                seq: entry.seq,
                at_ms: entry.at_ms,
                act: entry.act.clone(),
                by_player: entry.by_player,
                cmd: entry.cmd.as_deref().map(str::to_owned),
            };
            self.referee.entry(&first.match_id, &entry);
            log.push(entry);
        }
        Appended::Stored
    }

    pub(crate) fn chat(&self, id: &str) -> &[ChatLine] {
        self.chats.get(id).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn was_said(&self, id: &str, player: i64, cmd: &str) -> bool {
        let same = |line: &ChatLine| line.player == player && line.cmd.as_deref() == Some(cmd);
        self.chat(id).iter().any(same)
    }

    pub(crate) fn append_chat(&mut self, id: &str, line: &ChatLine) -> Answer<()> {
        let said = line.cmd.as_deref();
        let taken = self.chat(id).iter().any(|it| it.seq == line.seq);
        if taken || said.is_some_and(|cmd| self.was_said(id, line.player, cmd)) {
            return Err(StoreError::Conflict);
        }
        self.chats
            .entry(id.to_owned())
            .or_default()
            .push(line.clone());
        Ok(())
    }

    pub(crate) fn heads(&self, ids: &[String]) -> Vec<Head> {
        let head = |id: &String| {
            Some(Head {
                id: id.clone(),
                version: self.get(id)?.row.version,
                seq: Seq::of_length(self.log(id).len()),
                chat_seq: self.chat(id).last().map_or(0, |line| line.seq),
            })
        };
        ids.iter().filter_map(head).collect()
    }
}
