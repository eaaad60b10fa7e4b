use std::path::Path;

use parlor_coexistence::CoExistence;

#[test]
fn playthroughs() {
    parlor_testkit::playthrough::check_folder(
        parlor_engine::entry::<CoExistence>(),
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs")),
    );
}
