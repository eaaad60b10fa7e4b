//! Actions and their text, `x,y-x,y`.

use std::fmt;

use parlor_describe::TS;
use parlor_engine::Rejection;
use serde::{Deserialize, Serialize};

use crate::Tile;

/// One unit acts on one tile; what lies there decides whether it moves, swaps or attacks (4.2).
///
/// The coordinates come from outside and may lie off the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// `[x, y]` of the unit.
    pub from: [i16; 2],
    pub to: [i16; 2],
}

impl Act {
    pub fn new(from: Tile, to: Tile) -> Act {
        let point = |tile: Tile| [i16::from(tile.x()), i16::from(tile.y())];
        Act {
            from: point(from),
            to: point(to),
        }
    }

    /// `None` for what lies off the board.
    pub fn tiles(self) -> (Option<Tile>, Option<Tile>) {
        let tile = |[x, y]: [i16; 2]| Tile::new(x, y);
        (tile(self.from), tile(self.to))
    }
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Act { from, to } = self;
        write!(f, "{},{}-{},{}", from[0], from[1], to[0], to[1])
    }
}

pub(crate) fn parse(text: &str) -> Result<Act, Rejection> {
    let mut reader = Reader(text);
    let mut read = || {
        let from = reader.point()?;
        reader.sign('-')?;
        let to = reader.point()?;
        reader.end()?;
        Some(Act { from, to })
    };
    read().ok_or_else(|| {
        Rejection::notation("the unit's tile and the target as x,y-x,y, for example 7,3-6,3")
    })
}

/// Blanks may stand between any two parts.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t']);
    }

    fn sign(&mut self, sign: char) -> Option<()> {
        self.skip_blanks();
        self.0 = self.0.strip_prefix(sign)?;
        Some(())
    }

    fn end(&mut self) -> Option<()> {
        self.0.trim().is_empty().then_some(())
    }

    /// Up to three digits, perhaps with a minus: enough to name any tile on or off the board.
    fn number(&mut self) -> Option<i16> {
        self.skip_blanks();
        let digits = self.0.strip_prefix('-').unwrap_or(self.0);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        if !(1..=3).contains(&count) {
            return None;
        }
        let (number, rest) = self.0.split_at(self.0.len() - digits.len() + count);
        self.0 = rest;
        number.parse().ok()
    }

    fn point(&mut self) -> Option<[i16; 2]> {
        let x = self.number()?;
        self.sign(',')?;
        Some([x, self.number()?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_nothing_else() {
        let act = Act {
            from: [7, 3],
            to: [6, 3],
        };
        assert_eq!(act.to_string(), "7,3-6,3");
        for text in ["7,3-6,3", " 7,3-6,3 ", "7 , 3 - 6 , 3", "\t07,3-6,003\r\n"] {
            assert_eq!(parse(text), Ok(act), "{text:?}");
        }
        let off = Act {
            from: [0, 0],
            to: [-1, 0],
        };
        assert_eq!(parse("0,0--1,0"), Ok(off));
        assert_eq!(parse(&off.to_string()), Ok(off));
        let garbage = "9,".repeat(5_000);
        for text in [
            "",
            "-",
            "pass",
            "7,3",
            "7,3-",
            "7,3-6",
            "7,3-6,3,",
            "7,3-6,3 7,3-6,3",
            "7;3-6;3",
            "7,3 6,3",
            "7,3−6,3",
            "٧,3-6,3",
            "+7,3-6,3",
            "7.0,3-6,3",
            "7,3---6,3",
            "1000,3-6,3",
            "99999999999999999999,3-6,3",
            garbage.as_str(),
        ] {
            assert_eq!(
                parse(text).map_err(|refused| refused.code),
                Err("notation".into()),
                "{text:?}"
            );
        }
    }
}
