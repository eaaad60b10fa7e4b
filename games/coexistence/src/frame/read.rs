use super::grid::{self, FOOTER, Grid, HEADER, Half, LINES, WIDTH};
use super::{Frame, Player, Turn, text};
use crate::{COLUMNS, Hand, Unit};

/// Finds frames in what a server sends; bytes may come in any portions.
///
/// A header line starts a fresh frame and drops a half-received one. Whatever is no frame is
/// skipped. Memory is fixed, whatever is fed.
#[derive(Clone, Debug)]
pub struct FrameReader {
    line: Line,
    grid: Grid,
    /// Lines received of the current frame; 0 while there is none.
    received: usize,
}

impl Default for FrameReader {
    fn default() -> FrameReader {
        FrameReader {
            line: Line::default(),
            grid: Grid::empty(),
            received: 0,
        }
    }
}

impl FrameReader {
    pub fn new() -> FrameReader {
        FrameReader::default()
    }

    /// Takes the next byte; gives the frame it completes.
    pub fn push(&mut self, byte: u8) -> Option<Frame> {
        if byte != b'\n' {
            self.line.push(byte);
            return None;
        }
        let Line { kept, length, .. } = std::mem::take(&mut self.line);
        let end = length - usize::from(kept[..length].ends_with(b"\r"));
        let start = end.saturating_sub(WIDTH);
        let line = &kept[start..end];
        // A header may stick to the unfinished line it interrupts.
        if line == HEADER {
            self.grid.put(1, 1, line);
            self.received = 1;
            return None;
        }
        if self.received == 0 {
            return None;
        }
        if start > 0 || line.len() < WIDTH {
            self.received = 0;
            return None;
        }
        self.received += 1;
        self.grid.put(self.received, 1, line);
        if self.received < LINES {
            return None;
        }
        self.received = 0;
        Frame::read(&self.grid)
    }

    /// Takes many bytes; gives the frames they complete, in order.
    pub fn read<'a>(&'a mut self, bytes: &'a [u8]) -> impl Iterator<Item = Frame> + 'a {
        bytes.iter().filter_map(|&byte| self.push(byte))
    }
}

/// The last bytes of the line being received: a full line, a `\r`, and one byte more to notice
/// that it is too long.
#[derive(Clone, Copy, Debug)]
struct Line {
    kept: [u8; Line::MOST],
    length: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line {
            kept: [0; Line::MOST],
            length: 0,
        }
    }
}

impl Line {
    const LEAST: usize = WIDTH + 2;
    const MOST: usize = 2 * Line::LEAST;

    fn push(&mut self, byte: u8) {
        if self.length == Line::MOST {
            self.kept.copy_within(Line::MOST - Line::LEAST.., 0);
            self.length = Line::LEAST;
        }
        self.kept[self.length] = byte;
        self.length += 1;
    }
}

impl Frame {
    /// Only what carries meaning is looked at; borders are decoration.
    fn read(grid: &Grid) -> Option<Frame> {
        if grid.get(LINES, 1, WIDTH) != FOOTER {
            return None;
        }
        Some(Frame {
            opponent: read_player(grid, &grid::OPPONENT)?,
            own: read_player(grid, &grid::OWN)?,
            round: read_digit(grid, grid::ROUND_LINE)?,
            turn: read_turn(grid)?,
            log: text::plain(grid.get(grid::LOG_LINE, grid::LOG_COLUMN, grid::LOG_WIDTH)),
        })
    }
}

fn read_player(grid: &Grid, half: &Half) -> Option<Player> {
    let mut hand = Hand::default();
    for column in 0..COLUMNS {
        let place = grid::picture_column(column);
        let rows = [0, 1, 2].map(|line| grid.get(half.pictures + line, place, 3));
        if rows.iter().all(|row| *row == b"   ") {
            continue;
        }
        let unit = Unit::ALL
            .into_iter()
            .find(|unit| unit.ascii().map(str::as_bytes) == rows)?;
        hand.put(column, unit);
    }
    let name = [0, 1, 2, 3, 4].map(|line| grid.get(half.name + line, grid::NAME_COLUMN, text::BOX));
    Some(Player {
        name: text::unwrap(name),
        hand,
        score: read_digit(grid, half.score)?,
    })
}

fn read_digit(grid: &Grid, line: usize) -> Option<u8> {
    let digit = grid.get(line, grid::DIGIT_COLUMN, 1)[0];
    digit.is_ascii_digit().then(|| digit - b'0')
}

/// Judged by the indicators' column only: names may hold any letter. Both at once is no frame.
fn read_turn(grid: &Grid) -> Option<Turn> {
    let shows = |sign: u8| {
        [grid::OPPONENT, grid::OWN].iter().any(|half| {
            (0..3).any(|line| grid.get(half.indicator + line, grid::INDICATOR_COLUMN, 1) == [sign])
        })
    };
    match (shows(b'v'), shows(b'^')) {
        (true, false) => Some(Turn::Own),
        (false, true) => Some(Turn::Opponent),
        (false, false) => Some(Turn::Over),
        (true, true) => None,
    }
}
