//! The message log of a frame: what happened, from the reader's side; section 4.

use parlor_engine::Seat;

use crate::rules::sides;
use crate::{Event, Reason};

/// The log of a frame that answers a well-formed command which is not legal now.
pub const INVALID_MOVE: &str = "INVALID MOVE";
/// The log of a frame that answers a line which is no command.
pub const SYNTAX_ERROR: &str = "SYNTAX ERROR";
/// The log of a frame for somebody who has no opponent yet.
pub const WAITING: &str = "Waiting for an opponent";

/// At most 38 characters of ASCII.
pub fn log_line(event: &Event, reader: Seat) -> String {
    match *event {
        Event::Attacked {
            seat,
            attacker_unit,
            target_unit,
            points,
            ..
        } => {
            if seat == reader {
                format!(
                    "Your {} beat {} (+{points})",
                    attacker_unit.name(),
                    target_unit.with_article()
                )
            } else {
                format!(
                    "{} beat your {} (+{points})",
                    attacker_unit.title(),
                    target_unit.name()
                )
            }
        }
        Event::Passed { seat, by_clock } => match (seat == reader, by_clock) {
            (true, false) => "You passed",
            (false, false) => "Opponent passed",
            (true, true) => "Time is up: you passed",
            (false, true) => "Time is up: opponent passed",
        }
        .to_owned(),
        Event::RoundOver { round } => format!("Round {round} is over"),
        Event::Dealt { round, starts, .. } => {
            let starts = if starts == reader {
                "you start"
            } else {
                "opponent starts"
            };
            format!("Round {round}: {starts}")
        }
        Event::Left { seat, reason } => gone(seat == reader, reason),
        Event::Over { winner: None, .. } => "Round 5: nobody wins".to_owned(),
        Event::Over {
            winner: Some(winner),
            reason,
            scores,
            ..
        } => over(winner, reason, scores, reader),
    }
}

/// One line for all events of an entry: the last one says what matters now.
pub fn log_text(events: &[Event], reader: Seat) -> String {
    events
        .last()
        .map(|event| log_line(event, reader))
        .unwrap_or_default()
}

fn gone(is_reader: bool, reason: Reason) -> String {
    let who = if is_reader { "You" } else { "Opponent" };
    let did = match reason {
        Reason::Resigned => "resigned",
        Reason::Time => "ran out of time",
        _ => "left",
    };
    format!("{who} {did}")
}

fn over(winner: Seat, reason: Reason, scores: [u8; 2], reader: Seat) -> String {
    let won = winner == reader;
    let wins = if won { "you win" } else { "opponent wins" };
    if reason == Reason::Points {
        let (own, enemy) = sides(scores, winner);
        let wins = if won { "You win" } else { "Opponent wins" };
        format!("{wins} {own}:{enemy}")
    } else {
        format!("{}: {wins}", gone(!won, reason))
    }
}
