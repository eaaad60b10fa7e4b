-- The log in the order of writing: what is appended together is written together. An index on
-- (match_id, seq) would spread every commit over as many pages as matches are at play; where the
-- entries of a match are is instead written down a whole run at a time, for rows up to the mark
-- 'indexed'. The process that has the file open sees to it that no number is written twice.
ALTER TABLE entries RENAME TO entries_before;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    act TEXT NOT NULL,
    by_player INTEGER,
    cmd TEXT
) STRICT;
INSERT INTO entries (match_id, seq, at_ms, act, by_player, cmd)
    SELECT match_id, seq, at_ms, act, by_player, cmd FROM entries_before ORDER BY match_id, seq;
DROP TABLE entries_before;

-- `ids` are those of the entries `first` to `last`, which begin with row `first_id`.
CREATE TABLE entry_runs (
    match_id TEXT NOT NULL,
    first_id INTEGER NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    ids BLOB NOT NULL,
    PRIMARY KEY (match_id, first_id)
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('indexed', '0');
