use parlor_engine::Chance;
use parlor_testkit::Specimen;

use crate::{Action, Colours, HexSize, Mode, Obliteration, Options};

impl Specimen for Obliteration {
    /// The largest turn limit below: random play alone need not end (section 4.2).
    const LONGEST: u32 = 400;

    fn cases() -> Vec<(u8, Options)> {
        let sized = |columns, rows, limit| Options {
            columns,
            rows,
            turn_limit: Some(limit),
            ..Options::default()
        };
        let colours = |numbers| Colours::new(numbers).expect("good colours");
        vec![
            (2, sized(4, 4, 400)),
            (
                2,
                Options {
                    mode: Mode::Domination,
                    fair_start: Some(true),
                    ..sized(5, 4, 400)
                },
            ),
            (
                2,
                Options {
                    mode: Mode::Domination,
                    hex_size: HexSize::Fit,
                    ..sized(24, 20, 300)
                },
            ),
            (
                2,
                Options {
                    colours: colours(&[7, 6]),
                    ..sized(40, 4, 60)
                },
            ),
            (3, sized(6, 6, 400)),
            (
                4,
                Options {
                    mode: Mode::Domination,
                    fair_start: Some(false),
                    hex_size: HexSize::Small,
                    ..sized(7, 6, 200)
                },
            ),
            (
                5,
                Options {
                    colours: colours(&[0, 2, 4, 6, 8]),
                    fair_start: Some(false),
                    ..sized(8, 9, 300)
                },
            ),
            (6, sized(8, 8, 400)),
            (6, sized(9, 8, 50)),
        ]
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        let mut number = || match chance.below(8) {
            0 => u16::MAX,
            1 => 255,
            2 => 256,
            3 => 40,
            4 => chance.below(48) as u16,
            _ => chance.below(8) as u16,
        };
        Action::Turn {
            x: number(),
            y: number(),
        }
    }
}

parlor_testkit::conformance!(Obliteration);
