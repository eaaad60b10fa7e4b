use parlor_describe::TS;
use parlor_engine::{Chance, Game as _, Rejection, Seat};
use serde::{Deserialize, Serialize};

use crate::Options;
use crate::board::Board;
use crate::cards::{Cards, Pool};
use crate::dice::Roll;
use crate::event::Battle;
use crate::world::TerritoryId;

pub(crate) const MIN_SEATS: u8 = 2;
pub(crate) const MAX_SEATS: u8 = 6;

/// More troops than any match can raise; small enough that no count of choices overflows.
pub(crate) const MOST_TROOPS: u64 = 100_000_000;

/// A match of Risk. Seats are the turn order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Risk {
    pub(crate) options: Options,
    pub(crate) board: Board,
    pub(crate) players: Vec<Player>,
    /// Hidden from everybody.
    pub(crate) pool: Pool,
    /// Turned in, and therefore public.
    pub(crate) used: Cards,
    /// Hands of seats that are out: nobody may know them, only how many they are.
    pub(crate) discarded: Cards,
    /// Whose turn it is; not always who acts.
    pub(crate) current: Seat,
    pub(crate) phase: Phase,
    /// Regular turns begun so far, all seats together; 0 while setting up.
    pub(crate) turn: u32,
    /// The current seat draws a card when its turn ends.
    pub(crate) card_pending: bool,
    /// Seats that left the turn order, the first to go first.
    pub(crate) fallen: Vec<Seat>,
    pub(crate) last_battle: Option<Battle>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// Hidden from the others.
    pub(crate) hand: Cards,
    /// Setup troops left.
    pub(crate) stock: u8,
    pub(crate) standing: Standing,
}

/// What a seat still is to the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    Playing,
    /// Its person left, a simple computer player goes on.
    Bot,
    /// Its person left, its troops only defend.
    Neutral,
    Eliminated,
}

impl Standing {
    /// Whether the seat is still in the turn order.
    pub fn is_in_order(self) -> bool {
        matches!(self, Standing::Playing | Standing::Bot)
    }
}

/// The type of the single action now legal, with what is known only while it lasts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    Setup,
    SetupReinforce,
    TurnIn,
    Reinforce {
        /// Troops from cards, on top of the income.
        from_cards: u8,
    },
    Attack,
    Defend {
        from: TerritoryId,
        to: TerritoryId,
        roll: Roll,
    },
    Occupy {
        from: TerritoryId,
        to: TerritoryId,
        /// Fewest troops that must move.
        min: u8,
    },
    Transfer,
    Over {
        end: End,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PhaseName {
    Setup,
    SetupReinforce,
    TurnIn,
    Reinforce,
    Attack,
    Defend,
    Occupy,
    Transfer,
    Over,
}

impl Phase {
    pub fn name(&self) -> PhaseName {
        match self {
            Phase::Setup => PhaseName::Setup,
            Phase::SetupReinforce => PhaseName::SetupReinforce,
            Phase::TurnIn => PhaseName::TurnIn,
            Phase::Reinforce { .. } => PhaseName::Reinforce,
            Phase::Attack => PhaseName::Attack,
            Phase::Defend { .. } => PhaseName::Defend,
            Phase::Occupy { .. } => PhaseName::Occupy,
            Phase::Transfer => PhaseName::Transfer,
            Phase::Over { .. } => PhaseName::Over,
        }
    }
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "reason", rename_all = "snake_case", deny_unknown_fields)]
pub enum End {
    /// One seat owns all 42 territories.
    Conquest { winner: Seat },
    /// Every other seat is neutral or eliminated.
    LastStanding { winner: Seat },
    /// The only opponent gave up.
    Resigned { winner: Seat },
    /// Somebody left: nobody wins.
    Left {},
    /// Only computer players are in the order any more.
    NoPeople {},
}

impl Risk {
    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; not always who acts.
    pub fn current(&self) -> Seat {
        self.current
    }

    /// Regular turns begun so far, all seats together; 0 while setting up.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// Whether the current seat draws a card when its turn ends.
    pub fn is_card_pending(&self) -> bool {
        self.card_pending
    }

    /// Rule page 1.
    pub(crate) fn opening(
        options: &Options,
        seats: u8,
        chance: &mut dyn Chance,
    ) -> Result<Risk, Rejection> {
        Risk::META.check_seats(seats)?;
        options.check(seats)?;
        let player = Player {
            hand: Cards::NONE,
            stock: starting_troops(seats),
            standing: Standing::Playing,
        };
        Ok(Risk {
            options: options.clone(),
            board: Board::empty(),
            players: vec![player; usize::from(seats)],
            pool: Pool::shuffled(Cards::ALL, chance),
            used: Cards::NONE,
            discarded: Cards::NONE,
            current: Seat(0),
            phase: Phase::Setup,
            turn: 0,
            card_pending: false,
            fallen: Vec::new(),
            last_battle: None,
        })
    }
}

/// Rule page 1.2.
pub fn starting_troops(seats: u8) -> u8 {
    40u8.saturating_sub(5 * seats.saturating_sub(2))
}
