//! Tables in a folder of the test's own.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::Path;

use parlor_endgame::Removal;
use parlor_endgame::build::{Plan, build};

pub(crate) fn plan(dir: &Path, up_to: &str, removal: Removal) -> Plan {
    Plan {
        dir: dir.to_owned(),
        removal,
        up_to: up_to.parse().expect("a pair"),
        threads: 0,
        verify: false,
    }
}

pub(crate) fn build_up_to(dir: &Path, up_to: &str, removal: Removal) {
    build(&plan(dir, up_to, removal), &()).expect("it is built");
}
