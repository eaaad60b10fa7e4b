-- A house that is not open to everybody: invitations, and groups whose leader prints cards.
CREATE TABLE invites (
    hash BLOB PRIMARY KEY,
    id TEXT NOT NULL,
    label TEXT NOT NULL,
    uses_left INTEGER NOT NULL,
    by_name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE player_groups (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    leader INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX groups_of_leader ON player_groups (leader);

CREATE TABLE group_members (
    group_id TEXT NOT NULL REFERENCES player_groups (id) ON DELETE CASCADE,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    added_ms INTEGER NOT NULL,
    PRIMARY KEY (group_id, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX groups_of_member ON group_members (player);
