use std::fmt::Write as _;

use parlor_mars::{Icon, Side, Tile, View};

use super::Drawing;

const C: i32 = 24;
const WOODS: &str = "M20 8q26-14 44 4 12 20-16 24-34 2-28-28zM150 26q30-12 42 10-2 22-30 18-24-8-12-28zM84 84q34-10 44 12 0 24-30 22-30-10-14-34zM198 140q30 2 26 30-20 20-34-4-4-22 8-26zM100 196q34-10 40 10-4 22-30 18-26-8-10-28z";
const RIVERS: &str = "M-4 58Q40 44 62 66T120 62 150 40 244 32M144 62Q128 100 150 128T130 180 150 244M-4 168Q28 166 44 140";

pub(super) fn draw(view: &View) -> Drawing {
    let german = |tile: Tile| view.territory.owner(tile) == Side::Germans;
    let place = |tile: Tile| (i32::from(tile.x()) * C, i32::from(tile.y()) * C);
    let (mut land, mut front) = (String::new(), String::new());
    for tile in Tile::all() {
        let (x, y) = place(tile);
        if german(tile) {
            let _ = write!(land, "M{x} {y}h{C}v{C}h-{C}z");
        }
        let other = |dx, dy| {
            Tile::new(tile.x() + dx, tile.y() + dy).is_some_and(|it| german(it) != german(tile))
        };
        if other(1, 0) {
            let _ = write!(front, "M{} {y}v{C}", x + C);
        }
        if other(0, 1) {
            let _ = write!(front, "M{x} {}h{C}", y + C);
        }
    }
    let mut svg = format!(
        r##"<path d="M0 0h240v240h-240z" fill="#ece0c0"/><path d="{WOODS}" fill="#8fa56a" opacity=".5"/><path d="{RIVERS}" fill="none" stroke="#5d8ea6" stroke-width="3" opacity=".8"/><path d="{land}" fill="#4c5f58" opacity=".26"/><g fill="none" stroke-linecap="round"><path d="{front}" stroke="#f3e9cf" stroke-width="7" opacity=".6"/><path d="{front}" stroke="#b3211f" stroke-width="4"/></g>"##
    );
    for town in &view.towns {
        let (x, y) = place(town.at);
        let _ = write!(
            svg,
            r##"<path d="M{} {}h5v5h-5zm7-3h5v4h-5zm1 7h4v4h-4z" fill="#33291a" opacity=".8"/>"##,
            x + 6,
            y + 11
        );
    }
    for placed in &view.units {
        let (x, y) = place(placed.at);
        let (x, y) = (x + 3, y + 4);
        let (colour, round) = match placed.unit.side {
            Side::Soviets => ("#b3211f", 2),
            Side::Germans => ("#5d6d64", 5),
        };
        let sign = match placed.unit.icon {
            Icon::Art => format!("M{} {}a2.6 2.6 0 1 0 .01 0z", x + 9, y + 6),
            Icon::Arm => format!("M{} {}h5a3 3 0 0 1 0 6h-5a3 3 0 0 1 0-6z", x + 6, y + 5),
            Icon::Cav => format!("M{} {}l10-8", x + 4, y + 12),
            Icon::Inf => format!("M{} {}l10-8m-10 0l10 8", x + 4, y + 12),
        };
        let _ = write!(
            svg,
            r##"<rect x="{}.5" y="{}.5" width="18" height="16" rx="{round}" fill="#1a0f05" opacity=".4"/><rect x="{x}" y="{y}" width="18" height="16" rx="{round}" fill="{colour}" stroke="#fff" stroke-opacity=".35"/><path d="{sign}" fill="none" stroke="#fff" stroke-width="1.8"/>"##,
            x + 1,
            y + 2
        );
    }
    Drawing {
        window: "0 0 240 240".into(),
        svg,
    }
}
