//! All tables up to 4-4 and 5-3, for both removal rules.

#[path = "../common/mod.rs"]
mod common;
mod rules;
mod values;

use common::build_up_to;
use parlor_endgame::{Removal, Tables};

/// Builds once and looks from several sides.
fn check(removal: Removal) {
    let dir = tempfile::tempdir().expect("a folder");
    build_up_to(dir.path(), "4-4", removal);
    build_up_to(dir.path(), "5-3", removal);
    let tables = Tables::open(dir.path(), removal);
    values::check(dir.path(), removal, &tables);
    rules::check(removal, &tables);
    assert_eq!(tables.notes(), [""; 0]);
}

#[test]
fn standard_removal() {
    check(Removal::Standard);
}

#[test]
fn document_removal() {
    check(Removal::Document);
}
