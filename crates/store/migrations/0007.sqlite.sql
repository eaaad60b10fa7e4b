-- What the people who answer for the house need: who they are, whom they keep out, what they did.
CREATE TABLE roles (
    player INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    by_name TEXT NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE bans (
    id INTEGER PRIMARY KEY,
    player INTEGER,
    network TEXT NOT NULL,
    reason TEXT NOT NULL,
    by_name TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    until_ms INTEGER
) STRICT;

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    act TEXT NOT NULL,
    target TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
CREATE INDEX audit_by_time ON audit (at_ms, id);
