use parlor_describe::TS;
use parlor_engine::{OptionKind, OptionSpec, Rejection, Seat};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The options of a match (rule page 14); the defaults are the faithful game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// 11, or 7 as on the classic board.
    pub asia_bonus: u8,
    /// The minimum of 3 is taken before continents are added.
    pub floor_before_bonus: bool,
    pub card_table: CardTable,
    /// Whoever eliminates a seat receives its hand.
    pub capture_cards: bool,
    pub claim_min: ClaimMin,
    pub fortify: Fortify,
    /// The attack roll is shown with the defence roll.
    pub hide_attack_roll: bool,
    /// One for each seat, or none at all.
    pub auto_defend: Vec<AutoDefend>,
    pub on_leave: OnLeave,
    /// Seconds for a decision; the house's clock reads it.
    pub turn_timer: Option<u32>,
    /// Who may watch; the house reads it.
    pub spectators: Spectators,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CardTable {
    #[default]
    Linear,
    #[serde(rename = "star_2008")]
    Star2008,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClaimMin {
    #[default]
    One,
    Dice,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Fortify {
    #[default]
    Chain,
    Adjacent,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum AutoDefend {
    #[default]
    Off,
    Most,
    Best,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OnLeave {
    #[default]
    EndMatch,
    /// The house waits for a while; for the rules it is `EndMatch`.
    Grace,
    Neutral,
    Bot,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Spectators {
    #[default]
    Eliminated,
    Anyone,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            asia_bonus: 11,
            floor_before_bonus: false,
            card_table: CardTable::default(),
            capture_cards: false,
            claim_min: ClaimMin::default(),
            fortify: Fortify::default(),
            hide_attack_roll: false,
            auto_defend: Vec::new(),
            on_leave: OnLeave::default(),
            turn_timer: None,
            spectators: Spectators::default(),
        }
    }
}

/// The classic board's, and this one's.
const ASIA: (i64, i64) = (7, 11);
const TIMER: (i64, i64) = (5, 604_800);

impl Options {
    pub fn check(&self, seats: u8) -> Result<(), Rejection> {
        if !(ASIA.0..=ASIA.1).contains(&i64::from(self.asia_bonus)) {
            return Err(Rejection::option("asia_bonus is 7 to 11"));
        }
        if !self.auto_defend.is_empty() && self.auto_defend.len() != usize::from(seats) {
            return Err(Rejection::option(
                "auto_defend is empty or has one entry for each seat",
            ));
        }
        let timer = self.turn_timer.map(i64::from);
        if timer.is_some_and(|seconds| !(TIMER.0..=TIMER.1).contains(&seconds)) {
            return Err(Rejection::option(
                "turn_timer is null or 5 to 604800 seconds",
            ));
        }
        Ok(())
    }

    pub fn auto_defend_of(&self, seat: Seat) -> AutoDefend {
        self.auto_defend
            .get(seat.index())
            .copied()
            .unwrap_or_default()
    }
}

pub(crate) fn specs() -> Vec<OptionSpec> {
    vec![
        OptionSpec::number(
            "asia_bonus",
            ASIA.1,
            ASIA,
            "Troops for holding Asia: 11, or 7 as on the classic board",
        ),
        OptionSpec::flag(
            "floor_before_bonus",
            false,
            "Raise to 3 troops before continents are added, not after",
        ),
        OptionSpec::choice(
            "card_table",
            &["linear", "star_2008"],
            "Troops for stars: one each, or the rising table of 2008 (2 to 10 stars)",
        ),
        OptionSpec::flag(
            "capture_cards",
            false,
            "Whoever eliminates a player receives the cards",
        ),
        OptionSpec::choice(
            "claim_min",
            &["one", "dice"],
            "Fewest troops to occupy with: one, or as many as attack dice were rolled",
        ),
        OptionSpec::choice(
            "fortify",
            &["chain", "adjacent"],
            "Transfers go along a chain of own territories, or to neighbours only",
        ),
        OptionSpec::flag(
            "hide_attack_roll",
            false,
            "Show the attack roll only once the defender has chosen",
        ),
        OptionSpec {
            name: "auto_defend",
            kind: OptionKind::List {
                item: "off|most|best",
                max: 6,
            },
            default: json!([]),
            about: "For each seat: choose defence dice by hand (off), always most, or best odds",
        },
        OptionSpec::choice(
            "on_leave",
            &["end_match", "grace", "neutral", "bot"],
            "When a player leaves: end the match, wait first, turn neutral, or play by computer",
        ),
        OptionSpec::limit(
            "turn_timer",
            TIMER,
            "Seconds for a decision; then it is skipped or made by the computer",
        ),
        OptionSpec::choice(
            "spectators",
            &["eliminated", "anyone"],
            "Who may watch: eliminated players only, or anyone",
        ),
    ]
}
