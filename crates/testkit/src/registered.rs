//! What must hold for every game of the list, whatever it is.

use std::collections::BTreeSet;
use std::path::Path;

use parlor_engine::{AnyGame, Fast, OptionKind};
use serde_json::{Value, json};

use crate::playthrough;

/// Everything below, of a game and its folder.
pub fn check_registered(game: &'static dyn AnyGame, folder: &Path) {
    playthrough::check_folder(game, &folder.join("tests/playthroughs"));
    has_a_page_on_its_notation(game, &folder.join("NOTATION.md"));
    option_specs_agree_with_the_options(game);
    sides_are_told_apart(game);
    every_number_of_seats_starts_and_others_are_refused(game);
    options_from_outside_are_judged(game);
}

/// It explains every option, and every word in which the rules refuse.
fn has_a_page_on_its_notation(game: &dyn AnyGame, page: &Path) {
    let text = std::fs::read_to_string(page).unwrap_or_default();
    let page = page.display();
    assert!(text.len() > 500, "{page} is missing or says nothing");
    for spec in game.option_specs() {
        assert!(text.contains(spec.name), "{page} forgets {}", spec.name);
    }
    for word in game.refusals() {
        assert!(text.contains(&format!("`{word}`")), "{page} forgets {word}");
    }
}

fn option_specs_agree_with_the_options(game: &dyn AnyGame) {
    let id = game.meta().id;
    let defaults = game.complete_options(&Value::Null);
    let defaults = defaults.expect("defaults are good");
    let specs = game.option_specs();
    let named: BTreeSet<_> = specs.iter().map(|spec| spec.name).collect();
    let real = defaults.as_object().expect("options are an object");
    let real: BTreeSet<_> = real.keys().map(String::as_str).collect();
    assert_eq!(named, real, "{id}: every option is described");
    for spec in specs {
        let name = spec.name;
        assert_eq!(defaults[name], spec.default, "{id}: default of {name}");
        assert!(!spec.about.is_empty());
    }
}

/// Whoever chooses a side reads what it is; on text ports its id is typed.
fn sides_are_told_apart(game: &dyn AnyGame) {
    let meta = game.meta();
    let usual = game.complete_options(&Value::Null).expect("defaults");
    let mut all = vec![game.sides(&usual)];
    for spec in game.option_specs() {
        if let OptionKind::Choice { values } = &spec.kind {
            for value in values {
                let options = json!({ spec.name: value });
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

fn every_number_of_seats_starts_and_others_are_refused(game: &dyn AnyGame) {
    let meta = game.meta();
    let start = |seats| game.start(&Value::Null, seats, &mut Fast::new(1));
    for seats in meta.min_seats..=meta.max_seats {
        let started = start(seats).expect("this many may play");
        assert_eq!(started.seats(), seats, "{}", meta.id);
    }
    for seats in [0, 1, meta.max_seats + 1, 255] {
        assert!(start(seats).is_err(), "{} for {seats}", meta.id);
    }
}

fn options_from_outside_are_judged(game: &dyn AnyGame) {
    let id = game.meta().id;
    for bad in [
        json!({ "no_such_option": 1 }),
        json!([]),
        json!("x"),
        json!(7),
    ] {
        assert!(game.complete_options(&bad).is_err(), "{id} took {bad}");
    }
    for spec in game.option_specs() {
        for value in [json!(-1), json!(1e300), json!("\u{0}x"), json!(u64::MAX)] {
            let options = json!({ spec.name: value });
            let started = game
                .complete_options(&options)
                .and_then(|it| game.start(&it, game.meta().min_seats, &mut Fast::new(1)));
            assert!(started.is_err(), "{id} took {options}");
        }
    }
}
