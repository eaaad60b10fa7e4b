-- Puzzles that were offered to people, and what came of the first attempt.
CREATE TABLE IF NOT EXISTS puzzle_tries (
    player BIGINT NOT NULL,
    puzzle VARCHAR(32) NOT NULL,
    game VARCHAR(32) NOT NULL,
    state VARCHAR(16) NOT NULL,
    offered_ms BIGINT NOT NULL,
    done_ms BIGINT,
    day BIGINT,
    PRIMARY KEY (player, puzzle),
    KEY puzzle_tries_by_day (player, day),
    KEY puzzle_tries_by_puzzle (puzzle, state),
    FOREIGN KEY (player) REFERENCES players (id) ON DELETE CASCADE
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
