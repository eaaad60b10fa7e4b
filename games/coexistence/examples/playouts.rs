//! How fast random games are played: `cargo run --release -p parlor-coexistence --example playouts`.

use std::time::Duration;

use parlor_coexistence::{CoExistence, Options};
use parlor_engine::{Fast, Game, playouts};

fn main() {
    let opening = CoExistence::new(&Options::default(), 2, &mut Fast::new(1));
    let opening = opening.expect("the default options are good");
    for _ in 0..3 {
        let done = playouts(&opening, Duration::from_secs(1), 1, 1);
        println!(
            "{:.0} playouts/s, {:.1} million plies/s, {:.1} plies each",
            done.playouts as f64 / done.seconds,
            done.plies as f64 / done.seconds / 1e6,
            done.plies as f64 / done.playouts as f64,
        );
    }
}
