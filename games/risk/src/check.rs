//! Judging a state that came from outside.

use parlor_engine::{Rejection, Seat};

use crate::board::{attack_dice, defence_dice};
use crate::cards::{Cards, richest_trade};
use crate::dice::losses;
use crate::event::Battle;
use crate::state::{
    End, MAX_SEATS, MIN_SEATS, MOST_TROOPS, Phase, Risk, Standing, starting_troops,
};
use crate::world::{TERRITORY_COUNT, TerritoryId, contains, neighbours, only};
use crate::{AutoDefend, ClaimMin};

impl Risk {
    pub(crate) fn check_all(&self) -> Result<(), Rejection> {
        let seats = self.players.len();
        Rejection::demand(
            (usize::from(MIN_SEATS)..=usize::from(MAX_SEATS)).contains(&seats),
            "a match has 2 to 6 seats",
        )?;
        self.options.check(self.seat_count())?;
        Rejection::demand(self.current.index() < seats, "the current seat is missing")?;
        self.check_board()?;
        self.check_cards()?;
        self.check_standings()?;
        self.last_battle
            .as_ref()
            .map_or(Ok(()), |battle| self.check_battle(battle))?;
        match self.phase {
            Phase::Over { end } => self.check_end(end),
            _ => self.check_running(),
        }
    }

    fn check_board(&self) -> Result<(), Rejection> {
        let mut all = 0;
        for id in 0..TERRITORY_COUNT as TerritoryId {
            let (owner, troops) = (self.board.owner(id), self.board.troops(id));
            Rejection::demand(
                owner.is_some() == (troops > 0),
                "a territory has troops exactly if it has an owner",
            )?;
            Rejection::demand(
                owner.is_none_or(|seat| seat.0 < self.seat_count()),
                "a territory belongs to a seat that is not there",
            )?;
            all += u64::from(troops);
        }
        Rejection::demand(all <= MOST_TROOPS, "there are too many troops")
    }

    /// Hands, pool, used and discarded cards are all the cards there are.
    fn check_cards(&self) -> Result<(), Rejection> {
        let (mut ones, mut twos) = (0u32, 0u32);
        let piles = [self.pool.cards(), self.used, self.discarded];
        for cards in piles
            .into_iter()
            .chain(self.players.iter().map(|player| player.hand))
        {
            ones += u32::from(cards.ones);
            twos += u32::from(cards.twos);
        }
        Rejection::demand(
            (ones, twos) == (u32::from(Cards::ALL.ones), u32::from(Cards::ALL.twos)),
            "cards are missing or surplus",
        )?;
        Rejection::demand(
            !self.card_pending || !self.pool.is_empty(),
            "there is no card left to wait for",
        )
    }

    fn check_standings(&self) -> Result<(), Rejection> {
        let start = starting_troops(self.seat_count());
        for (place, player) in self.players.iter().enumerate() {
            let seat = Seat(place as u8);
            let in_order = player.standing.is_in_order();
            let falls = self.fallen.iter().filter(|&&fallen| fallen == seat).count();
            Rejection::demand(
                falls == usize::from(!in_order),
                "the list of fallen seats is wrong",
            )?;
            Rejection::demand(
                in_order || (player.hand.is_empty() && player.stock == 0),
                "a seat out of the order holds cards or troops",
            )?;
            Rejection::demand(
                player.standing != Standing::Eliminated || self.board.count(seat) == 0,
                "an eliminated seat owns territories",
            )?;
            Rejection::demand(player.stock <= start, "a stock is too large")?;
        }
        let known = |seat: &Seat| seat.0 < self.seat_count();
        Rejection::demand(self.fallen.iter().all(known), "a fallen seat is not there")
    }

    fn check_battle(&self, battle: &Battle) -> Result<(), Rejection> {
        let seats = self.seat_count();
        let good = battle.attacker.0 < seats
            && battle.defender.0 < seats
            && battle.attacker != battle.defender
            && contains(neighbours(battle.from), battle.to)
            && battle.defence_roll.count() <= 2
            && losses(battle.attack_roll, battle.defence_roll)
                == (battle.attacker_loses, battle.defender_loses);
        Rejection::demand(good, "the last battle is impossible")
    }

