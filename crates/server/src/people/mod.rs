//! Who is who: nicknames, passwords, sessions.

mod gate;
mod names;
mod passwords;
mod present;
mod service;
mod tokens;

pub use names::{clean_nickname, is_deceptive, moderate, name_key, usual};
pub use service::{People, Player, PlayerId, SessionKind, session_name};
pub use tokens::Token;
