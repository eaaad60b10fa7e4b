use parlor_engine::Chance;
use parlor_testkit::Specimen;

use crate::{Action, First, Marelles, Options, Point, Removal, Timeout, Undo};

impl Specimen for Marelles {
    // At most 12 removals after placing (both down to three, and the last one), with fewer than
    // 100 quiet plies before each; then the 18 placements and up to 14 removals as actions.
    const LONGEST: u32 = 13 * 101 + 18 + 14;

    fn cases() -> Vec<(u8, Options)> {
        let usual = Options::default();
        let sets = [
            usual,
            Options {
                removal: Removal::Standard,
                first: First::Guest,
                timeout: Timeout::None,
                undo: Undo::Instant,
                ..usual
            },
            Options {
                repetition: 0,
                first: First::Random,
                undo: Undo::Off,
                ..usual
            },
            Options {
                repetition: 2,
                no_capture: 0,
                max_plies: 200,
                ..usual
            },
            Options {
                removal: Removal::Standard,
                repetition: 0,
                no_capture: 8,
                ..usual
            },
            Options {
                max_plies: 18,
                ..usual
            },
        ];
        sets.map(|options| (2, options)).to_vec()
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        let mut point = || match chance.below(8) {
            0 => Point(chance.below(256) as u8),
            _ => Point(chance.below(24) as u8),
        };
        let (a, b) = (point(), point());
        match chance.below(3) {
            0 => Action::Place { at: a },
            1 => Action::Move { from: a, to: b },
            _ => Action::Remove { at: a },
        }
    }
}

parlor_testkit::conformance!(Marelles);
