-- Puzzles that were offered to people, and what came of the first attempt.
CREATE TABLE puzzle_tries (
    player BIGINT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    puzzle TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    offered_ms BIGINT NOT NULL,
    done_ms BIGINT,
    day BIGINT,
    PRIMARY KEY (player, puzzle)
);
CREATE INDEX puzzle_tries_by_day ON puzzle_tries (player, day);
CREATE INDEX puzzle_tries_by_puzzle ON puzzle_tries (puzzle, state);
