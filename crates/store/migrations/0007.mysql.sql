-- What the people who answer for the house need: who they are, whom they keep out, what they did.
CREATE TABLE IF NOT EXISTS roles (
    player BIGINT NOT NULL PRIMARY KEY,
    role VARCHAR(16) NOT NULL,
    by_name VARCHAR(255) NOT NULL,
    at_ms BIGINT NOT NULL,
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS bans (
    id BIGINT NOT NULL PRIMARY KEY,
    player BIGINT,
    network VARCHAR(64) NOT NULL,
    reason VARCHAR(255) NOT NULL,
    by_name VARCHAR(255) NOT NULL,
    at_ms BIGINT NOT NULL,
    until_ms BIGINT
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS audit (
    id BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    actor VARCHAR(255) NOT NULL,
    act VARCHAR(32) NOT NULL,
    target VARCHAR(255) NOT NULL,
    detail VARCHAR(2000) NOT NULL,
    KEY audit_by_time (at_ms, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
