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

CREATE TABLE circles (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    leader INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX circles_of_leader ON circles (leader);

CREATE TABLE circle_members (
    circle TEXT NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    added_ms INTEGER NOT NULL,
    PRIMARY KEY (circle, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX circles_of_member ON circle_members (player);
