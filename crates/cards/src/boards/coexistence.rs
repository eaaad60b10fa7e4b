use std::fmt::Write as _;

use parlor_coexistence::{COLUMNS, Unit, View};

use super::Drawing;
use crate::letters::{Face, outline, width};

/// The weapons as plain signs.
const fn sign(unit: Unit) -> &'static str {
    match unit {
        Unit::Axe => "M8 21L15 6M11 5q7-4 9 4-5-1-9 3z",
        Unit::Hammer => "M12 21V9M5 4h14v6H5z",
        Unit::Sword => "M6 20L19 4M5 14l6 6",
        Unit::Arrow => "M5 20L19 5M19 5l-7 1M19 5l-1 7",
    }
}

pub(super) fn draw(view: &View) -> Drawing {
    let mut svg = String::from(
        r##"<defs><radialGradient id="cloth" cx=".4" cy=".2" r="1"><stop stop-color="#7c2632"/><stop offset="1" stop-color="#4d141d"/></radialGradient></defs><path d="M0 0h240v240h-240z" fill="url(#cloth)"/><circle cx="120" cy="120" r="92" fill="none" stroke="#d9b25e" stroke-opacity=".3"/>"##,
    );
    for (hand, (top, colour)) in view.hands.iter().zip([(137, "#2f78b8"), (9, "#d2682c")]) {
        for column in 0..COLUMNS {
            let (x, y) = (18 + column % 3 * 70, top + column / 3 * 50);
            let _ = match hand.unit(column) {
                None => write!(
                    svg,
                    r##"<rect x="{x}" y="{y}" width="62" height="44" rx="6" fill="none" stroke="#d9b25e" stroke-opacity=".45" stroke-dasharray="6 5" stroke-width="2"/>"##
                ),
                Some(unit) => write!(
                    svg,
                    r##"<g transform="translate({x} {y})"><rect x="2" y="3" width="62" height="44" rx="6" fill="#1a0508" opacity=".45"/><rect width="62" height="44" rx="6" fill="#f6ecd4" stroke="{colour}" stroke-width="3"/><path d="{}" transform="translate(16 6) scale(1.3)" fill="none" stroke="#221a12" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></g>"##,
                    sign(unit)
                ),
            };
        }
    }
    let score = format!("{} : {}", view.scores[1], view.scores[0]);
    let left = 120.0 - width(Face::Display, &score, 21.0) / 2.0;
    let d = outline(Face::Display, &score, left, 127.0, 21.0);
    let _ = write!(svg, r##"<path d="{d}" fill="#ffe3a0"/>"##);
    Drawing {
        window: "0 0 240 240".into(),
        svg,
    }
}
