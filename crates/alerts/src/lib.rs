//! Messages to people who are not here: web push (RFC 8030, 8291, 8292), mail and webhooks. This
//! crate sends one message to one place and says what came of it; when, to whom and how often is
//! the server's to decide.

mod address;
mod client;
mod hook;
mod mail;
mod push;
mod target;

pub use address::is_public;
pub use client::Client;
pub use hook::{Hook, Style};
pub use mail::{MailAddress, Mailer};
pub use push::{Subscription, VapidKey};
pub use target::Target;

/// What is said, in the reader's language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    pub title: String,
    pub text: String,
    /// Where to go from here.
    pub link: String,
    /// What the link is called.
    pub link_text: String,
    /// Ends these messages in one click, and what that is called.
    pub stop: String,
    pub stop_text: String,
    /// Of two messages with the same tag the later one replaces the earlier.
    pub tag: String,
    /// The same when the same message is sent again.
    pub id: String,
    /// When it is of no use any more, in seconds from now.
    pub lifetime_s: u32,
    /// It cannot wait for the device to wake up.
    pub urgent: bool,
}

/// Why a message did not arrive.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SendError {
    /// There is nobody at that place any more: nothing is to be sent there again.
    #[error("nobody is there any more ({0})")]
    Gone(String),
    /// It may work later, not before so many seconds if that was said.
    #[error("not now ({reason})")]
    Later {
        reason: String,
        after_s: Option<u32>,
    },
    /// It went out and no answer came: whether it arrived is unknown, and trying again could tell
    /// it twice.
    #[error("no answer ({0})")]
    Unknown(String),
    /// This message will never arrive there.
    #[error("refused ({0})")]
    Never(String),
}

impl SendError {
    pub(crate) fn later(reason: &dyn std::fmt::Display) -> SendError {
        SendError::Later {
            reason: reason.to_string(),
            after_s: None,
        }
    }
}

/// This cannot be a place to send something to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadTarget {
    #[error("this is no https address")]
    NoAddress,
    #[error("this address is inside the house's own network")]
    Inside,
    #[error("this name cannot be found")]
    Unknown,
    #[error("these are no keys of a push subscription")]
    Keys,
    #[error("this is no mail address")]
    Mail,
}
