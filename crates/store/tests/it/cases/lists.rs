use parlor_store::{Cursor, MatchRow, MatchStatus, NewMatch, Store};

use crate::samples::{new_match, update};
use crate::world::World;

fn ids(rows: &[MatchRow]) -> Vec<&str> {
    rows.iter().map(|row| row.id.as_str()).collect()
}

async fn insert(store: &Store, id: &str, status: MatchStatus, created_ms: i64, players: &[i64]) {
    store
        .insert_match(&new_match(id, status, created_ms, players))
        .await
        .unwrap();
}

pub async fn by_status(world: &World) {
    let store = world.store().await;
    insert(&store, "a", MatchStatus::Open, 10, &[]).await;
    insert(&store, "b", MatchStatus::Open, 30, &[]).await;
    insert(&store, "c", MatchStatus::Open, 20, &[]).await;
    insert(&store, "d", MatchStatus::Running, 40, &[]).await;
    let open = store
        .matches_by_status(MatchStatus::Open, None, None, 10)
        .await
        .unwrap();
    assert_eq!(ids(&open), ["b", "c", "a"]);
    assert_eq!(open[0].body, "{\"name\":\"b\"}");
    let two = store
        .matches_by_status(MatchStatus::Open, None, None, 2)
        .await
        .unwrap();
    assert_eq!(ids(&two), ["b", "c"]);
    store
        .update_match("b", 1, &update(MatchStatus::Running))
        .await
        .unwrap();
    let open = store
        .matches_by_status(MatchStatus::Open, None, None, 10)
        .await
        .unwrap();
    assert_eq!(ids(&open), ["c", "a"]);
    let running = store
        .matches_by_status(MatchStatus::Running, None, None, 10)
        .await
        .unwrap();
    assert_eq!(ids(&running), ["d", "b"]);
    assert!(
        store
            .matches_by_status(MatchStatus::Over, None, None, 10)
            .await
            .unwrap()
            .is_empty()
    );
}

pub async fn by_game_and_page(world: &World) {
    let store = world.store().await;
    // Several at the same time, so that pages must break ties by id. Upper and lower case: the
    // order is that of bytes everywhere.
    for (place, id) in (0..).zip(["a", "B", "c", "D", "e", "F", "g"]) {
        let game = if place % 2 == 0 { "risk" } else { "mars" };
        let new = new_match(id, MatchStatus::Over, 100 + place / 4, &[]);
        store
            .insert_match(&NewMatch {
                game: game.to_owned(),
                ..new
            })
            .await
            .unwrap();
    }
    let all = store
        .matches_by_status(MatchStatus::Over, None, None, 100)
        .await
        .unwrap();
    assert_eq!(ids(&all), ["g", "e", "F", "c", "a", "D", "B"]);
    for game in [None, Some("risk"), Some("mars"), Some("chess")] {
        let whole = store
            .matches_by_status(MatchStatus::Over, game, None, 100)
            .await
            .unwrap();
        assert!(game.is_none_or(|game| whole.iter().all(|row| row.game == game)));
        let mut pages: Vec<MatchRow> = Vec::new();
        loop {
            let before = pages.last().map(Cursor::from);
            let page = store
                .matches_by_status(MatchStatus::Over, game, before.as_ref(), 2)
                .await
                .unwrap();
            if page.is_empty() {
                break;
            }
            pages.extend(page);
        }
        assert_eq!(pages, whole, "{game:?}");
    }
}

