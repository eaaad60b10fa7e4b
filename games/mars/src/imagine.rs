//! Worlds that look like a view: hidden units at places where they would be hidden.

use std::collections::BTreeMap;

use parlor_engine::{Chance, shuffle};

use crate::position::{Departed, Exit};
use crate::tile::{nth, spread, tiles};
use crate::view::{LastView, View};
use crate::{Mars, Side, Tile, UnitId};

/// How often to try at random before searching. The search is exact but slower, and its
/// worlds are less varied.
const TRIES: usize = 12;

pub(crate) fn world(view: &View, chance: &mut dyn Chance) -> Mars {
    let mut state = Mars::empty(view.options, view.territory);
    state.done = view.done;
    state.kills = view.scores.map(|score| score.kills);
    state.last = view.last.as_ref().map(LastView::imagined);
    state.departed = view.outcome.as_ref().and_then(|outcome| {
        Some(Departed {
            side: Side::of(outcome.winner?)?.other(),
            how: Exit::from_reason(&outcome.reason)?,
        })
    });
    for placed in &view.units {
        let unit = &placed.unit;
        state.set(unit.id, placed.at, unit.health, unit.veterancy);
    }

    // Who lives but is not in sight: everybody sees every death, so the names are known.
    let known = |id: UnitId| state.health(id) > 0 || view.fallen.contains(&id);
    let mut hidden: [Vec<UnitId>; 2] = Side::BOTH.map(|side| {
        UnitId::all()
            .filter(|&id| id.side() == side && !known(id))
            .collect()
    });
    let everybody = state.men(Side::Soviets) | state.men(Side::Germans);
    let room = Side::BOTH
        .map(|side| view.territory.of(side) & !everybody & !spread(state.men(side.other())));
    let need = [hidden[0].len() as u32, hidden[1].len() as u32];
    let places = scatter(room, need, chance);
    for (side, ids) in hidden.iter_mut().enumerate() {
        shuffle(ids, chance);
        for (&id, tile) in ids.iter().zip(tiles(places[side])) {
            state.recruit(id, tile);
        }
    }
    state
}

/// Takes so many tiles from the room of each side that no two of different sides are near each
/// other. For a seat only one side has anything to place and any choice will do; for a spectator
/// the two depend on each other. A view of a real position always has a solution.
fn scatter(room: [u128; 2], need: [u32; 2], chance: &mut dyn Chance) -> [u128; 2] {
    for attempt in 0..TRIES {
        let (first, second) = (attempt % 2, (attempt + 1) % 2);
        let chosen = some(room[first], need[first], chance);
        let rest = room[second] & !spread(chosen);
        if rest.count_ones() >= need[second] {
            let mut places = [0; 2];
            places[first] = chosen;
            places[second] = some(rest, need[second], chance);
            return places;
        }
    }
    let widest = separate(room, need);
    [
        some(widest[0], need[0], chance),
        some(widest[1], need[1], chance),
    ]
}

/// A random subset of this size, or everything if there is less.
fn some(mut bits: u128, count: u32, chance: &mut dyn Chance) -> u128 {
    let mut chosen = 0;
    for _ in 0..count.min(bits.count_ones()) {
        let rank = chance.below(bits.count_ones());
        let bit = nth(bits, rank).map_or(0, Tile::bit);
        chosen |= bit;
        bits &= !bit;
    }
    chosen
}

/// Exact: tile by tile, keeping for each choice on the last eleven tiles (all that a further tile
/// can be near to) and each number of Soviet places the choice with the most German places.
fn separate(room: [u128; 2], need: [u32; 2]) -> [u128; 2] {
    let disputed = [room[0] & spread(room[1]), room[1] & spread(room[0])];
    let free = [room[0] & !disputed[0], room[1] & !disputed[1]];
    let missing = [
        need[0].saturating_sub(free[0].count_ones()),
        need[1].saturating_sub(free[1].count_ones()),
    ];

    let mut best = BTreeMap::from([((0u128, 0u32), [0u128; 2])]);
    for tile in tiles(disputed[0] | disputed[1]) {
        let side = usize::from(disputed[1] & tile.bit() != 0);
        let window = !0 << (tile.index().saturating_sub(10));
        let mut next = BTreeMap::new();
        let mut keep = |chosen: [u128; 2]| {
            let soviets = chosen[0].count_ones().min(missing[0]);
            let key = ((chosen[0] | chosen[1]) & window, soviets);
            let rival: &mut [u128; 2] = next.entry(key).or_insert(chosen);
            if rival[1].count_ones() < chosen[1].count_ones() {
                *rival = chosen;
            }
        };
        for chosen in best.into_values() {
            keep(chosen);
            if chosen[1 - side] & tile.around() == 0 {
                let mut more = chosen;
                more[side] |= tile.bit();
                keep(more);
            }
        }
        best = next;
    }
    let chosen = best
        .into_values()
        .max_by_key(|chosen| {
            let got = |side: usize| chosen[side].count_ones().min(missing[side]);
            got(0) + got(1)
        })
        .unwrap_or_default();
    [free[0] | chosen[0], free[1] | chosen[1]]
}
