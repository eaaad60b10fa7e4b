-- Playing over days: when people are on vacation, how they want to be told that it is their turn,
-- and what they were told.
CREATE TABLE IF NOT EXISTS vacations (
    player BIGINT NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    spans TEXT NOT NULL,
    KEY vacations_by_end (until_ms),
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS channels (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    player BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    target VARCHAR(2000) NOT NULL,
    secret VARCHAR(255) NOT NULL,
    stop VARCHAR(64) NOT NULL UNIQUE,
    site VARCHAR(255) NOT NULL,
    language VARCHAR(16) NOT NULL,
    label VARCHAR(255) NOT NULL,
    state BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    KEY channels_of_player (player),
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS alert_settings (
    player BIGINT NOT NULL PRIMARY KEY,
    body VARCHAR(2000) NOT NULL,
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- One row for everything that is ever sent: its key says that it is sent once, `claim` who sends it.
CREATE TABLE IF NOT EXISTS alerts (
    match_id VARCHAR(32) NOT NULL,
    seq BIGINT NOT NULL,
    channel VARCHAR(32) NOT NULL,
    kind VARCHAR(16) NOT NULL,
    player BIGINT NOT NULL,
    state BIGINT NOT NULL,
    claim BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    made_ms BIGINT NOT NULL,
    PRIMARY KEY (match_id, seq, channel, kind),
    KEY alerts_due (state, due_ms),
    FOREIGN KEY (channel) REFERENCES channels (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What the house itself keeps secret, drawn once.
CREATE TABLE IF NOT EXISTS house_keys (
    name VARCHAR(32) NOT NULL PRIMARY KEY,
    value VARCHAR(2000) NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
