use parlor_engine::Chance;
use parlor_testkit::Specimen;

use crate::{Action, CoExistence, Deck, Options};

impl Specimen for CoExistence {
    // An attack always leaves its attacker, so a round has at most 11; each may follow a pass,
    // and two passes end the round. Four rounds are played.
    const LONGEST: u32 = 4 * (11 + 11 + 2);

    fn cases() -> Vec<(u8, Options)> {
        let deck = |axe, hammer, sword, arrow| Deck {
            axe,
            hammer,
            sword,
            arrow,
        };
        [
            (false, Deck::default()),
            (true, Deck::default()),
            (false, deck(4, 4, 4, 4)),
            (true, deck(0, 0, 0, 12)),
            (false, deck(0, 0, 0, 12)),
            (false, deck(12, 0, 0, 0)),
            (false, deck(6, 6, 0, 0)),
            (true, deck(1000, 1000, 1000, 1000)),
            (true, deck(1, 7, 0, 1000)),
        ]
        .into_iter()
        .map(|(arrow_duel, deck)| (2, Options { arrow_duel, deck }))
        .collect()
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        let column = |chance: &mut dyn Chance| match chance.below(8) {
            6.. => [6, 7, 8, 31, 32, 64, 128, 255][chance.below(8) as usize],
            column => column as u8,
        };
        match chance.below(10) {
            0 => Action::Pass,
            _ => Action::Attack {
                own: column(chance),
                target: column(chance),
            },
        }
    }
}

parlor_testkit::conformance!(CoExistence);
