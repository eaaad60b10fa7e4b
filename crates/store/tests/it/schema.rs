//! The lists must not grow slower with the number of finished matches.

use parlor_store::Backend;

use crate::world::World;

/// Every list is answered from an index, in its order: no scan, no sorting.
#[tokio::test]
async fn lists_use_indexes() {
    let world = World::fresh(Backend::Sqlite).await;
    world.store().await.close().await;
    let conn = world.sqlite();
    for (sql, index) in [
        (
            "SELECT m.body FROM matches m WHERE m.status = 'open' AND m.created_ms <= 1 \
             AND (m.created_ms < 1 OR m.id < 'x') ORDER BY m.created_ms DESC, m.id DESC LIMIT 9",
            "matches_by_status",
        ),
        (
            "SELECT m.body FROM matches m WHERE m.status = 'open' AND m.game = 'risk' \
             ORDER BY m.created_ms DESC, m.id DESC LIMIT 9",
            "matches_by_game",
        ),
        (
            "SELECT m.body FROM matches m WHERE m.status = 'open' AND m.quick = 1 \
             AND m.game = 'risk' AND m.created_ms >= 1 AND (m.created_ms > 1 OR m.id > 'x') \
             ORDER BY m.created_ms, m.id LIMIT 9",
            "matches_waiting",
        ),
        (
            "SELECT seq FROM chat WHERE match_id = 'm' AND player = 1 AND cmd = 'c'",
            "chat_once",
        ),
        (
            "SELECT DISTINCT created_ms, match_id FROM match_players WHERE player = 1 \
             AND status = 'over' ORDER BY created_ms DESC, match_id DESC LIMIT 9",
            "matches_of_player",
        ),
        (
            "SELECT s.rating FROM standings s WHERE s.game = 'risk' AND s.games >= 5 \
             ORDER BY s.rating DESC, s.player DESC LIMIT 9",
            "standings_by_rating",
        ),
        (
            "SELECT match_id FROM rating_changes WHERE player = 1 AND game = 'risk' \
             ORDER BY at_ms DESC, match_id DESC LIMIT 9",
            "PRIMARY KEY",
        ),
        (
            "SELECT first, last, ids FROM entry_runs WHERE match_id = 'm' AND last > 5",
            "PRIMARY KEY",
        ),
        (
            "SELECT seq FROM alerts WHERE state = 0 AND due_ms <= 9 ORDER BY due_ms LIMIT 9",
            "alerts_due",
        ),
        (
            "SELECT COUNT(*) FROM matches WHERE status = 'running'",
            "matches_",
        ),
    ] {
        let mut explain = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let plan: Vec<String> = explain
            .query_map([], |row| row.get("detail"))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let plan = plan.join("; ");
        assert!(
            plan.contains("SEARCH") && plan.contains(index),
            "{sql}\n{plan}"
        );
        assert!(
            !plan.contains("SCAN") && !plan.contains("TEMP B-TREE"),
            "{sql}\n{plan}"
        );
    }
    world.end().await;
}
