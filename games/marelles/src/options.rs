use parlor_describe::TS;
use parlor_engine::{OptionSpec, Rejection};
use serde::{Deserialize, Serialize};

/// What the players agree on before the game. The last three are conduct: the table reads them,
/// the rules only where a clock or an agreement ends the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    pub removal: Removal,
    /// The n-th occurrence of a position draws; 0 is off (§2.6).
    pub repetition: u32,
    /// So many plies without a removal draw; 0 is off.
    pub no_capture: u32,
    /// So many plies altogether draw; 0 is off.
    pub max_plies: u32,
    pub first: First,
    pub undo: Undo,
    pub timeout: Timeout,
    pub draw_by_agreement: bool,
}

/// Which stones a mill may take (§2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Removal {
    /// Stones in mills are protected from placements only.
    #[default]
    Document,
    /// The tournament rule: stones in mills are always protected.
    Standard,
}

/// Who has the first move and with it the black stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum First {
    #[default]
    Host,
    Guest,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Undo {
    #[default]
    Ask,
    Instant,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Timeout {
    #[default]
    Lose,
    None,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            removal: Removal::default(),
            repetition: 3,
            no_capture: 100,
            max_plies: 0,
            first: First::default(),
            undo: Undo::default(),
            timeout: Timeout::default(),
            draw_by_agreement: true,
        }
    }
}

const REPETITION: u32 = 100;
const NO_CAPTURE: u32 = 10_000;
const MAX_PLIES: u32 = 100_000;

/// Placing takes 18 plies, and no draw is tested before its end (§9, 11).
pub(crate) const PLACING_PLIES: u32 = 18;

impl Options {
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        for (name, value, max) in [
            ("repetition", self.repetition, REPETITION),
            ("no_capture", self.no_capture, NO_CAPTURE),
            ("max_plies", self.max_plies, MAX_PLIES),
        ] {
            if value > max {
                return Err(Rejection::option(format!(
                    "{name} must be between 0 and {max}, not {value}"
                )));
            }
        }
        if self.repetition == 1 {
            return Err(Rejection::option(
                "repetition 1 would draw every game when the last stone is placed: \
                 use 0 (off) or at least 2",
            ));
        }
        if (1..PLACING_PLIES).contains(&self.max_plies) {
            return Err(Rejection::option(
                "draws begin when all stones are placed: max_plies must be 0 (off) or at least 18",
            ));
        }
        Ok(())
    }
}

pub(crate) fn specs() -> Vec<OptionSpec> {
    vec![
        OptionSpec::choice(
            "removal",
            &["document", "standard"],
            "Stones in mills are safe from placements only (document) or always (standard, the tournament rule)",
        ),
        OptionSpec::number(
            "repetition",
            3,
            (0, i64::from(REPETITION)),
            "Draw when a position occurs for this many times; 0 is off",
        ),
        OptionSpec::number(
            "no_capture",
            100,
            (0, i64::from(NO_CAPTURE)),
            "Draw after this many moves in a row without a removal; 0 is off",
        ),
        OptionSpec::number(
            "max_plies",
            0,
            (0, i64::from(MAX_PLIES)),
            "Draw after this many plies altogether, at least 18; 0 is off",
        ),
        OptionSpec::choice(
            "first",
            &["host", "guest", "random"],
            "Who plays black and begins",
        ),
        OptionSpec::choice(
            "undo",
            &["ask", "instant", "off"],
            "Whether moves may be taken back, and whether the opponent is asked",
        ),
        OptionSpec::choice(
            "timeout",
            &["lose", "none"],
            "Whether a player whose time is up loses",
        ),
        OptionSpec::flag(
            "draw_by_agreement",
            true,
            "Whether the players may agree on a draw",
        ),
    ]
}
