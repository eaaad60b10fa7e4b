//! The document's player, rule page 5.1: blocks first, then builds, else plays anything.

use parlor_engine::{Chance, pick};
use parlor_marelles::board::{Point, completes, points};
use parlor_marelles::{Action, Marelles, Stage};

pub(crate) fn choose(state: &Marelles, chance: &mut dyn Chance) -> Option<Action> {
    if state.end().is_some() {
        return None;
    }
    let me = state.side();
    let (own, enemy, empty) = (state.stones(me), state.stones(me.other()), state.empty());
    if state.pending().is_some() {
        return draw(state.removable(), chance).map(|at| Action::Remove { at });
    }
    match state.stage(me) {
        Stage::Placing => {
            // Only the two mills through the trial point count, not a mill that stands elsewhere.
            let closing = |stones: u32| points(empty).find(|&at| completes(stones, at));
            let at = closing(enemy)
                .or_else(|| closing(own))
                .or_else(|| draw(empty, chance))?;
            Some(Action::Place { at })
        }
        Stage::Moving => {
            // Drawing until one can move is drawing among those that can.
            let movable: Vec<Point> = points(own)
                .filter(|from| from.neighbours() & empty != 0)
                .collect();
            let from = *pick(&movable, chance)?;
            let to = points(from.neighbours() & empty).next()?;
            Some(Action::Move { from, to })
        }
        Stage::Flying => {
            let (from, to) = (draw(own, chance)?, draw(empty, chance)?);
            Some(Action::Move { from, to })
        }
    }
}

fn draw(mask: u32, chance: &mut dyn Chance) -> Option<Point> {
    let all: Vec<Point> = points(mask).collect();
    pick(&all, chance).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Fast;
    use parlor_marelles::Options;

    fn at(label: &str) -> Point {
        Point::from_label(label).unwrap()
    }

    /// White is to place; hands do not matter to this player.
    fn placing(black: &str, white: &str) -> Marelles {
        let mut cells = ['.'; 24];
        for (labels, cell) in [(black, 'b'), (white, 'w')] {
            for label in labels.split(' ') {
                cells[usize::from(at(label).0)] = cell;
            }
        }
        let (placed, taken) = (black.split(' ').count(), white.split(' ').count());
        // As many plies as black has placed, and one less of white: some stones were taken.
        let hands = (9 - placed.max(taken + 1), 10 - placed.max(taken + 1));
        let cells: String = cells.iter().collect();
        let text = format!("{cells} w {} {} -", hands.0, hands.1);
        Marelles::from_position(&text, &Options::default()).unwrap()
    }

    fn plays(black: &str, white: &str) -> Action {
        let state = placing(black, white);
        let choices: Vec<_> = (0..20)
            .map(|seed| choose(&state, &mut Fast::new(seed)).unwrap())
            .collect();
        assert!(choices.iter().all(|choice| *choice == choices[0]));
        choices[0]
    }

    #[test]
    fn example_14_blocks_before_it_builds() {
        assert_eq!(plays("A1 A4 C5", "G1 G4"), Action::Place { at: at("A7") });
    }

    #[test]
    fn example_15_then_it_builds() {
        assert_eq!(plays("A1 B4 C5", "G1 G4"), Action::Place { at: at("G7") });
        // Of two threats the one with the lower index.
        assert_eq!(
            plays("C3 C5 D5 D6", "D2 D3 C4"),
            Action::Place { at: at("D7") }
        );
        // Not misled by a mill that stands.
        assert_eq!(
            plays("C3 C5 D5 D6 E5", "D2 D3 C4"),
            Action::Place { at: at("D7") }
        );
    }

    #[test]
    fn slides_to_the_lowest_empty_neighbour() {
        // A1 can go to A4 or D1, G7 to D7 or G4: whichever stone it is, it takes the lower point.
        let text = "w.......b..b..b........w w 0 0 -";
        let mut cells: Vec<char> = text[..24].chars().collect();
        cells[6] = 'w';
        cells[16] = 'w';
        let cells: String = cells.iter().collect();
        let options = Options::default();
        let state = Marelles::from_position(&format!("{cells} w 0 0 -"), &options).unwrap();
        for seed in 0..50 {
            let Some(Action::Move { from, to }) = choose(&state, &mut Fast::new(seed)) else {
                panic!("a slide");
            };
            let lowest = points(from.neighbours() & state.empty()).next().unwrap();
            assert_eq!(to, lowest);
        }
    }
}
