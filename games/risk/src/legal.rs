//! Listing and drawing legal actions.

use parlor_engine::{Chance, Legality, Pattern, Seat, Viewer, pick};

use crate::action::Action;
use crate::board::{attack_dice, defence_dice};
use crate::cards::{Cards, trade};
use crate::state::{Phase, Risk};
use crate::world::{Lands, TerritoryId, ids, nth};

/// More actions than this are described, not listed.
pub const MOST_LISTED: usize = 500;

impl Risk {
    pub(crate) fn list(&self, seat: Seat, out: &mut Vec<Action>) -> Legality {
        if self.actor() != Some(seat) {
            return Legality::Listed;
        }
        let own = self.own_lands();
        match self.phase {
            Phase::Over { .. } => {}
            Phase::Setup => {
                out.extend(ids(self.board.unowned()).map(|territory| Action::Claim { territory }));
            }
            Phase::SetupReinforce => {
                out.extend(ids(own).map(|territory| Action::Place { territory }));
            }
            Phase::TurnIn => {
                out.push(Action::Skip {});
                out.extend(self.trades(seat).map(|cards| Action::TurnIn { cards }));
            }
            Phase::Reinforce { from_cards } => {
                return self.list_deployments(own, self.reinforcements(from_cards), out);
            }
            Phase::Attack => {
                out.push(Action::Skip {});
                for from in ids(own) {
                    for to in ids(self.board.targets(own, from)) {
                        let most = attack_dice(self.board.troops(from));
                        out.extend((1..=most).map(|dice| Action::Attack { from, to, dice }));
                    }
                }
            }
            Phase::Defend { to, .. } => {
                let most = defence_dice(self.board.troops(to));
                out.extend((1..=most).map(|dice| Action::Defend { dice }));
            }
            Phase::Occupy { from, min, .. } => return self.list_garrisons(from, min, out),
            Phase::Transfer => return self.list_transfers(own, out),
        }
        Legality::Listed
    }

    /// Every selection of cards that may be turned in.
    fn trades(&self, seat: Seat) -> impl Iterator<Item = Cards> {
        let (hand, table) = (self.hand(seat), self.options.card_table);
        (0..=hand.ones)
            .flat_map(move |ones| (0..=hand.twos).map(move |twos| Cards { ones, twos }))
            .filter(move |&cards| trade(table, cards).is_some())
    }

    fn pattern(&self, form: &'static str) -> Legality {
        let valid = self
            .actor()
            .and_then(|actor| self.valid(Viewer::Seat(actor)));
        Legality::Pattern(Pattern {
            form,
            bounds: serde_json::to_value(valid).unwrap_or_default(),
        })
    }

    fn list_deployments(&self, own: Lands, troops: u32, out: &mut Vec<Action>) -> Legality {
        let deploy = |pairs: Vec<_>| Action::Reinforce {
            troops: pairs.into(),
        };
        if compositions(troops, own.count_ones()) > MOST_LISTED as u64 {
            out.extend(ids(own).map(|id| deploy(vec![(id, troops)])));
            return self.pattern("reinforce TERRITORY:TROOPS ...");
        }
        let mut pairs = Vec::new();
        each_deployment(own, troops, &mut pairs, &mut |pairs| {
            out.push(deploy(pairs.to_vec()));
        });
        Legality::Listed
    }

    fn list_garrisons(&self, from: TerritoryId, min: u8, out: &mut Vec<Action>) -> Legality {
        let (min, most) = (u32::from(min), self.board.troops(from).saturating_sub(1));
        let occupy = |troops| Action::Occupy { troops };
        if most.saturating_sub(min) as usize >= MOST_LISTED {
            out.extend([most, min].map(occupy));
            return self.pattern("occupy TROOPS");
        }
        out.extend((min..=most).map(occupy));
        Legality::Listed
    }

    fn list_transfers(&self, own: Lands, out: &mut Vec<Action>) -> Legality {
        out.push(Action::Skip {});
        let all = self.transfer_count(own) < MOST_LISTED as u64;
        for from in ids(own) {
            let most = self.board.troops(from).saturating_sub(1);
            for to in ids(self.board.destinations(own, from, self.options.fortify)) {
                let least = if all { 1 } else { most };
                out.extend((least..=most).rev().map(|troops| Action::Transfer {
                    from,
                    to,
                    troops,
                }));
            }
        }
        if all {
            return Legality::Listed;
        }
        out.truncate(MOST_LISTED);
        self.pattern("move FROM TO TROOPS | skip")
    }

    /// Transfers without the skip.
    fn transfer_count(&self, own: Lands) -> u64 {
        ids(own).map(|from| self.transfers_from(own, from).1).sum()
    }

    fn transfers_from(&self, own: Lands, from: TerritoryId) -> (Lands, u64) {
        let there = self.board.destinations(own, from, self.options.fortify);
        let most = self.board.troops(from).saturating_sub(1);
        (there, u64::from(there.count_ones()) * u64::from(most))
    }

