//! The parts of the command line that other programs use as well.

use std::io;

pub mod engine;

/// A seed nobody can guess.
pub fn random_seed() -> io::Result<parlor_engine::Seed> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(parlor_engine::Seed(bytes))
}
