//! The simple computer player that takes the seat of somebody who left, and the decisions of
//! somebody whose time ran out (rule page 7.3). It draws no chance and knows its own hand only.

use std::cmp::Reverse;

use parlor_engine::{Chance, Seat};

use crate::action::Action;
use crate::board::{attack_dice, defence_dice};
use crate::cards::{Cards, trade};
use crate::event::Event;
use crate::state::{Phase, Risk, Standing};
use crate::world::{CONTINENTS, Lands, TERRITORIES, TerritoryId, continent_lands, ids, neighbours};

/// Attacks by computers within one entry of a match: more only happen with armies no match raises.
const MOST_ATTACKS: u32 = 2_000;

impl Risk {
    /// Computer players act until a person has to, or the match is over.
    pub(crate) fn run_bots(&mut self, chance: &mut dyn Chance, events: &mut Vec<Event>) {
        let mut attacks = 0;
        while let Some(seat) = self.actor().filter(|&seat| self.is_bot(seat)) {
            let mut action = self.bot_action(seat);
            if let Action::Attack { .. } = action {
                attacks += 1;
                if attacks > MOST_ATTACKS {
                    action = Action::Skip {};
                }
            }
            self.carry_out(&action, chance, events);
        }
    }

    fn is_bot(&self, seat: Seat) -> bool {
        self.stands(seat) == Standing::Bot
    }

    /// What the simple computer player does in the place of the actor.
    pub fn bot_action(&self, seat: Seat) -> Action {
        let own = self.board.held(seat);
        match self.phase {
            Phase::Setup => Action::Claim {
                territory: self.land_to_claim(own),
            },
            Phase::SetupReinforce => Action::Place {
                territory: land_to_strengthen(own),
            },
            Phase::TurnIn => self.cards_to_turn_in(seat),
            Phase::Reinforce { from_cards } => {
                let all = self.reinforcements(from_cards);
                let troops = vec![(land_to_strengthen(own), all)].into();
                Action::Reinforce { troops }
            }
            Phase::Attack => self.attack_to_make(own),
            Phase::Defend { to, roll, .. } => {
                let most = defence_dice(self.board.troops(to));
                let dice = self.fair_defence(roll, most);
                Action::Defend { dice }
            }
            Phase::Occupy { from, .. } => Action::Occupy {
                troops: self.board.troops(from).saturating_sub(1),
            },
            Phase::Transfer => self.transfer_to_make(own),
            Phase::Over { .. } => Action::Skip {},
        }
    }

    /// In the continent where it already owns most.
    fn land_to_claim(&self, own: Lands) -> TerritoryId {
        let free = self.board.unowned();
        (0..CONTINENTS.len() as u8)
            .map(continent_lands)
            .filter(|lands| lands & free != 0)
            .max_by_key(|lands| ((lands & own).count_ones(), Reverse(lands & free)))
            .and_then(|lands| ids(lands & free).next())
            .unwrap_or(0)
    }

    /// All cards, once it has three; as many as the table allows.
    fn cards_to_turn_in(&self, seat: Seat) -> Action {
        let hand = self.hand(seat);
        if hand.count() < 3 {
            return Action::Skip {};
        }
        let table = self.options.card_table;
        let mut cards = Cards::NONE;
        for card in (1..=hand.twos).map(|_| 2).chain((1..=hand.ones).map(|_| 1)) {
            let mut more = cards;
            more.add(card);
            if cards.is_empty() || trade(table, more).is_some() {
                cards = more;
            }
        }
        Action::TurnIn { cards }
    }

    /// While the source has at least two troops more than the target; the greatest lead first.
    fn attack_to_make(&self, own: Lands) -> Action {
        ids(own)
            .flat_map(|from| ids(self.board.targets(own, from)).map(move |to| (from, to)))
            .filter(|&(from, to)| self.board.troops(from) >= self.board.troops(to) + 2)
            .max_by_key(|&(from, to)| {
                let lead = self.board.troops(from) - self.board.troops(to);
                (lead, Reverse((from, to)))
            })
            .map_or(Action::Skip {}, |(from, to)| Action::Attack {
                from,
                to,
                dice: attack_dice(self.board.troops(from)),
            })
    }

    /// From the largest interior stack to a front territory, the one with most enemies around.
    fn transfer_to_make(&self, own: Lands) -> Action {
        let hostile = |id: TerritoryId| (neighbours(id) & !own).count_ones();
        ids(own)
            .filter(|&id| hostile(id) == 0)
            .filter_map(|from| {
                let to = ids(self.board.destinations(own, from, self.options.fortify))
                    .filter(|&id| hostile(id) > 0)
                    .max_by_key(|&id| (hostile(id), Reverse(id)))?;
                Some((self.board.troops(from), Reverse(from), to))
            })
            .max()
            .map_or(Action::Skip {}, |(troops, Reverse(from), to)| {
                Action::Transfer {
                    from,
                    to,
                    troops: troops.saturating_sub(1),
                }
            })
    }
}

/// On the own gateway with the most hostile neighbours; without one on any front.
fn land_to_strengthen(own: Lands) -> TerritoryId {
    ids(own)
        .max_by_key(|&id| {
            let hostile = (neighbours(id) & !own).count_ones();
            (hostile > 0 && is_gateway(id), hostile, Reverse(id))
        })
        .unwrap_or(0)
}

/// Whether a territory has a neighbour in another continent (rule page 2.2).
fn is_gateway(id: TerritoryId) -> bool {
    TERRITORIES
        .get(usize::from(id))
        .is_some_and(|land| neighbours(id) & !continent_lands(land.continent) != 0)
}
