//! Carrying out actions (rule page 3.3).

use parlor_engine::{Chance, Seat};

use crate::action::Action;
use crate::board::defence_dice;
use crate::cards::{Cards, trade};
use crate::dice::{Roll, best_defence, losses};
use crate::event::{Battle, Event};
use crate::state::{Phase, Risk, Standing};
use crate::world::TerritoryId;
use crate::{AutoDefend, ClaimMin};

impl Risk {
    /// One action of the actor, without what computer players make of it.
    pub(crate) fn carry_out(
        &mut self,
        action: &Action,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let seat = self.current;
        match (self.phase, action) {
            (Phase::Setup, &Action::Claim { territory }) => {
                self.board.garrison(territory, seat, 1);
                self.take_from_stock(seat);
                events.push(Event::Claimed { seat, territory });
                self.after_setup_step();
            }
            (Phase::SetupReinforce, &Action::Place { territory }) => {
                self.board.add(territory, 1);
                self.take_from_stock(seat);
                events.push(Event::Placed { seat, territory });
                self.after_setup_step();
            }
            (Phase::TurnIn, &Action::TurnIn { cards }) => self.turn_in(seat, cards, events),
            (Phase::Reinforce { .. }, Action::Reinforce { troops }) => {
                for &(id, count) in troops.pairs() {
                    self.board.add(id, count);
                }
                let troops = troops.clone();
                events.push(Event::Reinforced { seat, troops });
                self.check(events);
            }
            (Phase::Attack, &Action::Attack { from, to, dice }) => {
                self.attack(from, to, dice, chance, events);
            }
            (Phase::Defend { from, to, roll }, &Action::Defend { dice }) => {
                self.defend(from, to, roll, dice, chance, events);
            }
            (Phase::Occupy { from, to, .. }, &Action::Occupy { troops }) => {
                self.occupy(from, to, troops, events);
                match self.verdict() {
                    Some(end) => self.finish(end, events),
                    None => self.check(events),
                }
            }
            (Phase::Transfer, &Action::Transfer { from, to, troops }) => {
                self.board.remove(from, troops);
                self.board.add(to, troops);
                events.push(Event::Transferred {
                    seat,
                    from,
                    to,
                    troops,
                });
                self.end_turn(events);
            }
            (phase, Action::Skip {}) => {
                let name = phase.name();
                events.push(Event::Skipped { seat, phase: name });
                match phase {
                    Phase::TurnIn => self.phase = Phase::Reinforce { from_cards: 0 },
                    Phase::Attack => self.after_attacks(events),
                    Phase::Transfer => self.end_turn(events),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Somebody who leaves while setting up may leave too few troops for all territories: then
    /// the last ones are taken for nothing.
    fn take_from_stock(&mut self, seat: Seat) {
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.stock = player.stock.saturating_sub(1);
        }
    }

    fn turn_in(&mut self, seat: Seat, cards: Cards, events: &mut Vec<Event>) {
        let troops = trade(self.options.card_table, cards).unwrap_or(0);
        if let Some(player) = self.players.get_mut(seat.index()) {
            player.hand = player.hand.minus(cards);
        }
        self.used = self.used.plus(cards);
        events.push(Event::TurnedIn {
            seat,
            cards,
            troops,
        });
        let from_cards = troops as u8;
        self.phase = Phase::Reinforce { from_cards };
    }

    fn attack(
        &mut self,
        from: TerritoryId,
        to: TerritoryId,
        dice: u8,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let Some(defender) = self.board.owner(to) else {
            return;
        };
        let seat = self.current;
        events.push(Event::Attacked {
            seat,
            defender,
            from,
            to,
            dice,
        });
        let roll = Roll::throw(dice, chance);
        if !self.options.hide_attack_roll {
            events.push(Event::AttackRoll {
                seat,
                roll,
                hidden: false,
            });
        }
        self.phase = Phase::Defend { from, to, roll };
        self.defend_by_itself(chance, events);
    }

    /// Takes the defender's decision if nobody has to be asked.
    pub(crate) fn defend_by_itself(&mut self, chance: &mut dyn Chance, events: &mut Vec<Event>) {
        if let Phase::Defend { from, to, roll } = self.phase
            && let Some(defender) = self.board.owner(to)
            && let Some(dice) = self.automatic_dice(defender, to, roll)
        {
            self.defend(from, to, roll, dice, chance, events);
        }
    }

    fn automatic_dice(&self, defender: Seat, to: TerritoryId, roll: Roll) -> Option<u8> {
        let most = defence_dice(self.board.troops(to));
        let how = match self.stands(defender) {
            Standing::Bot => AutoDefend::Best,
            Standing::Neutral => AutoDefend::Most,
            Standing::Playing | Standing::Eliminated => self.options.auto_defend_of(defender),
        };
        match how {
            AutoDefend::Off => None,
            AutoDefend::Most => Some(most),
            AutoDefend::Best => Some(self.fair_defence(roll, most)),
        }
    }

    /// The rule of 5.4, for which the roll must be known; a hidden one is nobody's to use.
    pub(crate) fn fair_defence(&self, roll: Roll, most: u8) -> u8 {
        if self.options.hide_attack_roll {
            most
        } else {
            best_defence(roll, most)
        }
    }

    fn defend(
        &mut self,
        from: TerritoryId,
        to: TerritoryId,
        attack_roll: Roll,
        dice: u8,
        chance: &mut dyn Chance,
        events: &mut Vec<Event>,
    ) {
        let Some(defender) = self.board.owner(to) else {
            return;
        };
        let attacker = self.current;
        if self.options.hide_attack_roll {
            events.push(Event::AttackRoll {
                seat: attacker,
                roll: attack_roll,
                hidden: true,
            });
        }
        let defence_roll = Roll::throw(dice.min(2), chance);
        events.push(Event::DefenceRoll {
            seat: defender,
            territory: to,
            roll: defence_roll,
        });
        let (attacker_loses, defender_loses) = losses(attack_roll, defence_roll);
        self.board.remove(from, u32::from(attacker_loses));
        self.board.remove(to, u32::from(defender_loses));
        let battle = Battle {
            attacker,
            defender,
            from,
            to,
            attack_roll,
            defence_roll,
            attacker_loses,
            defender_loses,
            fell: self.board.owner(to).is_none(),
        };
        self.last_battle = Some(battle);
        events.push(Event::Battle(battle));
        if !battle.fell {
            return self.check(events);
        }
        // A card is earned once a turn, and only while there are any (rule page 4).
        self.card_pending |= !self.pool.is_empty();
        if self.board.count(defender) == 0 {
            self.eliminate(defender, attacker, events);
        }
        let min = match self.options.claim_min {
            ClaimMin::One => 1,
            ClaimMin::Dice => attack_roll.count(),
        };
        self.phase = Phase::Occupy { from, to, min };
    }

    /// Before the claim (rule page 7.1).
    fn eliminate(&mut self, seat: Seat, by: Seat, events: &mut Vec<Event>) {
        events.push(Event::Eliminated { seat, by });
        let Some(player) = self.players.get_mut(seat.index()) else {
            return;
        };
        let hand = std::mem::take(&mut player.hand);
        let was_in_order = player.standing.is_in_order();
        player.standing = Standing::Eliminated;
        if was_in_order {
            self.fallen.push(seat);
        }
        if hand.is_empty() {
            return;
        }
        if !self.options.capture_cards {
            self.discarded = self.discarded.plus(hand);
        } else if let Some(conqueror) = self.players.get_mut(by.index()) {
            conqueror.hand = conqueror.hand.plus(hand);
            events.push(Event::Captured {
                seat: by,
                from: seat,
                count: hand.count(),
                cards: Some(hand),
            });
        }
    }

    pub(crate) fn occupy(
        &mut self,
        from: TerritoryId,
        to: TerritoryId,
        troops: u32,
        events: &mut Vec<Event>,
    ) {
        let seat = self.current;
        self.board.remove(from, troops);
        self.board.garrison(to, seat, troops);
        events.push(Event::Occupied {
            seat,
            from,
            to,
            troops,
        });
    }
}
