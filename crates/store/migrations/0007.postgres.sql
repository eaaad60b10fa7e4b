-- What the people who answer for the house need: who they are, whom they keep out, what they did.
CREATE TABLE roles (
    player BIGINT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE,
    role TEXT COLLATE "C" NOT NULL,
    by_name TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL
);

CREATE TABLE bans (
    id BIGINT PRIMARY KEY,
    player BIGINT,
    network TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    by_name TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    until_ms BIGINT
);

CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    actor TEXT COLLATE "C" NOT NULL,
    act TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    detail TEXT COLLATE "C" NOT NULL
);
CREATE INDEX audit_by_time ON audit (at_ms, id);
