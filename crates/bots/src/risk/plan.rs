//! What is worth doing in each phase of a turn.

use parlor_engine::Seat;
use parlor_risk::world::{
    ASIA, CONTINENTS, Lands, TERRITORIES, TerritoryId, continent_lands, ids, neighbours,
};
use parlor_risk::{
    Action, CardTable, Cards, Phase, Risk, attack_dice, best_defence, defence_dice, trade,
};

use super::odds::odds;
use crate::mcts::Proposal;

/// Proposals of a phase with many choices.
const PROPOSED: usize = 8;

pub(crate) fn propose(state: &Risk, seat: Seat, out: &mut Vec<Proposal<Action>>) {
    let own = state.board().held(seat);
    match state.phase() {
        Phase::Setup => claims(state, own, out),
        Phase::SetupReinforce => {
            let fronts = fronts(state, own, 1);
            let top = fronts.first().map_or(0.0, |front| front.0);
            out.extend(fronts.iter().map(|&(value, territory)| Proposal {
                action: Action::Place { territory },
                weight: ((value - top) * 0.5).exp(),
            }));
            if out.is_empty() {
                out.extend(ids(own).map(|territory| sure(Action::Place { territory })));
            }
        }
        Phase::TurnIn => out.push(sure(cards_to_turn_in(state, seat))),
        Phase::Reinforce { from_cards } => {
            deployments(state, own, state.reinforcements(from_cards), out);
        }
        Phase::Attack => attacks(state, seat, own, out),
        Phase::Defend { to, roll, .. } => {
            let most = defence_dice(state.board().troops(to));
            let dice = if state.options().hide_attack_roll {
                most
            } else {
                best_defence(roll, most)
            };
            out.push(sure(Action::Defend { dice }));
        }
        Phase::Occupy { from, to, min } => garrisons(state, own, (from, to), min.into(), out),
        Phase::Transfer => transfers(state, own, out),
        Phase::Over { .. } => {}
    }
    out.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    out.truncate(PROPOSED);
}

fn sure(action: Action) -> Proposal<Action> {
    Proposal {
        action,
        weight: 1.0,
    }
}

pub(crate) fn bonus(state: &Risk, continent: u8) -> f64 {
    match continent {
        ASIA => f64::from(state.options().asia_bonus),
        _ => f64::from(CONTINENTS[usize::from(continent)].bonus),
    }
}

/// How much of a continent a set is, 0 to 1.
pub(crate) fn share(lands: Lands, continent: u8) -> f64 {
    let all = continent_lands(continent);
    f64::from((lands & all).count_ones()) / f64::from(all.count_ones())
}

fn continent_of(id: TerritoryId) -> u8 {
    TERRITORIES[usize::from(id) % TERRITORIES.len()].continent
}

/// What a seat gains by taking a territory, in troops.
fn worth(state: &Risk, own: Lands, id: TerritoryId) -> f64 {
    let (board, continent) = (state.board(), continent_of(id));
    let lands = continent_lands(continent);
    let bonus = bonus(state, continent);
    let with = own | 1 << id;
    let mut worth = 1.0
        + if lands & !with == 0 {
            2.5 * bonus
        } else {
            bonus * (share(with, continent).powi(2) - share(own, continent).powi(2))
        };
    if let Some(owner) = board.owner(id) {
        let theirs = board.held(owner);
        if lands & !theirs == 0 {
            worth += 1.8 * bonus;
        }
        if theirs.is_power_of_two() {
            worth += 6.0;
        }
    }
    worth
}

fn hostile(own: Lands, id: TerritoryId) -> Lands {
    neighbours(id) & !own
}

/// A continent is worth something to whoever can still have all of it: the own ones are
/// completed, the others' are spoiled, and one territory is enough for that.
fn claims(state: &Risk, own: Lands, out: &mut Vec<Proposal<Action>>) {
    let board = state.board();
    let free = board.unowned();
    let foreign = !own & !free;
    for id in ids(free) {
        let continent = continent_of(id);
        let lands = continent_lands(continent);
        let (bonus, size) = (bonus(state, continent), f64::from(lands.count_ones()));
        let mine = f64::from((lands & own).count_ones());
        let theirs = f64::from((lands & foreign).count_ones());
        let mut merit = 0.1 * f64::from((neighbours(id) & own).count_ones());
        if theirs == 0.0 {
            merit += bonus * ((mine + 1.0) / size).powi(2) + 0.3 * bonus / size;
        }
        if mine == 0.0 {
            merit += 1.2 * bonus * (theirs / size).powi(2);
        }
        out.push(Proposal {
            action: Action::Claim { territory: id },
            weight: (0.8 * merit).exp(),
        });
    }
}

