//! Back-up, restore and move, from every back end into every other.

use std::path::{Path, PathBuf};

use parlor_store::{
    Appended, Backend, Copied, CopyError, Invite, MatchStatus, Node, SCHEMA, Store,
};
use tempfile::TempDir;

use crate::samples::{acts, entry, line, new_match, pass, people, rival, seed, session};
use crate::world::World;

const ALL: [Backend; 3] = [Backend::Sqlite, Backend::Postgres, Backend::Mysql];
const ENTRIES: u32 = 200;

/// What has no quick way in through the store; the same words on all back ends.
const MORE: &str = "INSERT INTO roles (player, role, by_name, at_ms) VALUES (1, 'operator', 'x', 5); \
    INSERT INTO bans (id, player, network, reason, by_name, at_ms, until_ms) VALUES \
    (9007199254740991, NULL, '192.0.2.0/24', 'noise', 'x', 5, NULL), (8, 2, '', '', 'x', 5, 9); \
    INSERT INTO audit (id, at_ms, actor, act, target, detail) VALUES (3, 5, 'x', 'ban', 'y', '{}'); \
    INSERT INTO standings (player, game, rating, deviation, volatility, games, wins, draws, losses, \
    undos, ran_away, updated_ms) VALUES (1, 'risk', 1500.1, 0.3, 0.06, 1, 1, 0, 0, 0, 0, 5); \
    INSERT INTO rating_changes (player, game, at_ms, match_id, before_rating, after_rating) VALUES \
    (1, 'risk', 5, 'm', 1500, 1512.345678901234), (2, 'risk', 5, 'm', 1500, -0.1); \
    INSERT INTO puzzle_tries (player, puzzle, game, state, offered_ms, done_ms, day) VALUES \
    (1, 'a', 'risk', 'solved', 5, 9, 20000), (1, 'b', 'risk', 'open', 5, NULL, NULL); \
    INSERT INTO vacations (player, version, until_ms, spans) VALUES (1, 1, 9, '[]'); \
    INSERT INTO channels (id, player, kind, target, secret, stop, site, language, label, state, \
    created_ms) VALUES ('c', 1, 'mail', 'a@b', '', 's', 'http://h', 'en', 'l', 1, 5); \
    INSERT INTO alert_settings (player, body) VALUES (1, '{}'); \
    INSERT INTO alerts (match_id, seq, channel, kind, player, state, claim, tries, due_ms, made_ms) \
    VALUES ('m', 1, 'c', 'turn', 1, 0, 0, 0, 5, 5); \
    INSERT INTO player_groups (id, name, leader, created_ms) VALUES ('k', 'Class 5b', 1, 5); \
    INSERT INTO group_members (group_id, player, added_ms) VALUES ('k', 2, 5); \
    INSERT INTO codes (code, match_id, made_ms) VALUES ('KESTL', 'm', 5); \
    INSERT INTO relations (player, other, kind, at_ms) VALUES (1, 2, 'mute', 5); \
    INSERT INTO reports (id, at_ms, by_player, by_name, about_player, about_name, match_id, reason, \
    talk, closed_by) VALUES (4, 5, 1, 'x', 2, 'y', 'm', 'rude', '[]', NULL); \
    INSERT INTO house_keys (name, value) VALUES ('push', 'secret'); \
    INSERT INTO outages (from_ms, to_ms) VALUES (5, 9)";

async fn fill(world: &World) -> String {
    let store = world.store().await;
    people(&store, 3).await;
    store.put_session(&session(255, 1, 0, 100)).await.unwrap();
    store.put_pass(&pass(0, 2, "phrase", 100)).await.unwrap();
    let invite = Invite {
        hash: [7; 32],
        id: "i".to_owned(),
        label: String::new(),
        uses_left: 3,
        by_name: "x".to_owned(),
        created_ms: 5,
        expires_ms: 9,
    };
    store.put_invite(&invite).await.unwrap();
    let mut long = new_match("m", MatchStatus::Running, 1, &[1, 2]);
    long.secret = Some(seed());
    long.body = format!("{{\"name\":\"{}\"}}", "中文 ".repeat(60_000));
    store.insert_match(&long).await.unwrap();
    let other = new_match("n", MatchStatus::Over, 1, &[2, 3]);
    store.insert_match(&other).await.unwrap();
    for seq in 1..=ENTRIES {
        let both = [entry("m", seq), entry("n", seq)];
        store.append(&both).await.unwrap();
    }
    store.append_chat("m", &line(1, "hello 👩‍🚀")).await.unwrap();
    store.beat(77).await.unwrap();
    let cluster = store.cluster_id().to_owned();
    store.close().await;
    world.meddle(MORE).await;
    cluster
}

