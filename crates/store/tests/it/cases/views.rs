use parlor_store::{MatchRowUpdate, MatchStatus, NewEntry, NewMatch, Standing};

use crate::samples::{entry, new_match, people, update};
use crate::world::World;

/// A match of Marelles with a take-back, a mill and its removal, a slide and a resignation. The
/// guest, at seat 1, has the black stones.
const LOG: [&str; 11] = [
    r#"{"kind":"action","seat":1,"action":"A1"}"#,
    r#"{"kind":"action","seat":0,"action":"D7"}"#,
    r#"{"kind":"take_back","seat":0,"to":1}"#,
    r#"{"kind":"action","seat":0,"action":"G7"}"#,
    r#"{"kind":"action","seat":1,"action":"A4"}"#,
    r#"{"kind":"action","seat":0,"action":"G4"}"#,
    r#"{"kind":"action","seat":1,"action":"A7"}"#,
    r#"{"kind":"action","seat":1,"action":"xG7"}"#,
    r#"{"kind":"action","seat":0,"action":"G4-G1"}"#,
    r#"{"kind":"action","seat":1,"action":"D6"}"#,
    r#"{"kind":"resign","seat":0}"#,
];

const BODY: &str = r#"{"chairs":[{"sitter":{"player":1,"name":"Ann"}},{"sitter":{"player":2,"name":"Bo"}}],
    "options":{"removal":"document"},"outcome":OUTCOME}"#;

/// The three tables of the old database, as views.
pub async fn the_marelles_database(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    let running = NewMatch {
        body: BODY.replace("OUTCOME", "null"),
        ..new_match("m", MatchStatus::Running, 1, &[1, 2])
    };
    store.insert_match(&running).await.unwrap();
    let alone = NewMatch {
        body: r#"{"chairs":[{"sitter":{"player":1,"name":"Ann"}},{"sitter":null,"bot":"easy"}],"options":{"removal":"standard"},"outcome":null}"#.to_owned(),
        ..new_match("n", MatchStatus::Running, 2, &[1])
    };
    store.insert_match(&alone).await.unwrap();
    let other = NewMatch {
        game: "risk".to_owned(),
        ..new_match("r", MatchStatus::Running, 3, &[1, 2])
    };
    store.insert_match(&other).await.unwrap();
    store.append(&[entry("r", 1)]).await.unwrap();
    let log: Vec<NewEntry> = (1..)
        .zip(LOG)
        .map(|(seq, act)| NewEntry {
            act: act.to_owned(),
            ..entry("m", seq)
        })
        .collect();
    store.append(&log[..8]).await.unwrap();

    let games = "SELECT CONCAT_WS('|', id, bname, wname, turns, state, removal) \
        FROM game_state ORDER BY id";
    assert_eq!(
        world.texts(games).await,
        [
            "m|Bo|Ann|5|unfinished|document",
            "n|Ann|Computer|0|unfinished|standard",
        ]
    );
    store.append(&log[8..]).await.unwrap();
    let over = MatchRowUpdate {
        body: BODY.replace(
            "OUTCOME",
            r#"{"kind":"win","winner":1,"places":[2,1],"reason":"resigned"}"#,
        ),
        ended_ms: Some(9),
        ..update(MatchStatus::Over)
    };
    let won = |standings: Vec<Standing>| {
        let [mut ann, mut bo] = <[Standing; 2]>::try_from(standings).unwrap();
        (ann.games, ann.losses, ann.undos) = (1, 1, 1);
        (bo.games, bo.wins) = (1, 1);
        vec![ann, bo]
    };
    store
        .finish("m", 1, &over, "marelles", &[1, 2], won)
        .await
        .unwrap();
    assert_eq!(world.texts(games).await[0], "m|Bo|Ann|7|bwin|document");
    let ends = "SELECT CONCAT_WS('|', reason, created_ms, ended_ms) FROM game_state WHERE id = 'm'";
    assert_eq!(world.texts(ends).await, ["resigned|1|9"]);
    let steps = "SELECT CONCAT_WS('|', game_id, turn, player, pos_before, pos_after, pos_affect) \
        FROM step_state ORDER BY game_id, turn";
    assert_eq!(
        world.texts(steps).await,
        [
            "m|1|b|0|0|0",
            "m|2|w|23|23|23",
            "m|3|b|1|1|1",
            "m|4|w|22|22|22",
            "m|5|b|2|2|23",
            "m|6|w|22|21|21",
            "m|7|b|13|13|13",
        ]
    );
    let players = "SELECT CONCAT_WS('|', id, name, win_times, draw_times, lose_times, undo_times, \
        run_away_times) FROM player_info ORDER BY id";
    assert_eq!(
        world.texts(players).await,
        ["1|player 1|0|0|1|1|0", "2|player 2|1|0|0|0|0"]
    );
}
