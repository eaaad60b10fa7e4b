use parlor_engine::Chance;
use parlor_testkit::Specimen;

use super::{Action, Nim, Options};

impl Specimen for Nim {
    const LONGEST: u32 = 100;
    const TYPES: &'static str = "crates/testkit/tests/sixth/web/src/generated";

    fn cases() -> Vec<(u8, Options)> {
        [1, 7, 100].map(|heap| (2, Options { heap })).to_vec()
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        Action::Take {
            count: chance.below(6) as u8,
        }
    }
}

parlor_testkit::conformance!(Nim);
