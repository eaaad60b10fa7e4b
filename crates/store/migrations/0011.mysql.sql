-- A house that is not open to everybody: invitations, and groups whose leader prints cards.
CREATE TABLE IF NOT EXISTS invites (
    hash BINARY(32) NOT NULL PRIMARY KEY,
    id VARCHAR(32) NOT NULL,
    label VARCHAR(255) NOT NULL,
    uses_left BIGINT NOT NULL,
    by_name VARCHAR(255) NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS player_groups (
    id VARCHAR(32) NOT NULL PRIMARY KEY,
    name VARCHAR(64) NOT NULL,
    leader BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    KEY groups_of_leader (leader),
    FOREIGN KEY (leader) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS group_members (
    group_id VARCHAR(32) NOT NULL,
    player BIGINT NOT NULL,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (group_id, player),
    KEY groups_of_member (player),
    FOREIGN KEY (group_id) REFERENCES player_groups (id) ON DELETE CASCADE,
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
