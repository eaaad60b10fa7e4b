//! What an action promises at first sight, in points.

use parlor_mars::DEVIATION;

use super::doctrine::Doctrine;
use super::field::{Field, Order};
use super::ground::{TABLES, arm, places};

/// A side's look at a position, for all its actions.
pub(crate) struct Glance<'a> {
    field: &'a Field,
    doctrine: &'a Doctrine,
    side: usize,
    /// What an investment still pays back: everything early, nothing with the last action.
    patience: f64,
    /// Tiles with an enemy near.
    contact: u128,
    /// Towns of the enemy.
    prizes: u128,
}

impl<'a> Glance<'a> {
    pub fn new(field: &'a Field, doctrine: &'a Doctrine, side: usize) -> Glance<'a> {
        let contact = places(field.men[1 - side]).fold(0, |all, at| all | TABLES.around[at]);
        Glance {
            field,
            doctrine,
            side,
            patience: (field.actions_left() / doctrine.horizon).min(1.0),
            contact,
            prizes: field.land[1 - side] & TABLES.towns,
        }
    }

    /// Every action that may matter, with its promise. Exchanges far from the enemy do not.
    pub fn each(&self, mut found: impl FnMut(Order, f64)) {
        let field = self.field;
        let (own, enemies) = (field.men[self.side], field.men[1 - self.side]);
        for from in places(own) {
            let reach = field.reach(from);
            let order = |to: usize| Order {
                from: from as u8,
                to: to as u8,
            };
            for to in places(reach & enemies) {
                found(order(to), self.attack(from, to));
            }
            let empty = reach & !own & !enemies;
            if empty != 0 {
                let here = self.post(from, from);
                for to in places(empty) {
                    found(order(to), self.march(from, to, here));
                }
            }
            if self.contact & 1 << from != 0 {
                for to in places(reach & own) {
                    found(order(to), self.exchange(from, to));
                }
            }
        }
    }

    fn attack(&self, from: usize, to: usize) -> f64 {
        let (field, d) = (self.field, self.doctrine);
        let (unit, enemy) = (field.unit(from), field.unit(to));
        let (taken, dealt) = field.damage(from, to, 0.0, 0.0);
        let (mine, theirs) = (field.health(unit), field.health(enemy));
        let (dies, kill) = (kills(taken, mine), kills(dealt, theirs));
        let hurt = f64::from(dealt.min(theirs)) / 100.0 * (1.0 - kill);
        let bleed = f64::from(taken.min(mine)) / 100.0 * (1.0 - dies);
        let wounds = 1.0 - f64::from(theirs) / 100.0;
        let mut value = d.kill * kill - d.die * dies;
        value += self.patience * (d.hurt + d.finish * wounds) * hurt;
        value -= self.patience * d.bleed * bleed;
        value += self.patience
            * (d.veteran_kill * f64::from(field.veterancy(enemy)) * kill
                - d.veteran_die * f64::from(field.veterancy(unit)) * dies);
        // Who is left weak beside others is their next prey.
        let left = 1.0 - f64::from((mine - taken).max(0)) / 100.0;
        let others = field.within_reach(1 - self.side, from) & !(1 << to);
        if others != 0 || kill < 0.5 {
            value -= d.prey * left * left * (1.0 - dies);
        }
        // An empty town can be walked into, by either side.
        let prize = 2.0 * f64::from(TABLES.points[to]);
        if prize > 0.0 && field.land[1 - self.side] & 1 << to != 0 {
            let (by_kill, by_wear) = if field.within_reach(1 - self.side, to) == 0 {
                (d.storm_kill, d.storm_wear)
            } else {
                (d.held_kill, d.held_wear)
            };
            value += prize * (by_kill * kill + self.patience * by_wear * hurt);
        }
        value -= d.town_risk * f64::from(TABLES.points[from]) * dies;
        let besieged: f64 = places(TABLES.around[to] & self.prizes)
            .map(|town| f64::from(TABLES.points[town]))
            .sum();
        value + self.patience * besieged * (d.besiege_kill * kill + d.besiege_wear * hurt)
    }

    /// How well a unit stands there, whoever is there now.
    fn post(&self, from: usize, at: usize) -> f64 {
        let near = TABLES.around[at];
        if near & (self.field.men[1 - self.side] | self.prizes) == 0 {
            return 0.0;
        }
        let (field, d) = (self.field, self.doctrine);
        let unit = field.unit(from);
        let mine = arm(unit);
        let reach = if field.armour & 1 << from == 0 {
            TABLES.beside[at]
        } else {
            near
        };
        let mut value = 0.0;
        for other in places(near & field.men[1 - self.side]) {
            let theirs = arm(field.unit(other));
            if mine.beats(theirs) && reach & 1 << other != 0 {
                value += d.strong;
                if TABLES.points[other] > 0 {
                    value += d.strong_siege * f64::from(TABLES.points[other]);
                }
            }
            if field.reach(other) & 1 << at != 0 {
                if theirs.beats(mine) {
                    value -= d.weak;
                }
                value -= d.frail * (1.0 - f64::from(field.health(unit)) / 100.0);
            }
        }
        let sieges: f64 = places(reach & self.prizes)
            .map(|town| f64::from(TABLES.points[town]))
            .sum();
        value += d.siege * sieges;
        if TABLES.points[at] > 0 {
            value += d.garrison * f64::from(field.health(unit)) / 100.0;
        }
        self.patience * value
    }

    fn march(&self, from: usize, to: usize, here: f64) -> f64 {
        let (field, d, side) = (self.field, self.doctrine, self.side);
        let mut value = -d.tempo;
        let bit = 1u128 << to;
        let points = |at: usize| f64::from(TABLES.points[at]);
        let is_threatened = |at: usize| field.within_reach(1 - side, at) != 0;
        if field.land[side] & bit == 0 {
            value += self.patience * d.ground + d.take * 2.0 * points(to);
            let theirs = field.land[1 - side] & !bit;
            for at in places(TABLES.beside[to] & field.men[1 - side]) {
                if TABLES.beside[at] & theirs == 0 && field.within_reach(side, at) != 0 {
                    value += self.patience * (d.encircle + d.encircle_town * points(at));
                }
            }
        } else if TABLES.points[to] > 0 && is_threatened(to) {
            value += d.man * points(to);
        }
        if TABLES.points[from] > 0 && is_threatened(from) {
            value -= d.leave * points(from);
        }
        if TABLES.beside[to] & field.land[side] & !(1 << from) == 0 {
            value -= self.patience * d.trapped;
        }
        value += self.post(from, to) - here;
        if self.contact & (bit | 1 << from) == 0 {
            value += self.patience * d.approach * (self.way(from) - self.way(to));
        }
        value
    }

    fn exchange(&self, from: usize, to: usize) -> f64 {
        let before = self.post(from, from) + self.post(to, to);
        let after = self.post(from, to) + self.post(to, from);
        after - before - self.doctrine.exchange
    }

    /// Steps to the nearest town of the enemy; none is far away.
    fn way(&self, from: usize) -> f64 {
        let (x, y) = (from % 10, from / 10);
        places(self.prizes)
            .map(|town| (town % 10).abs_diff(x) + (town / 10).abs_diff(y))
            .min()
            .unwrap_or(20) as f64
    }
}

/// The chance that damage with this mean kills.
fn kills(mean: i32, health: i32) -> f64 {
    let z = (f64::from(mean - health) + 0.5) / DEVIATION;
    // The logistic curve closest to the normal one.
    1.0 / (1.0 + (-1.702 * z).exp())
}
