//! A sixth game as CONTRIBUTING.md tells one to make it: Nim, with one heap. It is as small as a
//! game can be, and it has everything that the guide asks for, in folders called as the guide calls
//! them; where the guide forgets something, this does not compile or fails.

#[path = "games/nim/src/lib.rs"]
mod nim;

use std::fs;
use std::path::{Path, PathBuf};

use parlor_engine::entry;

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sixth")
}

fn house() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn guide() -> String {
    let page = read(&house().join("CONTRIBUTING.md"));
    let (_, guide) = page.split_once("## Adding a sixth game").expect("a guide");
    guide.to_owned()
}

/// All that the guide sets as code: files, folders, names.
fn named(guide: &str) -> Vec<&str> {
    guide.split('`').skip(1).step_by(2).collect()
}

/// Files below a folder, as they are called from there.
fn files(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                walk(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(folder, &mut found);
    let name = |path: &PathBuf| path.strip_prefix(folder).ok()?.to_str().map(str::to_owned);
    found.iter().filter_map(name).collect()
}

/// Steps 3 to 6: what the catalogue asks of a game.
#[test]
fn the_game_has_what_a_game_must_have() {
    parlor_testkit::check_registered(entry::<nim::Nim>(), &here().join("games/nim"));
}

/// The names of the functions that the trait asks for.
fn demanded() -> Vec<String> {
    let source = read(&house().join("crates/engine/src/game.rs"));
    let (_, rules) = source.split_once("pub trait Game").expect("the trait");
    let mut names = Vec::new();
    let mut rest = rules;
    while let Some((_, after)) = rest.split_once("\n    fn ") {
        let (name, _) = after.split_once(['(', '<']).expect("a function has a name");
        let end = after.find([';', '{']).expect("a function ends");
        if after[end..].starts_with(';') {
            names.push(name.to_owned());
        }
        rest = after;
    }
    names
}

#[test]
fn the_guide_names_all_that_the_rules_must_do() {
    let guide = guide();
    let demanded = demanded();
    assert!(demanded.len() > 15, "{demanded:?}");
    for name in demanded {
        let name = name.as_str();
        assert!(named(&guide).contains(&name), "the guide forgets `{name}`");
    }
}

/// What this game needs in order to pass is named by the guide, file by file, and what the guide
/// names in a game's own folder is here.
#[test]
fn the_guide_names_every_file_that_a_game_needs() {
    let guide = guide();
    let named = named(&guide);
    let needed = files(&here());
    assert!(needed.len() > 5, "{needed:?}");
    for file in needed.iter().filter(|file| *file != "main.rs") {
        let name = file.strip_prefix("games/nim/").unwrap_or(file);
        let name = name.replace("nim", "<id>");
        assert!(named.contains(&name.as_str()), "the guide forgets {name}");
    }
    let own = named.iter().filter(|name| {
        let inside = ["src/", "tests/"].iter().any(|it| name.starts_with(it));
        inside || **name == "NOTATION.md"
    });
    for name in own {
        let file = here().join("games/nim").join(name);
        assert!(file.exists(), "the guide asks for {name}");
    }
}

/// Mars has nothing that every game could not have: the places outside its folder that know it are
/// those where a sixth game has to be written down.
#[test]
fn the_guide_names_every_place_that_must_know_a_game() {
    let guide = guide();
    let named = named(&guide);
    let marks = ["parlor-mars", "mars::", "(\"mars\", json"];
    let knows = |file: &&String| {
        let test = file.contains("/tests/") || file.ends_with("tests.rs");
        let source = Path::new(file).extension().is_some_and(|it| it == "rs") && !test;
        let text = || read(&house().join(file));
        (source || file.ends_with("Cargo.toml")) && marks.iter().any(|mark| text().contains(mark))
    };
    let mut places = files(&house().join("crates"));
    for place in &mut places {
        place.insert_str(0, "crates/");
    }
    places.push("Cargo.toml".to_owned());
    let places: Vec<&String> = places.iter().filter(knows).collect();
    assert!(places.len() > 5, "{places:?}");
    for place in places {
        let name = place.replace("mars", "<id>");
        let there = named
            .iter()
            .any(|it| name == *it || (it.ends_with('/') && name.starts_with(it)));
        assert!(there, "the guide forgets {name}");
    }
}

/// Files and folders that the guide names are there, in the house or in the game that is copied.
#[test]
fn all_that_the_guide_names_is_there() {
    let copied = house().join("games/marelles");
    for place in named(&guide()) {
        let plain = place.contains('/') && !place.contains(['<', ' ', '*', '(']);
        let made = place == "tests/playthroughs/first.txt";
        let there = house().join(place).exists() || copied.join(place).exists();
        assert!(!plain || made || there, "there is no {place}");
    }
}
