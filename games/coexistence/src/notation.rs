//! `CE` and `PS`; section 4.

use parlor_engine::Rejection;

use crate::{Action, SyntaxError, letter};

pub(crate) fn notate(action: Action) -> String {
    match action {
        Action::Attack { own, target } => [letter(own), letter(target)].iter().collect(),
        Action::Pass => "PS".to_owned(),
    }
}

pub(crate) fn parse(text: &str) -> Result<Vec<Action>, Rejection> {
    match Action::read(text.as_bytes()) {
        Ok(action) => Ok(vec![action]),
        Err(SyntaxError) => Err(Rejection::notation(
            "an attack such as CE (own column, then enemy column, A to F) or PS to pass",
        )),
    }
}
