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

CREATE TABLE circles (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    leader BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_ms BIGINT NOT NULL
);
CREATE INDEX circles_of_leader ON circles (leader);

CREATE TABLE circle_members (
    circle TEXT NOT NULL REFERENCES circles (id) ON DELETE CASCADE,
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    added_ms BIGINT NOT NULL,
    PRIMARY KEY (circle, player)
);
CREATE INDEX circles_of_member ON circle_members (player);
