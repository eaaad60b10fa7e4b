use std::path::Path;

use parlor_risk::Risk;

#[test]
fn playthroughs() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/playthroughs"));
    parlor_testkit::playthrough::check_folder(parlor_engine::entry::<Risk>(), folder);
}