    /// A uniformly drawn legal action, without listing them.
    pub(crate) fn draw_action<C: Chance + ?Sized>(
        &self,
        seat: Seat,
        scratch: &mut Vec<Action>,
        chance: &mut C,
    ) -> Option<Action> {
        if self.actor() != Some(seat) {
            return None;
        }
        let own = self.own_lands();
        Some(match self.phase {
            Phase::Over { .. } => return None,
            Phase::Setup => Action::Claim {
                territory: any_of(self.board.unowned(), chance)?,
            },
            Phase::SetupReinforce => Action::Place {
                territory: any_of(own, chance)?,
            },
            Phase::TurnIn => {
                scratch.clear();
                self.list(seat, scratch);
                pick(scratch, chance)?.clone()
            }
            Phase::Reinforce { from_cards } => {
                random_deployment(own, self.reinforcements(from_cards), chance)
            }
            Phase::Attack => self.random_attack(own, chance),
            Phase::Defend { to, .. } => Action::Defend {
                dice: 1 + chance.below(u32::from(defence_dice(self.board.troops(to))).max(1)) as u8,
            },
            Phase::Occupy { from, min, .. } => {
                let (min, troops) = (u32::from(min), self.board.troops(from));
                Action::Occupy {
                    troops: min + chance.below(troops.saturating_sub(min).max(1)),
                }
            }
            Phase::Transfer => self.random_transfer(own, chance),
        })
    }

    fn random_attack<C: Chance + ?Sized>(&self, own: Lands, chance: &mut C) -> Action {
        let choices = |from: TerritoryId| {
            let targets = self.board.targets(own, from);
            let dice = u32::from(attack_dice(self.board.troops(from)));
            (targets, targets.count_ones() * dice)
        };
        let all: u32 = ids(own).map(|from| choices(from).1).sum();
        let mut place = chance.below(all + 1);
        for from in ids(own) {
            let (targets, count) = choices(from);
            if place < count {
                let dice = count / targets.count_ones();
                return Action::Attack {
                    from,
                    to: nth(targets, place / dice).unwrap_or(from),
                    dice: (place % dice) as u8 + 1,
                };
            }
            place -= count;
        }
        Action::Skip {}
    }

    fn random_transfer<C: Chance + ?Sized>(&self, own: Lands, chance: &mut C) -> Action {
        let all = self.transfer_count(own) + 1;
        let mut place = u64::from(chance.below(u32::try_from(all).unwrap_or(u32::MAX)));
        for from in ids(own) {
            let (there, count) = self.transfers_from(own, from);
            if place < count {
                let most = count / u64::from(there.count_ones());
                return Action::Transfer {
                    from,
                    to: nth(there, (place / most) as u32).unwrap_or(from),
                    troops: (place % most) as u32 + 1,
                };
            }
            place -= count;
        }
        Action::Skip {}
    }
}

fn any_of<C: Chance + ?Sized>(lands: Lands, chance: &mut C) -> Option<TerritoryId> {
    let count = lands.count_ones();
    if count == 0 {
        return None;
    }
    nth(lands, chance.below(count))
}

/// In how many ways `troops` can be spread over `lands` territories; stops counting once it is
/// too many to list.
pub(crate) fn compositions(troops: u32, lands: u32) -> u64 {
    let (above, below) = (u64::from(troops), u64::from(lands.saturating_sub(1)));
    let mut count = 1u64;
    for step in 1..=below.min(above) {
        count = count * (above + below + 1 - step) / step;
        if count > MOST_LISTED as u64 {
            break;
        }
    }
    count
}

fn each_deployment(
    lands: Lands,
    troops: u32,
    pairs: &mut Vec<(TerritoryId, u32)>,
    visit: &mut impl FnMut(&[(TerritoryId, u32)]),
) {
    if troops == 0 {
        return visit(pairs);
    }
    let Some(first) = ids(lands).next() else {
        return;
    };
    let rest = lands & (lands - 1);
    for here in (0..=troops).rev() {
        if here > 0 {
            pairs.push((first, here));
        }
        each_deployment(rest, troops - here, pairs, visit);
        if here > 0 {
            pairs.pop();
        }
    }
}

/// Stars and bars: every way to spread the troops is one choice of the troops' places in a row of
/// troops and of bars between territories. Floyd's method draws the places.
fn random_deployment<C: Chance + ?Sized>(own: Lands, troops: u32, chance: &mut C) -> Action {
    let mut row = [0u64; 4];
    let length = (troops + own.count_ones().saturating_sub(1)).min(255);
    let is_set = |row: &[u64; 4], place: u32| row[place as usize / 64] >> (place % 64) & 1 == 1;
    for last in length.saturating_sub(troops)..length {
        let place = chance.below(last + 1);
        let place = if is_set(&row, place) { last } else { place };
        row[place as usize / 64] |= 1 << (place % 64);
    }
    let mut pairs = Vec::with_capacity(troops.min(own.count_ones()) as usize);
    let mut place = 0;
    for id in ids(own) {
        let begin = place;
        while place < length && is_set(&row, place) {
            place += 1;
        }
        if place > begin {
            pairs.push((id, place - begin));
        }
        place += 1;
    }
    Action::Reinforce {
        troops: pairs.into(),
    }
}
