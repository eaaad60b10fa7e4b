//! Move text (§2.7): `D7`, `A1-A4`, `xG7`, and whole plies such as `A1-A4xG7`.

use std::fmt::Write as _;

use parlor_engine::{Actions, Rejection};

use crate::{Action, Point};

pub(crate) fn notate_into(action: Action, text: &mut String) {
    // Writing into a string cannot fail.
    let _ = match action {
        Action::Place { at } => write!(text, "{at}"),
        Action::Move { from, to } => write!(text, "{from}-{to}"),
        Action::Remove { at } => write!(text, "x{at}"),
    };
}

pub(crate) fn parse(text: &str) -> Result<Actions<Action>, Rejection> {
    let text = text.trim();
    let (arrival, removal) = match text.split_once(['x', 'X']) {
        Some((arrival, removal)) => (arrival, Some(removal)),
        None => (text, None),
    };
    let mut actions = Actions::new();
    if !arrival.is_empty() {
        actions.push(match arrival.split_once('-') {
            None => Action::Place {
                at: point(arrival)?,
            },
            Some((from, to)) => Action::Move {
                from: point(from)?,
                to: point(to)?,
            },
        });
    }
    if let Some(removal) = removal {
        actions.push(Action::Remove {
            at: point(removal)?,
        });
    }
    if actions.is_empty() {
        return Err(expected());
    }
    Ok(actions)
}

fn point(label: &str) -> Result<Point, Rejection> {
    Point::from_label(label).ok_or_else(|| match label.as_bytes() {
        // It has the form of a label, such as D4 or H1, or is the text of a number off the board.
        [letter, digit] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => no_such(label),
        [b'#', number @ ..]
            if (1..=3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit) =>
        {
            no_such(label)
        }
        _ => expected(),
    })
}

fn no_such(label: &str) -> Rejection {
    Rejection::new("bad_point", format!("there is no point {label}"))
}

fn expected() -> Rejection {
    Rejection::notation("a placement (D7), a move (A1-A4), a removal (xG7) or a ply (A1-A4xG7)")
}
