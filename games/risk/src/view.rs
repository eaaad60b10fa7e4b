use parlor_describe::TS;
use parlor_engine::{Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::cards::{Cards, Pool};
use crate::dice::Roll;
use crate::event::Battle;
use crate::referee::Valid;
use crate::state::{End, Phase, PhaseName, Risk, Standing};
use crate::world::{SEAT_COLOURS, TerritoryId};
use crate::{AutoDefend, Options};

/// What a viewer may know (rule page 7.5).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The seat this view was made for; null for spectators and for the referee.
    pub you: Option<Seat>,
    pub options: Options,
    /// By territory id; null where nobody is.
    pub owners: Vec<Option<Seat>>,
    /// By territory id.
    pub troops: Vec<u32>,
    pub seats: Vec<SeatView>,
    /// The seats still in the turn order.
    pub order: Vec<Seat>,
    /// Whose turn it is.
    pub current: Seat,
    /// Who has to act: the current seat, or a defender.
    pub actor: Option<Seat>,
    pub phase: PhaseName,
    /// Regular turns begun so far, all seats together; 0 while setting up.
    pub turn: u32,
    /// The bounds of the one action now legal; null when the match is over.
    pub valid: Option<Valid>,
    /// The own hand; null for spectators and for the referee.
    pub hand: Option<Cards>,
    /// The attack that waits for its defence.
    pub attack: Option<PendingAttack>,
    /// Whether the current seat draws a card when its turn ends.
    pub card_pending: bool,
    /// How many cards can still be drawn.
    pub pool: u8,
    /// Cards turned in so far.
    pub used: Cards,
    /// How many cards went out of play with their owners.
    pub discarded: u8,
    /// Seats that left the turn order, the first to go first.
    pub fallen: Vec<Seat>,
    pub last_battle: Option<Battle>,
    pub end: Option<End>,
    pub outcome: Option<Outcome>,
    /// Everything hidden; for the referee only.
    pub secrets: Option<Secrets>,
}

/// What everybody may know of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    pub seat: Seat,
    pub colour: String,
    pub standing: Standing,
    /// Number of cards in hand.
    pub cards: u8,
    pub territories: u32,
    pub troops: u32,
    /// Ids of the continents owned, rising.
    pub continents: Vec<u8>,
    /// Setup troops left.
    pub stock: u8,
    /// Reinforcements as the board stands, before cards.
    pub income: u32,
    pub auto_defend: AutoDefend,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PendingAttack {
    pub from: TerritoryId,
    pub to: TerritoryId,
    pub attacker: Seat,
    pub defender: Seat,
    pub dice: u8,
    /// Null while it is hidden.
    pub roll: Option<Roll>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Secrets {
    pub hands: Vec<Cards>,
    /// From the bottom to the top.
    pub pool: Pool,
    pub discarded: Cards,
}

impl Risk {
    pub(crate) fn seen_by(&self, viewer: Viewer) -> View {
        let you = viewer.seat().filter(|&seat| seat.0 < self.seat_count());
        View {
            you,
            options: self.options.clone(),
            owners: self.board.owners(),
            troops: self.board.all_troops().to_vec(),
            seats: (0..self.seat_count())
                .map(|seat| self.seat_view(Seat(seat)))
                .collect(),
            order: self.order().collect(),
            current: self.current,
            actor: self.actor(),
            phase: self.phase.name(),
            turn: self.turn,
            valid: self.valid(viewer),
            hand: you.map(|seat| self.hand(seat)),
            attack: self.pending_attack(viewer),
            card_pending: self.card_pending,
            pool: self.pool.left(),
            used: self.used,
            discarded: self.discarded.count(),
            fallen: self.fallen.clone(),
            last_battle: self.last_battle,
            end: self.end(),
            outcome: self.result(),
            secrets: (viewer == Viewer::Referee).then(|| Secrets {
                hands: self.players.iter().map(|player| player.hand).collect(),
                pool: self.pool.clone(),
                discarded: self.discarded,
            }),
        }
    }

    fn seat_view(&self, seat: Seat) -> SeatView {
        SeatView {
            seat,
            colour: SEAT_COLOURS
                .get(seat.index())
                .copied()
                .unwrap_or_default()
                .to_owned(),
            standing: self.stands(seat),
            cards: self.hand(seat).count(),
            territories: self.board.count(seat),
            troops: self.board.army(seat),
            continents: self.board.continents(seat).collect(),
            stock: self.player(seat).map_or(0, |player| player.stock),
            income: if self.stands(seat).is_in_order() {
                self.board.income(seat, &self.options)
            } else {
                0
            },
            auto_defend: self.options.auto_defend_of(seat),
        }
    }

    fn pending_attack(&self, viewer: Viewer) -> Option<PendingAttack> {
        let Phase::Defend { from, to, roll } = self.phase else {
            return None;
        };
        let open = !self.options.hide_attack_roll || viewer == Viewer::Referee;
        Some(PendingAttack {
            from,
            to,
            attacker: self.current,
            defender: self.board.owner(to)?,
            dice: roll.count(),
            roll: open.then_some(roll),
        })
    }
}
