use parlor_engine::{Chance, shuffle};

use crate::board::Board;
use crate::cards::{Cards, Pool};
use crate::dice::Roll;
use crate::referee::Valid;
use crate::state::{Phase, Player, Risk};
use crate::view::{Secrets, View};

/// A state with exactly this view. What the viewer cannot know is dealt anew from the cards it
/// has not seen; a hidden roll is thrown anew.
pub(crate) fn imagine(view: &View, chance: &mut dyn Chance) -> Risk {
    let Secrets {
        hands,
        pool,
        discarded,
    } = match &view.secrets {
        Some(secrets) => secrets.clone(),
        None => deal(view, chance),
    };
    let players = view.seats.iter().zip(&hands).map(|(seat, &hand)| Player {
        hand,
        stock: seat.stock,
        standing: seat.standing,
    });
    Risk {
        options: view.options.clone(),
        board: Board::from_columns(&view.owners, &view.troops).unwrap_or_else(Board::empty),
        players: players.collect(),
        pool,
        used: view.used,
        discarded,
        current: view.current,
        phase: phase(view, chance),
        turn: view.turn,
        card_pending: view.card_pending,
        fallen: view.fallen.clone(),
        last_battle: view.last_battle,
    }
}

fn deal(view: &View, chance: &mut dyn Chance) -> Secrets {
    let own = view.hand.unwrap_or_default();
    let mut unseen: Vec<u8> = Cards::ALL.minus(view.used).minus(own).iter().collect();
    shuffle(&mut unseen, chance);
    let mut take = |count: u8| {
        let rest = unseen.len().saturating_sub(usize::from(count));
        unseen.split_off(rest)
    };
    let hands = view
        .seats
        .iter()
        .map(|seat| match view.hand {
            Some(hand) if view.you == Some(seat.seat) => hand,
            _ => Cards::of(take(seat.cards)).unwrap_or_default(),
        })
        .collect();
    let discarded = Cards::of(take(view.discarded)).unwrap_or_default();
    let pool = Pool::from_order(&take(view.pool)).unwrap_or_else(Pool::empty);
    Secrets {
        hands,
        pool,
        discarded,
    }
}

fn phase(view: &View, chance: &mut dyn Chance) -> Phase {
    if let Some(end) = view.end {
        return Phase::Over { end };
    }
    if let Some(attack) = &view.attack {
        let roll = attack
            .roll
            .unwrap_or_else(|| Roll::throw(attack.dice, chance));
        return Phase::Defend {
            from: attack.from,
            to: attack.to,
            roll,
        };
    }
    match view.valid {
        Some(Valid::SetupReinforce { .. }) => Phase::SetupReinforce,
        Some(Valid::TurnIn { .. }) => Phase::TurnIn,
        Some(Valid::Reinforce { from_cards, .. }) => Phase::Reinforce { from_cards },
        Some(Valid::Attack { .. }) => Phase::Attack,
        Some(Valid::Occupy { from, to, min, .. }) => Phase::Occupy {
            from,
            to,
            min: min as u8,
        },
        Some(Valid::Transfer { .. }) => Phase::Transfer,
        Some(Valid::Setup { .. } | Valid::Defend { .. }) | None => Phase::Setup,
    }
}
