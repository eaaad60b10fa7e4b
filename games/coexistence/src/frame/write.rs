use std::fmt;

use super::grid::{self, FRAME_BYTES, Grid, Half, WIDTH};
use super::{Frame, Player, Turn, text};
use crate::COLUMNS;

impl Frame {
    /// The frame as it goes over the wire.
    pub fn bytes(&self) -> [u8; FRAME_BYTES] {
        let mut bytes = [b'\n'; FRAME_BYTES];
        for (place, line) in bytes.chunks_mut(WIDTH + 1).zip(self.grid().lines()) {
            place[..WIDTH].copy_from_slice(line);
        }
        bytes
    }

    fn grid(&self) -> Grid {
        let mut grid = Grid::empty();
        for (half, player) in [(grid::OPPONENT, &self.opponent), (grid::OWN, &self.own)] {
            write_player(&mut grid, &half, player);
            for (line, sign) in self.turn.signs().into_iter().enumerate() {
                grid.put(half.indicator + line, grid::INDICATOR_COLUMN, &[sign]);
            }
        }
        let round = digit(self.round);
        grid.put(grid::ROUND_LINE, grid::DIGIT_COLUMN, &[round]);
        grid.put(grid::LOG_LINE, grid::LOG_COLUMN, &text::log(&self.log));
        grid
    }
}

fn write_player(grid: &mut Grid, half: &Half, player: &Player) {
    for column in 0..COLUMNS {
        let Some(unit) = player.hand.unit(column) else {
            continue;
        };
        for (line, row) in unit.ascii().into_iter().enumerate() {
            let place = grid::picture_column(column);
            grid.put(half.pictures + line, place, row.as_bytes());
        }
    }
    for (line, row) in text::wrap(&player.name).iter().enumerate() {
        grid.put(half.name + line, grid::NAME_COLUMN, row);
    }
    let score = digit(player.score);
    grid.put(half.score, grid::DIGIT_COLUMN, &[score]);
}

/// There is room for one digit, and the rules need no more.
fn digit(number: u8) -> u8 {
    b'0' + number.min(9)
}

impl Turn {
    fn signs(self) -> [u8; 3] {
        match self {
            Turn::Own => *b"-|v",
            Turn::Opponent => *b"^|-",
            Turn::Over => *b"-|-",
        }
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.grid().lines() {
            for &byte in line {
                fmt::Write::write_char(f, char::from(byte))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
