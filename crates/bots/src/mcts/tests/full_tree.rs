//! The tree search against the full tree.

use parlor_engine::{Chance, Fast, Game, Scripted, Seat, Viewer};
use parlor_obliteration::{Action, Board, Grid, Obliteration, Options};

use crate::effort::{Budget, Cancel, Effort};
use crate::level::Skill;
use crate::obliteration::Crowd;
use crate::points;

/// The exact chances of all seats when each plays for itself, and the actions that bring the
/// mover most. No shortcuts.
fn full_tree(state: &Obliteration) -> ([f64; 2], Vec<Action>) {
    let Some(seat) = state.to_act().first() else {
        let outcome = state.outcome().unwrap();
        return ([0, 1].map(|seat| points(&outcome, Seat(seat))), Vec::new());
    };
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    let values: Vec<[f64; 2]> = actions
        .iter()
        .map(|action| {
            let mut next = state.clone();
            next.execute(seat, action, &mut Scripted::default(), &mut Vec::new());
            full_tree(&next).0
        })
        .collect();
    let most = values
        .iter()
        .map(|value| value[seat.index()])
        .fold(0.0, f64::max);
    let best = |value: &[f64; 2]| value[seat.index()] >= most;
    let value = *values.iter().find(|value| best(value)).unwrap();
    let equal = actions
        .into_iter()
        .zip(&values)
        .filter(|(_, value)| best(value));
    (value, equal.map(|(action, _)| action).collect())
}

#[test]
fn enough_playouts_find_what_the_full_tree_knows() {
    let options = Options {
        turn_limit: Some(50),
        ..Options::default()
    };
    let grid = Grid {
        columns: 4,
        rows: 4,
    };
    let (mut compared, mut decisive) = (0, 0);
    for seed in 0..40 {
        let mut chance = Fast::new(seed);
        let board = Board::new(grid, 2, |_| {
            let owner = [None, Some(Seat(0)), Some(Seat(1))][chance.below(3) as usize];
            (owner, chance.below(6) as u8)
        });
        // Three turns are left.
        let Ok(state) = Obliteration::from_board(&options, board, Seat(1), 47) else {
            continue;
        };
        let Some(seat) = state.to_act().first() else {
            continue;
        };
        let (value, best) = full_tree(&state);
        let mut all = Vec::new();
        state.legal_actions(seat, &mut all);
        let budget = Budget::of_nodes(4_000);
        let mut effort = Effort::new(&budget, &Skill::FULL, seed, &Cancel::new());
        let view = state.view(Viewer::Seat(seat));
        let found = crate::mcts::search::<Crowd>(&view, seat, &Skill::FULL, &mut effort).unwrap();
        assert!(
            best.contains(&found.action),
            "seed {seed}: {found:?}, best are {best:?}"
        );
        if let Some(chance) = found.chance {
            assert!(
                (chance - value[seat.index()]).abs() < 0.25,
                "seed {seed}: {chance}"
            );
        }
        compared += 1;
        decisive += u32::from(best.len() < all.len());
    }
    assert!(compared > 20 && decisive > 5, "{compared} {decisive}");
}
