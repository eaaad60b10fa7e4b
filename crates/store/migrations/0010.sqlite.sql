-- People around a table: spoken codes of tables, whom somebody does not want to hear or meet, and
-- what was reported to the operators, with the talk around it.
CREATE TABLE codes (
    code TEXT PRIMARY KEY,
    match_id TEXT NOT NULL,
    made_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_time ON codes (made_ms);

CREATE TABLE relations (
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (player, other, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX relations_by_other ON relations (other, kind);

CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    by_player INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    about_player INTEGER NOT NULL,
    about_name TEXT NOT NULL,
    match_id TEXT NOT NULL,
    reason TEXT NOT NULL,
    talk TEXT NOT NULL,
    closed_by TEXT
) STRICT;
CREATE INDEX reports_by_time ON reports (at_ms, id);
CREATE INDEX reports_by_player ON reports (by_player, at_ms);
