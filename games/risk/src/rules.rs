//! Judging an action: over, type, actor, contents, in this order (rule page 0).

use parlor_engine::{Rejection, Seat, word};

use crate::action::{Action, Deployment};
use crate::board::{attack_dice, defence_dice};
use crate::cards::{Cards, trade};
use crate::state::{Phase, Risk};
use crate::world::{TerritoryId, contains, name};

impl Risk {
    pub(crate) fn judge(&self, seat: Seat, action: &Action) -> Result<(), Rejection> {
        if let Phase::Over { .. } = self.phase {
            return Err(self.over());
        }
        if !fits(self.phase, action) {
            return Err(Rejection::new(
                "wrong_phase",
                format!("that is not possible in phase {}", word(&self.phase.name())),
            ));
        }
        if self.actor() != Some(seat) {
            return Err(Rejection::not_your_turn());
        }
        match (self.phase, action) {
            (Phase::Setup, &Action::Claim { territory }) => {
                allowed(contains(self.board.unowned(), territory), || {
                    format!("{} is not free", named(territory))
                })
            }
            (Phase::SetupReinforce, &Action::Place { territory }) => {
                allowed(self.board.owner(territory) == Some(seat), || {
                    not_own(territory)
                })
            }
            (Phase::TurnIn, &Action::TurnIn { cards }) => self.judge_cards(seat, cards),
            (Phase::Reinforce { from_cards }, Action::Reinforce { troops }) => {
                self.judge_deployment(seat, troops, self.reinforcements(from_cards))
            }
            (Phase::Attack, &Action::Attack { from, to, dice }) => {
                self.judge_attack(from, to, dice)
            }
            (Phase::Defend { to, .. }, &Action::Defend { dice }) => {
                let most = defence_dice(self.board.troops(to));
                number("dice", u32::from(dice), 1, u32::from(most))
            }
            (Phase::Occupy { from, min, .. }, &Action::Occupy { troops }) => {
                let most = self.board.troops(from).saturating_sub(1);
                number("troops", troops, u32::from(min), most)
            }
            (Phase::Transfer, &Action::Transfer { from, to, troops }) => {
                self.judge_transfer(from, to, troops)
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn over(&self) -> Rejection {
        let notice = match self.result().and_then(|outcome| outcome.winner) {
            Some(winner) => format!("the match is over: player {} has won", winner.0 + 1),
            None => "the match is over".to_owned(),
        };
        Rejection::new("match_over", notice)
    }

    fn judge_cards(&self, seat: Seat, cards: Cards) -> Result<(), Rejection> {
        let refuse = |message| Err(Rejection::new("bad_cards", message));
        if cards.is_empty() {
            return refuse("turn in at least one card, or skip");
        }
        if !self.hand(seat).holds(cards) {
            return refuse("these cards are not all in the hand");
        }
        if trade(self.options.card_table, cards).is_none() {
            return refuse("a trade takes 2 to 10 stars");
        }
        Ok(())
    }

    fn judge_deployment(
        &self,
        seat: Seat,
        troops: &Deployment,
        amount: u32,
    ) -> Result<(), Rejection> {
        for &(id, _) in troops.pairs() {
            allowed(self.board.owner(id) == Some(seat), || not_own(id))?;
        }
        for pair in troops.pairs().windows(2) {
            allowed(pair[0].0 != pair[1].0, || {
                format!("{} is named twice", named(pair[0].0))
            })?;
        }
        if troops.pairs().iter().any(|&(_, troops)| troops == 0) {
            return Err(bad_number("at least 1 troop goes to a named territory"));
        }
        if troops.total() != u64::from(amount) {
            return Err(bad_number(format!(
                "exactly {amount} troops must be placed, not {}",
                troops.total()
            )));
        }
        Ok(())
    }

    fn judge_attack(&self, from: TerritoryId, to: TerritoryId, dice: u8) -> Result<(), Rejection> {
        let own = self.own_lands();
        allowed(contains(own, from), || not_own(from))?;
        allowed(self.board.troops(from) >= 2, || {
            format!("{} has no troops to spare", named(from))
        })?;
        allowed(contains(self.board.targets(own, from), to), || {
            if contains(own, to) {
                format!("{} is an own territory", named(to))
            } else {
                format!("{} and {} are not neighbours", named(from), named(to))
            }
        })?;
        let most = attack_dice(self.board.troops(from));
        number("dice", u32::from(dice), 1, u32::from(most))
    }

    fn judge_transfer(
        &self,
        from: TerritoryId,
        to: TerritoryId,
        troops: u32,
    ) -> Result<(), Rejection> {
        let own = self.own_lands();
        allowed(contains(own, from), || not_own(from))?;
        let there = self.board.destinations(own, from, self.options.fortify);
        allowed(contains(there, to), || {
            format!("no troops can go from {} to {}", named(from), named(to))
        })?;
        let most = self.board.troops(from).saturating_sub(1);
        number("troops", troops, 1, most)
    }
}

/// Whether the type of the action is the one the phase asks for.
fn fits(phase: Phase, action: &Action) -> bool {
    matches!(
        (phase, action),
        (Phase::Setup, Action::Claim { .. })
            | (Phase::SetupReinforce, Action::Place { .. })
            | (Phase::TurnIn, Action::TurnIn { .. } | Action::Skip {})
            | (Phase::Reinforce { .. }, Action::Reinforce { .. })
            | (Phase::Attack, Action::Attack { .. } | Action::Skip {})
            | (Phase::Defend { .. }, Action::Defend { .. })
            | (Phase::Occupy { .. }, Action::Occupy { .. })
            | (Phase::Transfer, Action::Transfer { .. } | Action::Skip {})
    )
}

fn named(id: TerritoryId) -> String {
    match name(id) {
        "nowhere" => format!("territory {id}"),
        name => name.to_owned(),
    }
}

fn not_own(id: TerritoryId) -> String {
    format!("{} is not an own territory", named(id))
}

fn allowed(good: bool, message: impl FnOnce() -> String) -> Result<(), Rejection> {
    if good {
        Ok(())
    } else {
        Err(Rejection::new("not_allowed_territory", message()))
    }
}

fn bad_number(message: impl Into<String>) -> Rejection {
    Rejection::new("bad_number", message)
}

fn number(what: &str, value: u32, min: u32, max: u32) -> Result<(), Rejection> {
    if (min..=max).contains(&value) {
        Ok(())
    } else {
        Err(bad_number(format!(
            "the number of {what} is {min} to {max}, not {value}"
        )))
    }
}
