//! A sixth game as CONTRIBUTING.md tells one to make it: Nim, with one heap. It is as small as a
//! game can be, and it has everything that the guide asks for; where the guide forgets something,
//! this does not compile or fails.

mod nim;

use std::path::Path;

use nim::{Action, Nim, Options};
use parlor_engine::{Chance, entry};
use parlor_testkit::Specimen;

const HERE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sixth");

impl Specimen for Nim {
    const LONGEST: u32 = 100;
    const TYPES: &'static str = "crates/testkit/tests/sixth/generated";

    fn cases() -> Vec<(u8, Options)> {
        [1, 7, 100].map(|heap| (2, Options { heap })).to_vec()
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        Action::Take {
            count: chance.below(6) as u8,
        }
    }
}

parlor_testkit::conformance!(Nim);

#[test]
fn playthroughs() {
    let folder = Path::new(HERE).join("playthroughs");
    parlor_testkit::playthrough::check_folder(entry::<Nim>(), &folder);
}

/// The names of the functions and types that the trait asks for.
fn demanded() -> Vec<String> {
    let source = Path::new(HERE).join("../../../engine/src/game.rs");
    let source = std::fs::read_to_string(source).expect("the trait is readable");
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
    let guide = Path::new(HERE).join("../../../../CONTRIBUTING.md");
    let guide = std::fs::read_to_string(guide).expect("the guide is readable");
    let demanded = demanded();
    assert!(demanded.len() > 15, "{demanded:?}");
    for name in demanded {
        assert!(
            guide.contains(&format!("`{name}`")),
            "the guide forgets `{name}`"
        );
    }
    // Files and folders that it names are there, in the house or in the game that is copied.
    let root = Path::new(HERE).join("../../../..");
    let copied = root.join("games/marelles");
    for place in guide.split('`').skip(1).step_by(2) {
        let plain = place.contains('/') && !place.contains(['<', ' ', '*', '(']);
        let made = place == "tests/playthroughs/first.txt";
        let there = root.join(place).exists() || copied.join(place).exists();
        assert!(!plain || made || there, "there is no {place}");
    }
}
