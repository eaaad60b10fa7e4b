//! Pictures of 1200 x 630 for links that are shared: a position as anybody may see it, the game, and
//! a few words.
//!
//! A card is drawn from the JSON of the spectators' view, so it cannot tell more than that. What is
//! known of a game is in its file under `boards`; a game without one has a card without a board.

mod boards;
mod letters;
mod paint;

use std::fmt::Write as _;

use letters::{Face, shorten, width};

pub use boards::chinese;

pub const WIDTH: u32 = 1200;
pub const HEIGHT: u32 = 630;

/// What a card shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// The id of a game; without one it is the house itself.
    pub game: Option<String>,
    /// A position as spectators see it, in JSON; without one the game's own picture.
    pub view: Option<String>,
    pub title: String,
    /// At most three are drawn. Letters our fonts do not have are left out, and so is a line that
    /// has none of the others.
    pub lines: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CardError {
    #[error("the picture cannot be read: {0}")]
    Drawing(#[from] resvg::usvg::Error),
    #[error("the picture cannot be painted")]
    Painting,
}

/// The card as PNG.
pub fn png(card: &Card) -> Result<Vec<u8>, CardError> {
    paint::png(&svg(card))
}

/// Where words may stand.
const LEFT: f32 = 64.0;
const ROOM: f32 = 474.0;

fn svg(card: &Card) -> String {
    let board = boards::draw(card.game.as_deref(), card.view.as_deref());
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="#f5eedd"/>{board}<path d="M569 0h3v{HEIGHT}h-3z" fill="#d6a335"/><path d="M0 0h569v12H0z" fill="#1f5241"/>"##
    );
    let mut put = |face: Face, text: &str, y: f32, size: f32, fill: &str| {
        let text = shorten(face, text, size, ROOM);
        let d = letters::outline(face, &text, LEFT, y, size);
        let _ = write!(out, r#"<path d="{d}" fill="{fill}"/>"#);
    };
    put(Face::Display, "Parlor", 96.0, 40.0, "#1f5241");
    let title = drawable(&card.title);
    // A long title is set smaller before it is cut.
    let wide = width(Face::Display, &title, 76.0);
    let size = (76.0 * ROOM / wide.max(ROOM)).max(46.0);
    put(Face::Display, &title, 300.0, size, "#1d2722");
    let lines = card.lines.iter().map(|line| drawable(line));
    let lines = lines.filter(|line| line.chars().any(char::is_alphanumeric));
    for (n, line) in lines.take(3).enumerate() {
        let (size, fill) = if n == 0 {
            (36.0, "#82590c")
        } else {
            (30.0, "#545c54")
        };
        put(Face::Text, &line, 372.0 + 52.0 * n as f32, size, fill);
    }
    out.push_str("</svg>");
    out
}

fn drawable(text: &str) -> String {
    let kept: String = text.chars().filter(|&c| letters::knows(c)).collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
