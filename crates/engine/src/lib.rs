//! What every game of Parlor has in common.
//!
//! A match is `(game, options, seats, seed)` plus an ordered list of entries; its state is a
//! pure fold of them. This crate holds the vocabulary of that sentence ([`Game`], [`Seat`],
//! [`Chance`], [`Outcome`], [`Entry`]), the fold itself ([`Match`]) and the one place where the
//! type of a game is erased ([`AnyGame`], [`AnyState`]). It does no I/O and reads no clock.

mod bits;
mod chance;
mod conduct;
mod ended;
mod erased;
mod game;
mod log;
mod matches;
mod normal;
mod notations;
mod options;
mod outcome;
mod preview;
mod record;
mod rejection;
mod search;
mod seat;
mod seed;
mod seq;
mod side;
mod word;

pub use bits::{Bits, members};
pub use chance::{Chance, Fast, Scripted, Stream, pick, shuffle};
pub use conduct::{Conduct, TableDefaults, TakeBackRule};
pub use erased::{AnyEvents, AnyGame, AnyPreview, AnyState, Legal, Played, Sentences, entry};
pub use game::{Actions, Charset, Departure, Game, Legality, Meta, Names, Pattern};
pub use log::{Act, Claim, Entry};
pub use matches::{Judged, JudgedLine, Match, Setup, carry_out};
pub use normal::{inverse_normal, normal_below};
pub use notations::Notations;
pub use options::{OptionKind, OptionSpec};
pub use outcome::{Outcome, OutcomeKind};
pub use preview::{Ends, percent, rounded};
pub use record::{Record, RecordEntry, VerifyError};
pub use rejection::{Rejection, RejectionKind};
pub use search::{Playouts, perft, playouts};
pub use seat::{Seat, SeatSet, Viewer};
pub use seed::{Commitment, HexError, Lots, Nonce, Seed};
pub use seq::Seq;
pub use side::SideSpec;
pub use word::word;