pub async fn of_a_player(world: &World) {
    let store = world.store().await;
    insert(&store, "a", MatchStatus::Open, 10, &[1]).await;
    insert(&store, "b", MatchStatus::Running, 20, &[2, 1]).await;
    insert(&store, "c", MatchStatus::Over, 30, &[1, 2]).await;
    insert(&store, "d", MatchStatus::Over, 30, &[1, 1]).await;
    insert(&store, "e", MatchStatus::Over, 40, &[2, 3]).await;
    insert(&store, "f", MatchStatus::Aborted, 50, &[1, 3]).await;
    let mine = async |player, statuses: &[MatchStatus], before: Option<&Cursor>, limit| {
        store
            .matches_of_player(player, statuses, before, limit)
            .await
            .unwrap()
    };
    assert_eq!(
        ids(&mine(1, &MatchStatus::ALL, None, 10).await),
        ["f", "d", "c", "b", "a"]
    );
    assert_eq!(
        ids(&mine(1, &[MatchStatus::Over], None, 10).await),
        ["d", "c"]
    );
    assert_eq!(
        ids(&mine(1, &[MatchStatus::Open, MatchStatus::Running], None, 10).await),
        ["b", "a"]
    );
    assert_eq!(ids(&mine(3, &MatchStatus::ALL, None, 1).await), ["f"]);
    assert!(mine(1, &[], None, 10).await.is_empty());
    assert!(mine(9, &MatchStatus::ALL, None, 10).await.is_empty());

    let count = async |player, statuses: &[MatchStatus], most| {
        store.count_of_player(player, statuses, most).await.unwrap()
    };
    assert_eq!(count(1, &MatchStatus::ALL, 10).await, 5);
    assert_eq!(count(1, &[MatchStatus::Over], 10).await, 2, "one twice");
    assert_eq!(count(1, &MatchStatus::ALL, 3).await, 3);
    assert_eq!(count(9, &MatchStatus::ALL, 10).await, 0);

    let mut pages: Vec<MatchRow> = Vec::new();
    loop {
        let before = pages.last().map(Cursor::from);
        let page = mine(1, &MatchStatus::ALL, before.as_ref(), 2).await;
        if page.is_empty() {
            break;
        }
        pages.extend(page);
    }
    assert_eq!(ids(&pages), ["f", "d", "c", "b", "a"]);

    // The status repeated beside the seat follows the match.
    store
        .update_match("a", 1, &update(MatchStatus::Over))
        .await
        .unwrap();
    assert!(mine(1, &[MatchStatus::Open], None, 10).await.is_empty());
    assert_eq!(
        ids(&mine(1, &[MatchStatus::Over], None, 10).await),
        ["d", "c", "a"]
    );
}

/// Quick pairing: the oldest first, however many other tables there are.
pub async fn waiting(world: &World) {
    let store = world.store().await;
    for (id, game, created_ms, quick) in [
        ("c", "risk", 20, true),
        ("a", "risk", 30, true),
        ("b", "risk", 20, true),
        ("d", "mars", 10, true),
        ("e", "risk", 5, false),
    ] {
        let new = NewMatch {
            game: game.to_owned(),
            quick,
            ..new_match(id, MatchStatus::Open, created_ms, &[])
        };
        store.insert_match(&new).await.unwrap();
    }
    let waiting = async |after: Option<&Cursor>, limit| {
        store.waiting_matches("risk", after, limit).await.unwrap()
    };
    assert_eq!(ids(&waiting(None, 10).await), ["b", "c", "a"]);
    let first = waiting(None, 1).await;
    let rest = waiting(Some(&Cursor::from(&first[0])), 10).await;
    assert_eq!(ids(&rest), ["c", "a"]);
    store
        .update_match("b", 1, &update(MatchStatus::Running))
        .await
        .unwrap();
    assert_eq!(ids(&waiting(None, 10).await), ["c", "a"]);
}

pub async fn counts(world: &World) {
    let store = world.store().await;
    insert(&store, "a", MatchStatus::Open, 10, &[1]).await;
    insert(&store, "b", MatchStatus::Over, 20, &[2, 1]).await;
    insert(&store, "c", MatchStatus::Over, 30, &[1, 2]).await;
    assert_eq!(store.count_matches(MatchStatus::Open).await.unwrap(), 1);
    assert_eq!(store.count_matches(MatchStatus::Over).await.unwrap(), 2);
    assert_eq!(store.count_matches(MatchStatus::Running).await.unwrap(), 0);
}
