//! What can be chosen before the start (section 8.1).

use parlor_describe::TS;
use parlor_engine::{Game as _, OptionKind, OptionSpec, Rejection};
use serde::{Deserialize, Serialize};

use crate::Obliteration;
use crate::colour::PLAYER_COLOURS;
use crate::hex::Grid;

pub(crate) const MAX_SEATS: usize = 6;
const LARGEST: u32 = 40;
/// Positions given from outside may be as small as the worked examples and smaller.
const SMALLEST_POSITION: u32 = 2;
/// Of a new game; a position from outside may be nearer to its end.
const SHORTEST_LIMIT: u32 = 50;
const LONGEST_LIMIT: u32 = 100_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    pub columns: u32,
    pub rows: u32,
    pub mode: Mode,
    /// In seat order; empty: drawn at the start.
    pub colours: Colours,
    /// Total number of single turns after which the count of hexes decides (section 4.3).
    pub turn_limit: Option<u32>,
    /// None: on for three players and more (section 8.3).
    pub fair_start: Option<bool>,
    /// How large the page draws a hex; no matter to the rules.
    pub hex_size: HexSize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    #[default]
    Obliteration,
    /// In addition 70 % of the grid win (section 4.1).
    Domination,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum HexSize {
    Small,
    #[default]
    Medium,
    Fit,
}

/// Up to six colour numbers in seat order: a list that needs no heap, so that options and with
/// them states are cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
#[ts(as = "Vec<u8>")]
pub struct Colours {
    numbers: [u8; MAX_SEATS],
    len: u8,
}

impl Colours {
    /// Refuses more than six, neutral or unknown colours, and equal ones.
    pub fn new(numbers: &[u8]) -> Result<Colours, Rejection> {
        if numbers.len() > MAX_SEATS {
            return Err(Rejection::option("at most six colours can be chosen"));
        }
        for (place, number) in numbers.iter().enumerate() {
            if *number >= PLAYER_COLOURS {
                return Err(Rejection::option(format!(
                    "colour {number} is none of the player colours 0 to 9"
                )));
            }
            if numbers[..place].contains(number) {
                return Err(Rejection::option(format!(
                    "colour {number} is chosen twice"
                )));
            }
        }
        let mut colours = Colours {
            numbers: [0; MAX_SEATS],
            len: numbers.len() as u8,
        };
        colours.numbers[..numbers.len()].copy_from_slice(numbers);
        Ok(colours)
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.numbers[..usize::from(self.len)]
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl From<Colours> for Vec<u8> {
    fn from(colours: Colours) -> Self {
        colours.as_slice().to_vec()
    }
}

impl TryFrom<Vec<u8>> for Colours {
    type Error = String;

    fn try_from(numbers: Vec<u8>) -> Result<Self, String> {
        Colours::new(&numbers).map_err(|refused| refused.message)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            columns: 24,
            rows: 20,
            mode: Mode::default(),
            colours: Colours::default(),
            turn_limit: None,
            fair_start: None,
            hex_size: HexSize::default(),
        }
    }
}

impl Options {
    pub(crate) fn specs() -> Vec<OptionSpec> {
        let size = (4, i64::from(LARGEST));
        vec![
            OptionSpec::number(
                "columns",
                24,
                size,
                "Columns of the board; at least 6 for three or four players, 8 for five or six",
            ),
            OptionSpec::number(
                "rows",
                20,
                size,
                "Rows of the board; at least 6 for three or four players, 8 for five or six",
            ),
            OptionSpec::choice(
                "mode",
                &["obliteration", "domination"],
                "Win by wiping out everybody else, or also by owning 70 % of the board",
            ),
            OptionSpec {
                name: "colours",
                kind: OptionKind::List {
                    item: "colour number, 0 to 9",
                    max: MAX_SEATS,
                },
                default: serde_json::json!([]),
                about: "One for each seat, all different: 0 red, 1 green, 2 navy, 3 yellow, 4 cyan, \
                        5 purple, 6 black, 7 white, 8 orange, 9 pink; none: drawn at random",
            },
            OptionSpec::limit(
                "turn_limit",
                (i64::from(SHORTEST_LIMIT), i64::from(LONGEST_LIMIT)),
                "Turns of all players together after which most hexes win",
            ),
            OptionSpec::maybe_flag(
                "fair_start",
                "No first move can reach another player's start; unless chosen, on for three \
                 players and more",
            ),
            OptionSpec::choice(
                "hex_size",
                &["medium", "small", "fit"],
                "How large the hexes are drawn",
            ),
        ]
    }

    /// What a new game may be started with. Sizes are judged before anything is allocated.
    pub(crate) fn check(&self, seats: u8) -> Result<Grid, Rejection> {
        Obliteration::META.check_seats(seats)?;
        let smallest = match seats {
            ..=2 => 4,
            3 | 4 => 6,
            5.. => 8,
        };
        self.check_bounds(seats, smallest, SHORTEST_LIMIT)
    }

    /// What a position from outside may have: smaller boards are fine there.
    pub(crate) fn check_position(&self, seats: u8) -> Result<Grid, Rejection> {
        self.check_bounds(seats, SMALLEST_POSITION, 1)
    }

    fn check_bounds(&self, seats: u8, smallest: u32, shortest: u32) -> Result<Grid, Rejection> {
        for (name, size) in [("columns", self.columns), ("rows", self.rows)] {
            if !(smallest..=LARGEST).contains(&size) {
                return Err(Rejection::option(format!(
                    "{name} must be {smallest} to {LARGEST} with {seats} players, not {size}"
                )));
            }
        }
        if let Some(limit) = self.turn_limit
            && !(shortest..=LONGEST_LIMIT).contains(&limit)
        {
            return Err(Rejection::option(format!(
                "turn_limit must be {shortest} to {LONGEST_LIMIT} or null, not {limit}"
            )));
        }
        let chosen = self.colours.as_slice().len();
        if chosen != 0 && chosen != usize::from(seats) {
            return Err(Rejection::option(format!(
                "colours must name one for each of the {seats} seats, or none"
            )));
        }
        Ok(Grid {
            columns: self.columns as u8,
            rows: self.rows as u8,
        })
    }

    /// The number of hexes that wins at once, if there is one: `10 * owned >= 7 * hexes`.
    pub(crate) fn needed(&self, grid: Grid) -> Option<u16> {
        match self.mode {
            Mode::Obliteration => None,
            Mode::Domination => Some((7 * grid.len()).div_ceil(10) as u16),
        }
    }

    pub(crate) fn is_fair_start(&self, seats: u8) -> bool {
        self.fair_start.unwrap_or(seats >= 3)
    }
}
