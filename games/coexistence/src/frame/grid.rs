/// Lines of a frame.
pub(super) const LINES: usize = 19;
/// Characters of a line, its end aside.
pub(super) const WIDTH: usize = 40;
/// Bytes of a whole frame.
pub const FRAME_BYTES: usize = LINES * (WIDTH + 1);

pub(super) const HEADER: &[u8; WIDTH] = br"/--------------------------------------\";
pub(super) const FOOTER: &[u8; WIDTH] = br"\--------------------------------------/";

/// A frame without cards, names, indicators and message.
const EMPTY: [&[u8; WIDTH]; LINES] = [
    HEADER,
    br"|  A    B    C    D    E    F          |",
    br"|/---\/---\/---\/---\/---\/---\        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"|\---/\---/\---/\---/\---/\---/        |",
    br"|                                    [0]",
    br"<===================================>R0<",
    br"|                                    [0]",
    br"|/---\/---\/---\/---\/---\/---\        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"||   ||   ||   ||   ||   ||   |        |",
    br"|\---/\---/\---/\---/\---/\---/        |",
    br"|  A    B    C    D    E    F          |",
    br"|--------------------------------------|",
    br"|                                      |",
    FOOTER,
];

/// Where the parts of one player's half are; lines and columns count from 1 as on the rule page.
pub(super) struct Half {
    /// First line of the pictures inside the card boxes.
    pub(super) pictures: usize,
    /// First line of the name box.
    pub(super) name: usize,
    /// First line of the turn indicator.
    pub(super) indicator: usize,
    pub(super) score: usize,
}

pub(super) const OPPONENT: Half = Half {
    pictures: 4,
    name: 3,
    indicator: 3,
    score: 8,
};

pub(super) const OWN: Half = Half {
    pictures: 12,
    name: 11,
    indicator: 13,
    score: 10,
};

pub(super) const NAME_COLUMN: usize = 32;
pub(super) const INDICATOR_COLUMN: usize = 39;
/// Of the digit in `[n]` and `R1<`.
pub(super) const DIGIT_COLUMN: usize = 39;
pub(super) const ROUND_LINE: usize = 9;
pub(super) const LOG_LINE: usize = 18;
pub(super) const LOG_COLUMN: usize = 2;
pub(super) const LOG_WIDTH: usize = 38;

/// First column of a card's picture.
pub(super) fn picture_column(card: u8) -> usize {
    3 + 5 * usize::from(card)
}

/// The characters of a frame.
#[derive(Clone, Debug)]
pub(super) struct Grid([[u8; WIDTH]; LINES]);

impl Grid {
    pub(super) fn empty() -> Grid {
        Grid(EMPTY.map(|line| *line))
    }

    pub(super) fn put(&mut self, line: usize, column: usize, text: &[u8]) {
        self.0[line - 1][column - 1..][..text.len()].copy_from_slice(text);
    }

    pub(super) fn get(&self, line: usize, column: usize, length: usize) -> &[u8] {
        &self.0[line - 1][column - 1..][..length]
    }

    pub(super) fn lines(&self) -> &[[u8; WIDTH]; LINES] {
        &self.0
    }
}
