use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::world::TerritoryId;

/// What a seat may ask for (rule page 3.3). Numbers are not judged here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// SETUP: take an unowned territory.
    Claim {
        territory: TerritoryId,
    },
    /// `SETUP_REINFORCE`: one more troop on an own territory.
    Place {
        territory: TerritoryId,
    },
    /// `TURN_IN_CARD`.
    TurnIn {
        cards: Cards,
    },
    /// REINFORCE: everything at once.
    Reinforce {
        troops: Deployment,
    },
    /// ATTACK.
    Attack {
        from: TerritoryId,
        to: TerritoryId,
        dice: u8,
    },
    /// DEFEND.
    Defend {
        dice: u8,
    },
    /// `CLAIM_TERRITORY`: garrison what has just fallen.
    Occupy {
        troops: u32,
    },
    /// `MOVE_TROOPS`.
    Transfer {
        from: TerritoryId,
        to: TerritoryId,
        troops: u32,
    },
    Skip {},
}

/// Troops per territory, in rising order of ids, so that equal deployments are equal actions.
/// May name a territory twice: judging that is the referee's business.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(from = "Vec<(TerritoryId, u32)>")]
#[ts(type = "Array<[number, number]>")]
pub struct Deployment(Vec<(TerritoryId, u32)>);

impl From<Vec<(TerritoryId, u32)>> for Deployment {
    fn from(mut pairs: Vec<(TerritoryId, u32)>) -> Deployment {
        pairs.sort_unstable();
        Deployment(pairs)
    }
}

impl Deployment {
    pub fn pairs(&self) -> &[(TerritoryId, u32)] {
        &self.0
    }

    pub fn total(&self) -> u64 {
        self.0.iter().map(|&(_, troops)| u64::from(troops)).sum()
    }
}
