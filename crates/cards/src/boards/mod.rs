//! What a card shows of each game, as SVG: its position from the spectators' view, or its picture.

mod coexistence;
mod marelles;
mod mars;
mod obliteration;
mod risk;

use std::fmt::Write as _;

use parlor_engine::Game;

use crate::letters::{self, Face};

/// A game's drawing: the part of the plane that is shown, and what is there.
pub(crate) struct Drawing {
    pub(crate) window: String,
    pub(crate) svg: String,
}

struct Shown {
    game: &'static str,
    /// None for a view this game cannot have.
    board: fn(&str) -> Option<Drawing>,
    /// Name and the line that lures, in Chinese.
    chinese: (&'static str, &'static str),
    /// The picture of the front page.
    poster: &'static str,
}

macro_rules! shown {
    ($game:ty, $draw:path, $poster:literal, $name:literal, $lure:literal) => {
        Shown {
            game: <$game>::META.id,
            board: |view| {
                Some($draw(
                    &serde_json::from_str::<<$game as Game>::View>(view).ok()?,
                ))
            },
            chinese: ($name, $lure),
            poster: include_str!(concat!(
                "../../../../web/src/games/",
                $poster,
                "/poster.svg"
            )),
        }
    };
}

/// One line a game.
static SHOWN: &[Shown] = &[
    shown!(
        parlor_mars::Mars,
        mars::draw,
        "mars",
        "火星行动",
        "1942 年勒热夫突出部。两军对垒，一条战线，迷雾重重。"
    ),
    shown!(
        parlor_obliteration::Obliteration,
        obliteration::draw,
        "obliteration",
        "湮灭",
        "转动一个六边形，光便传遍全盘。"
    ),
    shown!(
        parlor_coexistence::CoExistence,
        coexistence::draw,
        "coexistence",
        "共存",
        "斧、锤、剑、箭：明牌快速对决。"
    ),
    shown!(
        parlor_risk::Risk,
        risk::draw,
        "risk",
        "大战役",
        "四十二块领土的世界，由骰子来瓜分。"
    ),
    shown!(
        parlor_marelles::Marelles,
        marelles::draw,
        "marelles",
        "九子棋",
        "三子连线便吃一子，流传千年。"
    ),
];

/// A game's name and the line that lures, in Chinese.
pub fn chinese(game: &str) -> Option<(&'static str, &'static str)> {
    let shown = SHOWN.iter().find(|it| it.game == game)?;
    Some(shown.chinese)
}

/// The square at the right of a card.
pub(crate) fn draw(game: Option<&str>, view: Option<&str>) -> String {
    let Some(game) = game else {
        return house();
    };
    let Some(shown) = SHOWN.iter().find(|it| it.game == game) else {
        return String::new();
    };
    match view.and_then(shown.board) {
        Some(Drawing { window, svg }) => format!(
            r#"<svg x="570" y="0" width="630" height="630" viewBox="{window}" preserveAspectRatio="xMidYMid slice">{svg}</svg>"#
        ),
        None => placed(shown.poster, 570, 0, 630, 630),
    }
}

/// Four of the games beside each other.
fn house() -> String {
    let corners = [(570, 0), (885, 0), (570, 315), (885, 315)];
    let posters = SHOWN.iter().rev().zip(corners);
    posters
        .map(|(shown, (x, y))| placed(shown.poster, x, y, 315, 315))
        .collect()
}

/// A poster is a drawing of its own: it gets a place and its ground, and its words become outlines.
fn placed(poster: &str, x: u32, y: u32, width: u32, height: u32) -> String {
    let ground = poster.split_once("background:").map(|(_, from)| from);
    let ground = ground.and_then(|it| it.get(..7)).unwrap_or("none");
    let tag = format!(
        r#"<path d="M{x} {y}h{width}v{height}h-{width}z" fill="{ground}"/><svg x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice" "#
    );
    outlined(poster.trim()).replacen("<svg ", &tag, 1)
}

fn outlined(poster: &str) -> String {
    let mut out = String::with_capacity(poster.len());
    let mut rest = poster;
    while let Some((before, from)) = rest.split_once("<text") {
        out.push_str(before);
        let Some((text, after)) = from.split_once("</text>") else {
            break;
        };
        let (tag, words) = text.split_once('>').unwrap_or((text, ""));
        out.push_str(&word(tag, words));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// One `<text>` of a poster: a place, a size, how it is painted.
fn word(tag: &str, words: &str) -> String {
    let value = |name: &str| {
        let (_, from) = tag.split_once(&format!(" {name}=\""))?;
        from.split_once('"').map(|(value, _)| value)
    };
    let number = |text: Option<&str>| text.and_then(|it| it.parse().ok()).unwrap_or(0.0);
    let style = value("style").unwrap_or_default();
    let size = style.split_once("px").map(|(before, _)| before);
    let size = number(size.and_then(|it| it.rsplit(' ').next()));
    let face = if style.contains("serif") && !style.contains("sans") {
        Face::Display
    } else {
        Face::Text
    };
    let middle = value("text-anchor") == Some("middle");
    let left = number(value("x"));
    let left = if middle {
        left - letters::width(face, words, size) / 2.0
    } else {
        left
    };
    let top = number(value("y"));
    let d = letters::outline(face, words, left, top, size);
    let mut path = format!(r#"<path d="{d}""#);
    for name in ["fill", "stroke", "stroke-width", "paint-order", "transform"] {
        if let Some(value) = value(name) {
            let _ = write!(path, r#" {name}="{value}""#);
        }
    }
    path + "/>"
}
