//! Plies per second of random play: `cargo run --release -p parlor-marelles --example playouts`.

use std::time::Duration;

use parlor_engine::{Fast, Game, playouts};
use parlor_marelles::{Marelles, Options};

fn main() {
    let usual = Options::default();
    let sets = [
        ("default", usual),
        (
            "no repetition",
            Options {
                repetition: 0,
                ..usual
            },
        ),
        (
            "standard, no repetition, 200 plies",
            Options {
                removal: parlor_marelles::Removal::Standard,
                repetition: 0,
                no_capture: 0,
                max_plies: 200,
                ..usual
            },
        ),
    ];
    for (name, options) in sets {
        let state = Marelles::new(&options, 2, &mut Fast::new(1)).expect("good options");
        let done = playouts(&state, Duration::from_secs(2), 1, 1);
        println!(
            "{name}: {:.1} M plies/s, {:.1} plies a game",
            done.plies as f64 / done.seconds / 1e6,
            done.plies as f64 / done.playouts as f64
        );
    }
}
