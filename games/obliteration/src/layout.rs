//! Where the hexes are in a board's arrays.

use crate::hex::{Grid, Hex, STEPS};

/// Cells are stored column by column, with a cell of padding above each column and a column of it
/// on either side: these stand for the outside, so that a step needs no bounds test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    columns: u32,
    /// Cells from one column to the next.
    stride: u32,
    /// A multiplication in place of a division by the stride.
    reciprocal: u32,
    words: u32,
    /// How far away in the cells a neighbour is, from even and from odd columns. Eight entries
    /// rather than six, so that three bits of direction are always a good index.
    jumps: [[i16; 8]; 2],
}

/// Exact for all cells of the largest board, as 41 * 1764 is less than two to this power.
const RECIPROCAL_SHIFT: u32 = 17;

impl Layout {
    pub(crate) fn of(grid: Grid) -> Layout {
        let (columns, stride) = (u32::from(grid.columns), u32::from(grid.rows) + 1);
        let mut jumps = [[0; 8]; 2];
        for (jumps, steps) in jumps.iter_mut().zip(STEPS) {
            for (jump, (dx, dy)) in jumps.iter_mut().zip(steps) {
                *jump = i16::from(dx) * stride as i16 + i16::from(dy);
            }
        }
        Layout {
            columns,
            stride,
            reciprocal: (1u32 << RECIPROCAL_SHIFT).div_ceil(stride),
            words: ((columns + 2) * stride + 1).div_ceil(64),
            jumps,
        }
    }

    /// Number of cells with all padding.
    pub(crate) fn cells(&self) -> usize {
        ((self.columns + 2) * self.stride + 1) as usize
    }

    /// Number of words that a set of cells takes.
    pub(crate) fn words(&self) -> usize {
        self.words as usize
    }

    /// The cell of the first hex, and how many cells there are from it to the last one.
    pub(crate) fn span(&self) -> (usize, u32) {
        (self.stride as usize + 1, self.columns * self.stride - 1)
    }

    pub(crate) fn at(&self, hex: Hex) -> usize {
        ((u32::from(hex.x) + 1) * self.stride + 1 + u32::from(hex.y)) as usize
    }

    /// The hex of a cell that is not padding.
    pub(crate) fn hex_at(&self, at: usize) -> Hex {
        let column = (at as u32 * self.reciprocal) >> RECIPROCAL_SHIFT;
        Hex {
            x: (column - 1) as u8,
            y: (at as u32 - column * self.stride - 1) as u8,
        }
    }

    /// The cell one step away from a cell in the given column.
    pub(crate) fn beside(&self, at: usize, column: u8, direction: u16) -> usize {
        let jump = self.jumps[usize::from(column & 1)][usize::from(direction & 7)];
        at.wrapping_add_signed(isize::from(jump))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_hexes_are_inverse_and_steps_agree() {
        for (columns, rows) in
            (1..=40).flat_map(|columns| (1..=40).map(move |rows| (columns, rows)))
        {
            let grid = Grid { columns, rows };
            let layout = Layout::of(grid);
            let (first, span) = layout.span();
            for hex in grid.hexes() {
                let at = layout.at(hex);
                assert!((first..first + span as usize).contains(&at));
                assert_eq!(layout.hex_at(at), hex);
                for direction in 0..6u8 {
                    let beside = layout.beside(at, hex.x, u16::from(direction));
                    assert!(beside < layout.cells());
                    match grid.neighbour(hex, direction) {
                        Some(next) => assert_eq!(beside, layout.at(next)),
                        // Padding: no hex has this cell.
                        None => assert!(
                            beside.is_multiple_of(usize::from(rows) + 1)
                                || beside < first
                                || beside >= first + span as usize
                        ),
                    }
                }
            }
        }
    }
}
