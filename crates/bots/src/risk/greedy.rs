//! The player without foresight: one decision ahead, by plain count.

use parlor_engine::{Fast, Game, Seat};
use parlor_risk::{Action, Phase, Risk, defence_dice};

use crate::effort::Effort;
use crate::mcts;

/// Whatever brings most troops and territories at once; of an attack, after its battle.
pub(crate) fn choose(world: &Risk, seat: Seat, effort: &mut Effort) -> Option<Action> {
    mcts::greedy(world, seat, defend, lead, effort)
}

/// An attack alone changes nothing yet.
fn defend(state: &mut Risk, chance: &mut Fast) {
    if let Phase::Defend { to, .. } = state.phase()
        && let Some(defender) = state.to_act().first()
    {
        let dice = defence_dice(state.board().troops(to));
        state.execute(defender, &Action::Defend { dice }, chance, &mut Vec::new());
    }
}

fn lead(state: &Risk, seat: Seat) -> f64 {
    let others = (0..state.seats()).map(Seat).filter(|&other| other != seat);
    count(state, seat) - others.map(|other| count(state, other)).sum::<f64>()
}

/// Territories and troops, those to be placed included.
fn count(state: &Risk, seat: Seat) -> f64 {
    let due = match state.phase() {
        Phase::Reinforce { from_cards } if state.to_act().contains(seat) => {
            state.reinforcements(from_cards)
        }
        _ => 0,
    };
    let board = state.board();
    f64::from(board.held(seat).count_ones() + board.army(seat) + due)
}

#[cfg(test)]
mod tests {
    use parlor_engine::Seat;

    use crate::{Budget, Cancel, choose_in};

    /// It prefers a battle to waiting: an attack is judged with the defence that follows.
    #[test]
    fn attacks_are_seen_to_their_end() {
        let rules = parlor_catalog::game("risk").unwrap();
        let mut dice = parlor_engine::Fast::new(5);
        let mut state = rules.start(&serde_json::json!({}), 2, &mut dice).unwrap();
        let mut attacks = 0;
        for number in 0..200 {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let budget = Budget::of_nodes(1);
            let choice =
                choose_in(&*state, seat, "greedy", &budget, number, &Cancel::new()).unwrap();
            assert_eq!(choice.trouble, None);
            attacks += u32::from(choice.action.starts_with("attack") && seat == Seat(0));
            state.act(seat, &choice.action, &mut dice).unwrap();
        }
        assert!(attacks > 5, "{attacks}");
    }
}
