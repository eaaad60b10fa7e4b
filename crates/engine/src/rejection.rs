use std::borrow::Cow;

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectionKind {
    /// Something somebody does in a match, or asks about it.
    Action,
    /// The options of a match.
    Options,
    /// How many play.
    Seats,
    /// A position.
    State,
}

/// Why a request was refused. The code is stable and meant for programs, the message for people.
/// Nothing a viewer may not know may enter either.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    pub kind: RejectionKind,
    pub code: Cow<'static, str>,
    pub message: String,
}

impl Rejection {
    /// Of an action, in a word of the rules.
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Action, code, message)
    }

    fn of(kind: RejectionKind, code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection {
            kind,
            code: Cow::Borrowed(code),
            message: message.into(),
        }
    }

    pub fn not_your_turn() -> Rejection {
        Rejection::new("not_your_turn", "it is not this seat's turn")
    }

    pub fn no_seat() -> Rejection {
        Rejection::new("no_seat", "there is no such seat")
    }

    pub fn over() -> Rejection {
        Rejection::new("over", "the game is over")
    }

    pub fn notation(expected: &str) -> Rejection {
        Rejection::new("notation", format!("not an action: expected {expected}"))
    }

    pub fn option(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Options, "option", message)
    }

    pub fn seats(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Seats, "seats", message)
    }

    pub fn state(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::State, "state", message)
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
