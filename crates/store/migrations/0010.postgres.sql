-- People around a table: spoken codes of tables, whom somebody does not want to hear or meet, and
-- what was reported to the operators, with the talk around it.
CREATE TABLE codes (
    code TEXT COLLATE "C" PRIMARY KEY,
    match_id TEXT COLLATE "C" NOT NULL,
    made_ms BIGINT NOT NULL
);
CREATE INDEX codes_by_time ON codes (made_ms);

CREATE TABLE relations (
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    other BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (player, other, kind)
);
CREATE INDEX relations_by_other ON relations (other, kind);

CREATE TABLE reports (
    id BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    by_player BIGINT NOT NULL,
    by_name TEXT COLLATE "C" NOT NULL,
    about_player BIGINT NOT NULL,
    about_name TEXT COLLATE "C" NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    talk TEXT COLLATE "C" NOT NULL,
    closed_by TEXT COLLATE "C"
);
CREATE INDEX reports_by_time ON reports (at_ms, id);
CREATE INDEX reports_by_player ON reports (by_player, at_ms);
