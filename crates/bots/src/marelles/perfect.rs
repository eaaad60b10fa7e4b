//! End games that are solved. Tables are found in a folder when they are first needed; without
//! them, or where they do not reach, a search plays on by itself.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use parlor_endgame::{Tables, Value};
use parlor_marelles::Removal;

use crate::alphabeta::WIN;

/// Where tables are looked for unless somebody says otherwise.
const USUAL: &str = "data/tables";
/// A known win is worth less than one that the search sees to its end.
pub(super) const KNOWN: i32 = WIN - 5_000;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Says where tables are, before anybody plays. Later calls change nothing.
pub fn use_tables(folder: &Path) {
    let _ = FOLDER.set(folder.to_owned());
}

/// What the tables of both removal rules lack or have wrong, and how to build them, for people.
pub fn table_notes() -> Vec<String> {
    let both = [Removal::Standard, Removal::Document];
    both.into_iter()
        .flat_map(|removal| all(removal).notes())
        .collect()
}

fn all(removal: Removal) -> &'static Tables {
    static STANDARD: OnceLock<Tables> = OnceLock::new();
    static DOCUMENT: OnceLock<Tables> = OnceLock::new();
    let kept = match removal {
        Removal::Standard => &STANDARD,
        Removal::Document => &DOCUMENT,
    };
    kept.get_or_init(|| {
        let folder = FOLDER.get().map_or(Path::new(USUAL), PathBuf::as_path);
        Tables::open(folder, removal)
    })
}

/// What is known of a board with empty hands: the score of the side to move, and in how many plies
/// the next capture decides.
pub(super) fn known(removal: Removal, own: u32, enemy: u32) -> Option<(i32, u32)> {
    let entry = all(removal).probe(own, enemy)?;
    let plies = u32::from(entry.distance.unwrap_or(0));
    Some(match entry.value {
        Value::Win => (KNOWN - plies as i32, plies),
        Value::Draw => (0, 0),
        Value::Loss => (plies as i32 - KNOWN, plies),
    })
}

/// The value of a board by its stones alone, after so many plies while stones are placed.
pub(super) fn value(removal: Removal, placing: Option<u8>, own: u32, enemy: u32) -> Option<Value> {
    let tables = all(removal);
    match placing {
        Some(ply) => tables.placing_value(ply, own, enemy),
        None => tables.value(own, enemy),
    }
}
