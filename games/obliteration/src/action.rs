//! The one action there is, and its notation.

use std::fmt::Write as _;

use parlor_describe::TS;
use parlor_engine::Rejection;
use serde::{Deserialize, Serialize};

use crate::hex::Hex;

/// What a seat does in its turn (section 2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Turn the own hex in column `x`, row `y` one step clockwise.
    Turn { x: u16, y: u16 },
}

impl From<Hex> for Action {
    fn from(hex: Hex) -> Action {
        Action::Turn {
            x: u16::from(hex.x),
            y: u16::from(hex.y),
        }
    }
}

impl Action {
    pub(crate) fn notate_into(self, text: &mut String) {
        let Action::Turn { x, y } = self;
        // Writing into a string cannot fail.
        let _ = write!(text, "{x},{y}");
    }

    /// Column and row with a comma between them; blanks around the numbers do not matter.
    pub(crate) fn parse(text: &str) -> Result<Action, Rejection> {
        // Digits only: the standard parser would also take a plus sign.
        let number = |text: &str| {
            let text = text.trim();
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| text.parse().ok()).flatten()
        };
        text.split_once(',')
            .and_then(|(x, y)| {
                Some(Action::Turn {
                    x: number(x)?,
                    y: number(y)?,
                })
            })
            .ok_or_else(|| Rejection::notation("column,row of a hex, such as 3,5"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_with_blanks() {
        for text in ["3,5", " 3,5 ", "3, 5", "3 ,5", "03,005", "\t3 , 5\n"] {
            assert_eq!(
                Action::parse(text),
                Ok(Action::Turn { x: 3, y: 5 }),
                "{text:?}"
            );
        }
        assert_eq!(Action::parse("300,2"), Ok(Action::Turn { x: 300, y: 2 }));
    }

    #[test]
    fn refuses_junk() {
        let long = "9".repeat(10_000);
        let comma = ",".repeat(10_000);
        for text in [
            "",
            ",",
            "3",
            "3,",
            ",5",
            "3,5,7",
            "-1,0",
            "+1,0",
            "1.0,2",
            "a,b",
            "(3,5)",
            "3 5",
            "٣,٥",
            "3，5",
            "🂡",
            "99999999999,0",
            "65536,0",
            "1 2,3",
            "0x1,2",
            &long,
            &comma,
        ] {
            let refused = Action::parse(text).unwrap_err();
            assert_eq!(refused.code, "notation", "{text:?}");
        }
    }
}
