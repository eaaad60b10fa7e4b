-- Puzzles that were offered to people, and what came of the first attempt.
CREATE TABLE puzzle_tries (
    player INTEGER NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    puzzle TEXT NOT NULL,
    game TEXT NOT NULL,
    state TEXT NOT NULL,
    offered_ms INTEGER NOT NULL,
    done_ms INTEGER,
    day INTEGER,
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_tries_by_day ON puzzle_tries (player, day);
CREATE INDEX puzzle_tries_by_puzzle ON puzzle_tries (puzzle, state);
