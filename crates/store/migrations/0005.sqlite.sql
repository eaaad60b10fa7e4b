-- When a session was last used, to the hour: a name nobody uses becomes free.
ALTER TABLE sessions ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;

-- Secrets that stand for a name besides its sessions, as hashes: recovery phrases, links that are
-- used once.
CREATE TABLE passes (
    hash BLOB PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    note TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX passes_of_player ON passes (player, kind);
CREATE INDEX passes_by_expiry ON passes (expires_ms);
