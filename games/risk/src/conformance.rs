use parlor_engine::Chance;
use parlor_testkit::Specimen;

use crate::{
    Action, AutoDefend, CardTable, Cards, ClaimMin, Fortify, OnLeave, Options, Risk, Spectators,
};

impl Specimen for Risk {
    const LONGEST: u32 = 200_000;

    fn cases() -> Vec<(u8, Options)> {
        vec![
            (2, Options::default()),
            (3, Options::default()),
            (
                4,
                Options {
                    on_leave: OnLeave::Neutral,
                    capture_cards: true,
                    ..Options::default()
                },
            ),
            (
                5,
                Options {
                    on_leave: OnLeave::Bot,
                    hide_attack_roll: true,
                    ..Options::default()
                },
            ),
            (6, Options::default()),
            (
                3,
                Options {
                    asia_bonus: 7,
                    floor_before_bonus: true,
                    card_table: CardTable::Star2008,
                    claim_min: ClaimMin::Dice,
                    fortify: Fortify::Adjacent,
                    auto_defend: vec![AutoDefend::Off, AutoDefend::Most, AutoDefend::Best],
                    on_leave: OnLeave::Grace,
                    turn_timer: Some(60),
                    spectators: Spectators::Anyone,
                    ..Options::default()
                },
            ),
            (
                2,
                Options {
                    hide_attack_roll: true,
                    card_table: CardTable::Star2008,
                    on_leave: OnLeave::Bot,
                    auto_defend: vec![AutoDefend::Best, AutoDefend::Off],
                    ..Options::default()
                },
            ),
        ]
    }

    fn junk(chance: &mut dyn Chance) -> Action {
        let mut land = || match chance.below(12) {
            0 => 42,
            1 => 255,
            _ => chance.below(42) as u8,
        };
        let (one, other) = (land(), land());
        let troops = match chance.below(12) {
            0 => u32::MAX,
            1 => 1_000,
            _ => chance.below(8),
        };
        let dice = match chance.below(8) {
            0 => 255,
            _ => chance.below(5) as u8,
        };
        match chance.below(9) {
            0 => Action::Claim { territory: one },
            1 => Action::Place { territory: one },
            2 => Action::TurnIn {
                cards: Cards {
                    ones: chance.below(4) as u8,
                    twos: chance.below(3) as u8,
                },
            },
            3 => {
                let pairs = [(one, troops), (other, 3), (one, 1)];
                let count = chance.below(4) as usize;
                Action::Reinforce {
                    troops: pairs[..count].to_vec().into(),
                }
            }
            4 => Action::Attack {
                from: one,
                to: other,
                dice,
            },
            5 => Action::Defend { dice },
            6 => Action::Occupy { troops },
            7 => Action::Transfer {
                from: one,
                to: other,
                troops,
            },
            _ => Action::Skip {},
        }
    }
}

parlor_testkit::conformance!(Risk);
