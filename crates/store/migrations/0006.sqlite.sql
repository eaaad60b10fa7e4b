-- What each rated match did to the ratings of its players: for charts, and for the result.
CREATE TABLE rating_changes (
    player INTEGER NOT NULL,
    game TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    before_rating REAL NOT NULL,
    after_rating REAL NOT NULL,
    PRIMARY KEY (player, game, at_ms, match_id)
) WITHOUT ROWID;
