/// Commands of several people to one node, its tables, pairing and matches, with time that passes,
/// connections that break and a store that fails: everything told must be true, and everything asked
/// answered.
pub fn commands(data: &[u8]) {
    if let Err(what) = parlor_simulation::script(data) {
        panic!("{what}");
    }
}
