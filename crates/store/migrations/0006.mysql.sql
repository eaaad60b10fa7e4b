-- What each rated match did to the ratings of its players: for charts, and for the result.
CREATE TABLE IF NOT EXISTS rating_changes (
    player BIGINT NOT NULL,
    game VARCHAR(32) NOT NULL,
    at_ms BIGINT NOT NULL,
    match_id VARCHAR(32) NOT NULL,
    before_rating DOUBLE NOT NULL,
    after_rating DOUBLE NOT NULL,
    PRIMARY KEY (player, game, at_ms, match_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
