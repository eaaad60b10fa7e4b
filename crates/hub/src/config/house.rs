//! Whether the settings about the house's name, looks and sign-up make sense.

use super::Config;
use crate::people::SignUp;

/// A mark, not a picture.
const LARGEST_LOGO: u64 = 256 << 10;
/// What stands on the house's colour.
const LETTERS: [u8; 3] = [0xf8, 0xee, 0xd6];
const LEAST_CONTRAST: f64 = 4.5;

/// What the file of a logo is served as.
pub fn logo_type(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "webp" => Some("image/webp"),
        _ => None,
    }
}

/// Whether the settings about the house make sense; otherwise which of them is to blame.
pub(super) fn check(config: &Config) -> Result<(), String> {
    if SignUp::of(&config.sign_up).is_none() {
        return Err(format!(
            "sign_up is {:?}, and must be open, invited or operator",
            config.sign_up
        ));
    }
    for (name, text, most) in [
        ("house_name", &config.house_name, 40),
        ("announcement", &config.announcement, 300),
    ] {
        let length = text.as_ref().map_or(1, |text| text.trim().chars().count());
        if length == 0 || length > most {
            return Err(format!("{name} must have 1 to {most} characters"));
        }
    }
    let wrong = |name: &str| format!("{name} must be a colour such as \"#1f5241\"");
    if let Some(text) = &config.house_accent {
        colour(text).ok_or_else(|| wrong("house_accent"))?;
    }
    if let Some(text) = &config.house_colour {
        let colour = colour(text).ok_or_else(|| wrong("house_colour"))?;
        let contrast = contrast(colour, LETTERS);
        if contrast < LEAST_CONTRAST {
            return Err(format!(
                "house_colour {text} is too light for the letters on it (contrast {contrast:.1}, at least {LEAST_CONTRAST})"
            ));
        }
    }
    let Some(path) = &config.house_logo else {
        return Ok(());
    };
    if logo_type(path).is_none() {
        return Err("house_logo must be an .svg, .png or .webp file".into());
    }
    match std::fs::metadata(path) {
        Err(error) => Err(format!("house_logo: {path}: {error}")),
        Ok(about) if about.len() > LARGEST_LOGO => Err(format!(
            "house_logo: {path} has more than {} KB",
            LARGEST_LOGO >> 10
        )),
        Ok(_) => Ok(()),
    }
}

fn colour(text: &str) -> Option<[u8; 3]> {
    let digits = text
        .strip_prefix('#')
        .filter(|it| it.len() == 6 && it.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some([part(0)?, part(2)?, part(4)?])
}

/// As WCAG 2 reckons it.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let light = |colour: [u8; 3]| {
        let [red, green, blue] = colour.map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_named() {
        let wrong = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            check(&config).unwrap_err()
        };
        assert!(wrong(|it| it.sign_up = "closed".into()).contains("sign_up"));
        assert!(wrong(|it| it.house_name = Some(" ".into())).contains("house_name"));
        assert!(wrong(|it| it.announcement = Some("x".repeat(301))).contains("announcement"));
        assert!(wrong(|it| it.house_colour = Some("green".into())).contains("house_colour"));
        assert!(wrong(|it| it.house_colour = Some("#ffffff".into())).contains("too light"));
        assert!(wrong(|it| it.house_accent = Some("#12".into())).contains("house_accent"));
        assert!(wrong(|it| it.house_logo = Some("/none.svg".into())).contains("none.svg"));
        assert!(wrong(|it| it.house_logo = Some("mark.exe".into())).contains("house_logo"));
        let usual = Config {
            house_name: Some("Chess club 棋社".into()),
            house_colour: Some("#1f5241".into()),
            ..Config::default()
        };
        assert_eq!(check(&usual), Ok(()));
    }
}
