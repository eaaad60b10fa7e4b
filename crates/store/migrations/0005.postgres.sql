-- When a session was last used, to the hour: a name nobody uses becomes free.
ALTER TABLE sessions ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0;

-- Secrets that stand for a name besides its sessions, as hashes: recovery phrases, links that are
-- used once.
CREATE TABLE passes (
    hash BYTEA PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT COLLATE "C" NOT NULL,
    note TEXT COLLATE "C" NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);
CREATE INDEX passes_of_player ON passes (player, kind);
CREATE INDEX passes_by_expiry ON passes (expires_ms);
