//! How a turn is carried out (sections 4 and 5).

use std::borrow::Cow;

use parlor_engine::{Chance, Rejection, Seat};

use crate::combat::{Fight, fight};
use crate::event::{Event, Fighter, Placed, Prize, Step, Unit};
use crate::map::{is_town, town_at};
use crate::position::{Deed, Last};
use crate::tile::{nth, shifted, tiles};
use crate::{Act, Arm, Mars, Side, Tile, UnitId};

/// Steps of every unit, then those of armour only.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, -1),
    (-1, 0),
    (1, 0),
    (0, 1),
    (-1, -1),
    (1, -1),
    (-1, 1),
    (1, 1),
];

const STRAIGHT: usize = 4;

impl Mars {
    /// The tiles that a unit here may act on; whatever lies there, each is a move, a swap or an
    /// attack. That is why refusals can depend on nothing hidden.
    fn reach(&self, from: Tile) -> u128 {
        if self.armour() & from.bit() == 0 {
            from.beside()
        } else {
            from.around()
        }
    }

    /// Row by row, by unit and then by target.
    pub(crate) fn list_acts(&self, side: Side, out: &mut Vec<Act>) {
        for from in tiles(self.men(side)) {
            out.extend(tiles(self.reach(from)).map(|to| Act::new(from, to)));
        }
    }

    /// One draw among all legal actions, without listing them.
    pub(crate) fn sample_act<C: Chance + ?Sized>(&self, side: Side, chance: &mut C) -> Option<Act> {
        let men = self.men(side);
        let arrivals = |place: usize| {
            let movers = if place < STRAIGHT {
                men
            } else {
                men & self.armour()
            };
            shifted(movers, DIRECTIONS[place])
        };
        let counts: [u32; 8] = std::array::from_fn(|place| arrivals(place).count_ones());
        let total = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let mut rank = chance.below(total);
        let mut place = 0;
        while rank >= counts[place] {
            rank -= counts[place];
            place += 1;
        }
        let to = nth(arrivals(place), rank)?;
        let (dx, dy) = DIRECTIONS[place];
        let from = Tile::new(to.x() as i8 - dx, to.y() as i8 - dy)?;
        Some(Act::new(from, to))
    }

    /// In the order of section 8: over, turn, board, unit, target. Nothing here looks at anything
    /// but the seat's own units.
    pub(crate) fn judge(&self, seat: Seat, act: Act) -> Result<(), Rejection> {
        if self.is_over() {
            return Err(Rejection::over());
        }
        let side = self.mover();
        if side.seat() != seat {
            return Err(Rejection::not_your_turn());
        }
        self.judge_act(side, act).map(drop)
    }

    /// Of the side whose turn it is: the unit, its tile and the target.
    pub(crate) fn judge_act(
        &self,
        side: Side,
        act: Act,
    ) -> Result<(UnitId, Tile, Tile), Rejection> {
        let (Some(from), Some(to)) = act.tiles() else {
            return Err(Rejection::new(
                "off_board",
                "a tile is x,y with both numbers from 0 to 9",
            ));
        };
        let Some(id) = self.unit_at(from).filter(|id| id.side() == side) else {
            return Err(Rejection::new(
                "no_unit",
                format!("the {side} have no unit on {from}"),
            ));
        };
        if from == to {
            return Err(Rejection::new(
                "same_tile",
                "a unit cannot act on its own tile",
            ));
        }
        if self.reach(from) & to.bit() == 0 {
            let arm = id.record().icon.arm();
            let reach = match arm {
                Arm::Armour => "the 8 tiles around it",
                Arm::Infantry | Arm::Artillery => "the 4 tiles beside it",
            };
            return Err(Rejection::new(
                "out_of_reach",
                format!(
                    "{to} is out of reach from {from}: {} acts on {reach}",
                    arm.word()
                ),
            ));
        }
        Ok((id, from, to))
    }

    pub(crate) fn perform(
        &mut self,
        side: Side,
        act: Act,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let (Some(from), Some(to)) = act.tiles() else {
            return;
        };
        let Some(id) = self.unit_at(from).filter(|id| id.side() == side) else {
            return;
        };
        match self.unit_at(to) {
            None => self.march(id, from, to, events),
            Some(partner) if partner.side() == side => self.swap((id, from), (partner, to), events),
            Some(enemy) => self.battle((id, from), (enemy, to), chance, events),
        }
        self.done += 1;
        self.hand_over(events);
    }

    fn march(&mut self, id: UnitId, from: Tile, to: Tile, events: &mut Vec<Event>) {
        let side = id.side();
        let before = self.contact();
        self.lift(from);
        self.put(id, to);
        let captured = self.land.owner(to) != side;
        self.land.give(to, side);
        let after = self.contact();

        let seen = [before & from.bit() != 0, after & to.bit() != 0];
        events.push(Event::Moved {
            side,
            step: Step {
                unit: Unit::of(self, id),
                from: Some(from),
                to: Some(to),
            },
            seen: Some(seen),
        });
        if captured {
            events.push(Event::Captured {
                side,
                at: to,
                town: town_at(to).map(|town| Prize {
                    name: Cow::Borrowed(town.name),
                    points: town.points,
                }),
            });
        }
        let mut fresh = after & !before;
        if seen[0] {
            fresh &= !to.bit();
        }
        self.tell_sighted(fresh, events);
        // The tile itself is public once it changes colour, even if the unit on it is not.
        self.mark(
            side,
            Deed::Moved,
            [from, to],
            [seen[0], seen[1] || captured],
        );
    }