/// The own territories with enemies around, the best place for so many more troops first.
fn fronts(state: &Risk, own: Lands, more: u32) -> Vec<(f64, TerritoryId)> {
    let board = state.board();
    let mut fronts: Vec<(f64, TerritoryId)> = ids(own)
        .filter(|&id| hostile(own, id) != 0)
        .map(|id| {
            let troops = board.troops(id) + more;
            let mut gains: Vec<f64> = ids(hostile(own, id))
                .map(|to| {
                    let odds = odds(troops, board.troops(to));
                    odds.win * worth(state, own, to)
                        + 0.3 * (odds.defender_loss - odds.attacker_loss)
                })
                .collect();
            gains.sort_by(|a, b| b.total_cmp(a));
            let attack: f64 = gains
                .iter()
                .zip([1.0, 0.5, 0.25])
                .map(|(gain, part)| gain * part)
                .sum();
            let threat = ids(hostile(own, id))
                .map(|to| board.troops(to))
                .max()
                .unwrap_or(0);
            let continent = continent_of(id);
            let holds = continent_lands(continent) & !own == 0;
            let danger = f64::from(threat) - f64::from(board.troops(id));
            let defence = if holds && danger > 0.0 {
                bonus(state, continent) * 0.8
            } else {
                0.0
            };
            (attack + defence, id)
        })
        .collect();
    fronts.sort_by(|a, b| b.0.total_cmp(&a.0));
    fronts
}

fn deployments(state: &Risk, own: Lands, troops: u32, out: &mut Vec<Proposal<Action>>) {
    let deploy = |pairs: Vec<(TerritoryId, u32)>, weight: f64| Proposal {
        action: Action::Reinforce {
            troops: pairs.into(),
        },
        weight,
    };
    let fronts = fronts(state, own, troops);
    let Some(&(top, first)) = fronts.first() else {
        out.extend(ids(own).next().map(|id| deploy(vec![(id, troops)], 1.0)));
        return;
    };
    for &(value, id) in fronts.iter().take(6) {
        out.push(deploy(vec![(id, troops)], ((value - top) * 0.5).exp()));
    }
    if let Some(&(value, second)) = fronts.get(1).filter(|_| troops >= 2) {
        let half = troops / 2;
        let weight = 0.8 * ((value - top) * 0.5).exp();
        out.push(deploy(vec![(first, troops - half), (second, half)], weight));
    }
}

/// All cards that a trade takes: with the plain table waiting brings nothing.
fn cards_to_turn_in(state: &Risk, seat: Seat) -> Action {
    let (hand, table) = (state.hand(seat), state.options().card_table);
    let enough = match table {
        CardTable::Linear => 1,
        CardTable::Star2008 => 7,
    };
    let mut best: Option<(u32, Cards)> = None;
    for ones in 0..=hand.ones {
        for twos in 0..=hand.twos {
            let cards = Cards { ones, twos };
            if let Some(troops) = trade(table, cards).filter(|_| cards.stars() >= enough)
                && best.is_none_or(|(most, _)| troops > most)
            {
                best = Some((troops, cards));
            }
        }
    }
    best.map_or(Action::Skip {}, |(_, cards)| Action::TurnIn { cards })
}

/// What is not done has this value.
const REST: f64 = 0.45;

fn attacks(state: &Risk, seat: Seat, own: Lands, out: &mut Vec<Proposal<Action>>) {
    let board = state.board();
    let army = f64::from(board.army(seat));
    let all = f64::from(board.all_troops().iter().sum::<u32>());
    // Whoever is far ahead wins by trading.
    let lead = 2.0 * army / all.max(1.0) - 1.0;
    for from in ids(own) {
        let source = board.troops(from);
        for to in ids(board.targets(own, from)) {
            let odds = odds(source, board.troops(to));
            let mut gain = worth(state, own, to);
            if !state.is_card_pending() {
                gain += 1.5;
            }
            let trade = odds.defender_loss - odds.attacker_loss;
            let value = odds.win * gain + (0.35 + 0.3 * lead.max(0.0)) * trade;
            if value > 0.0 {
                out.push(Proposal {
                    action: Action::Attack {
                        from,
                        to,
                        dice: attack_dice(source),
                    },
                    weight: (value.min(8.0) * 0.6).exp(),
                });
            }
        }
    }
    out.push(Proposal {
        action: Action::Skip {},
        weight: (REST * 0.6).exp(),
    });
}

fn garrisons(
    state: &Risk,
    own: Lands,
    (from, to): (TerritoryId, TerritoryId),
    min: u32,
    out: &mut Vec<Proposal<Action>>,
) {
    let most = state.board().troops(from).saturating_sub(1).max(min);
    let with = own | 1 << to;
    let (behind, ahead) = (hostile(with, from), hostile(with, to));
    let mut push = |troops: u32, weight: f64| {
        let action = Action::Occupy { troops };
        if out.iter().all(|known| known.action != action) {
            out.push(Proposal { action, weight });
        }
    };
    match (behind != 0, ahead != 0) {
        (false, _) => push(most, 1.0),
        (true, false) => push(min, 1.0),
        (true, true) => {
            push(most, 1.0);
            push(u32::midpoint(min, most), 0.6);
            push(min, 0.4);
        }
    }
}

fn transfers(state: &Risk, own: Lands, out: &mut Vec<Proposal<Action>>) {
    let board = state.board();
    for from in ids(own).filter(|&id| hostile(own, id) == 0) {
        let troops = board.troops(from).saturating_sub(1);
        if troops == 0 {
            continue;
        }
        for to in ids(board.destinations(own, from, state.options().fortify)) {
            let around = ids(hostile(own, to)).map(|id| board.troops(id)).max();
            let Some(threat) = around else {
                continue;
            };
            let need = f64::from(threat) / f64::from(board.troops(to).max(1));
            out.push(Proposal {
                action: Action::Transfer { from, to, troops },
                weight: f64::from(troops) * (0.5 + need.min(3.0)),
            });
        }
    }
    out.push(Proposal {
        action: Action::Skip {},
        weight: 0.3,
    });
}
