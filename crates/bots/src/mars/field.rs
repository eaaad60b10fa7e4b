//! The board as playouts need it: small, quick to copy, and silent about what happens on it.

use parlor_engine::Chance;
use parlor_mars::{Act, Arm, Fight, Mars, Side, Tile, UNITS, UnitId, VETERANCY_CAP, fight};

use super::ground::{TABLES, TILES, arm, places, side_of};

const NOBODY: u8 = u8::MAX;

/// One unit acts on one tile; both as `10 * y + x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    pub from: u8,
    pub to: u8,
}

impl Order {
    /// As the rules want it.
    pub fn act(self) -> Act {
        let tile = |at: u8| [i16::from(at % 10), i16::from(at / 10)];
        Act {
            from: tile(self.from),
            to: tile(self.to),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Field {
    /// Where each side has units.
    pub men: [u128; 2],
    /// Where armour of either side stands.
    pub armour: u128,
    /// The tiles of each side.
    pub land: [u128; 2],
    board: [u8; TILES],
    health: [u8; UNITS],
    veterancy: [u8; UNITS],
    pub kills: [u8; 2],
    pub done: u16,
    pub turns: u16,
}

impl Field {
    pub fn of(state: &Mars) -> Field {
        let mut field = Field {
            men: [0; 2],
            armour: 0,
            land: [0; 2],
            board: [NOBODY; TILES],
            health: [0; UNITS],
            veterancy: [0; UNITS],
            kills: Side::BOTH.map(|side| state.score(side).kills),
            done: state.done(),
            turns: state.options().turns,
        };
        for tile in Tile::all() {
            field.land[state.land().owner(tile).index()] |= tile.bit();
            if let Some(unit) = state.unit_at(tile) {
                field.put(unit.index(), tile.index());
            }
        }
        for unit in UnitId::all() {
            field.health[unit.index()] = state.health(unit);
            field.veterancy[unit.index()] = state.veterancy(unit);
        }
        field
    }

    fn put(&mut self, unit: usize, at: usize) {
        self.board[at] = unit as u8;
        self.men[side_of(unit)] |= 1 << at;
        if arm(unit) == Arm::Armour {
            self.armour |= 1 << at;
        }
    }

    fn lift(&mut self, at: usize) {
        self.board[at] = NOBODY;
        let rest = !(1u128 << at);
        self.men[0] &= rest;
        self.men[1] &= rest;
        self.armour &= rest;
    }

    /// The unit on a tile that has one.
    pub fn unit(&self, at: usize) -> usize {
        usize::from(self.board[at])
    }

    pub fn health(&self, unit: usize) -> i32 {
        i32::from(self.health[unit])
    }

    pub fn veterancy(&self, unit: usize) -> i32 {
        i32::from(self.veterancy[unit])
    }

    /// The side to move.
    pub fn mover(&self) -> usize {
        usize::from(self.done % 2)
    }

    pub fn is_over(&self) -> bool {
        self.done >= self.turns || self.men == [0, 0]
    }

    /// Actions that each side still has.
    pub fn actions_left(&self) -> f64 {
        f64::from(self.turns.saturating_sub(self.done)) / 2.0
    }

    /// The tiles that whoever stands here may act on.
    pub fn reach(&self, from: usize) -> u128 {
        if self.armour & 1 << from == 0 {
            TABLES.beside[from]
        } else {
            TABLES.around[from]
        }
    }

    /// The units of a side that may act on a tile.
    pub fn within_reach(&self, side: usize, at: usize) -> u128 {
        self.men[side] & (TABLES.beside[at] | TABLES.around[at] & self.armour)
    }

    pub fn is_encircled(&self, at: usize, side: usize) -> bool {
        TABLES.beside[at] & self.land[side] == 0
    }

    pub fn score(&self, side: usize) -> i32 {
        let towns: i32 = places(self.land[side] & TABLES.towns)
            .map(|at| i32::from(TABLES.points[at]))
            .sum();
        towns + i32::from(self.kills[side])
    }

    /// Points of the Soviets less those of the Germans.
    pub fn lead(&self) -> i32 {
        self.score(0) - self.score(1)
    }

    /// The damage that attacker and defender take with these draws.
    pub fn damage(&self, from: usize, to: usize, g1: f64, g2: f64) -> (i32, i32) {
        let (attacker, defender) = (self.unit(from), self.unit(to));
        fight(&Fight {
            attacker: arm(attacker),
            defender: arm(defender),
            attacker_veterancy: self.veterancy[attacker],
            defender_veterancy: self.veterancy[defender],
            town: TABLES.points[to] > 0,
            attacker_encircled: self.is_encircled(from, side_of(attacker)),
            defender_encircled: self.is_encircled(to, side_of(defender)),
            g1,
            g2,
        })
    }

    pub fn play<C: Chance>(&mut self, order: Order, chance: &mut C) {
        let (from, to) = (usize::from(order.from), usize::from(order.to));
        let unit = self.unit(from);
        let side = side_of(unit);
        if self.men[1 - side] & 1 << to != 0 {
            self.battle(from, to, chance);
        } else if self.men[side] & 1 << to != 0 {
            let partner = self.unit(to);
            self.lift(from);
            self.lift(to);
            self.put(unit, to);
            self.put(partner, from);
        } else {
            self.lift(from);
            self.put(unit, to);
            self.land[side] |= 1 << to;
            self.land[1 - side] &= !(1 << to);
        }
        self.done += 1;
        // A side without units passes, and that counts.
        if self.men[self.mover()] == 0 && self.done < self.turns {
            self.done += 1;
        }
    }

    fn battle<C: Chance>(&mut self, from: usize, to: usize, chance: &mut C) {
        let (g1, g2) = (chance.normal(), chance.normal());
        let damage = self.damage(from, to, g1, g2);
        let (attacker, defender) = (self.unit(from), self.unit(to));
        let died = [
            self.hurt(attacker, from, damage.0),
            self.hurt(defender, to, damage.1),
        ];
        match died {
            [false, true] => self.promote(attacker),
            [true, false] => self.promote(defender),
            _ => {}
        }
    }

    fn hurt(&mut self, unit: usize, at: usize, damage: i32) -> bool {
        let left = self.health(unit) - damage;
        self.health[unit] = left.max(0) as u8;
        if left < 1 {
            self.veterancy[unit] = 0;
            self.lift(at);
            self.kills[1 - side_of(unit)] += 1;
        }
        left < 1
    }

    fn promote(&mut self, unit: usize) {
        self.veterancy[unit] = (self.veterancy[unit] + 1).min(VETERANCY_CAP);
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::{Fast, Game};
    use parlor_mars::Options;

    use super::*;

    /// Whole games with the same orders and the same dice, by the rules and here.
    #[test]
    fn the_field_follows_the_rules() {
        for seed in 0..20 {
            let mut chance = Fast::new(seed);
            let mut state = Mars::new(&Options::default(), 2, &mut chance).unwrap();
            let mut field = Field::of(&state);
            let mut scratch = Vec::new();
            while let Some(seat) = state.to_act().first() {
                let act = state.sample(seat, &mut scratch, &mut chance).unwrap();
                let (from, to) = act.tiles();
                let order = Order {
                    from: from.unwrap().index() as u8,
                    to: to.unwrap().index() as u8,
                };
                assert_eq!(order.act(), act);
                assert!(!field.is_over());
                assert_ne!(field.reach(usize::from(order.from)) & 1 << order.to, 0);
                field.play(order, &mut chance.clone());
                state.execute(seat, &act, &mut chance, &mut Vec::new());
                assert_eq!(field, Field::of(&state));
                let scores = Side::BOTH.map(|side| i32::from(state.score(side).total));
                assert_eq!([0, 1].map(|side| field.score(side)), scores);
            }
            assert!(field.is_over());
        }
    }
}
