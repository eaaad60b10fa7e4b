-- When a session was last used, to the hour: a name nobody uses becomes free.
SET @step = IF((SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
    AND table_name = 'sessions' AND column_name = 'seen_ms') = 0,
    'ALTER TABLE sessions ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0', 'DO 0');
PREPARE step FROM @step;
EXECUTE step;
DEALLOCATE PREPARE step;

-- Secrets that stand for a name besides its sessions, as hashes: recovery phrases, links that are
-- used once.
CREATE TABLE IF NOT EXISTS passes (
    hash BINARY(32) NOT NULL PRIMARY KEY,
    player BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    note VARCHAR(255) NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    KEY passes_of_player (player, kind),
    KEY passes_by_expiry (expires_ms),
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
