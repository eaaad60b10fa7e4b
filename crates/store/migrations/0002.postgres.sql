-- Quick pairing looks for the oldest table where somebody waits.
ALTER TABLE matches ADD COLUMN quick BIGINT NOT NULL DEFAULT 0;
UPDATE matches SET quick = 1 WHERE status = 'open' AND body LIKE '%"quick":true%';
CREATE INDEX matches_waiting ON matches (status, quick, game, created_ms, id);

-- A line is said once, whichever node it is sent to. Ids from before were not guarded.
UPDATE chat SET cmd = NULL;
CREATE UNIQUE INDEX chat_once ON chat (match_id, player, cmd);
