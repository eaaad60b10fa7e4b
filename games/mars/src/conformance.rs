use parlor_engine::Chance;
use parlor_testkit::Specimen;

use crate::{Act, Mars, Options};

impl Specimen for Mars {
    const LONGEST: u32 = 1000;

    fn cases() -> Vec<(u8, Options)> {
        let options = |turns, reveal_at_end| {
            let options = Options {
                turns,
                reveal_at_end,
            };
            (2, options)
        };
        vec![
            options(100, false),
            options(100, true),
            options(2, true),
            options(14, false),
            // Long enough for the armies to grind each other down.
            options(1000, false),
        ]
    }

    fn junk(chance: &mut dyn Chance) -> Act {
        let wild = [i16::MIN, -1, 10, 11, 100, 255, 256, i16::MAX];
        let mut number = || match chance.below(24) {
            0 => wild[chance.below(wild.len() as u32) as usize],
            _ => chance.below(10) as i16,
        };
        let from = [number(), number()];
        let to = [number(), number()];
        if chance.below(4) == 0 {
            return Act { from, to };
        }
        // Near misses are the interesting ones.
        let mut by = || chance.below(5) as i16 - 2;
        let to = [from[0].saturating_add(by()), from[1].saturating_add(by())];
        Act { from, to }
    }
}

parlor_testkit::conformance!(Mars);
