//! What every game must pass.
//!
//! A game's own tests implement [`Specimen`] and call [`conformance!`]; the catalogue's tests call
//! [`check_registered`] for every game of the list. [`own_port`] is for tests with servers.

mod conformance;
pub mod playthrough;
mod port;
mod registered;
mod specimen;
mod typescript;
mod worlds;

pub use conformance::*;
pub use port::own_port;
pub use registered::check_registered;
pub use specimen::{Case, Specimen, runner, walk};
pub use typescript::the_page_has_the_types;
pub use worlds::*;

/// One test per property, over the given game.
#[macro_export]
macro_rules! conformance {
    ($game:ty) => {
        $crate::conformance!(
            $game:
            random_play_ends,
            legal_is_what_is_accepted,
            refusals_change_nothing,
            previews_judge_like_the_rules,
            idle_seats_have_nothing_to_do,
            everything_round_trips,
            same_seed_same_bytes,
            replay_may_start_anywhere,
            take_back_equals_replay,
            departures_are_sound,
            forged_states_are_refused,
            worlds_that_look_alike_stay_alike,
            imagined_worlds_look_the_same,
            the_page_has_the_types
        );
    };
    ($game:ty: $($property:ident),+) => {
        $(
            #[test]
            fn $property() {
                $crate::$property::<$game>();
            }
        )+
    };
}
