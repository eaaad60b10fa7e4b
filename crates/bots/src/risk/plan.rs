//! What is worth doing in each phase of a turn.

use parlor_engine::{Chance, Fast, Seat};
use parlor_risk::world::{CONTINENTS, Lands, TerritoryId, continent_lands, ids, neighbours};
use parlor_risk::{
    Action, CardTable, Cards, Phase, Risk, attack_dice, best_defence, defence_dice, trade,
};

use super::odds::odds;
use super::worth::{Worth, bonus, continent_of};
use crate::mcts::Proposal;

/// Proposals of a phase with many choices.
const PROPOSED: usize = 8;

/// The best in order, with weights.
pub(crate) fn propose(state: &Risk, seat: Seat, out: &mut Vec<Proposal<Action>>) {
    gather(state, seat, out);
    keep_best(out, |proposal| proposal.weight);
    let top = out.first().map_or(0.0, |first| first.weight);
    for proposal in out {
        let merit = proposal.weight;
        proposal.weight = match state.phase() {
            Phase::Setup => (0.8 * merit).exp(),
            Phase::SetupReinforce => (0.5 * (merit - top)).exp(),
            Phase::Attack => (0.6 * merit.min(8.0)).exp(),
            _ => merit,
        };
    }
}

/// What a playout does: the best by merit, now and then another good one.
pub(crate) fn reply(state: &Risk, seat: Seat, chance: &mut Fast) -> Option<Action> {
    let mut proposals = Vec::with_capacity(64);
    gather(state, seat, &mut proposals);
    if chance.below(8) == 0 {
        keep_best(&mut proposals, |proposal| proposal.weight);
        let place = chance.below(proposals.len().max(1) as u32) as usize;
        return (place < proposals.len()).then(|| proposals.swap_remove(place).action);
    }
    let best = proposals
        .into_iter()
        .max_by(|a, b| a.weight.total_cmp(&b.weight));
    best.map(|proposal| proposal.action)
}

/// Everything that may be worth doing, in any order, with merits in place of weights.
fn gather(state: &Risk, seat: Seat, out: &mut Vec<Proposal<Action>>) {
    let own = state.board().held(seat);
    match state.phase() {
        Phase::Setup => claims(state, own, out),
        Phase::SetupReinforce => {
            let fronts = fronts(state, own, 1);
            out.extend(fronts.into_iter().map(|(weight, territory)| Proposal {
                action: Action::Place { territory },
                weight,
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
}

/// The best of many in order, the rest is dropped.
fn keep_best<T>(list: &mut Vec<T>, merit: impl Fn(&T) -> f64) {
    let order = |a: &T, b: &T| merit(b).total_cmp(&merit(a));
    if list.len() > PROPOSED {
        list.select_nth_unstable_by(PROPOSED, order);
        list.truncate(PROPOSED);
    }
    list.sort_by(order);
}

fn sure(action: Action) -> Proposal<Action> {
    Proposal {
        action,
        weight: 1.0,
    }
}

fn hostile(own: Lands, id: TerritoryId) -> Lands {
    neighbours(id) & !own
}

/// A continent is worth something to whoever can still have all of it: the own ones are
/// completed, the others' are spoiled, and one territory is enough for that.
fn claims(state: &Risk, own: Lands, out: &mut Vec<Proposal<Action>>) {
    let free = state.board().unowned();
    let foreign = !own & !free;
    for continent in 0..CONTINENTS.len() as u8 {
        let lands = continent_lands(continent);
        let (bonus, size) = (bonus(state, continent), f64::from(lands.count_ones()));
        let mine = f64::from((lands & own).count_ones());
        let theirs = f64::from((lands & foreign).count_ones());
        let mut hope = 0.0;
        if theirs == 0.0 {
            hope += bonus * ((mine + 1.0) / size).powi(2) + bonus / size;
        }
        if mine == 0.0 {
            hope += 3.0 * bonus * (theirs / size).powi(2);
        }
        out.extend(ids(free & lands).map(|id| Proposal {
            action: Action::Claim { territory: id },
            weight: hope + 0.5 * f64::from((neighbours(id) & own).count_ones()),
        }));
    }
}

/// The own territories with enemies around, and how good a place each is for so many more troops.
fn fronts(state: &Risk, own: Lands, more: u32) -> Vec<(f64, TerritoryId)> {
    let (board, worth) = (state.board(), Worth::to(state, own));
    let mut fronts = Vec::with_capacity(own.count_ones() as usize);
    for id in ids(own) {
        let enemies = hostile(own, id);
        if enemies == 0 {
            continue;
        }
        let troops = board.troops(id) + more;
        let (mut gains, mut threat) = ([f64::NEG_INFINITY; 3], 0);
        for to in ids(enemies) {
            let odds = odds(troops, board.troops(to));
            let trade = odds.defender_loss - odds.attacker_loss;
            insert(&mut gains, odds.win * worth.of(to) + 0.3 * trade);
            threat = threat.max(board.troops(to));
        }
        let attack: f64 = gains
            .iter()
            .zip([1.0, 0.5, 0.25])
            .filter(|(gain, _)| gain.is_finite())
            .map(|(gain, part)| gain * part)
            .sum();
        let continent = continent_of(id);
        let holds = continent_lands(continent) & !own == 0;
        let defence = if holds && threat > board.troops(id) {
            bonus(state, continent) * 0.8
        } else {
            0.0
        };
        fronts.push((attack + defence, id));
    }
    fronts
}

/// Into a list that falls; its least is dropped.
fn insert(falling: &mut [f64], mut value: f64) {
    for place in falling {
        if value > *place {
            std::mem::swap(place, &mut value);
        }
    }
}

fn deployments(state: &Risk, own: Lands, troops: u32, out: &mut Vec<Proposal<Action>>) {
    let deploy = |pairs: Vec<(TerritoryId, u32)>, weight: f64| Proposal {
        action: Action::Reinforce {
            troops: pairs.into(),
        },
        weight,
    };
    let mut fronts = fronts(state, own, troops);
    keep_best(&mut fronts, |front| front.0);
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
    let (board, worth) = (state.board(), Worth::to(state, own));
    let card = if state.is_card_pending() { 0.0 } else { 1.5 };
    let army = f64::from(board.army(seat));
    let all = f64::from(board.all_troops().iter().sum::<u32>());
    // Whoever is far ahead wins by trading.
    let lead = 2.0 * army / all.max(1.0) - 1.0;
    for from in ids(own) {
        let source = board.troops(from);
        for to in ids(board.targets(own, from)) {
            let odds = odds(source, board.troops(to));
            let trade = odds.defender_loss - odds.attacker_loss;
            let value = odds.win * (worth.of(to) + card) + (0.35 + 0.3 * lead.max(0.0)) * trade;
            if value > 0.0 {
                out.push(Proposal {
                    action: Action::Attack {
                        from,
                        to,
                        dice: attack_dice(source),
                    },
                    weight: value,
                });
            }
        }
    }
    out.push(Proposal {
        action: Action::Skip {},
        weight: REST,
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
