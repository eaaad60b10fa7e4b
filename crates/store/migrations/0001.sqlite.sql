CREATE TABLE players (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    password TEXT,
    created_ms INTEGER NOT NULL,
    is_bot INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    kind TEXT NOT NULL,
    label TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_player ON sessions (player);
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);

CREATE TABLE matches (
    id TEXT NOT NULL PRIMARY KEY,
    version INTEGER NOT NULL,
    status TEXT NOT NULL,
    game TEXT NOT NULL,
    host INTEGER NOT NULL,
    body TEXT NOT NULL,
    secret BLOB,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    ended_ms INTEGER
) STRICT;
CREATE INDEX matches_by_status ON matches (status, created_ms, id);
CREATE INDEX matches_by_game ON matches (status, game, created_ms, id);

-- The status and the time of the match are repeated here so that one index answers "my games"
-- however many finished ones a player has.
CREATE TABLE match_players (
    match_id TEXT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX matches_of_player ON match_players (player, status, created_ms, match_id);

-- No foreign key: entries are the hot path, and a match is looked up before its log is written.
-- With rowids: new entries of many matches share pages, only the slim index is spread out, and a
-- commit of a few hundred writes far fewer pages.
CREATE TABLE entries (
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    act TEXT NOT NULL,
    by_player INTEGER,
    cmd TEXT,
    PRIMARY KEY (match_id, seq)
) STRICT;

CREATE TABLE chat (
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    player INTEGER NOT NULL,
    name TEXT NOT NULL,
    seat INTEGER,
    text TEXT NOT NULL,
    cmd TEXT,
    PRIMARY KEY (match_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE standings (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    draws INTEGER NOT NULL,
    losses INTEGER NOT NULL,
    undos INTEGER NOT NULL,
    ran_away INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_by_rating ON standings (game, rating, player);

-- When no node was up: that time is charged to no player's clock.
CREATE TABLE outages (
    from_ms INTEGER NOT NULL PRIMARY KEY,
    to_ms INTEGER NOT NULL
);
