use crate::Value;
use crate::packed::{DRAW, LOSS, UNUSED, WIN};

/// What is known of a board, as a number that is the larger the better it is for the side to move:
/// long losses are better than short ones, short wins better than long ones. So the best ply is the
/// one with the smallest cell behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell(pub(super) u16);

const DRAWN: u16 = 256;
const WON: u16 = 3 * 256 - 1;

impl Cell {
    /// Also what is not decided, or not yet.
    pub const DRAW: Cell = Cell(DRAWN);
    /// No board leads to this slot.
    pub const UNUSED: Cell = Cell(u16::MAX);

    #[inline]
    pub const fn win(distance: u8) -> Cell {
        Cell(WON - distance as u16)
    }

    #[inline]
    pub const fn loss(distance: u8) -> Cell {
        Cell(distance as u16)
    }

    /// Of a board whose best ply leads to this one. Distances of 255 are refused before.
    #[inline]
    pub(super) fn before(self) -> Cell {
        match self.0 {
            DRAWN => Cell::DRAW,
            loss if loss < DRAWN => Cell(WON - 1 - loss),
            win => Cell(WON - win + 1),
        }
    }

    /// The code that [`crate::Packed`] packs.
    #[inline]
    pub(crate) fn code(self) -> u8 {
        match self.0 {
            DRAWN => DRAW,
            u16::MAX => UNUSED,
            loss if loss < DRAWN => LOSS,
            _ => WIN,
        }
    }

    /// What a code says, with a distance if one is known.
    pub(crate) fn from_code(code: u8, distance: u8) -> Cell {
        match code {
            DRAW => Cell::DRAW,
            WIN => Cell::win(distance),
            LOSS => Cell::loss(distance),
            _ => Cell::UNUSED,
        }
    }

    /// `None` in a slot without a board.
    pub fn value(self) -> Option<Value> {
        crate::packed::decode(self.code())
    }

    /// Plies to the next decisive capture or the end; `None` for draws and slots without a board.
    pub fn distance(self) -> Option<u8> {
        match self.code() {
            WIN => Some((WON - self.0) as u8),
            LOSS => Some(self.0 as u8),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_ply_has_the_smallest_cell() {
        let rising = [
            Cell::loss(0),
            Cell::loss(7),
            Cell::loss(254),
            Cell::DRAW,
            Cell::win(254),
            Cell::win(3),
            Cell::win(1),
        ];
        assert!(rising.is_sorted());
        assert_eq!(Cell::loss(0).before(), Cell::win(1));
        assert_eq!(Cell::loss(6).before(), Cell::win(7));
        assert_eq!(Cell::win(7).before(), Cell::loss(8));
        assert_eq!(Cell::win(0).before(), Cell::loss(1));
        assert_eq!(Cell::DRAW.before(), Cell::DRAW);
        for cell in rising {
            let again = Cell::from_code(cell.code(), cell.distance().unwrap_or(0));
            assert_eq!(again, cell);
        }
        assert_eq!(Cell::UNUSED.value(), None);
    }
}
