use std::path::Path;

use parlor_engine::entry;
use parlor_marelles::Marelles;

#[test]
fn playthroughs() {
    parlor_testkit::playthrough::check_folder(
        entry::<Marelles>(),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs")),
    );
}
