use std::borrow::Cow;

use parlor_engine::Rejection;
use parlor_store::StoreError;

/// Why a request was refused, on every entrance alike: a stable code for programs, a sentence for
/// people. Database texts and hidden information never enter it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    pub code: Cow<'static, str>,
    pub message: String,
}

impl Refusal {
    pub fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            code: Cow::Borrowed(code),
            message: message.into(),
        }
    }

    pub fn unknown_table() -> Refusal {
        Refusal::new(
            "table/unknown",
            "there is no such table; it may have been closed",
        )
    }

    pub fn unknown_match() -> Refusal {
        Refusal::new("match/unknown", "there is no such match")
    }

    pub fn not_seated() -> Refusal {
        Refusal::new(
            "match/not_seated",
            "only the players of this match may do that",
        )
    }

    pub fn sign_in() -> Refusal {
        Refusal::new("people/sign_in", "choose a name first")
    }

    pub fn busy() -> Refusal {
        Refusal::new(
            "server/busy",
            "too many requests at once; try again in a moment",
        )
    }

    pub fn unavailable() -> Refusal {
        Refusal::new(
            "server/unavailable",
            "the move could not be stored; try again in a moment",
        )
    }
}

impl From<Rejection> for Refusal {
    fn from(refused: Rejection) -> Refusal {
        let area = match refused.code.as_ref() {
            "option" | "seats" | "state" => "table",
            _ => "action",
        };
        Refusal {
            code: Cow::Owned(format!("{area}/{}", refused.code)),
            message: refused.message,
        }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        tracing::error!(%error, "storage");
        Refusal::unavailable()
    }
}
