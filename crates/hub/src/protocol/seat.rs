use parlor_describe::{TS, ToSchema};
use serde::{Deserialize, Serialize};

/// Where somebody wants to sit: at the seat of this number, or wherever the lot puts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged, expecting = "a seat is a number from 0 on, or \"random\"")]
pub enum SeatChoice {
    Seat(u8),
    Lot(#[ts(inline)] ByLot),
}

/// The order is drawn when the match starts, from the seed that was committed to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ByLot {
    Random,
}

impl SeatChoice {
    pub const RANDOM: SeatChoice = SeatChoice::Lot(ByLot::Random);

    /// Where JSON cannot be had: in an address.
    pub fn from_text(text: &str) -> Option<SeatChoice> {
        match text {
            "random" => Some(SeatChoice::RANDOM),
            number => number.parse().ok().map(SeatChoice::Seat),
        }
    }
}
