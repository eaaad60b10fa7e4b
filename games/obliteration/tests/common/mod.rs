//! The original program's depth-first conversion (section 2.4) and small helpers.
#![allow(dead_code, reason = "not every test file uses everything")]

use parlor_engine::Seat;
use parlor_obliteration::{Board, Event, Grid, Hex};

pub(crate) const fn hex(x: u8, y: u8) -> Hex {
    Hex { x, y }
}

/// What the board says, without any of its own bookkeeping.
pub(crate) struct Plain {
    pub(crate) grid: Grid,
    pub(crate) owners: Vec<Option<Seat>>,
    pub(crate) rotations: Vec<u8>,
}

impl Plain {
    pub(crate) fn of(board: &Board) -> Plain {
        let grid = board.grid();
        Plain {
            grid,
            owners: grid.hexes().map(|hex| board.owner(hex)).collect(),
            rotations: grid.hexes().map(|hex| board.rotation(hex)).collect(),
        }
    }

    pub(crate) fn owner(&self, hex: Hex) -> Option<Seat> {
        self.owners[self.grid.index(hex)]
    }

    pub(crate) fn target(&self, hex: Hex) -> Option<Hex> {
        self.grid
            .neighbour(hex, self.rotations[self.grid.index(hex)])
    }

    /// Turns the hex and returns the levels of the original, without its blank tail. There is no
    /// gate in it; nothing is repainted.
    pub(crate) fn levels(&mut self, seat: Seat, turned: Hex) -> Vec<Vec<Hex>> {
        let index = self.grid.index(turned);
        self.rotations[index] = (self.rotations[index] + 1) % 6;
        let mut visited = vec![false; self.grid.len()];
        let mut levels = Vec::new();
        self.visit(seat, turned, 0, &mut visited, &mut levels);
        levels
    }

    /// Whether the turned hex points at something that can be converted.
    pub(crate) fn is_gate_open(&self, seat: Seat, turned: Hex) -> bool {
        self.target(turned)
            .is_some_and(|target| self.owner(target) != Some(seat))
    }

    fn visit(
        &self,
        seat: Seat,
        hex: Hex,
        level: usize,
        visited: &mut [bool],
        levels: &mut Vec<Vec<Hex>>,
    ) {
        visited[self.grid.index(hex)] = true;
        if levels.len() == level {
            levels.push(Vec::new());
        }
        levels[level].push(hex);
        let ahead = self.target(hex);
        let behind = (0..6)
            .filter_map(|direction| self.grid.neighbour(hex, direction))
            .filter(|&other| self.target(other) == Some(hex));
        for next in ahead.into_iter().chain(behind) {
            if self.owner(next) != Some(seat) && !visited[self.grid.index(next)] {
                self.visit(seat, next, level + 1, visited, levels);
            }
        }
    }
}

pub(crate) fn sorted(levels: &[Vec<Hex>]) -> Vec<Hex> {
    let mut all: Vec<Hex> = levels.iter().flatten().copied().collect();
    all.sort_unstable();
    all
}

/// Reads `(0,2) | (1,1) | (0,3) (2,3)`.
pub(crate) fn parse_waves(text: &str) -> Vec<Vec<Hex>> {
    text.split('|')
        .map(|wave| {
            wave.split_whitespace()
                .map(|cell| {
                    let inner = cell.trim_matches(['(', ')']);
                    let (x, y) = inner.split_once(',').expect("a hex is (x,y)");
                    hex(x.parse().unwrap(), y.parse().unwrap())
                })
                .collect()
        })
        .collect()
}

/// The conversions among some events.
pub(crate) fn conversions(events: &[Event]) -> Vec<(Hex, Option<Seat>)> {
    events
        .iter()
        .filter_map(|event| match *event {
            Event::Converted { x, y, from, .. } => Some((hex(x, y), from)),
            _ => None,
        })
        .collect()
}
