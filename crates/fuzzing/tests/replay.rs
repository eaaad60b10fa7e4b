//! The corpora of `fuzz/` in every run of the tests: what was found once is not found again.

use std::path::Path;

#[test]
fn every_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for &(name, target) in parlor_fuzzing::TARGETS {
        let mut count = 0;
        let folder = std::fs::read_dir(root.join(name));
        for file in folder.unwrap_or_else(|_| panic!("{name} has a corpus")) {
            let path = file.expect("a file").path();
            let data = std::fs::read(&path).expect("a file");
            eprintln!("{}", path.display());
            target(&data);
            // And what comes of it when it is cut short or torn.
            target(&data[..data.len() / 2]);
            let mut torn = data.clone();
            if let Some(byte) = torn.get_mut(data.len() / 3) {
                *byte = byte.wrapping_add(1);
            }
            target(&torn);
            count += 1;
        }
        assert!(count > 0, "{name} has a corpus");
    }
}
