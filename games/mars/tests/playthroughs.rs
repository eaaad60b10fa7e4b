//! Golden playthroughs.

use std::path::Path;

use parlor_engine::entry;
use parlor_mars::Mars;

#[test]
fn playthroughs() {
    parlor_testkit::playthrough::check_folder(
        entry::<Mars>(),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs")),
    );
}
