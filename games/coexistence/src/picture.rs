//! The table for a terminal, wider than the frame of the text port and with words.

use std::fmt::Write as _;

use parlor_engine::{Charset, Seat};

use crate::rules::{other, sides};
use crate::{COLUMNS, Ending, Event, Hand, Reason, Unit, View, letter};

/// Left of the cards: whose they are.
const MARGIN: usize = 12;
/// Columns of a card and the gap after it.
const CARD: usize = 8;

struct Style {
    /// Top, side and bottom of a living card.
    top: &'static str,
    side: &'static str,
    bottom: &'static str,
    /// The five lines of a dead one.
    dead: [&'static str; 5],
    unit: fn(Unit) -> [&'static str; 3],
    rule: &'static str,
}

const ASCII: Style = Style {
    top: ".-----.",
    side: "|",
    bottom: "'-----'",
    dead: [".     .", "       ", "       ", "       ", "'     '"],
    unit: Unit::ascii,
    rule: "-",
};

const UNICODE: Style = Style {
    top: "╭─────╮",
    side: "│",
    bottom: "╰─────╯",
    dead: ["╭╌╌╌╌╌╮", "╎     ╎", "╎     ╎", "╎     ╎", "╰╌╌╌╌╌╯"],
    unit: |unit| match unit {
        Unit::Axe => ["◄╦►", " ║ ", " ╨ "],
        Unit::Hammer => ["███", " ║ ", " ╨ "],
        Unit::Sword => ["  ╱", " ╱ ", "╳  "],
        Unit::Arrow => [" ▲ ", " │ ", "╱│╲"],
    },
    rule: "─",
};

pub(crate) fn draw(view: &View, charset: Charset) -> String {
    let style = match charset {
        Charset::Ascii => &ASCII,
        Charset::Unicode => &UNICODE,
    };
    // A spectator sits behind seat 0.
    let near = view.viewer.unwrap_or(Seat(0));
    let mut text = format!("CoExistence, {}\n\n", round(view));
    draw_half(&mut text, view, other(near), style);
    let width = MARGIN + CARD * usize::from(COLUMNS);
    let _ = writeln!(text, "{}", style.rule.repeat(width));
    draw_half(&mut text, view, near, style);
    draw_status(&mut text, view);
    text.lines().fold(String::new(), |mut trimmed, line| {
        trimmed.push_str(line.trim_end());
        trimmed.push('\n');
        trimmed
    })
}

fn round(view: &View) -> String {
    if view.round > view.rounds {
        format!("round {}: all {} rounds are over", view.round, view.rounds)
    } else {
        format!(
            "round {} of {}, {} points win",
            view.round, view.rounds, view.goal
        )
    }
}

/// The seat from the viewer's side.
fn who(view: &View, seat: Seat) -> String {
    match view.viewer {
        Some(viewer) if viewer == seat => "You".to_owned(),
        Some(_) => "Opponent".to_owned(),
        None => format!("Player {}", seat.0 + 1),
    }
}

fn draw_half(text: &mut String, view: &View, seat: Seat, style: &Style) {
    let (hand, enemy) = sides(view.hands, seat);
    let (score, _) = sides(view.scores, seat);
    let points = if score == 1 { "point" } else { "points" };
    let mut labels = [
        String::new(),
        who(view, seat),
        format!("{score} {points}"),
        String::new(),
    ];
    if view.turn == Some(seat) {
        labels[3].push_str("* to move");
    } else if view.outcome.is_some_and(|end| end.winner == Some(seat)) {
        labels[3].push_str("* won");
    }
    let cells = |cell: &dyn Fn(u8) -> String| -> String {
        (0..COLUMNS).fold(String::new(), |mut line, column| {
            let _ = write!(line, "{:<CARD$}", cell(column));
            line
        })
    };
    let mut line = |label: &str, cell: &dyn Fn(u8) -> String| {
        let _ = writeln!(text, "{label:<MARGIN$}{}", cells(cell));
    };
    line("", &|column| format!("   {}", letter(column)));
    for row in 0..5 {
        let label = labels.get(row).map_or("", String::as_str);
        line(label, &|column| {
            let Some(unit) = hand.unit(column) else {
                return style.dead[row].to_owned();
            };
            match row {
                0 => style.top.to_owned(),
                4 => style.bottom.to_owned(),
                _ => format!("{0} {1} {0}", style.side, (style.unit)(unit)[row - 1]),
            }
        });
    }
    line("", &|column| {
        format!("{:^7}", hand.unit(column).map_or("", Unit::name))
    });
    if view.turn == Some(seat) {
        for (label, points) in [("kills for 1", 1), ("kills for 0", 0)] {
            let targets = |column| targets(view, hand.unit(column), enemy, points);
            if (0..COLUMNS).any(|column| !targets(column).is_empty()) {
                line(label, &|column| format!("{:^7}", targets(column)));
            }
        }
    }
}

/// The letters of what a unit can kill for so many points.
fn targets(view: &View, unit: Option<Unit>, enemy: Hand, points: u8) -> String {
    let kills = |column: &u8| {
        let attacked = unit.zip(enemy.unit(*column));
        attacked.and_then(|(unit, enemy)| unit.points_for(enemy, view.options.arrow_duel))
            == Some(points)
    };
    (0..COLUMNS).filter(kills).map(letter).collect()
}

fn draw_status(text: &mut String, view: &View) {
    text.push('\n');
    if let Some(last) = view.last {
        let _ = writeln!(text, "{}", happened(view, &last.into()));
    }
    let _ = match (view.outcome, view.turn) {
        (Some(ending), _) => writeln!(text, "{}", ended(view, ending)),
        (None, Some(turn)) => {
            let passed = if view.passes > 0 {
                "; a pass now ends the round"
            } else {
                ""
            };
            let turn = match view.viewer {
                Some(viewer) if viewer == turn => "Your turn: own column, then enemy column, \
                                                   such as CE; PS passes"
                    .to_owned(),
                Some(_) => "The opponent's turn".to_owned(),
                None => format!("{} to move: such as CE; PS passes", who(view, turn)),
            };
            writeln!(text, "{turn}{passed}")
        }
        (None, None) => Ok(()),
    };
}

fn happened(view: &View, event: &Event) -> String {
    let whose = |seat| match view.viewer {
        Some(viewer) if viewer == seat => "your".to_owned(),
        Some(_) => "the opponent's".to_owned(),
        None => format!("player {}'s", seat.0 + 1),
    };
    let begun = match *event {
        Event::Passed { seat, .. } if view.passes == 0 => {
            let start = if view.viewer == Some(other(seat)) {
                "start"
            } else {
                "starts"
            };
            format!(
                "; round {}, {} {start}",
                view.round,
                who(view, other(seat)).to_lowercase()
            )
        }
        _ => String::new(),
    };
    match *event {
        Event::Attacked {
            seat,
            own,
            target,
            attacker_unit,
            target_unit,
            points,
        } => format!(
            "Last: {} {} {} killed {} {} {} (+{points})",
            whose(seat),
            attacker_unit.name(),
            letter(own),
            whose(other(seat)),
            target_unit.name(),
            letter(target),
        ),
        Event::Passed { seat, by_clock } => format!(
            "Last: {} passed{}{begun}",
            who(view, seat).to_lowercase(),
            if by_clock { ", the time was up" } else { "" }
        ),
        Event::Left { seat, reason } => {
            let did = match reason {
                Reason::Resigned => "resigned",
                Reason::Time => "ran out of time",
                _ => "left",
            };
            format!("Last: {} {did}", who(view, seat).to_lowercase())
        }
        Event::RoundOver { .. } | Event::Dealt { .. } | Event::Over { .. } => String::new(),
    }
}

fn ended(view: &View, ending: Ending) -> String {
    let Some(winner) = ending.winner else {
        return "Game over: nobody reached the goal, both players lost".to_owned();
    };
    let wins = match view.viewer {
        Some(viewer) if viewer == winner => "you win".to_owned(),
        Some(_) => "the opponent wins".to_owned(),
        None => format!("{} wins", who(view, winner)),
    };
    if ending.reason != Reason::Points {
        return format!("Game over: {wins}");
    }
    let (own, enemy) = sides(view.scores, winner);
    format!("Game over: {wins} {own}:{enemy}")
}
