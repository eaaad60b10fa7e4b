//! The grid of hexes: coordinates, directions, neighbours (sections 1.1 to 1.3).

use serde::{Deserialize, Serialize};

/// A hex by column and row. The order is that of the index, `x * rows + y`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hex {
    pub x: u8,
    pub y: u8,
}

/// What each rotation points to, clockwise from the top (section 1.2).
pub const DIRECTIONS: [&str; 6] = [
    "up",
    "upper right",
    "lower right",
    "down",
    "lower left",
    "upper left",
];

/// Steps as (dx, dy) for even and odd columns (section 1.3). Odd columns sit half a hex lower.
pub(crate) const STEPS: [[(i8, i8); 6]; 2] = [
    [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)],
    [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)],
];

/// A full rectangle of hexes without holes or wrap-around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    pub columns: u8,
    pub rows: u8,
}

impl Grid {
    pub fn len(self) -> usize {
        usize::from(self.columns) * usize::from(self.rows)
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    pub fn contains(self, hex: Hex) -> bool {
        hex.x < self.columns && hex.y < self.rows
    }

    pub fn index(self, hex: Hex) -> usize {
        usize::from(hex.x) * usize::from(self.rows) + usize::from(hex.y)
    }

    /// All hexes in the order of their index.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (0..self.columns).flat_map(move |x| (0..self.rows).map(move |y| Hex { x, y }))
    }

    /// The neighbour in a direction, or `None` if that is outside.
    pub fn neighbour(self, hex: Hex, direction: u8) -> Option<Hex> {
        let (dx, dy) = STEPS[usize::from(hex.x & 1)][usize::from(direction % 6)];
        let next = Hex {
            x: hex.x.checked_add_signed(dx)?,
            y: hex.y.checked_add_signed(dy)?,
        };
        self.contains(next).then_some(next)
    }
}

/// Steps from one hex to the other, walls aside.
pub fn distance(a: Hex, b: Hex) -> u32 {
    // Axial coordinates: s is constant along the direction "lower right".
    let axial = |hex: Hex| {
        let x = i32::from(hex.x);
        (x, i32::from(hex.y) - (x - (x & 1)) / 2)
    };
    let ((qa, sa), (qb, sb)) = (axial(a), axial(b));
    let (dq, ds) = (qa - qb, sa - sb);
    dq.unsigned_abs()
        .max(ds.unsigned_abs())
        .max((dq + ds).unsigned_abs())
}
