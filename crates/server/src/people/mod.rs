//! Who is who: nicknames, passwords, sessions.

mod names;
mod passwords;
mod service;
mod tokens;

pub use names::{clean_nickname, moderate, name_key};
pub use service::{People, Player, PlayerId, SessionKind};
pub use tokens::Token;
