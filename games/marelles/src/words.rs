use parlor_engine::{Names, Seat};

use crate::{Event, Lines, Reason};

pub(crate) fn describe(event: Event, names: Names<'_>) -> String {
    match event {
        Event::Placed { seat, at } => format!("{} places a stone on {at}", names.of(seat)),
        Event::Moved {
            seat,
            from,
            to,
            flew,
        } => {
            let how = if flew { "flies" } else { "slides" };
            format!("{} {how} from {from} to {to}", names.of(seat))
        }
        Event::Mill { seat, lines } => {
            format!(
                "{} closes {} and may take a stone",
                names.of(seat),
                mills(lines)
            )
        }
        Event::Removed { seat, at } => format!("{} takes the stone on {at}", names.of(seat)),
        Event::Stage { stage: 2 } => "Stage 2 begins: all stones are placed and slide now".into(),
        Event::Stage { .. } => "Stage 3 begins: whoever is down to three stones may fly".into(),
        Event::Over { winner, reason } => end(winner, reason, names),
    }
}

fn mills(lines: Lines) -> String {
    let lines: Vec<String> = lines
        .mills()
        .map(|mill| mill.map(|at| at.to_string()).join(" "))
        .collect();
    match lines.len() {
        1 => format!("the mill {}", lines.concat()),
        _ => format!("the mills {}", lines.join(" and ")),
    }
}

fn end(winner: Option<Seat>, reason: Reason, names: Names<'_>) -> String {
    let Some(winner) = winner else {
        let why = match reason {
            Reason::Repetition => "the same position has come up again and again",
            Reason::NoCapture => "nothing was taken for too long",
            Reason::MaxPlies => "the agreed number of plies is played",
            _ => "both agree",
        };
        return format!("The game is a draw: {why}");
    };
    let (winner, loser) = (names.of(winner), names.of(Seat(winner.0 ^ 1)));
    match reason {
        Reason::Two => format!("{winner} wins: {loser} has only two stones left"),
        Reason::Blocked => format!("{winner} wins: {loser} cannot move"),
        Reason::Time => format!("{winner} wins: the time of {loser} is up"),
        _ => format!("{winner} wins: {loser} ran away"),
    }
}
