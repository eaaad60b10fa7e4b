//! The suite. A case gets an empty database and does not know which.

pub mod admin;
pub mod alive;
pub mod amend;
pub mod appender;
pub mod around;
pub mod both;
pub mod chat;
pub mod copy;
pub mod days;
pub mod doors;
pub mod entries;
pub mod finish;
pub mod lists;
pub mod matches;
pub mod nodes;
pub mod passes;
pub mod players;
pub mod puzzles;
pub mod races;
pub mod reopen;
pub mod sessions;
pub mod views;

/// Asserts on the variant, printing the whole result when it is another.
macro_rules! refused {
    ($result:expr, $variant:pat) => {{
        let result = $result;
        assert!(matches!(result, Err($variant)), "{result:?}");
    }};
}
pub(crate) use refused;
