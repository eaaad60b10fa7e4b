-- MySQL commits after every CREATE: IF NOT EXISTS lets an interrupted migration be run again.
CREATE TABLE IF NOT EXISTS players (
    id BIGINT NOT NULL PRIMARY KEY,
    name VARCHAR(64) NOT NULL,
    name_key VARCHAR(128) NOT NULL UNIQUE,
    password VARCHAR(255),
    created_ms BIGINT NOT NULL,
    is_bot BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS sessions (
    token_hash BINARY(32) NOT NULL PRIMARY KEY,
    player BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    label VARCHAR(255) NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    KEY sessions_of_player (player),
    KEY sessions_by_expiry (expires_ms),
    FOREIGN KEY (player) REFERENCES players (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS matches (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    status VARCHAR(16) NOT NULL,
    game VARCHAR(32) NOT NULL,
    host BIGINT NOT NULL,
    body MEDIUMTEXT NOT NULL,
    secret VARBINARY(255),
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    KEY matches_by_status (status, created_ms, id),
    KEY matches_by_game (status, game, created_ms, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The status and the time of the match are repeated here so that one index answers "my games"
-- however many finished ones a player has.
CREATE TABLE IF NOT EXISTS match_players (
    match_id VARCHAR(32) NOT NULL,
    seat BIGINT NOT NULL,
    player BIGINT NOT NULL,
    status VARCHAR(16) NOT NULL,
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat),
    KEY matches_of_player (player, status, created_ms, match_id),
    FOREIGN KEY (match_id) REFERENCES matches (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- No foreign key: entries are the hot path, and a match is looked up before its log is written.
CREATE TABLE IF NOT EXISTS entries (
    match_id VARCHAR(32) NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    act TEXT NOT NULL,
    by_player BIGINT,
    cmd VARCHAR(64),
    PRIMARY KEY (match_id, seq)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS chat (
    match_id VARCHAR(32) NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    player BIGINT NOT NULL,
    name VARCHAR(64) NOT NULL,
    seat BIGINT,
    text TEXT NOT NULL,
    cmd VARCHAR(64),
    PRIMARY KEY (match_id, seq)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS standings (
    player BIGINT NOT NULL,
    game VARCHAR(32) NOT NULL,
    rating DOUBLE NOT NULL,
    deviation DOUBLE NOT NULL,
    volatility DOUBLE NOT NULL,
    games BIGINT NOT NULL,
    wins BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    losses BIGINT NOT NULL,
    undos BIGINT NOT NULL,
    ran_away BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL,
    PRIMARY KEY (player, game),
    KEY standings_by_rating (game, rating, player)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- When no node was up: that time is charged to no player's clock.
CREATE TABLE IF NOT EXISTS outages (
    from_ms BIGINT NOT NULL PRIMARY KEY,
    to_ms BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
