//! What an action would do. The board is public and the own hand is in the view; what others hold
//! and what the dice will show is told as chances or not at all.

use parlor_describe::TS;
use parlor_engine::{Ends, Fast, Rejection, Seat};
use serde::{Deserialize, Serialize};

use crate::board::{Board, defence_dice};
use crate::cards::{Cards, trade};
use crate::imagine::imagine;
use crate::odds::{self, Assault, Defence, Spread, Throw};
use crate::state::{Phase, PhaseName, Risk, Standing};
use crate::world::{ASIA, CONTINENTS, TerritoryId};
use crate::{Action, AutoDefend, View};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    Claim {
        territory: TerritoryId,
        #[serde(flatten)]
        change: Change,
        /// Setup troops left.
        stock: u8,
    },
    Place {
        territory: TerritoryId,
        /// There, afterwards.
        troops: u32,
        stock: u8,
    },
    TurnIn {
        stars: u32,
        from_cards: u32,
        /// To be placed, all in all.
        troops: u32,
        /// The cards that stay.
        hand: Cards,
    },
    Reinforce {
        territories: Vec<Reinforced>,
    },
    Attack {
        from: TerritoryId,
        to: TerritoryId,
        dice: u8,
        /// Which defence the odds assume.
        defence: Defence,
        defence_dice: u8,
        /// One throw with these dice.
        throw: Vec<Throw>,
        /// The chance to take the territory when one goes on with all dice until it falls or one
        /// troop is left.
        take: f64,
        /// False for armies so large that the odds are those of smaller ones.
        exact: bool,
        /// Troops left on both sides at that end.
        attackers: Spread,
        defenders: Spread,
        attackers_mean: f64,
        defenders_mean: f64,
        if_taken: Conquest,
    },
    Defend {
        dice: u8,
        throw: Vec<Throw>,
        /// The chance that the territory falls.
        falls: f64,
    },
    Occupy {
        from: TerritoryId,
        to: TerritoryId,
        left: u32,
        garrison: u32,
        #[serde(flatten)]
        change: Change,
        ends: Option<Ends>,
    },
    Transfer {
        from: TerritoryId,
        to: TerritoryId,
        left: u32,
        garrison: u32,
        /// Whether a card is drawn at the end of the turn.
        card: bool,
    },
    Skip {
        phase: PhaseName,
        next: Next,
        card: bool,
    },
}

/// What follows a skipped phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    Reinforce,
    Transfer,
    EndTurn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Reinforced {
    pub territory: TerritoryId,
    pub before: u32,
    pub after: u32,
}

/// What a change of owner means for continents and for the own reinforcements.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Change {
    pub bonuses: Vec<Bonus>,
    pub income: Income,
}

/// A seat gains or loses a whole continent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Bonus {
    pub seat: Seat,
    pub continent: u8,
    pub bonus: u8,
    pub gained: bool,
}

/// Reinforcements in a turn, before cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Income {
    pub before: u32,
    pub after: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Conquest {
    #[serde(flatten)]
    pub change: Change,
    pub eliminates: Option<Seat>,
    /// Whether it earns the card of the turn.
    pub card: bool,
    pub ends: Option<Ends>,
}

pub(crate) fn preview(view: &View, seat: Seat, action: &Action) -> Result<Preview, Rejection> {
    // What is imagined (others' cards, a hidden roll) decides nothing that is asked for below.
    let state = imagine(view, &mut Fast::new(0));
    state.judge(seat, action)?;
    let troops = |id: TerritoryId| state.board.troops(id);
    let stock = || {
        let left = state.player(seat).map_or(0, |player| player.stock);
        left.saturating_sub(1)
    };
    let card = view.card_pending;
    Ok(match *action {
        Action::Claim { territory } => {
            let mut after = state.board.clone();
            after.garrison(territory, seat, 1);
            Preview::Claim {
                territory,
                change: change(&state, &after, seat),
                stock: stock(),
            }
        }
        Action::Place { territory } => Preview::Place {
            territory,
            troops: troops(territory).saturating_add(1),
            stock: stock(),
        },
        Action::TurnIn { cards } => {
            let from_cards = trade(state.options.card_table, cards).unwrap_or(0);
            Preview::TurnIn {
                stars: cards.stars(),
                from_cards,
                troops: state.reinforcements(0) + from_cards,
                hand: state.hand(seat).minus(cards),
            }
        }
        Action::Reinforce { ref troops } => {
            let reinforced = |&(territory, more): &(TerritoryId, u32)| {
                let before = state.board.troops(territory);
                Reinforced {
                    territory,
                    before,
                    after: before.saturating_add(more),
                }
            };
            Preview::Reinforce {
                territories: troops.pairs().iter().map(reinforced).collect(),
            }
        }
        Action::Attack { from, to, dice } => attack(view, &state, (from, to), dice),
        Action::Defend { dice } => defend(view, &state, dice),
        Action::Occupy { troops: moved } => {
            let Phase::Occupy { from, to, .. } = state.phase else {
                return Err(Rejection::state("there is nothing to occupy"));
            };
            occupy(&state, seat, (from, to), moved)
        }
        Action::Transfer {
            from,
            to,
            troops: moved,
        } => Preview::Transfer {
            from,
            to,
            left: troops(from).saturating_sub(moved),
            garrison: troops(to).saturating_add(moved),
            card,
        },
        Action::Skip {} => Preview::Skip {
            phase: state.phase.name(),
            next: match state.phase {
                Phase::TurnIn => Next::Reinforce,
                Phase::Attack if state.board.can_transfer(state.own_lands()) => Next::Transfer,
                _ => Next::EndTurn,
            },
            card,
        },
    })
}

