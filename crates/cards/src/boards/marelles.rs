use std::fmt::Write as _;

use parlor_marelles::{Colour, Point, View};

use super::Drawing;

const LINES: &str = "M86 86h528v528h-528zM174 174h352v352h-352zM262 262h176v176h-176zM350 86v176M350 438v176M86 350h176M438 350h176";

fn place(point: Point) -> (u32, u32) {
    let (column, row) = point.grid().unwrap_or((4, 4));
    (
        86 + 88 * (u32::from(column) - 1),
        86 + 88 * (u32::from(row) - 1),
    )
}

pub(super) fn draw(view: &View) -> Drawing {
    let mut svg = String::from(
        r##"<defs><linearGradient id="wood" x2=".3" y2="1"><stop stop-color="#a8703c"/><stop offset=".5" stop-color="#8d5a2c"/><stop offset="1" stop-color="#6f431f"/></linearGradient><radialGradient id="white" cx=".36" cy=".28" r=".85"><stop stop-color="#fffdf4"/><stop offset=".6" stop-color="#eaddbd"/><stop offset="1" stop-color="#bfa974"/></radialGradient><radialGradient id="black" cx=".36" cy=".28" r=".9"><stop stop-color="#7a878d"/><stop offset=".5" stop-color="#384247"/><stop offset="1" stop-color="#151b1e"/></radialGradient></defs><path d="M0 0h700v700h-700z" fill="url(#wood)"/>"##,
    );
    for (n, y) in [70, 150, 236, 318, 402, 470, 560, 622]
        .into_iter()
        .enumerate()
    {
        let (bow, end) = (
            if n % 2 == 0 { -20 } else { 26 },
            if n % 3 == 0 { 14 } else { -12 },
        );
        let _ = write!(
            svg,
            r##"<path d="M0 {y}q180 {bow} 350 0t350 {end}" fill="none" stroke="#4a2a10" stroke-opacity=".16" stroke-width="{}"/>"##,
            6 + n % 3 * 3
        );
    }
    let _ = write!(
        svg,
        r##"<g fill="none" stroke-linecap="square"><path d="{LINES}" stroke="#3b1f0a" stroke-opacity=".55" stroke-width="13"/><path d="{LINES}" stroke="#ecd3a0" stroke-width="7"/></g>"##
    );
    for (n, stone) in view.cells.iter().enumerate() {
        let (x, y) = place(Point(n as u8));
        let _ = match stone {
            None => write!(
                svg,
                r##"<circle cx="{x}" cy="{y}" r="11" fill="#ecd3a0" stroke="#3b1f0a" stroke-opacity=".5" stroke-width="2.5"/>"##
            ),
            Some(colour) => {
                let (name, rim, ring) = match colour {
                    Colour::White => ("white", "#8f7d57", "#b9a67c"),
                    Colour::Black => ("black", "#0d1214", "#59656b"),
                };
                write!(
                    svg,
                    r##"<ellipse cx="{}" cy="{}" rx="39" ry="36" fill="#1c0d03" opacity=".42"/><circle cx="{x}" cy="{y}" r="38" fill="url(#{name})" stroke="{rim}" stroke-width="2.5"/><circle cx="{x}" cy="{y}" r="23" fill="none" stroke="{ring}" stroke-width="3"/>"##,
                    x + 5,
                    y + 12
                )
            }
        };
    }
    let ends = view.last.iter().flat_map(|last| [last.from, Some(last.to)]);
    for (x, y) in ends.flatten().map(place) {
        let _ = write!(
            svg,
            r##"<circle cx="{x}" cy="{y}" r="47" fill="none" stroke="#ffe08a" stroke-width="7"/>"##
        );
    }
    Drawing {
        window: "30 30 640 640".into(),
        svg,
    }
}
