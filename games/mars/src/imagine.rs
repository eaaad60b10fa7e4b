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

/// Only what is in sight.
pub(crate) fn known(view: &View) -> Mars {
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
    state
}

pub(crate) fn world(view: &View, chance: &mut dyn Chance) -> Mars {
    let mut state = known(view);
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

#[cfg(test)]
mod tests {
    use parlor_engine::Fast;

    use super::*;

    /// Sides placed at random until nothing more fits, in territory of a given coarseness: then
    /// as many of each are asked for as stood there.
    fn crowd(chance: &mut Fast, coarse: u8) -> ([u128; 2], [u32; 2]) {
        let mut room = [0; 2];
        let patches: Vec<usize> = (0..100).map(|_| chance.below(2) as usize).collect();
        for tile in Tile::all() {
            let patch = tile.y() / coarse * 10 + tile.x() / coarse;
            room[patches[usize::from(patch)]] |= tile.bit();
        }
        let mut order: Vec<Tile> = Tile::all().collect();
        shuffle(&mut order, chance);
        let mut placed = [0u128; 2];
        for tile in order {
            let side = usize::from(room[1] & tile.bit() != 0);
            if placed[1 - side] & tile.around() == 0 {
                placed[side] |= tile.bit();
            }
        }
        (room, placed.map(u128::count_ones))
    }

    fn check(room: [u128; 2], need: [u32; 2], places: [u128; 2]) {
        for side in 0..2 {
            assert_eq!(places[side].count_ones(), need[side]);
            assert_eq!(places[side] & !room[side], 0);
        }
        assert_eq!(places[0] & spread(places[1]), 0);
    }

    #[test]
    fn a_crowd_that_stood_once_stands_again() {
        let mut chance = Fast::new(9);
        for coarse in [2, 3, 4, 5] {
            for _ in 0..6 {
                let (room, need) = crowd(&mut chance, coarse);
                check(room, need, scatter(room, need, &mut chance));
                let widest = separate(room, need);
                assert_eq!(widest[0] & spread(widest[1]), 0);
                assert!(widest[0].count_ones() >= need[0] && widest[1].count_ones() >= need[1]);
            }
        }
    }

    #[test]
    fn the_search_finds_the_only_solution() {
        // A column of Soviets beside a column of Germans: all of one must be on top, all of the
        // other below, with a gap between.
        let column = |x: u8| (0..10).fold(0, |bits, y| bits | Tile::at(x, y).bit());
        let room = [column(4), column(5)];
        for soviets in 1..9 {
            let need = [soviets, 9 - soviets];
            check(room, need, scatter(room, need, &mut Fast::new(1)));
        }
        // One more is impossible; nothing breaks.
        let places = scatter(room, [5, 5], &mut Fast::new(1));
        assert_eq!(places[0] & spread(places[1]), 0);
    }
}
