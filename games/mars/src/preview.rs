//! What an action would do. Whatever a unit can reach is in sight of it, and territory is public:
//! only what a move would bring to light is unknown.

use std::borrow::Cow;

use parlor_describe::TS;
use parlor_engine::{Names, Rejection, Seat, percent, rounded};
use serde::{Deserialize, Serialize};

use crate::combat::{Fight, steps};
use crate::event::Prize;
use crate::imagine::known;
use crate::map::{is_town, town_at};
use crate::odds::{Damage, damages};
use crate::tile::{spread, tiles};
use crate::{Act, Mars, Side, Tile, UnitId, View};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Preview {
    Attack {
        from: Tile,
        to: Tile,
        /// Whether the defender has the help of a town.
        town: bool,
        attacker: Odds,
        defender: Odds,
        both_destroyed: f64,
        /// What changes the damage, beyond the draw.
        factors: Vec<Factor>,
    },
    Move {
        from: Tile,
        to: Tile,
        /// Whether the tile changes its owner.
        captures: bool,
        town: Option<Prize>,
        encircled: Encircled,
        /// Enemy units in sight that have no way out any more.
        encircles: Vec<Tile>,
        /// Own units that have one again.
        relieves: Vec<Tile>,
        /// Tiles beside the goal that are out of sight now and where an enemy may stand.
        unseen: Vec<Tile>,
    },
    Swap {
        from: Tile,
        to: Tile,
        encircled: Encircled,
    },
}

/// How one of the two in a fight may fare.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Odds {
    pub unit: UnitId,
    pub health: u8,
    pub damage: Damage,
    /// The chance that it dies.
    pub destroyed: f64,
    pub encircled: bool,
}

/// Whether the unit that acts has no way out, on its tile and on the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Encircled {
    pub before: bool,
    pub after: bool,
}

/// What is added to the damage that each side takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Factor {
    pub factor: FactorKind,
    pub attacker: i32,
    pub defender: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FactorKind {
    Type,
    Veterancy,
    Town,
    Encirclement,
}

pub(crate) fn preview(view: &View, seat: Seat, act: Act) -> Result<Preview, Rejection> {
    if view.outcome.is_some() {
        return Err(Rejection::over());
    }
    let side = view.to_move.filter(|side| side.seat() == seat);
    let side = side.ok_or_else(Rejection::not_your_turn)?;
    let state = known(view);
    let (id, from, to) = state.judge_act(side, act)?;
    let encircled = |land: crate::Land| Encircled {
        before: view.territory.encircles(from, side),
        after: land.encircles(to, side),
    };
    match state.unit_at(to) {
        Some(partner) if partner.side() == side => Ok(Preview::Swap {
            from,
            to,
            encircled: encircled(view.territory),
        }),
        Some(enemy) => Ok(attack(&state, (id, from), (enemy, to))),
        None => {
            let mut land = view.territory;
            land.give(to, side);
            let turned = |men: u128, owner: Side, now: bool| {
                tiles(men)
                    .filter(|&at| view.territory.encircles(at, owner) != now)
                    .filter(|&at| land.encircles(at, owner) == now)
                    .collect()
            };
            let captures = view.territory.owner(to) != side;
            Ok(Preview::Move {
                from,
                to,
                captures,
                town: town_at(to).filter(|_| captures).map(|town| Prize {
                    name: Cow::Borrowed(town.name),
                    points: town.points,
                }),
                encircled: encircled(land),
                encircles: turned(state.men(side.other()), side.other(), true),
                relieves: turned(state.men(side) & !from.bit(), side, false),
                unseen: unseen(view, &state, side, to),
            })
        }
    }
}

/// Units stand on their own side's tiles, and every enemy near an own unit is in sight.
fn unseen(view: &View, state: &Mars, side: Side, to: Tile) -> Vec<Tile> {
    let enemy = side.other();
    if view.alive[enemy.index()] <= state.alive(enemy) {
        return Vec::new();
    }
    tiles(to.around() & !spread(state.men(side)) & view.territory.of(enemy)).collect()
}

fn attack(
    state: &Mars,
    (attacker, from): (UnitId, Tile),
    (defender, to): (UnitId, Tile),
) -> Preview {
    let fight = state.fight_of((attacker, from), (defender, to), (0.0, 0.0));
    let [ours, theirs] = damages(&fight);
    let kills = [
        ours.at_least(i32::from(state.health(attacker))),
        theirs.at_least(i32::from(state.health(defender))),
    ];
    let odds = |unit: UnitId, place: usize, encircled: bool| Odds {
        unit,
        health: state.health(unit),
        damage: [&ours, &theirs][place].summary(),
        destroyed: rounded(kills[place]),
        encircled,
    };
    Preview::Attack {
        from,
        to,
        town: is_town(to),
        attacker: odds(attacker, 0, fight.attacker_encircled),
        defender: odds(defender, 1, fight.defender_encircled),
        both_destroyed: rounded(kills[0] * kills[1]),
        factors: factors(&fight),
    }
}

fn factors(fight: &Fight) -> Vec<Factor> {
    let done = steps(fight);
    let plain = (crate::ATTACKER_MEAN, crate::DEFENDER_MEAN);
    let step = |factor, before: (i32, i32), after: (i32, i32)| Factor {
        factor,
        attacker: after.0 - before.0,
        defender: after.1 - before.1,
    };
    [
        step(FactorKind::Type, plain, done.means),
        step(FactorKind::Veterancy, done.truncated, done.veterancy),
        step(FactorKind::Town, done.veterancy, done.town),
        step(FactorKind::Encirclement, done.town, done.encirclement),
    ]
    .into_iter()
    .filter(|factor| (factor.attacker, factor.defender) != (0, 0))
    .collect()
}

pub(crate) fn describe(preview: &Preview, _: Names<'_>) -> Vec<String> {
    match preview {
        Preview::Attack {
            attacker, defender, ..
        } => {
            let line = |who: &str, odds: &Odds| {
                let Damage { mean, low, high } = odds.damage;
                format!(
                    "{who} loses about {mean:.0} of {} ({low} to {high}) and falls with {}",
                    odds.health,
                    percent(odds.destroyed)
                )
            };
            vec![
                line("The attacker", attacker),
                line("The defender", defender),
            ]
        }
        Preview::Move {
            captures,
            town,
            encircled,
            encircles,
            relieves,
            unseen,
            ..
        } => {
            let mut said = Vec::new();
            match town {
                Some(town) => said.push(format!("Takes {} ({} points)", town.name, town.points)),
                None if *captures => said.push("Takes the tile".to_owned()),
                None => said.push("Stays on own ground".to_owned()),
            }
            let listed = |verb: &str, found: &[Tile]| {
                let texts: Vec<String> = found.iter().map(Tile::to_string).collect();
                (!texts.is_empty()).then(|| format!("{verb} {}", texts.join(" ")))
            };
            said.extend(way_out(*encircled));
            said.extend(listed("Encircles", encircles));
            said.extend(listed("Relieves", relieves));
            said.extend(listed("Nobody knows what stands on", unseen));
            said
        }
        Preview::Swap { encircled, .. } => {
            let mut said = vec!["The two change places".to_owned()];
            said.extend(way_out(*encircled));
            said
        }
    }
}

fn way_out(encircled: Encircled) -> Option<String> {
    match (encircled.before, encircled.after) {
        (false, true) => Some("Becomes encircled".to_owned()),
        (true, false) => Some("Breaks out of encirclement".to_owned()),
        (true, true) => Some("Stays encircled".to_owned()),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests;
