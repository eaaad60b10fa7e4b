-- MySQL commits after every ALTER, and not every version can say IF NOT EXISTS here: so that an
-- interrupted migration can be run again, each step looks first whether it was done.

-- Quick pairing looks for the oldest table where somebody waits.
SET @step = IF((SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
    AND table_name = 'matches' AND column_name = 'quick') = 0,
    'ALTER TABLE matches ADD COLUMN quick BIGINT NOT NULL DEFAULT 0', 'DO 0');
PREPARE step FROM @step;
EXECUTE step;
DEALLOCATE PREPARE step;

UPDATE matches SET quick = 1 WHERE status = 'open' AND body LIKE '%"quick":true%';

SET @step = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE()
    AND table_name = 'matches' AND index_name = 'matches_waiting') = 0,
    'CREATE INDEX matches_waiting ON matches (status, quick, game, created_ms, id)', 'DO 0');
PREPARE step FROM @step;
EXECUTE step;
DEALLOCATE PREPARE step;

-- A line is said once, whichever node it is sent to. Ids from before were not guarded.
SET @step = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE()
    AND table_name = 'chat' AND index_name = 'chat_once') = 0,
    'UPDATE chat SET cmd = NULL', 'DO 0');
PREPARE step FROM @step;
EXECUTE step;
DEALLOCATE PREPARE step;

SET @step = IF((SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE()
    AND table_name = 'chat' AND index_name = 'chat_once') = 0,
    'CREATE UNIQUE INDEX chat_once ON chat (match_id, player, cmd)', 'DO 0');
PREPARE step FROM @step;
EXECUTE step;
DEALLOCATE PREPARE step;
