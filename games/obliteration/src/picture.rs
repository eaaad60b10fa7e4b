//! The board for a terminal: a honeycomb of characters.

use std::fmt::Write as _;

use parlor_engine::Charset;

use crate::hex::{DIRECTIONS, Hex};
use crate::options::Mode;
use crate::state::LastMove;
use crate::view::View;

const ARROWS: [char; 6] = ['↑', '↗', '↘', '↓', '↙', '↖'];

/// Wider boards are drawn without walls, or they would not fit into 100 characters.
const WIDEST_HONEYCOMB: u8 = 31;

/// Characters left of the board.
const MARGIN: usize = 3;

pub(crate) fn draw(view: &View, charset: Charset) -> String {
    let walls = view.columns <= WIDEST_HONEYCOMB;
    let mut canvas = Canvas::new(view, walls, charset);
    for x in 0..view.columns {
        for y in 0..view.rows {
            canvas.hex(view, Hex { x, y });
        }
    }
    if let Some(LastMove { x, y, .. }) = view.last {
        canvas.mark(Hex { x, y });
    }
    let mut text = canvas.finish();
    legend(&mut text, view, charset);
    text
}

struct Canvas {
    lines: Vec<Vec<char>>,
    walls: bool,
    charset: Charset,
}

impl Canvas {
    fn new(view: &View, walls: bool, charset: Charset) -> Canvas {
        let (columns, rows) = (usize::from(view.columns), usize::from(view.rows));
        let width = MARGIN + columns * (if walls { 3 } else { 2 }) + 5;
        // A line of column numbers, the tops of the hexes, two lines for each row and half a row.
        let mut canvas = Canvas {
            lines: vec![vec![' '; width]; 2 * rows + 3],
            walls,
            charset,
        };
        for x in 0..view.columns {
            // Without walls only every other number fits.
            if walls || x % 2 == 0 {
                let (left, _) = canvas.place(Hex { x, y: 0 });
                canvas.write(0, left, &format!("{x:>2}"));
            }
        }
        let last = view.columns - 1;
        for y in 0..view.rows {
            let (_, line) = canvas.place(Hex { x: 0, y });
            canvas.write(line, 0, &format!("{y:>2}"));
            let (left, line) = canvas.place(Hex { x: last, y });
            canvas.write(line, left + 4, &y.to_string());
        }
        canvas
    }

    /// Where the two characters of a hex begin: position and line. Odd columns are half a hex
    /// lower, which is one line.
    fn place(&self, hex: Hex) -> (usize, usize) {
        let step = if self.walls { 3 } else { 2 };
        (
            MARGIN + 1 + step * usize::from(hex.x),
            2 + 2 * usize::from(hex.y) + usize::from(hex.x & 1),
        )
    }

    fn write(&mut self, line: usize, left: usize, text: &str) {
        for (offset, letter) in text.chars().enumerate() {
            if let Some(cell) = self
                .lines
                .get_mut(line)
                .and_then(|line| line.get_mut(left + offset))
            {
                *cell = letter;
            }
        }
    }

    fn hex(&mut self, view: &View, hex: Hex) {
        let (left, line) = self.place(hex);
        if self.walls {
            self.write(line - 1, left, "__");
            self.write(line, left - 1, "/");
            self.write(line, left + 2, "\\");
            self.write(line + 1, left - 1, "\\__/");
        }
        let index = usize::from(hex.x) * usize::from(view.rows) + usize::from(hex.y);
        let at = |text: &str| text.as_bytes().get(index).map_or('?', |&b| char::from(b));
        let (owner, rotation) = (at(&view.owners), at(&view.rotations));
        let pointer = match (self.charset, rotation.to_digit(6)) {
            (Charset::Unicode, Some(digit)) => ARROWS[digit as usize],
            _ => rotation,
        };
        self.write(line, left, &format!("{owner}{pointer}"));
    }

    /// Marks the hex that was turned last.
    fn mark(&mut self, hex: Hex) {
        let (left, line) = self.place(hex);
        self.write(line, left - 1, "[");
        self.write(line, left + 2, "]");
    }

    fn finish(mut self) -> String {
        // Without walls nothing is drawn above the first row.
        if !self.walls {
            self.lines.remove(1);
        }
        let mut text = String::new();
        for line in self.lines {
            let line: String = line.into_iter().collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

fn legend(text: &mut String, view: &View, charset: Charset) {
    let pointers: Vec<String> = (0..6)
        .map(|direction| match charset {
            Charset::Ascii => format!("{direction} {}", DIRECTIONS[direction]),
            Charset::Unicode => format!("{} {}", ARROWS[direction], DIRECTIONS[direction]),
        })
        .collect();
    let _ = writeln!(text, "pointing: {}", pointers.join(", "));
    for seat in &view.seats {
        let letter = char::from(b'A' + seat.seat.0);
        let mark = if view.turn == Some(seat.seat) {
            '>'
        } else {
            ' '
        };
        let you = if view.you == Some(seat.seat) {
            " (you)"
        } else {
            ""
        };
        let _ = write!(
            text,
            "{mark} {letter} Player {}{you}, {}: {} {}, {}",
            seat.seat.0 + 1,
            seat.colour.name,
            seat.hexes,
            if seat.hexes == 1 { "hex" } else { "hexes" },
            seat.score,
        );
        if let Some(share) = &seat.share {
            let _ = write!(text, ", {share} of the board");
        }
        text.push_str(if seat.exit.is_some() { ", out\n" } else { "\n" });
    }
    let _ = write!(text, "  . neutral: {}", view.neutral);
    if let (Mode::Domination, Some(needed)) = (view.mode, view.needed) {
        let _ = write!(text, "; {needed} hexes win");
    }
    text.push('\n');
    if let Some(last) = view.last {
        let letter = char::from(b'A' + last.seat.0);
        let _ = writeln!(text, "last move: {letter} turned [{},{}]", last.x, last.y);
    }
    match (view.verdict, view.turn) {
        (Some(verdict), _) => {
            let _ = writeln!(
                text,
                "PLAYER {} WINS {} after {} turns",
                verdict.winner.0 + 1,
                verdict.reason.words(),
                view.turns
            );
        }
        (None, Some(seat)) => {
            let _ = write!(text, "turn {}", view.turns.saturating_add(1));
            if let Some(limit) = view.turn_limit {
                let _ = write!(text, " of {limit}");
            }
            let letter = char::from(b'A' + seat.0);
            let _ = writeln!(
                text,
                ": {letter} turns one of its hexes a step clockwise; type column,row such as 3,5"
            );
        }
        (None, None) => {}
    }
}
