//! The page is built by npm beforehand, or meanwhile (scripts/run.sh): whoever builds it holds a lock.
//! Without a page the program still builds and says so.

use std::fs::File;

fn main() {
    let page = "../../web/dist";
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo:warning=cannot make {page}: {error}");
    }
    if let Ok(building) = File::open("../../web/.building") {
        // Where there are no locks nobody builds both at once.
        let _ = building.lock_shared();
    }
    println!("cargo:rerun-if-changed={page}");
}
