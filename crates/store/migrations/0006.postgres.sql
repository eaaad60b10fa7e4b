-- What each rated match did to the ratings of its players: for charts, and for the result.
CREATE TABLE rating_changes (
    player BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    at_ms BIGINT NOT NULL,
    match_id TEXT COLLATE "C" NOT NULL,
    before_rating DOUBLE PRECISION NOT NULL,
    after_rating DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (player, game, at_ms, match_id)
);
