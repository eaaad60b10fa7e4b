//! How long a question to the tables takes: `probe FOLDER standard|document`.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use parlor_endgame::{Removal, Tables};

const QUESTIONS: usize = 4_000_000;

/// Boards of the given pairs by turns, drawn by a generator of its own.
fn boards(pairs: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut state = 1u64;
    let mut point = move || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        1 << ((state >> 33) % 24)
    };
    let mut board = |(mover, opponent)| {
        let mut sets = [0u32; 2];
        for (at, count) in [mover, opponent].into_iter().enumerate() {
            while sets[at].count_ones() < count {
                sets[at] |= point() & !sets[1 - at];
            }
        }
        (sets[0], sets[1])
    };
    let pairs = pairs.iter().cycle().take(QUESTIONS);
    pairs.map(|&pair| board(pair)).collect()
}

/// Time that this thread has had a core, so that other programs beside it do not count.
fn on_core() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn nanoseconds(boards: &[(u32, u32)], ask: impl Fn(u32, u32)) -> f64 {
    let (begun, core) = (Instant::now(), on_core());
    for &(mover, opponent) in boards {
        ask(mover, opponent);
    }
    let all = match (core, on_core()) {
        (Some(before), Some(after)) => after - before,
        _ => begun.elapsed().as_secs_f64() * 1e9,
    };
    all / boards.len() as f64
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| "data/tables".to_owned());
    let removal = match arguments.next().as_deref() {
        Some("document") => Removal::Document,
        _ => Removal::Standard,
    };
    let begun = Instant::now();
    let tables = Tables::open(Path::new(&folder), removal);
    println!("opened in {:.1} ms", begun.elapsed().as_secs_f64() * 1e3);
    for note in tables.notes() {
        println!("{note}");
    }
    let all: Vec<(u32, u32)> = (3..=9)
        .flat_map(|mover| (3..=9).map(move |opponent| (mover, opponent)))
        .filter(|&(mover, opponent)| tables.covers(mover, opponent))
        .collect();
    let mut sets = vec![("all pairs".to_owned(), all.clone())];
    for &(a, b) in all.iter().filter(|(a, b)| a == b) {
        sets.push((format!("{a}-{b}"), vec![(a, b)]));
    }
    for (name, pairs) in sets.into_iter().filter(|(_, pairs)| !pairs.is_empty()) {
        let boards = boards(&pairs);
        let value = |mover, opponent| {
            black_box(tables.value(mover, opponent));
        };
        let both = |mover, opponent| {
            black_box(tables.probe(mover, opponent));
        };
        let first = nanoseconds(&boards, value);
        println!(
            "{name}: value {:.0} ns ({first:.0} ns while pages are checked), value and distance {:.0} ns",
            nanoseconds(&boards, value),
            nanoseconds(&boards, both),
        );
    }
}
