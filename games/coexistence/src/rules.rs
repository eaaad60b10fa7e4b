//! Section 2: what a turn may be and what follows from it.

use parlor_engine::{Chance, Departure, Rejection, Seat};

use crate::{
    Action, COLUMNS, CoExistence, Ending, Event, GOAL, Last, Options, ROUNDS, Reason, Unit, letter,
};

/// The opponent.
pub(crate) fn other(seat: Seat) -> Seat {
    Seat(1 - (seat.0 & 1))
}

/// A pair as a seat sees it: its own first.
pub(crate) fn sides<T: Copy>(pair: [T; 2], seat: Seat) -> (T, T) {
    match seat.0 & 1 {
        0 => (pair[0], pair[1]),
        _ => (pair[1], pair[0]),
    }
}

/// Who strikes whom.
struct Blow {
    attacker: Unit,
    victim: Unit,
    points: u8,
}

impl CoExistence {
    pub(crate) fn open(options: Options, chance: &mut dyn Chance) -> CoExistence {
        let starts = Seat(chance.below(2) as u8);
        CoExistence {
            options,
            hands: options.deck.deal(chance),
            scores: [0; 2],
            round: 1,
            started_by: starts,
            turn: Some(starts),
            passes: 0,
            last: None,
            ending: None,
        }
    }

    fn check_turn(&self, seat: Seat) -> Result<(), Rejection> {
        match self.turn {
            None => Err(Rejection::over()),
            Some(turn) if turn != seat => Err(Rejection::not_your_turn()),
            Some(_) => Ok(()),
        }
    }

    fn blow(&self, seat: Seat, own: u8, target: u8) -> Result<Blow, Rejection> {
        if let Some(bad) = [own, target].into_iter().find(|&column| column >= COLUMNS) {
            return Err(Rejection::new(
                "bad_column",
                format!("there is no column {bad}: columns are 0 (A) to 5 (F)"),
            ));
        }
        let (hand, enemy) = sides(self.hands, seat);
        let attacker = hand.unit(own).ok_or_else(|| {
            Rejection::new(
                "dead_attacker",
                format!("the own unit in column {} is dead", letter(own)),
            )
        })?;
        let victim = enemy.unit(target).ok_or_else(|| {
            Rejection::new(
                "dead_target",
                format!("the enemy unit in column {} is dead", letter(target)),
            )
        })?;
        let points = attacker
            .points_for(victim, self.options.arrow_duel)
            .ok_or_else(|| {
                Rejection::new(
                    "no_kill",
                    format!(
                        "{} cannot kill {}",
                        attacker.with_article(),
                        victim.with_article()
                    ),
                )
            })?;
        Ok(Blow {
            attacker,
            victim,
            points,
        })
    }

    pub(crate) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rejection> {
        self.check_turn(seat)?;
        match action {
            Action::Attack { own, target } => self.blow(seat, own, target).map(drop),
            Action::Pass => Ok(()),
        }
    }

    pub(crate) fn attack(&mut self, seat: Seat, own: u8, target: u8, events: &mut Vec<Event>) {
        let Ok(blow) = self.blow(seat, own, target) else {
            return;
        };
        let enemy = other(seat);
        self.hands[enemy.index()].kill(target);
        let score = &mut self.scores[other(enemy).index()];
        *score += blow.points;
        let won = *score >= GOAL;
        let last = Last::Attacked {
            seat,
            own,
            target,
            attacker_unit: blow.attacker,
            target_unit: blow.victim,
            points: blow.points,
        };
        self.last = Some(last);
        self.passes = 0;
        self.turn = Some(enemy);
        events.push(last.into());
        if won {
            self.end(Some(seat), Reason::Points, events);
        }
    }

