//! The colours of section 1.5.

use std::borrow::Cow;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

/// Red, green, blue; as JSON `"#rrggbb"`, ready for a style sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(into = "String", try_from = "String")]
#[ts(type = "string")]
pub struct Rgb(pub u8, pub u8, pub u8);

impl From<Rgb> for String {
    fn from(Rgb(red, green, blue): Rgb) -> String {
        format!("#{red:02x}{green:02x}{blue:02x}")
    }
}

impl TryFrom<String> for Rgb {
    type Error = String;

    fn try_from(text: String) -> Result<Rgb, String> {
        text.strip_prefix('#')
            .filter(|digits| digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .map(|bits| Rgb((bits >> 16) as u8, (bits >> 8) as u8, bits as u8))
            .ok_or_else(|| format!("not a colour: {text:?}"))
    }
}

/// A colour of hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Colour {
    pub number: u8,
    pub name: Cow<'static, str>,
    pub fill: Rgb,
    /// The pointer on the hex.
    pub glyph: Rgb,
    /// Name, score and the border of the turn box; the neutral colour has none.
    pub text: Option<Rgb>,
}

/// The outline of every hex.
pub const OUTLINE: Rgb = Rgb(192, 192, 192);

/// How many colours players can have; the one after them is neutral.
pub(crate) const PLAYER_COLOURS: u8 = 10;

/// Ten player colours, then the neutral one.
pub static COLOURS: [Colour; 11] = [
    player(0, "red", Rgb(255, 0, 0), Rgb(226, 192, 192)),
    player(1, "green", Rgb(0, 255, 33), Rgb(0, 127, 14)),
    player(2, "navy", Rgb(0, 19, 127), Rgb(150, 166, 255)),
    player(3, "yellow", Rgb(255, 216, 0), Rgb(127, 106, 0)),
    player(4, "cyan", Rgb(0, 255, 255), Rgb(0, 127, 127)),
    player(5, "purple", Rgb(127, 0, 110), Rgb(182, 155, 255)),
    player(6, "black", Rgb(0, 0, 0), Rgb(255, 255, 255)),
    // Black text would vanish on the black page.
    colour(
        7,
        "white",
        Rgb(255, 255, 255),
        Rgb(0, 0, 0),
        Some(Rgb(127, 127, 127)),
    ),
    player(8, "orange", Rgb(255, 106, 0), Rgb(255, 195, 155)),
    player(9, "pink", Rgb(255, 0, 110), Rgb(255, 173, 208)),
    colour(10, "grey", Rgb(128, 128, 128), Rgb(211, 211, 211), None),
];

const fn player(number: u8, name: &'static str, fill: Rgb, glyph: Rgb) -> Colour {
    colour(number, name, fill, glyph, Some(glyph))
}

const fn colour(
    number: u8,
    name: &'static str,
    fill: Rgb,
    glyph: Rgb,
    text: Option<Rgb>,
) -> Colour {
    Colour {
        number,
        name: Cow::Borrowed(name),
        fill,
        glyph,
        text,
    }
}
