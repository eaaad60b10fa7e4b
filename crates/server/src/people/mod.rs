//! Who is who: nicknames, passwords, sessions.

mod names;
mod passwords;
mod present;
mod service;
mod tokens;

pub use names::{clean_nickname, moderate, name_key};
pub use service::{People, Player, PlayerId, SessionKind, session_name};
pub use tokens::Token;
