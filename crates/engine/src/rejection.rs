use std::borrow::Cow;

use serde::Serialize;

/// Why a request was refused. The code is stable and meant for programs, the message for people.
/// Nothing a viewer may not know may enter either.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    pub code: Cow<'static, str>,
    pub message: String,
}

impl Rejection {
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection {
            code: Cow::Borrowed(code),
            message: message.into(),
        }
    }

    pub fn not_your_turn() -> Rejection {
        Rejection::new("not_your_turn", "it is not this seat's turn")
    }

    pub fn over() -> Rejection {
        Rejection::new("over", "the game is over")
    }

    pub fn notation(expected: &str) -> Rejection {
        Rejection::new("notation", format!("not an action: expected {expected}"))
    }

    pub fn option(message: impl Into<String>) -> Rejection {
        Rejection::new("option", message)
    }

    pub fn state(message: impl Into<String>) -> Rejection {
        Rejection::new("state", message)
    }

    /// What must hold in every state of a game.
    pub fn demand(holds: bool, message: &str) -> Result<(), Rejection> {
        if holds {
            Ok(())
        } else {
            Err(Rejection::state(message))
        }
    }
}
