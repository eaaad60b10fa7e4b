use std::fmt;
use std::ops::Add;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

/// The number of an entry in the log of its match. They count from 1 without gaps; a match in which
/// nothing has happened stands at `START`.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize, TS,
)]
#[serde(transparent)]
#[ts(type = "number")]
pub struct Seq(pub u32);

impl Seq {
    /// Before the first entry.
    pub const START: Seq = Seq(0);
    pub const FIRST: Seq = Seq(1);

    /// Where a log of so many entries ends.
    pub fn of_length(length: usize) -> Seq {
        Seq(u32::try_from(length).unwrap_or(u32::MAX))
    }

    #[must_use]
    pub fn next(self) -> Seq {
        self + 1
    }

    /// The one before; nothing is before the start.
    #[must_use]
    pub fn before(self) -> Seq {
        Seq(self.0.saturating_sub(1))
    }

    /// How many entries have come since an earlier one.
    pub fn since(self, earlier: Seq) -> u32 {
        self.0.saturating_sub(earlier.0)
    }

    /// How many entries a log has that ends here.
    pub fn length(self) -> usize {
        self.0 as usize
    }

    /// Where the entry stands in its log; nothing stands at the start.
    pub fn place(self) -> Option<usize> {
        self.length().checked_sub(1)
    }
}

/// So many entries later. The last number of all has none after it.
impl Add<u32> for Seq {
    type Output = Seq;

    fn add(self, entries: u32) -> Seq {
        Seq(self.0.saturating_add(entries))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_count_from_one_and_stop_at_the_last() {
        assert_eq!(Seq::START.next(), Seq::FIRST);
        assert_eq!(Seq::of_length(3), Seq::FIRST + 2);
        assert_eq!(Seq(u32::MAX).next(), Seq(u32::MAX));
        assert_eq!((Seq::START.place(), Seq::FIRST.place()), (None, Some(0)));
    }

    #[test]
    fn it_is_a_bare_number_outside() {
        assert_eq!(serde_json::to_string(&Seq(7)).unwrap(), "7");
        assert_eq!(serde_json::from_str::<Seq>("7").unwrap(), Seq(7));
        assert!(serde_json::from_str::<Seq>("-1").is_err());
        assert_eq!(Seq::inline(&ts_rs::Config::default()), "number");
        assert_eq!(Seq(7).to_string(), "7");
    }
}
