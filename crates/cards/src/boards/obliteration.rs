use std::f64::consts::FRAC_PI_3;
use std::fmt::Write as _;

use parlor_obliteration::View;

use super::Drawing;

/// Edge, colour and arm of the ten seats' glass and of nobody's, as the page has them
/// (web/src/games/obliteration/palette.ts).
const GLASS: [[&str; 3]; 11] = [
    ["#830914", "#b60412", "#f5dcde"],
    ["#315c47", "#5aab7a", "#e8f3ec"],
    ["#3a3c87", "#6b68ff", "#eaeaff"],
    ["#908e2b", "#efe738", "#fdfce3"],
    ["#107487", "#15dcff", "#defaff"],
    ["#610674", "#85009c", "#eedbf1"],
    ["#020304", "#8fa3ad", "#ffffff"],
    ["#aeb9bd", "#f4faf6", "#0d161c"],
    ["#7d370d", "#f75c01", "#fee8db"],
    ["#66465d", "#c77da7", "#f7edf3"],
    ["#17232b", "#2a3a44", "#4b5f6b"],
];

fn hexagon(x: f64, y: f64, r: f64) -> String {
    let corners = (0..6).map(|n| f64::from(n) * FRAC_PI_3);
    let corners =
        corners.map(|turn| format!("{:.2} {:.2}", x + r * turn.cos(), y + r * turn.sin()));
    format!("M{}z", corners.collect::<Vec<_>>().join("L"))
}

pub(super) fn draw(view: &View) -> Drawing {
    let root = 3f64.sqrt();
    let (columns, rows) = (f64::from(view.columns), f64::from(view.rows));
    let (width, height) = (1.5 * (columns - 1.0) + 2.0, root * (rows + 0.5));
    let side = width.min(height);
    let (left, top) = ((width - side) / 2.0, (height - side) / 2.0);
    let middle = |x: usize, y: usize| {
        (
            1.0 + 1.5 * x as f64,
            root * (y as f64 + 0.5 + (x % 2) as f64 / 2.0),
        )
    };
    let mut svg = format!(
        r##"<defs><radialGradient id="dark" cx=".5" cy=".4" r=".9"><stop stop-color="#14232b"/><stop offset="1" stop-color="#070c10"/></radialGradient></defs><path d="M{left:.2} {top:.2}h{side:.2}v{side:.2}h-{side:.2}z" fill="url(#dark)"/>"##
    );
    let all = usize::from(view.columns) * usize::from(view.rows);
    let hexes = view.owners.bytes().zip(view.rotations.bytes()).take(all);
    for (n, (owner, rotation)) in hexes.enumerate() {
        let seat = view.seats.get(usize::from(owner.wrapping_sub(b'A')));
        let number = seat.map_or(10, |seat| usize::from(seat.colour.number));
        let [edge, colour, arm] = GLASS[number.min(10)];
        let (x, y) = middle(
            n / usize::from(view.rows).max(1),
            n % usize::from(view.rows).max(1),
        );
        let turn = f64::from(rotation.wrapping_sub(b'0')) * FRAC_PI_3;
        let _ = write!(
            svg,
            r#"<path d="{}" fill="{edge}" stroke="{colour}" stroke-width=".12"/><path d="M{x:.2} {y:.2}l{:.2} {:.2}" stroke="{arm}" stroke-width=".2" stroke-linecap="round"/><circle cx="{x:.2}" cy="{y:.2}" r=".22" fill="{arm}"/>"#,
            hexagon(x, y, 0.93),
            turn.sin() * 0.72,
            -turn.cos() * 0.72
        );
    }
    if let Some(last) = view.last {
        let (x, y) = middle(usize::from(last.x), usize::from(last.y));
        let _ = write!(
            svg,
            r##"<path d="{}" fill="none" stroke="#ffe9a8" stroke-width=".2"/>"##,
            hexagon(x, y, 1.05)
        );
    }
    Drawing {
        window: format!("{left:.2} {top:.2} {side:.2} {side:.2}"),
        svg,
    }
}
