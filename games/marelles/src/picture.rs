//! The board of §1.1 for a terminal, with the state of play beside it.

use std::fmt::Write as _;

use parlor_engine::{Charset, Outcome, OutcomeKind, Seat};

use crate::View;
use crate::board::{POINTS, Point};
use crate::state::{Colour, Stage};

const WIDTH: usize = 37;
const HEIGHT: usize = 13;
/// Labels of removable stones in one line of the panel.
const LABELS_A_LINE: usize = 8;

struct Ink {
    horizontal: char,
    vertical: char,
    /// By the arms of a point: up 1, right 2, down 4, left 8.
    crossings: [char; 16],
    stones: [char; 2],
}

const ASCII: Ink = Ink {
    horizontal: '-',
    vertical: '|',
    crossings: ['+'; 16],
    stones: ['X', 'O'],
};

const UNICODE: Ink = Ink {
    horizontal: '─',
    vertical: '│',
    crossings: [
        '·', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼',
    ],
    stones: ['●', '○'],
};

pub(crate) fn draw(view: &View, charset: Charset) -> String {
    let ink = match charset {
        Charset::Ascii => &ASCII,
        Charset::Unicode => &UNICODE,
    };
    let canvas = board(view, ink);
    let mut panel = panel(view, ink).into_iter();
    let mut text = String::from("     1     2     3     4     5     6     7\n");
    for (y, row) in canvas.iter().enumerate() {
        let label = if y % 2 == 0 {
            char::from(b'A' + (y / 2) as u8)
        } else {
            ' '
        };
        let row: String = row.iter().collect();
        let beside = panel.next().unwrap_or_default();
        text.push_str(format!("{label}    {row}    {beside}").trim_end());
        text.push('\n');
    }
    for line in panel {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

fn board(view: &View, ink: &Ink) -> [[char; WIDTH]; HEIGHT] {
    let mut canvas = [[' '; WIDTH]; HEIGHT];
    for at in (0..POINTS as u8).map(Point) {
        let (x, y) = spot(at);
        let mut arms = 0;
        for next in crate::board::points(at.neighbours()) {
            let (to_x, to_y) = spot(next);
            if to_y == y {
                arms |= if to_x > x { 2 } else { 8 };
                canvas[y][x.min(to_x) + 1..x.max(to_x)].fill(ink.horizontal);
            } else {
                arms |= if to_y > y { 4 } else { 1 };
                for row in &mut canvas[y.min(to_y) + 1..y.max(to_y)] {
                    row[x] = ink.vertical;
                }
            }
        }
        canvas[y][x] = match view.cells[usize::from(at.0)] {
            Some(colour) => ink.stones[colour as usize],
            None => ink.crossings[arms],
        };
    }
    canvas
}

/// Column and row of a point on the canvas.
fn spot(at: Point) -> (usize, usize) {
    let (column, row) = at.grid().unwrap_or((1, 1));
    (usize::from(column - 1) * 6, usize::from(row - 1) * 2)
}

fn panel(view: &View, ink: &Ink) -> Vec<String> {
    let mut lines = Vec::new();
    for colour in [Colour::Black, Colour::White] {
        let seat = usize::from(view.colours[1] == colour);
        let you = if view.viewer == Some(Seat(seat as u8)) {
            " (you)"
        } else {
            ""
        };
        lines.push(format!("{}{you}", side(view, ink, Seat(seat as u8))));
        lines.push(format!(
            "  in hand  {}",
            pile(ink, colour, view.hands[seat])
        ));
        lines.push(format!(
            "  captured {}",
            pile(ink, colour.other(), view.captured[seat])
        ));
        lines.push(format!(
            "  {}",
            match view.stages[seat] {
                Stage::Placing => "placing".to_owned(),
                Stage::Moving => format!("sliding, {} stones", view.on_board[seat]),
                Stage::Flying => format!("flying, {} stones", view.on_board[seat]),
            }
        ));
    }
    lines.push(progress(view));
    if let (Some(last), Some(seat)) = (view.last, view.last_seat) {
        lines.push(format!("last: {} {}", stone(view, ink, seat), last.ply()));
    } else {
        lines.push(String::new());
    }
    lines.extend(to_do(view, ink));
    lines
}

fn stone(view: &View, ink: &Ink, seat: Seat) -> char {
    let colour = view.colours[usize::from(seat.0 & 1)];
    ink.stones[colour as usize]
}

fn side(view: &View, ink: &Ink, seat: Seat) -> String {
    let name = match view.colours[usize::from(seat.0 & 1)] {
        Colour::Black => "black",
        Colour::White => "white",
    };
    format!("{} {name}, player {}", stone(view, ink, seat), seat.0 + 1)
}

/// Stones as pips with their number.
fn pile(ink: &Ink, colour: Colour, count: u8) -> String {
    let pips: String = (0..count.min(9))
        .map(|_| ink.stones[colour as usize])
        .collect();
    format!("{count} {pips}")
}

fn progress(view: &View) -> String {
    let mut text = format!("ply {}", view.plies);
    let options = &view.options;
    if options.max_plies > 0 {
        let _ = write!(text, " of {}", options.max_plies);
    }
    if options.no_capture > 0 && view.quiet_plies > 0 {
        let _ = write!(
            text,
            ", {} of {} quiet",
            view.quiet_plies, options.no_capture
        );
    }
    if options.repetition > 0 && view.repetitions > 1 {
        let _ = write!(
            text,
            ", seen {} of {} times",
            view.repetitions, options.repetition
        );
    }
    text
}

fn to_do(view: &View, ink: &Ink) -> Vec<String> {
    if let Some(outcome) = &view.outcome {
        return vec![result(view, ink, outcome)];
    }
    let Some(seat) = view.to_move else {
        return Vec::new();
    };
    let stone = stone(view, ink, seat);
    if view.pending_removal {
        let labels: Vec<String> = view.removable.iter().map(|at| format!("x{at}")).collect();
        let mut lines = vec![format!("{stone} closed a mill: take one of")];
        lines.extend(labels.chunks(LABELS_A_LINE).map(|part| part.join(" ")));
        return lines;
    }
    vec![match view.stages[usize::from(seat.0 & 1)] {
        Stage::Placing => format!("{stone} to place a stone, such as D7"),
        Stage::Moving => format!("{stone} to slide to a neighbour, such as A1-A4"),
        Stage::Flying => format!("{stone} to fly anywhere, such as A1-E5"),
    }]
}

fn result(view: &View, ink: &Ink, outcome: &Outcome) -> String {
    match (outcome.kind, outcome.winner) {
        (OutcomeKind::Win, Some(seat)) => {
            format!("{} wins: {}", side(view, ink, seat), reason(outcome))
        }
        _ => format!("draw: {}", reason(outcome)),
    }
}

fn reason(outcome: &Outcome) -> String {
    match outcome.reason.as_ref() {
        "two" => "two stones left".into(),
        "no_capture" => "nothing taken for too long".into(),
        "max_plies" => "all plies played".into(),
        other => other.replace('_', " "),
    }
}
