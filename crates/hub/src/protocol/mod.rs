//! What travels between Parlor and its clients, as JSON. TypeScript types are made from these
//! (`web/src/generated`), and docs/protocol.md describes them for bot writers.

mod client;
mod options;
mod read;
mod seat;
mod server;
mod table;

pub use client::{Command, NewTable, Request};
pub use options::AgreedOptions;
pub use read::Unreadable;
pub use seat::{ByLot, SeatChoice};
pub use server::{
    AwayView, ChatLine, ClaimKind, ClockView, CurtainView, LogLine, LogPage, MatchSnapshot,
    MatchUpdate, OfferKind, OfferView, Raw, ServerMessage,
};
pub use table::{Clock, Me, Pace, SeatInfo, Status, TableInfo, Watch};
