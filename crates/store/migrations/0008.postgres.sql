-- Playing over days: when people are on vacation, how they want to be told that it is their turn,
-- and what they were told.
CREATE TABLE vacations (
    player BIGINT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    spans TEXT COLLATE "C" NOT NULL
);
CREATE INDEX vacations_by_end ON vacations (until_ms);

CREATE TABLE channels (
    id TEXT COLLATE "C" PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    secret TEXT COLLATE "C" NOT NULL,
    stop TEXT COLLATE "C" NOT NULL UNIQUE,
    site TEXT COLLATE "C" NOT NULL,
    language TEXT COLLATE "C" NOT NULL,
    label TEXT COLLATE "C" NOT NULL,
    state BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX channels_of_player ON channels (player);

CREATE TABLE alert_settings (
    player BIGINT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    body TEXT COLLATE "C" NOT NULL
);

-- One row for everything that is ever sent: its key says that it is sent once, `claim` who sends it.
CREATE TABLE alerts (
    match_id TEXT COLLATE "C" NOT NULL,
    seq BIGINT NOT NULL,
    channel TEXT COLLATE "C" NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    player BIGINT NOT NULL,
    state BIGINT NOT NULL,
    claim BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    due_ms BIGINT NOT NULL,
    made_ms BIGINT NOT NULL,
    PRIMARY KEY (match_id, seq, channel, kind)
);
CREATE INDEX alerts_due ON alerts (state, due_ms);
CREATE INDEX alerts_of_channel ON alerts (channel);

-- What the house itself keeps secret, drawn once.
CREATE TABLE house_keys (
    name TEXT COLLATE "C" PRIMARY KEY,
    value TEXT COLLATE "C" NOT NULL
);