fn file() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("house.backup");
    (folder, file)
}

/// The store's own way is to block.
async fn backup(world: &World, file: &Path) -> Result<Copied, CopyError> {
    let (url, file) = (world.url.clone(), file.to_owned());
    let work = move || parlor_store::backup(&url, &file, &|_| ());
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn restore(file: &Path, world: &World) -> Result<Copied, CopyError> {
    let (url, file) = (world.url.clone(), file.to_owned());
    let work = move || parlor_store::restore(&file, &url, &|_| ());
    tokio::task::spawn_blocking(work).await.unwrap()
}

async fn move_house(from: &World, to: &World) -> Result<Copied, CopyError> {
    let (from, to) = (from.url.clone(), to.url.clone());
    let work = move || parlor_store::move_house(&from, &to, &|_| ());
    tokio::task::spawn_blocking(work).await.unwrap()
}

/// The house that was filled is there, and goes on.
async fn is_all_there(original: &Store, copy: &World, cluster: &str) {
    let store = copy.store().await;
    assert_eq!(store.cluster_id(), cluster);
    for id in ["m", "n"] {
        let wanted = original.match_by_id(id).await.unwrap();
        assert_eq!(store.match_by_id(id).await.unwrap(), wanted);
        let log = acts(&store, id).await;
        assert_eq!(log.len(), ENTRIES as usize);
        assert_eq!(log, acts(original, id).await);
        let twice = store.append(&[rival(id, ENTRIES)]).await.unwrap();
        assert_eq!(twice, [Appended::Conflict]);
        let next = store.append(&[entry(id, ENTRIES + 1)]).await.unwrap();
        assert_eq!(next, [Appended::Stored]);
    }
    let chat = original.chat("m", 0, 9).await.unwrap();
    assert_eq!(store.chat("m", 0, 9).await.unwrap(), chat);
    assert!(store.session(&[255; 32], 0).await.unwrap().is_some());
    // The time since the last sign of life is charged to nobody.
    let outages = store.wake_up(1_000_000, 10).await.unwrap();
    assert_eq!((outages[0].from_ms, outages[0].to_ms), (77, 1_000_000));
    store.close().await;
}

fn assert_every_table(copied: &Copied) {
    for (table, rows) in &copied.0 {
        assert!(*rows > 0, "nothing of {table} was copied");
    }
}

pub async fn restored_everywhere(world: &World) {
    let cluster = fill(world).await;
    let (_folder, file) = file();
    let copied = backup(world, &file).await.unwrap();
    assert_every_table(&copied);
    let original = world.store().await;
    for backend in ALL {
        let copy = World::fresh(backend).await;
        // A house that was opened once and in which nothing has happened is empty.
        copy.store().await.close().await;
        assert_eq!(restore(&file, &copy).await.unwrap(), copied);
        is_all_there(&original, &copy, &cluster).await;
        copy.end().await;
    }
    original.close().await;
    let again = backup(world, &file).await;
    assert!(matches!(again, Err(CopyError::FileExists(_))), "{again:?}");
}

/// What an older program has saved is brought up to date like an older database.
pub async fn of_an_older_house(world: &World) {
    let cluster = fill(world).await;
    world
        .meddle("UPDATE meta SET value = '9' WHERE name = 'schema'")
        .await;
    let (_folder, file) = file();
    let copied = backup(world, &file).await.unwrap();
    assert!(copied.0.iter().all(|(table, _)| table != "invites"));
    world
        .meddle(&format!(
            "UPDATE meta SET value = '{SCHEMA}' WHERE name = 'schema'"
        ))
        .await;
    let copy = World::fresh(world.backend).await;
    restore(&file, &copy).await.unwrap();
    let original = world.store().await;
    is_all_there(&original, &copy, &cluster).await;
    original.close().await;
    let store = copy.store().await;
    assert!(store.invites(0, 9).await.unwrap().is_empty());
    store.close().await;
    // A database that a newer program has opened has missed what the steps do to older rows.
    let opened = World::fresh(world.backend).await;
    opened.store().await.close().await;
    let refused = restore(&file, &opened).await.unwrap_err();
    assert_eq!(refused.code(), "copy/opened_before");
    copy.end().await;
    opened.end().await;
}

pub async fn moved_everywhere(world: &World) {
    let cluster = fill(world).await;
    for backend in ALL {
        let copy = World::fresh(backend).await;
        let moved = move_house(world, &copy).await.unwrap();
        assert_every_table(&moved);
        let original = world.store().await;
        is_all_there(&original, &copy, &cluster).await;
        original.close().await;
        copy.end().await;
    }
}

/// A copy is of one moment, and nobody waits for it.
pub async fn taken_while_open(world: &World) {
    let cluster = fill(world).await;
    let store = world.store().await;
    let writer = store.clone();
    let playing = tokio::spawn(async move {
        for seq in ENTRIES + 1..ENTRIES + 400 {
            let both = [entry("m", seq), entry("n", seq)];
            writer.append(&both).await.unwrap();
        }
    });
    let (_folder, file) = file();
    backup(world, &file).await.unwrap();
    playing.await.unwrap();
    store.close().await;
    let copy = World::fresh(world.backend).await;
    restore(&file, &copy).await.unwrap();
    let store = copy.store().await;
    assert_eq!(store.cluster_id(), cluster);
    let (one, other) = (acts(&store, "m").await, acts(&store, "n").await);
    assert!(one.len() >= ENTRIES as usize);
    // Both are appended in one transaction.
    assert_eq!(one.len(), other.len());
    store.close().await;
    copy.end().await;
}

pub async fn bad_files(world: &World) {
    fill(world).await;
    let (folder, file) = file();
    backup(world, &file).await.unwrap();
    let good = std::fs::read(&file).unwrap();
    let bad = folder.path().join("bad.backup");
    let copy = World::fresh(world.backend).await;
    let attempt = async |bytes: &[u8]| {
        std::fs::write(&bad, bytes).unwrap();
        restore(&bad, &copy).await.unwrap_err().code()
    };
    let step = good.len() / 97;
    for place in (0..good.len()).step_by(step) {
        let mut damaged = good.clone();
        damaged[place] ^= 1;
        let code = attempt(&damaged).await;
        let codes = ["copy/damaged", "copy/cut", "copy/not_a_backup"];
        assert!(codes.contains(&code), "byte {place}: {code}");
        let code = attempt(&good[..place]).await;
        let codes = ["copy/cut", "copy/not_a_backup"];
        assert!(codes.contains(&code), "cut at {place}: {code}");
    }
    let code = attempt(&[&good[..], b"x"].concat()).await;
    assert_eq!(code, "copy/damaged");
    assert_eq!(attempt(b"").await, "copy/not_a_backup");
    assert_eq!(attempt(b"SQLite format 3\0").await, "copy/not_a_backup");
    let missing = restore(&folder.path().join("none"), &copy).await;
    assert_eq!(missing.unwrap_err().code(), "copy/file");
    // None of them has left a trace: the good one goes in.
    restore(&file, &copy).await.unwrap();
    copy.end().await;
}

pub async fn not_into_a_house(world: &World) {
    fill(world).await;
    let (_folder, file) = file();
    backup(world, &file).await.unwrap();
    let taken = World::fresh(world.backend).await;
    let store = taken.store().await;
    people(&store, 1).await;
    let cluster = store.cluster_id().to_owned();
    store.close().await;
    for refused in [
        restore(&file, &taken).await,
        move_house(world, &taken).await,
    ] {
        let error = refused.unwrap_err();
        assert_eq!(error.code(), "copy/not_empty", "{error}");
    }
    let store = taken.store().await;
    assert_eq!(store.cluster_id(), cluster);
    assert!(store.match_by_id("m").await.unwrap().is_none());
    store.close().await;
    // Nor from nowhere, or from something newer.
    taken
        .meddle(&format!(
            "UPDATE meta SET value = '{}' WHERE name = 'schema'",
            SCHEMA + 1
        ))
        .await;
    let empty = World::fresh(world.backend).await;
    let newer = move_house(&taken, &empty).await.unwrap_err();
    assert_eq!(newer.code(), "store/newer_schema");
    let nothing = move_house(&empty, &World::fresh(Backend::Sqlite).await).await;
    assert_eq!(nothing.unwrap_err().code(), "copy/no_house");
    taken.end().await;
    empty.end().await;
}

pub async fn not_from_an_open_house(world: &World) {
    fill(world).await;
    let store = world.store().await;
    let now = std::time::SystemTime::now();
    let now = now.duration_since(std::time::UNIX_EPOCH).unwrap();
    let node = Node {
        id: 5,
        version: "1".to_owned(),
        started_ms: 1,
        seen_ms: now.as_millis() as i64,
    };
    store.greet(&node, 0).await.unwrap();
    let copy = World::fresh(Backend::Sqlite).await;
    let code = move_house(world, &copy).await.unwrap_err().code();
    let wanted = match world.backend {
        Backend::Sqlite => "store/in_use",
        Backend::Postgres | Backend::Mysql => "copy/house_open",
    };
    assert_eq!(code, wanted);
    store.depart(5).await.unwrap();
    store.close().await;
    move_house(world, &copy).await.unwrap();
    copy.end().await;
}
