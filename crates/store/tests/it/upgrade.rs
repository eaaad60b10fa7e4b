//! A file that a house with schema 3 has left behind: three matches of Marelles under way.

use parlor_engine::Seq;
use parlor_store::Appended::{Conflict, Stored};
use parlor_store::{Backend, EntryRow, SCHEMA};

use crate::samples::{entry, rival};
use crate::world::World;

const OLD: &[u8] = include_bytes!("fixtures/schema3.db");

/// As the old schema had them.
fn logs(conn: &rusqlite::Connection) -> Vec<(String, Vec<EntryRow>)> {
    let sql =
        "SELECT match_id, seq, at_ms, act, by_player, cmd FROM entries ORDER BY match_id, seq";
    let mut logs: Vec<(String, Vec<EntryRow>)> = Vec::new();
    let mut statement = conn.prepare(sql).unwrap();
    let mut rows = statement.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let match_id: String = row.get(0).unwrap();
        let entry = EntryRow {
            seq: Seq(row.get(1).unwrap()),
            at_ms: row.get(2).unwrap(),
            act: row.get(3).unwrap(),
            by_player: row.get(4).unwrap(),
            cmd: row.get(5).unwrap(),
        };
        match logs.last_mut() {
            Some((id, log)) if *id == match_id => log.push(entry),
            _ => logs.push((match_id, vec![entry])),
        }
    }
    logs
}

#[tokio::test]
async fn of_schema_3() {
    let world = World::fresh(Backend::Sqlite).await;
    std::fs::create_dir_all(world.path().parent().unwrap()).unwrap();
    std::fs::write(world.path(), OLD).unwrap();
    let logs = logs(&world.sqlite());
    let lengths: Vec<usize> = logs.iter().map(|(_, log)| log.len()).collect();
    assert_eq!(lengths, [69, 66, 68]);

    let store = world.store().await;
    for (id, log) in &logs {
        assert_eq!(store.entries(id, Seq::START).await.unwrap(), *log);
        assert!(store.match_by_id(id).await.unwrap().is_some());
        assert_eq!(store.seats(id).await.unwrap().len(), 2);
        let last = log.len() as u32;
        assert_eq!(store.append(&[rival(id, last)]).await.unwrap(), [Conflict]);
        assert_eq!(
            store.append(&[entry(id, last + 1)]).await.unwrap(),
            [Stored]
        );
    }
    store.close().await;
    let sql = "SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'schema'";
    let schema: i64 = world.sqlite().query_row(sql, [], |row| row.get(0)).unwrap();
    assert_eq!(schema, SCHEMA);

    // And once more, as an ordinary restart.
    let store = world.store().await;
    for (id, log) in &logs {
        let found = store.entries(id, Seq::START).await.unwrap();
        assert_eq!(found[..log.len()], log[..]);
        assert_eq!(found.len(), log.len() + 1);
    }
    world.end().await;
}
