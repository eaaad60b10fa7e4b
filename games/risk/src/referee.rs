//! The referee: turn order, actor, what is legal now, and what comes next (rule page 3.2).

use parlor_describe::TS;
use parlor_engine::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::board::{attack_dice, defence_dice};
use crate::cards::Cards;
use crate::event::Event;
use crate::state::{End, Phase, Player, Risk, Standing};
use crate::world::{Lands, TerritoryId, ids};

/// The one valid action: its actor, its type and the bounds of every legal choice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Valid {
    Setup {
        actor: Seat,
        territories: Vec<TerritoryId>,
    },
    SetupReinforce {
        actor: Seat,
        territories: Vec<TerritoryId>,
        /// Troops left to place, one at a time.
        stock: u8,
    },
    TurnIn {
        actor: Seat,
        /// The hand, to its owner only.
        cards: Option<Cards>,
    },
    Reinforce {
        actor: Seat,
        territories: Vec<TerritoryId>,
        troops: u32,
        /// How many of them come from cards.
        from_cards: u8,
    },
    Attack {
        actor: Seat,
        sources: Vec<AttackSource>,
    },
    Defend {
        actor: Seat,
        territory: TerritoryId,
        max_dice: u8,
    },
    Occupy {
        actor: Seat,
        from: TerritoryId,
        to: TerritoryId,
        min: u32,
        max: u32,
    },
    Transfer {
        actor: Seat,
        sources: Vec<TransferSource>,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct AttackSource {
    pub id: TerritoryId,
    pub max_dice: u8,
    pub targets: Vec<TerritoryId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct TransferSource {
    pub id: TerritoryId,
    pub max_troops: u32,
    pub targets: Vec<TerritoryId>,
}

impl Risk {
    pub(crate) fn seat_count(&self) -> u8 {
        self.players.len() as u8
    }

    pub(crate) fn player(&self, seat: Seat) -> Option<&Player> {
        self.players.get(seat.index())
    }

    pub fn hand(&self, seat: Seat) -> Cards {
        self.player(seat).map_or(Cards::NONE, |player| player.hand)
    }

    pub fn stands(&self, seat: Seat) -> Standing {
        self.player(seat)
            .map_or(Standing::Eliminated, |player| player.standing)
    }

    /// The seats still in the turn order.
    pub(crate) fn order(&self) -> impl Iterator<Item = Seat> {
        (0..self.seat_count())
            .map(Seat)
            .filter(|&seat| self.stands(seat).is_in_order())
    }

    /// The seats still in the order, beginning behind `seat` and ending with it.
    fn order_after(&self, seat: Seat) -> impl Iterator<Item = Seat> {
        let seats = self.seat_count();
        (1..=seats)
            .map(move |step| Seat((seat.0 + step) % seats))
            .filter(|&seat| self.stands(seat).is_in_order())
    }

    pub(crate) fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over { end } => Some(end),
            _ => None,
        }
    }

    /// The one seat that may act now.
    pub fn actor(&self) -> Option<Seat> {
        match self.phase {
            Phase::Over { .. } => None,
            Phase::Defend { to, .. } => self.board.owner(to),
            _ => Some(self.current),
        }
    }

    pub(crate) fn own_lands(&self) -> Lands {
        self.board.held(self.current)
    }

    /// Troops to place in REINFORCE.
    pub fn reinforcements(&self, from_cards: u8) -> u32 {
        self.board.income(self.current, &self.options) + u32::from(from_cards)
    }

    /// The valid action as a viewer may see it.
    pub(crate) fn valid(&self, viewer: Viewer) -> Option<Valid> {
        let actor = self.actor()?;
        let own = self.own_lands();
        Some(match self.phase {
            Phase::Over { .. } => return None,
            Phase::Setup => Valid::Setup {
                actor,
                territories: ids(self.board.unowned()).collect(),
            },
            Phase::SetupReinforce => Valid::SetupReinforce {
                actor,
                territories: ids(own).collect(),
                stock: self.player(actor)?.stock,
            },
            Phase::TurnIn => Valid::TurnIn {
                actor,
                cards: viewer.is(actor).then(|| self.hand(actor)),
            },
            Phase::Reinforce { from_cards } => Valid::Reinforce {
                actor,
                territories: ids(own).collect(),
                troops: self.reinforcements(from_cards),
                from_cards,
            },
            Phase::Attack => Valid::Attack {
                actor,
                sources: self.attack_sources(own),
            },
            Phase::Defend { to, .. } => Valid::Defend {
                actor,
                territory: to,
                max_dice: defence_dice(self.board.troops(to)),
            },
            Phase::Occupy { from, to, min } => Valid::Occupy {
                actor,
                from,
                to,
                min: u32::from(min),
                max: self.board.troops(from).saturating_sub(1),
            },
            Phase::Transfer => Valid::Transfer {
                actor,
                sources: self.transfer_sources(own),
            },
        })
    }

    fn attack_sources(&self, own: Lands) -> Vec<AttackSource> {
        ids(own)
            .map(|id| AttackSource {
                id,
                max_dice: attack_dice(self.board.troops(id)),
                targets: ids(self.board.targets(own, id)).collect(),
            })
            .filter(|source| !source.targets.is_empty())
            .collect()
    }

    fn transfer_sources(&self, own: Lands) -> Vec<TransferSource> {
        ids(own)
            .map(|id| TransferSource {
                id,
                max_troops: self.board.troops(id).saturating_sub(1),
                targets: ids(self.board.destinations(own, id, self.options.fortify)).collect(),
            })
            .filter(|source| !source.targets.is_empty())
            .collect()
    }

    /// After a claim or a placement. A seat without stock is passed over, which happens only if
    /// somebody left: otherwise all stocks run out together (rule page 1.4).
    pub(crate) fn after_setup_step(&mut self) {
        if self.board.unowned() != 0 {
            let next = self.order_after(self.current).next();
            self.current = next.unwrap_or(self.current);
            self.phase = Phase::Setup;
            return;
        }
        let first = self.order().next();
        let next = self
            .order_after(self.current)
            .find(|&seat| self.player(seat).is_some_and(|player| player.stock > 0));
        if let Some(next) = next {
            self.current = next;
            self.phase = Phase::SetupReinforce;
        } else if let Some(first) = first {
            self.begin_turn(first);
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.turn = self.turn.saturating_add(1);
        self.current = seat;
        self.card_pending = false;
        // Decided by the number of cards alone: leaving out a choice that no hand of these values
        // has would tell the others what the values are.
        self.phase = if self.hand(seat).is_empty() {
            Phase::Reinforce { from_cards: 0 }
        } else {
            Phase::TurnIn
        };
    }

    /// CHECK: attack if possible, else transfer if possible, else the turn ends.
    pub(crate) fn check(&mut self, events: &mut Vec<Event>) {
        if self.board.can_attack(self.own_lands()) {
            self.phase = Phase::Attack;
        } else {
            self.after_attacks(events);
        }
    }

    pub(crate) fn after_attacks(&mut self, events: &mut Vec<Event>) {
        if self.board.can_transfer(self.own_lands()) {
            self.phase = Phase::Transfer;
        } else {
            self.end_turn(events);
        }
    }

    pub(crate) fn end_turn(&mut self, events: &mut Vec<Event>) {
        let seat = self.current;
        if std::mem::take(&mut self.card_pending)
            && let Some(player) = self.players.get_mut(seat.index())
            && let Some(stars) = self.pool.draw()
        {
            player.hand.add(stars);
            events.push(Event::Drew {
                seat,
                stars: Some(stars),
            });
            if self.pool.is_empty() {
                events.push(Event::NoCardsLeft);
            }
        }
        self.pass_on();
    }

    /// The next seat in the remaining order begins its turn.
    pub(crate) fn pass_on(&mut self) {
        self.card_pending = false;
        let next = self.order_after(self.current).next();
        if let Some(next) = next {
            self.begin_turn(next);
        }
    }

    pub(crate) fn finish(&mut self, end: End, events: &mut Vec<Event>) {
        self.phase = Phase::Over { end };
        self.card_pending = false;
        events.push(Event::Ended { end });
    }

    /// Whether the order has come down to one seat, or to computers alone (rule page 7.2, 7.3).
    pub(crate) fn verdict(&self) -> Option<End> {
        let mut order = self.order();
        let Some(first) = order.next() else {
            return Some(End::Left {});
        };
        if order.next().is_none() {
            let winner = first;
            return Some(if self.board.is_owned_by(winner) {
                End::Conquest { winner }
            } else {
                End::LastStanding { winner }
            });
        }
        let people = self
            .order()
            .any(|seat| self.stands(seat) == Standing::Playing);
        (!people).then_some(End::NoPeople {})
    }

    pub(crate) fn result(&self) -> Option<Outcome> {
        let seats = self.seat_count();
        Some(match self.end()? {
            End::Conquest { winner } => Outcome::ranked(winner, self.places(), "conquest"),
            End::LastStanding { winner } => Outcome::ranked(winner, self.places(), "last_standing"),
            End::Resigned { winner } => Outcome::win(winner, seats, "resigned"),
            End::Left {} => Outcome::aborted("left"),
            End::NoPeople {} => Outcome::no_winner(seats, "no_people"),
        })
    }

    /// The winner, then the others, the last to fall first.
    fn places(&self) -> Vec<u8> {
        let seats = (0..self.seat_count()).map(Seat);
        seats
            .map(|seat| {
                let fell = self.fallen.iter().position(|&fallen| fallen == seat);
                fell.map_or(1, |place| 1 + (self.fallen.len() - place) as u8)
            })
            .collect()
    }
}
