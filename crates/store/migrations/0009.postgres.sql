-- For those who knew the Marelles database: its three tables as views of what the house keeps.
-- docs/marelles-views.md describes them. `id` is the match's own, which is a text.
CREATE VIEW player_info AS
SELECT p.id AS id, p.name AS name,
    COALESCE(s.wins, 0) AS win_times, COALESCE(s.draws, 0) AS draw_times,
    COALESCE(s.losses, 0) AS lose_times, COALESCE(s.undos, 0) AS undo_times,
    COALESCE(s.ran_away, 0) AS run_away_times
FROM players p LEFT JOIN standings s ON s.player = p.id AND s.game = 'marelles';

-- A take-back drops every entry after the one it goes back to; a removal belongs to the ply before it.
CREATE VIEW step_state AS
WITH entry AS (
    SELECT e.match_id, e.seq, ((e.act::json) #>> '{kind}') AS kind,
        ((e.act::json) #>> '{seat}')::bigint AS seat,
        UPPER(((e.act::json) #>> '{action}')) AS move_text,
        ((e.act::json) #>> '{to}')::bigint AS back_to
    FROM entries e JOIN matches m ON m.id = e.match_id
    WHERE m.game = 'marelles'
), judged AS (
    SELECT match_id, seq, kind, seat, move_text,
        MIN(CASE WHEN kind = 'take_back' THEN back_to END) OVER (PARTITION BY match_id
            ORDER BY seq ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS kept_to
    FROM entry
), kept AS (
    SELECT match_id, seq, seat, move_text,
        FIRST_VALUE(seat) OVER (PARTITION BY match_id ORDER BY seq) AS black,
        LEAD(move_text) OVER (PARTITION BY match_id ORDER BY seq) AS next_text
    FROM judged WHERE kind = 'action' AND (kept_to IS NULL OR kept_to >= seq)
), ply AS (
    SELECT match_id, seat, black, ROW_NUMBER() OVER (PARTITION BY match_id ORDER BY seq) AS turn,
        SUBSTR(move_text, 1, 2) AS before_text,
        CASE WHEN SUBSTR(move_text, 3, 1) = '-' THEN SUBSTR(move_text, 4, 2)
            ELSE SUBSTR(move_text, 1, 2) END AS after_text,
        CASE WHEN SUBSTR(next_text, 1, 1) = 'X' THEN SUBSTR(next_text, 2, 2) END AS taken_text
    FROM kept WHERE SUBSTR(move_text, 1, 1) <> 'X'
)
SELECT match_id AS game_id, turn,
    CASE WHEN seat = black THEN 'b' ELSE 'w' END AS player,
    (STRPOS('A1A4A7B2B4B6C3C4C5D1D2D3D5D6D7E3E4E5F2F4F6G1G4G7', before_text) - 1) / 2 AS pos_before,
    (STRPOS('A1A4A7B2B4B6C3C4C5D1D2D3D5D6D7E3E4E5F2F4F6G1G4G7', after_text) - 1) / 2 AS pos_after,
    (STRPOS('A1A4A7B2B4B6C3C4C5D1D2D3D5D6D7E3E4E5F2F4F6G1G4G7', COALESCE(taken_text, after_text)) - 1) / 2 AS pos_affect
FROM ply;

CREATE VIEW game_state AS
WITH opening AS (
    SELECT match_id, seat, ROW_NUMBER() OVER (PARTITION BY match_id ORDER BY seq) AS place
    FROM (SELECT e.match_id, e.seq, ((e.act::json) #>> '{seat}')::bigint AS seat
        FROM entries e JOIN matches m ON m.id = e.match_id
        WHERE m.game = 'marelles' AND ((e.act::json) #>> '{kind}') = 'action') AS action
), plies AS (
    SELECT game_id, COUNT(*) AS turns FROM step_state GROUP BY game_id
), game AS (
    SELECT m.id AS id, m.body AS body, m.created_ms AS created_ms, m.ended_ms AS ended_ms,
        COALESCE(o.seat, 0) AS black, COALESCE(p.turns, 0) AS turns
    FROM matches m
        LEFT JOIN opening o ON o.match_id = m.id AND o.place = 1
        LEFT JOIN plies p ON p.game_id = m.id
    WHERE m.game = 'marelles' AND m.status IN ('running', 'over')
)
SELECT id,
    COALESCE(CASE WHEN black = 0 THEN ((body::json) #>> '{chairs,0,sitter,name}')
        ELSE ((body::json) #>> '{chairs,1,sitter,name}') END, 'Computer') AS bname,
    COALESCE(CASE WHEN black = 0 THEN ((body::json) #>> '{chairs,1,sitter,name}')
        ELSE ((body::json) #>> '{chairs,0,sitter,name}') END, 'Computer') AS wname,
    turns,
    CASE WHEN ((body::json) #>> '{outcome,kind}') = 'draw' THEN 'draw'
        WHEN ((body::json) #>> '{outcome,kind}') <> 'win' OR ((body::json) #>> '{outcome,kind}') IS NULL THEN 'unfinished'
        WHEN ((body::json) #>> '{outcome,winner}')::bigint = black THEN 'bwin' ELSE 'wwin' END AS state,
    ((body::json) #>> '{options,removal}') AS removal,
    ((body::json) #>> '{outcome,reason}') AS reason,
    created_ms, ended_ms
FROM game;
