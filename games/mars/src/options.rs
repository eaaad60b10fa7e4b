use parlor_describe::TS;
use parlor_engine::{OptionSpec, Rejection};
use serde::{Deserialize, Serialize};

const TURNS: (u16, u16) = (2, 1000);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Actions of both sides together, after which the scores decide (4.4).
    pub turns: u16,
    /// Whether a finished game shows the whole board to everybody (section 6 allows it).
    pub reveal_at_end: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            turns: 100,
            reveal_at_end: false,
        }
    }
}

impl Options {
    pub(crate) fn specs() -> Vec<OptionSpec> {
        let standard = Options::default();
        vec![
            OptionSpec::number(
                "turns",
                i64::from(standard.turns),
                (i64::from(TURNS.0), i64::from(TURNS.1)),
                "How many actions, both sides counted together, until the scores decide; an even number",
            ),
            OptionSpec::flag(
                "reveal_at_end",
                standard.reveal_at_end,
                "Show the whole board to everybody when the game is over",
            ),
        ]
    }

    pub(crate) fn check(self) -> Result<(), Rejection> {
        if (TURNS.0..=TURNS.1).contains(&self.turns) {
            return Ok(());
        }
        Err(self.wrong())
    }

    /// Both sides act equally often (section 6, connection lost). Matches from before this was asked
    /// go on with the number they have.
    pub(crate) fn check_new(self) -> Result<(), Rejection> {
        if self.turns.is_multiple_of(2) {
            return self.check();
        }
        Err(self.wrong())
    }

    fn wrong(self) -> Rejection {
        Rejection::option(format!(
            "turns must be an even number from {} to {}, not {}",
            TURNS.0, TURNS.1, self.turns
        ))
    }
}
