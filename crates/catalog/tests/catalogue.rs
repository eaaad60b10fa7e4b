//! What must hold for every registered game, whatever it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parlor_catalog::GAMES;
use serde_json::Value;

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games")
        .join(id)
}

#[test]
fn ids_are_distinct_and_name_the_folders() {
    let ids: BTreeSet<_> = GAMES.iter().map(|game| game.meta().id).collect();
    assert_eq!(ids.len(), GAMES.len());
    let folders: BTreeSet<String> = std::fs::read_dir(folder(""))
        .expect("the games have a folder")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("Cargo.toml").exists())
        .filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()))
        .collect();
    assert_eq!(
        folders,
        ids.into_iter().map(str::to_owned).collect(),
        "every game is registered"
    );
}

#[test]
fn every_game_has_what_a_game_must_have() {
    for &game in GAMES {
        parlor_testkit::check_registered(game, &folder(game.meta().id));
    }
}

#[test]
fn sides_of_the_house_s_games() {
    let sides = |id: &str, options: Value| {
        let game = parlor_catalog::game(id).expect("a game");
        let options = game.complete_options(&options).expect("options");
        let sides = game.sides(&options).iter();
        sides.map(|side| side.id).take(2).collect::<Vec<_>>()
    };
    assert_eq!(sides("mars", Value::Null), ["soviets", "germans"]);
    assert_eq!(sides("marelles", Value::Null), ["black", "white"]);
    let guest = serde_json::json!({ "first": "guest" });
    assert_eq!(sides("marelles", guest), ["white", "black"]);
    let toss = serde_json::json!({ "first": "random" });
    assert!(sides("marelles", toss).is_empty(), "the rules toss a coin");
    assert!(sides("coexistence", Value::Null).is_empty());
    assert_eq!(sides("risk", Value::Null), ["first", "second"]);
}
