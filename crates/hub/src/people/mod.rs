//! Who is who: nicknames, passwords, sessions.

mod bans;
mod closed;
mod device;
mod gate;
mod keep;
mod names;
mod operate;
mod passwords;
mod phrase;
mod present;
mod relations;
mod reports;
mod service;
mod tidy;
mod tokens;
mod vacation;

pub use closed::SignUp;
pub use device::device;
pub use keep::SignInLink;
pub use names::{clean_nickname, is_deceptive, moderate, name_key, usual};
pub(crate) use operate::OPERATOR;
pub use relations::Wish;
pub use service::hash_of;
pub use service::{People, Player, PlayerId, SessionKind, session_name};
pub use tokens::Token;
pub use vacation::{DaysOff, stored_vacations};
