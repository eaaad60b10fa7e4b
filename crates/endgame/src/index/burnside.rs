use parlor_marelles::board::{POINTS, Point};
use parlor_marelles::symmetry::{SYMMETRIES, Symmetry};

use crate::Stones;

const SIZE: usize = 10;

/// The number of boards up to symmetry (§5.3), without enumerating any: the mean over the
/// symmetries of the boards that each leaves as they are. Those colour every cycle of the symmetry
/// with one colour, so they are a coefficient of the product over cycles of `1 + xⁿ + yⁿ`.
pub fn boards(stones: Stones) -> u64 {
    let fixed: u64 = Symmetry::all()
        .map(|symmetry| fixed_boards(symmetry, stones))
        .sum();
    fixed / SYMMETRIES as u64
}

fn fixed_boards(symmetry: Symmetry, stones: Stones) -> u64 {
    let mut ways = [[0u64; SIZE]; SIZE];
    ways[0][0] = 1;
    for length in cycles(symmetry) {
        for a in (0..SIZE).rev() {
            for b in (0..SIZE).rev() {
                if a >= length {
                    ways[a][b] += ways[a - length][b];
                }
                if b >= length {
                    ways[a][b] += ways[a][b - length];
                }
            }
        }
    }
    ways[usize::from(stones.mover)][usize::from(stones.opponent)]
}

fn cycles(symmetry: Symmetry) -> Vec<usize> {
    let mut seen = 0u32;
    let mut lengths = Vec::new();
    for start in (0..POINTS as u8).map(Point) {
        let (mut at, mut length) = (start, 0);
        while seen & at.bit() == 0 {
            seen |= at.bit();
            at = symmetry.point(at);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}
