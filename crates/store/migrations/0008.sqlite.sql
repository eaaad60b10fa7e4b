-- Playing over days: when people are on vacation, how they want to be told that it is their turn,
-- and what they were told.
CREATE TABLE vacations (
    player INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    until_ms INTEGER NOT NULL,
    spans TEXT NOT NULL
) STRICT;
CREATE INDEX vacations_by_end ON vacations (until_ms);

CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    target TEXT NOT NULL,
    secret TEXT NOT NULL,
    stop TEXT NOT NULL UNIQUE,
    site TEXT NOT NULL,
    language TEXT NOT NULL,
    label TEXT NOT NULL,
    state INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX channels_of_player ON channels (player);

CREATE TABLE alert_settings (
    player INTEGER PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    body TEXT NOT NULL
) STRICT;

-- One row for everything that is ever sent: its key says that it is sent once, `claim` who sends it.
CREATE TABLE alerts (
    match_id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL,
    state INTEGER NOT NULL,
    claim INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    made_ms INTEGER NOT NULL,
    PRIMARY KEY (match_id, seq, channel, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX alerts_due ON alerts (state, due_ms);
CREATE INDEX alerts_of_channel ON alerts (channel);

-- What the house itself keeps secret, drawn once.
CREATE TABLE house_keys (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
