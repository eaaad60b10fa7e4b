use std::path::Path;

use parlor_obliteration::Obliteration;

#[test]
fn playthroughs() {
    parlor_testkit::playthrough::check_folder(
        parlor_engine::entry::<Obliteration>(),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs")),
    );
}
