-- People around a table: spoken codes of tables, whom somebody does not want to hear or meet, and
-- what was reported to the operators, with the talk around it.
CREATE TABLE IF NOT EXISTS codes (
    code VARCHAR(32) NOT NULL PRIMARY KEY,
    match_id VARCHAR(32) NOT NULL,
    made_ms BIGINT NOT NULL,
    KEY codes_by_time (made_ms)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS relations (
    player BIGINT NOT NULL,
    other BIGINT NOT NULL,
    kind VARCHAR(16) NOT NULL,
    at_ms BIGINT NOT NULL,
    PRIMARY KEY (player, other, kind),
    KEY relations_by_other (other, kind),
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE,
    FOREIGN KEY (other) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS reports (
    id BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    by_player BIGINT NOT NULL,
    by_name VARCHAR(64) NOT NULL,
    about_player BIGINT NOT NULL,
    about_name VARCHAR(64) NOT NULL,
    match_id VARCHAR(32) NOT NULL,
    reason VARCHAR(2000) NOT NULL,
    talk MEDIUMTEXT NOT NULL,
    closed_by VARCHAR(64),
    KEY reports_by_time (at_ms, id),
    KEY reports_by_player (by_player, at_ms)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
