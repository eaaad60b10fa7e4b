//! Words as outlines: the page's own fonts (web/src/fonts, unpacked), so that a card needs neither
//! fonts of the machine nor a library that sets type.

use std::fmt::Write as _;
use std::sync::LazyLock;

use ttf_parser::{Face as Font, GlyphId, OutlineBuilder};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Face {
    Display,
    Text,
}

/// Each in two parts: English, and the rest of Latin 1.
static FONTS: LazyLock<[Vec<Font<'static>>; 2]> = LazyLock::new(|| {
    let display: [&[u8]; 2] = [
        include_bytes!("../fonts/fraunces.ttf"),
        include_bytes!("../fonts/fraunces-more.ttf"),
    ];
    let text: [&[u8]; 2] = [
        include_bytes!("../fonts/figtree.ttf"),
        include_bytes!("../fonts/figtree-more.ttf"),
    ];
    [display, text].map(|parts| {
        parts
            .into_iter()
            .filter_map(|it| Font::parse(it, 0).ok())
            .collect()
    })
});

fn glyph(face: Face, c: char) -> Option<(&'static Font<'static>, GlyphId)> {
    let fonts = &FONTS[face as usize];
    fonts
        .iter()
        .find_map(|font| Some((font, font.glyph_index(c)?)))
}

pub(crate) fn knows(c: char) -> bool {
    glyph(Face::Display, c).is_some() && glyph(Face::Text, c).is_some()
}

fn advance(face: Face, c: char) -> f32 {
    glyph(face, c).map_or(0.0, |(font, id)| {
        f32::from(font.glyph_hor_advance(id).unwrap_or_default()) / f32::from(font.units_per_em())
    })
}

pub(crate) fn width(face: Face, text: &str, size: f32) -> f32 {
    text.chars().map(|c| advance(face, c)).sum::<f32>() * size
}

/// As much of the text as fits.
pub(crate) fn shorten(face: Face, text: &str, size: f32, room: f32) -> String {
    if width(face, text, size) <= room {
        return text.to_owned();
    }
    let room = room - width(face, "…", size);
    let mut used = 0.0;
    let kept: String = text
        .chars()
        .take_while(|&c| {
            used += advance(face, c) * size;
            used <= room
        })
        .collect();
    format!("{}…", kept.trim_end())
}

/// The data of a path; the baseline begins at `(x, y)`.
pub(crate) fn outline(face: Face, text: &str, x: f32, y: f32, size: f32) -> String {
    let mut pen = Pen {
        d: String::new(),
        x,
        y,
        scale: 1.0,
    };
    for c in text.chars() {
        if let Some((font, id)) = glyph(face, c) {
            pen.scale = size / f32::from(font.units_per_em());
            font.outline_glyph(id, &mut pen);
        }
        pen.x += advance(face, c) * size;
    }
    pen.d
}

struct Pen {
    d: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn step(&mut self, letter: char, points: &[(f32, f32)]) {
        self.d.push(letter);
        for (x, y) in points {
            let (x, y) = (self.x + x * self.scale, self.y - y * self.scale);
            let _ = write!(self.d, "{x:.1} {y:.1} ");
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.step('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.step('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('Z');
    }
}
