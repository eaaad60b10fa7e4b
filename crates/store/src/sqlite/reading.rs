//! Reading the log of a match: what its index knows, and what is not indexed yet.

use parlor_engine::Seq;
use rusqlite::{Connection, DropBehavior};

use super::log::{indexed_after, last_indexed};
use super::tails::Place;
use crate::exec::Terms;
use crate::{EntryRow, StoreError};

/// The entries at these places and those the index knows. None when one of `tail` is gone, as after
/// the match was deleted.
pub(super) fn entries(
    conn: &mut Connection,
    terms: &Terms,
    match_id: &str,
    after: Seq,
    tail: &[Place],
) -> Result<Option<Vec<EntryRow>>, StoreError> {
    let failed = |error| StoreError::of_sqlite(&terms.place, error);
    // One moment for all of it.
    let mut moment = conn.savepoint().map_err(failed)?;
    // Nothing was written; to roll back would have every statement of the connection prepared anew.
    moment.set_drop_behavior(DropBehavior::Commit);
    let mut places = indexed_after(&moment, terms, match_id, after)?;
    let indexed = places.len();
    places.extend(tail);
    places.sort_unstable();
    places.dedup();
    let is_twice = |pair: &[Place]| matches!(pair, [(one, _), (other, _)] if one == other);
    if places.windows(2).any(is_twice) {
        return Err(terms.corrupt(&format!("match {match_id} has a number twice")));
    }
    let mut statement = moment
        .prepare_cached(
            "SELECT match_id, seq, at_ms, act, by_player, cmd FROM entries WHERE id = ?",
        )
        .map_err(failed)?;
    let mut entries = Vec::with_capacity(places.len());
    for (seq, id) in places {
        let mut rows = statement.query([id]).map_err(failed)?;
        let Some(row) = rows.next().map_err(failed)? else {
            if indexed == 0 {
                return Ok(None);
            }
            return Err(terms.corrupt(&format!("match {match_id} has lost entry {seq}")));
        };
        let read = || {
            let is_same = row.get_ref(0)?.as_str()? == match_id && row.get::<_, u32>(1)? == seq.0;
            let entry = EntryRow {
                seq,
                at_ms: row.get(2)?,
                act: row.get(3)?,
                by_player: row.get(4)?,
                cmd: row.get(5)?,
            };
            Ok(is_same.then_some(entry))
        };
        let entry = read().map_err(failed)?;
        entries.push(entry.ok_or_else(|| {
            terms.corrupt(&format!("entry {seq} of match {match_id} is another"))
        })?);
    }
    Ok(Some(entries))
}

/// The last numbers of these matches in the index.
pub(super) fn last_seqs(
    conn: &Connection,
    terms: &Terms,
    ids: &[String],
) -> Result<Vec<Seq>, StoreError> {
    ids.iter()
        .map(|id| last_indexed(conn, id))
        .collect::<rusqlite::Result<_>>()
        .map_err(|error| StoreError::of_sqlite(&terms.place, error))
}
