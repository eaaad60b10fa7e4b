//! The page is built by npm beforehand. Without it the program still builds and says so.

fn main() {
    let page = "../../web/dist";
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo:warning=cannot make {page}: {error}");
    }
    println!("cargo:rerun-if-changed={page}");
}