    fn swap(
        &mut self,
        (id, from): (UnitId, Tile),
        (partner, to): (UnitId, Tile),
        events: &mut Vec<Event>,
    ) {
        let side = id.side();
        // The same tiles are held before and after, so contact stays as it is.
        let contact = self.contact();
        self.lift(from);
        self.lift(to);
        self.put(id, to);
        self.put(partner, from);

        let seen = [from, to].map(|tile| contact & tile.bit() != 0);
        let step = |state: &Mars, id, from, to| Step {
            unit: Unit::of(state, id),
            from: Some(from),
            to: Some(to),
        };
        events.push(Event::Swapped {
            side,
            steps: [step(self, id, from, to), step(self, partner, to, from)],
            seen: Some(seen),
        });
        match seen {
            [true, false] => self.tell_sighted(from.bit(), events),
            [false, true] => self.tell_sighted(to.bit(), events),
            _ => {}
        }
        self.mark(side, Deed::Swapped, [from, to], seen);
    }

    /// All that a fight between these two depends on.
    pub(crate) fn fight_of(
        &self,
        (attacker, from): (UnitId, Tile),
        (defender, to): (UnitId, Tile),
        (g1, g2): (f64, f64),
    ) -> Fight {
        Fight {
            attacker: attacker.record().icon.arm(),
            defender: defender.record().icon.arm(),
            attacker_veterancy: self.veterancy(attacker),
            defender_veterancy: self.veterancy(defender),
            town: is_town(to),
            attacker_encircled: self.is_encircled(from, attacker.side()),
            defender_encircled: self.is_encircled(to, defender.side()),
            g1,
            g2,
        }
    }

    /// Nobody advances and no tile changes its owner (4.3).
    fn battle(
        &mut self,
        (attacker, from): (UnitId, Tile),
        (defender, to): (UnitId, Tile),
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let side = attacker.side();
        let g1 = chance.normal();
        let g2 = chance.normal();
        let the_fight = self.fight_of((attacker, from), (defender, to), (g1, g2));
        let town = the_fight.town;
        let encircled = [the_fight.attacker_encircled, the_fight.defender_encircled];
        let damage = fight(&the_fight);
        let before = [attacker, defender].map(|id| Unit::of(self, id));
        let died = [
            self.hurt(attacker, from, damage.0),
            self.hurt(defender, to, damage.1),
        ];
        let promoted = [
            died == [false, true] && self.promote(attacker),
            died == [true, false] && self.promote(defender),
        ];
        let [was_attacker, was_defender] = before;
        let fighter = |state: &Mars, at, was: Unit, place: usize, damage: i32| Fighter {
            at,
            health_before: was.health,
            damage: damage as u16,
            died: died[place],
            promoted: promoted[place],
            encircled: encircled[place],
            unit: Unit {
                health: state.health(was.id),
                veterancy: was.veterancy + u8::from(promoted[place]),
                ..was
            },
        };
        events.push(Event::Fought {
            side,
            attacker: fighter(self, from, was_attacker, 0, damage.0),
            defender: fighter(self, to, was_defender, 1, damage.1),
            town,
        });
        self.mark(side, Deed::Fought, [from, to], [true; 2]);
    }

    fn mark(&mut self, side: Side, what: Deed, tiles: [Tile; 2], seen: [bool; 2]) {
        self.last = Some(Last {
            side,
            what,
            tiles: tiles.map(Some),
            seen,
        });
    }

    fn tell_sighted(&self, fresh: u128, events: &mut Vec<Event>) {
        if fresh == 0 {
            return;
        }
        let units = tiles(fresh)
            .filter_map(|at| {
                let unit = Unit::of(self, self.unit_at(at)?);
                Some(Placed { at, unit })
            })
            .collect();
        events.push(Event::Sighted { units });
    }

    /// The next side's turn; one without units passes, and that counts (section 8).
    fn hand_over(&mut self, events: &mut Vec<Event>) {
        while !self.is_over() {
            let (side, turn) = (self.mover(), self.done + 1);
            if self.men(side) != 0 {
                events.push(Event::Turn { side, turn });
                return;
            }
            events.push(Event::Passed { side, turn });
            self.done += 1;
        }
        self.tell_end(events);
    }

    pub(crate) fn tell_end(&self, events: &mut Vec<Event>) {
        if let Some(outcome) = self.result() {
            events.push(Event::Ended {
                outcome,
                scores: self.scores(),
                revealed: self.options.reveal_at_end,
            });
        }
    }
}