fn change(state: &Risk, after: &Board, seat: Seat) -> Change {
    let mut bonuses = Vec::new();
    for owner in (0..state.seat_count()).map(Seat) {
        let held = |board: &Board, id: u8| board.continents(owner).any(|held| held == id);
        for continent in &CONTINENTS {
            let (had, has) = (held(&state.board, continent.id), held(after, continent.id));
            if had != has {
                bonuses.push(Bonus {
                    seat: owner,
                    continent: continent.id,
                    bonus: match continent.id {
                        ASIA => state.options.asia_bonus,
                        _ => continent.bonus,
                    },
                    gained: has,
                });
            }
        }
    }
    Change {
        bonuses,
        income: Income {
            before: state.board.income(seat, &state.options),
            after: after.income(seat, &state.options),
        },
    }
}

fn attack(view: &View, state: &Risk, (from, to): (TerritoryId, TerritoryId), dice: u8) -> Preview {
    let (own, theirs) = (state.board.troops(from), state.board.troops(to));
    let defence = assumed_defence(state, to);
    let most = defence_dice(theirs);
    let Assault {
        take,
        exact,
        attackers,
        defenders,
        attackers_mean,
        defenders_mean,
    } = odds::assault(own, theirs, defence);
    Preview::Attack {
        from,
        to,
        dice,
        defence,
        defence_dice: most,
        throw: odds::told(&odds::throw(dice, most, defence)),
        take,
        exact,
        attackers,
        defenders,
        attackers_mean,
        defenders_mean,
        if_taken: conquest(view, state, to),
    }
}

/// What the defender is known to do by itself; a person is assumed to throw all dice.
fn assumed_defence(state: &Risk, to: TerritoryId) -> Defence {
    let Some(defender) = state.board.owner(to) else {
        return Defence::Most;
    };
    let sees = !state.options.hide_attack_roll;
    match state.stands(defender) {
        Standing::Bot if sees => Defence::Best,
        Standing::Playing | Standing::Eliminated
            if sees && state.options.auto_defend_of(defender) == AutoDefend::Best =>
        {
            Defence::Best
        }
        _ => Defence::Most,
    }
}

fn conquest(view: &View, state: &Risk, to: TerritoryId) -> Conquest {
    let seat = state.current;
    let mut after = state.clone();
    after.board.garrison(to, seat, 1);
    let loser = state.board.owner(to);
    let eliminates = loser.filter(|&loser| after.board.count(loser) == 0);
    if let Some(loser) = eliminates {
        after.set_standing(loser, Standing::Eliminated);
    }
    Conquest {
        change: change(state, &after.board, seat),
        eliminates,
        card: !view.card_pending && view.pool > 0,
        ends: ends(after),
    }
}

fn ends(mut after: Risk) -> Option<Ends> {
    let end = after.verdict()?;
    after.finish(end, &mut Vec::new());
    after.result().map(Ends::from)
}

fn defend(view: &View, state: &Risk, dice: u8) -> Preview {
    let attack = view.attack.as_ref();
    let roll = attack.and_then(|attack| attack.roll);
    let throws = odds::defence(roll, attack.map_or(1, |attack| attack.dice), dice);
    let troops = attack.map_or(0, |attack| state.board.troops(attack.to));
    let falls = throws
        .iter()
        .filter(|throw| u32::from(throw.defender_loses) >= troops)
        .map(|throw| throw.chance)
        .sum();
    Preview::Defend {
        dice,
        throw: odds::told(&throws),
        falls: parlor_engine::rounded(falls),
    }
}

fn occupy(
    state: &Risk,
    seat: Seat,
    (from, to): (TerritoryId, TerritoryId),
    troops: u32,
) -> Preview {
    let mut after = state.clone();
    after.occupy(from, to, troops, &mut Vec::new());
    Preview::Occupy {
        from,
        to,
        left: after.board.troops(from),
        garrison: after.board.troops(to),
        change: change(state, &after.board, seat),
        ends: ends(after),
    }
}

#[cfg(test)]
mod tests;
