//! `CE` and `PS`; section 4.

use parlor_engine::{Actions, Rejection};

use crate::{Action, SyntaxError, letter};

pub(crate) fn notate_into(action: Action, text: &mut String) {
    match action {
        Action::Attack { own, target } => text.extend([letter(own), letter(target)]),
        Action::Pass => text.push_str("PS"),
    }
}

pub(crate) fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
    match Action::read(text.as_bytes()) {
        Ok(action) => Ok([action].into()),
        Err(SyntaxError) => Err(Rejection::notation(
            "an attack such as CE (own column, then enemy column, A to F) or PS to pass",
        )),
    }
}
