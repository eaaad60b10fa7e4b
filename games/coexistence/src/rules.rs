//! Section 2: what a turn may be and what follows from it.

use parlor_engine::{Chance, Departure, Game, Rejection, Seat};

use crate::{
    Action, COLUMNS, CoExistence, Columns, Ending, Event, GOAL, Last, Options, ROUNDS, Reason,
    Unit, letter,
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
pub(crate) struct Blow {
    pub(crate) attacker: Unit,
    pub(crate) victim: Unit,
    pub(crate) points: u8,
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

    pub(crate) fn blow(&self, seat: Seat, own: u8, target: u8) -> Result<Blow, Rejection> {
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
        self.must_sit(seat)?;
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

    /// For every type: where it lives in the seat's hand, and what it can attack.
    fn attacks(&self, seat: Seat) -> [(Columns, Columns); 4] {
        let (hand, enemy) = sides(self.hands, seat);
        let of = |unit| {
            (
                hand.columns_of(unit),
                enemy.targets_of(unit, self.options.arrow_duel),
            )
        };
        let [axe, hammer, sword, arrow] = Unit::ALL;
        [of(axe), of(hammer), of(sword), of(arrow)]
    }

    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn != Some(seat) {
            return;
        }
        let attacks = self.attacks(seat);
        for own in 0..COLUMNS {
            let mine = attacks.iter().find(|(attackers, _)| attackers.has(own));
            if let Some((_, victims)) = mine {
                out.extend(victims.iter().map(|target| Action::Attack { own, target }));
            }
        }
        out.push(Action::Pass);
    }

    /// A uniformly drawn legal action, without listing them.
    pub(crate) fn draw<C: Chance + ?Sized>(&self, seat: Seat, chance: &mut C) -> Option<Action> {
        if self.turn != Some(seat) {
            return None;
        }
        let attacks = self.attacks(seat);
        let count = |(attackers, victims): (Columns, Columns)| attackers.len() * victims.len();
        let mut place = chance.below(attacks.into_iter().map(count).sum::<u32>() + 1);
        for (attackers, victims) in attacks {
            let count = count((attackers, victims));
            if place < count {
                return Some(Action::Attack {
                    own: attackers.nth(place / victims.len()),
                    target: victims.nth(place % victims.len()),
                });
            }
            place -= count;
        }
        Some(Action::Pass)
    }
}
