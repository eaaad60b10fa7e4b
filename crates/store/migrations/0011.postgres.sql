-- A house that is not open to everybody: invitations, and groups whose leader prints cards.
CREATE TABLE invites (
    hash BYTEA NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    label TEXT NOT NULL,
    uses_left BIGINT NOT NULL,
    by_name TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL
);

CREATE TABLE player_groups (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    leader BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_ms BIGINT NOT NULL
);
CREATE INDEX groups_of_leader ON player_groups (leader);

CREATE TABLE group_members (
    group_id TEXT NOT NULL REFERENCES player_groups (id) ON DELETE CASCADE,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (group_id, player)
);
CREATE INDEX groups_of_member ON group_members (player);
