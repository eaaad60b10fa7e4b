-- Byte order everywhere (COLLATE "C"): cursors and prefix searches must not depend on the locale.
CREATE TABLE players (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    name_key TEXT COLLATE "C" NOT NULL UNIQUE,
    password TEXT COLLATE "C",
    created_ms BIGINT NOT NULL,
    is_bot BIGINT NOT NULL
);

CREATE TABLE sessions (
    token_hash BYTEA PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id),
    kind TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX sessions_of_player ON sessions (player);
CREATE INDEX sessions_by_expiry ON sessions (expires_ms);

CREATE TABLE matches (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    host BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    secret BYTEA,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    ended_ms BIGINT
);
CREATE INDEX matches_by_status ON matches (status, created_ms, id);
CREATE INDEX matches_by_game ON matches (status, game, created_ms, id);

-- The status and the time of the match are repeated here so that one index answers "my games"
-- however many finished ones a player has.
CREATE TABLE match_players (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    player BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE INDEX matches_of_player ON match_players (player, status, created_ms, match_id);

-- No foreign key: entries are the hot path, and a match is looked up before its log is written.
CREATE TABLE entries (
    match_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    act TEXT COLLATE "C" NOT NULL,
    by_player BIGINT,
    cmd TEXT COLLATE "C",
    PRIMARY KEY (match_id, seq)
);

CREATE TABLE chat (
    match_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    player BIGINT NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    seat BIGINT,
    text TEXT COLLATE "C" NOT NULL,
    cmd TEXT COLLATE "C",
    PRIMARY KEY (match_id, seq)
);

CREATE TABLE standings (
    player BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    undos BIGINT NOT NULL,
    ran_away BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (player, game)
);
CREATE INDEX standings_by_rating ON standings (game, rating, player);

-- When no node was up: that time is charged to no player's clock.
CREATE TABLE outages (
    from_ms BIGINT PRIMARY KEY,
    to_ms BIGINT NOT NULL
);