    fn check_end(&self, end: End) -> Result<(), Rejection> {
        Rejection::demand(!self.card_pending, "no card is drawn after the end")?;
        let good = match end {
            End::Conquest { winner } => self.board.is_owned_by(winner) && self.is_alone(winner),
            End::LastStanding { winner } => self.is_alone(winner),
            End::Resigned { winner } => self.seat_count() == 2 && self.stands(winner).is_in_order(),
            End::Left {} => true,
            End::NoPeople {} => !self.has_people(),
        };
        Rejection::demand(good, "the match cannot have ended like this")
    }

    fn is_alone(&self, winner: Seat) -> bool {
        self.order().eq([winner])
    }

    fn has_people(&self) -> bool {
        self.order()
            .any(|seat| self.stands(seat) == Standing::Playing)
    }

    fn check_running(&self) -> Result<(), Rejection> {
        let setting_up = matches!(self.phase, Phase::Setup | Phase::SetupReinforce);
        Rejection::demand(
            self.stands(self.current).is_in_order(),
            "the current seat is out of the order",
        )?;
        Rejection::demand(
            self.actor()
                .is_some_and(|seat| self.stands(seat) == Standing::Playing),
            "nobody can act",
        )?;
        Rejection::demand(
            self.order().nth(1).is_some() || matches!(self.phase, Phase::Occupy { .. }),
            "a match takes two",
        )?;
        Rejection::demand(setting_up == (self.turn == 0), "the turn number is wrong")?;
        Rejection::demand(
            !setting_up || self.last_battle.is_none(),
            "nobody fights while setting up",
        )?;
        Rejection::demand(
            setting_up || self.players.iter().all(|player| player.stock == 0),
            "setup troops are left",
        )?;
        Rejection::demand(
            !setting_up || self.pool.cards() == Cards::ALL,
            "nobody draws cards while setting up",
        )?;
        Rejection::demand(
            !self.card_pending
                || matches!(
                    self.phase,
                    Phase::Attack | Phase::Defend { .. } | Phase::Occupy { .. } | Phase::Transfer
                ),
            "no card can be pending now",
        )?;
        let fallen_land = match self.phase {
            Phase::Occupy { to, .. } => only(to),
            _ => 0,
        };
        Rejection::demand(
            matches!(self.phase, Phase::Setup) || self.board.unowned() == fallen_land,
            "a territory has no owner",
        )?;
        Rejection::demand(
            matches!(self.phase, Phase::Setup)
                || self.order().all(|seat| self.board.count(seat) > 0),
            "a seat in the order owns nothing",
        )?;
        self.check_phase()
    }

    fn check_phase(&self) -> Result<(), Rejection> {
        let own = self.own_lands();
        let good = match self.phase {
            Phase::Setup => self.board.unowned() != 0,
            Phase::SetupReinforce => self
                .player(self.current)
                .is_some_and(|player| player.stock > 0),
            Phase::TurnIn => !self.hand(self.current).is_empty(),
            Phase::Reinforce { from_cards } => {
                u32::from(from_cards) <= richest_trade(self.options.card_table)
                    && u32::from(from_cards) <= 30 * self.used.stars()
            }
            Phase::Attack => self.board.can_attack(own),
            Phase::Defend { from, to, roll } => {
                contains(self.board.targets(own, from) & neighbours(from), to)
                    && contains(own, from)
                    && roll.count() <= attack_dice(self.board.troops(from))
                    && defence_dice(self.board.troops(to)) > 0
                    && self
                        .board
                        .owner(to)
                        .is_some_and(|seat| self.options.auto_defend_of(seat) == AutoDefend::Off)
            }
            Phase::Occupy { from, to, min } => {
                let fair = match self.options.claim_min {
                    ClaimMin::One => min == 1,
                    ClaimMin::Dice => (1..=3).contains(&min),
                };
                fair && contains(own, from)
                    && contains(neighbours(from), to)
                    && self.board.troops(from) > u32::from(min)
            }
            Phase::Transfer => self.board.can_transfer(own),
            Phase::Over { .. } => true,
        };
        Rejection::demand(good, "the phase does not fit the position")
    }
}
