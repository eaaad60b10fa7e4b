//! What must hold for every registered game, whatever it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parlor_catalog::GAMES;
use parlor_engine::Fast;
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
fn every_game_has_playthroughs_that_still_hold() {
    for &game in GAMES {
        let playthroughs = folder(game.meta().id).join("tests/playthroughs");
        parlor_testkit::playthrough::check_folder(game, &playthroughs);
    }
}

#[test]
fn every_game_has_a_page_on_its_notation() {
    for &game in GAMES {
        let page = folder(game.meta().id).join("NOTATION.md");
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        assert!(
            text.len() > 500,
            "{} is missing or says nothing",
            page.display()
        );
        for spec in game.option_specs() {
            assert!(
                text.contains(spec.name),
                "{} does not explain {}",
                page.display(),
                spec.name
            );
        }
    }
}

#[test]
fn option_specs_agree_with_the_options() {
    for &game in GAMES {
        let id = game.meta().id;
        let defaults = game
            .complete_options(&Value::Null)
            .expect("defaults are good");
        let specs = game.option_specs();
        let named: BTreeSet<_> = specs.iter().map(|spec| spec.name).collect();
        let real: BTreeSet<_> = defaults
            .as_object()
            .expect("options are an object")
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(named, real, "{id}: every option is described");
        for spec in specs {
            assert_eq!(
                defaults[spec.name], spec.default,
                "{id}: default of {}",
                spec.name
            );
            assert!(!spec.about.is_empty());
        }
    }
}

/// Whoever chooses a side reads what it is; on text ports its id is typed.
#[test]
fn sides_are_told_apart() {
    for &game in GAMES {
        let meta = game.meta();
        let usual = game.complete_options(&Value::Null).expect("defaults");
        let mut all = vec![game.sides(&usual)];
        for spec in game.option_specs() {
            if let parlor_engine::OptionKind::Choice { values } = &spec.kind {
                for value in values {
                    let options = serde_json::json!({ spec.name: value });
                    let options = game.complete_options(&options).expect("a choice");
                    all.push(game.sides(&options));
                }
            }
        }
        for sides in all {
            assert!(sides.is_empty() || sides.len() >= usize::from(meta.max_seats));
            let ids: BTreeSet<_> = sides.iter().map(|side| side.id).collect();
            assert_eq!(ids.len(), sides.len(), "{}: ids differ", meta.id);
            for side in sides {
                assert!(side.id.bytes().all(|byte| byte.is_ascii_lowercase()));
                assert!(!side.name.is_empty() && !side.about.is_empty());
                assert!(side.about.len() < 100, "one line: {}", side.about);
            }
        }
    }
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

#[test]
fn every_number_of_seats_starts_and_others_are_refused() {
    for &game in GAMES {
        let meta = game.meta();
        let start = |seats| game.start(&Value::Null, seats, &mut Fast::new(1));
        for seats in meta.min_seats..=meta.max_seats {
            assert_eq!(
                start(seats).expect("this many may play").seats(),
                seats,
                "{}",
                meta.id
            );
        }
        for seats in [0, 1, meta.max_seats + 1, 255] {
            assert!(start(seats).is_err(), "{} for {seats}", meta.id);
        }
    }
}

#[test]
fn options_from_outside_are_judged() {
    for &game in GAMES {
        let id = game.meta().id;
        for bad in [
            serde_json::json!({ "no_such_option": 1 }),
            serde_json::json!([]),
            serde_json::json!("x"),
            serde_json::json!(7),
        ] {
            assert!(game.complete_options(&bad).is_err(), "{id} took {bad}");
        }
        for spec in game.option_specs() {
            for value in [
                Value::from(-1),
                Value::from(1e300),
                Value::from("\u{0}x"),
                Value::from(u64::MAX),
            ] {
                let options = serde_json::json!({ spec.name: value });
                let started = game
                    .complete_options(&options)
                    .and_then(|it| game.start(&it, game.meta().min_seats, &mut Fast::new(1)));
                assert!(started.is_err(), "{id} took {options}");
            }
        }
    }
}
