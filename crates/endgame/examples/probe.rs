//! How long a question to the tables takes: `probe FOLDER standard|document`.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use parlor_endgame::{Removal, Tables};

const QUESTIONS: u32 = 4_000_000;

/// Boards with so many stones, drawn by a generator of its own.
fn boards(mover: u32, opponent: u32) -> Vec<(u32, u32)> {
    let mut state = 1u64;
    let mut point = move || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        1 << ((state >> 33) % 24)
    };
    let mut board = || {
        let mut sets = [0u32; 2];
        for (at, count) in [mover, opponent].into_iter().enumerate() {
            while sets[at].count_ones() < count {
                sets[at] |= point() & !sets[1 - at];
            }
        }
        (sets[0], sets[1])
    };
    (0..QUESTIONS).map(|_| board()).collect()
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "data/tables".to_owned());
    let removal = match arguments.next().as_deref() {
        Some("document") => Removal::Document,
        _ => Removal::Standard,
    };
    for (place, memory) in [("memory", Tables::MEMORY), ("disk", 0)] {
        let tables = Tables::open_within(Path::new(&folder), removal, memory);
        for note in tables.notes() {
            println!("{note}");
        }
        for stones in (3..=9).filter(|&stones| tables.covers(stones, stones)) {
            let boards = boards(stones, stones);
            // The first question loads the table.
            black_box(tables.probe(boards[0].0, boards[0].1));
            let time = |ask: &dyn Fn(u32, u32)| {
                let begun = Instant::now();
                for &(mover, opponent) in &boards {
                    ask(mover, opponent);
                }
                begun.elapsed().as_secs_f64() * 1e9 / f64::from(QUESTIONS)
            };
            println!(
                "{stones}-{stones} from {place}: value {:.0} ns, value and distance {:.0} ns",
                time(&|mover, opponent| {
                    black_box(tables.value(mover, opponent));
                }),
                time(&|mover, opponent| {
                    black_box(tables.probe(mover, opponent));
                })
            );
        }
    }
}