    pub(crate) fn pass(
        &mut self,
        seat: Seat,
        by_clock: bool,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let last = Last::Passed { seat, by_clock };
        self.last = Some(last);
        self.passes += 1;
        self.turn = Some(other(seat));
        events.push(last.into());
        if self.passes < 2 {
            return;
        }
        events.push(Event::RoundOver { round: self.round });
        self.round += 1;
        if self.round > ROUNDS {
            self.end(None, Reason::Rounds, events);
            return;
        }
        // The turn order simply goes on: the first of the two passers starts.
        self.passes = 0;
        self.started_by = other(seat);
        self.hands = self.options.deck.deal(chance);
        events.push(Event::Dealt {
            round: self.round,
            hands: self.hands,
            starts: self.started_by,
        });
    }

    /// Only a clock passes for a person, and only for the one whose turn it is.
    pub(crate) fn pass_by_clock(
        &mut self,
        seat: Seat,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        self.check_turn(seat)?;
        self.pass(seat, true, chance, events);
        Ok(())
    }

    pub(crate) fn leave(
        &mut self,
        seat: Seat,
        how: Departure,
        events: &mut Vec<Event>,
    ) -> Result<(), Rejection> {
        if self.ending.is_some() {
            return Err(Rejection::over());
        }
        if seat.0 > 1 {
            return Err(Rejection::new("seat", format!("there is no seat {seat}")));
        }
        let reason = match how {
            Departure::Resigned => Reason::Resigned,
            Departure::Left => Reason::Left,
            Departure::TimedOut => Reason::Time,
        };
        let last = Last::Left { seat, reason };
        self.last = Some(last);
        events.push(last.into());
        self.end(Some(other(seat)), reason, events);
        Ok(())
    }

    fn end(&mut self, winner: Option<Seat>, reason: Reason, events: &mut Vec<Event>) {
        self.turn = None;
        self.ending = Some(Ending { winner, reason });
        events.push(Event::Over {
            winner,
            reason,
            scores: self.scores,
            round: self.round,
        });
    }

    /// Calls `each` for every type with own columns and the enemy columns it can attack, as bits.
    fn each_attack(&self, seat: Seat, mut each: impl FnMut(u8, u8)) {
        let (hand, enemy) = sides(self.hands, seat);
        for unit in Unit::ALL {
            each(
                hand.columns_of(unit),
                enemy.targets_of(unit, self.options.arrow_duel),
            );
        }
    }

    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn != Some(seat) {
            return;
        }
        let mut targets = [0; COLUMNS as usize];
        self.each_attack(seat, |attackers, victims| {
            for column in columns(attackers) {
                targets[usize::from(column)] = victims;
            }
        });
        for (own, victims) in targets.into_iter().enumerate() {
            out.extend(columns(victims).map(|target| Action::Attack {
                own: own as u8,
                target,
            }));
        }
        out.push(Action::Pass);
    }

    /// A uniformly drawn legal action, without listing them.
    pub(crate) fn draw<C: Chance + ?Sized>(&self, seat: Seat, chance: &mut C) -> Option<Action> {
        if self.turn != Some(seat) {
            return None;
        }
        let mut attacks = 0;
        self.each_attack(seat, |attackers, victims| {
            attacks += attackers.count_ones() * victims.count_ones();
        });
        let mut place = chance.below(attacks + 1);
        let mut drawn = Action::Pass;
        if place == attacks {
            return Some(drawn);
        }
        // Wraps once the attack is found: the place is then beyond everything that follows.
        self.each_attack(seat, |attackers, victims| {
            let width = victims.count_ones();
            let here = attackers.count_ones() * width;
            if place < here {
                drawn = Action::Attack {
                    own: nth(attackers, place / width),
                    target: nth(victims, place % width),
                };
            }
            place = place.wrapping_sub(here);
        });
        Some(drawn)
    }
}

fn columns(bits: u8) -> impl Iterator<Item = u8> {
    (0..COLUMNS).filter(move |column| bits >> column & 1 == 1)
}

/// The n-th column of a set.
fn nth(mut bits: u8, n: u32) -> u8 {
    for _ in 0..n {
        bits &= bits.wrapping_sub(1);
    }
    bits.trailing_zeros() as u8
}
