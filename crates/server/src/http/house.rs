//! What whoever runs the house calls it, how it looks, and who may come in.

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::{Door, Peer};
use crate::Config;
use crate::ops::reachable_at;
use crate::people::SignUp;

/// A mark, not a picture.
const LARGEST_LOGO: u64 = 256 << 10;
/// What stands on the house's colour.
const LETTERS: [u8; 3] = [0xf8, 0xee, 0xd6];
const LEAST_CONTRAST: f64 = 4.5;

pub(super) fn router() -> Router<Door> {
    Router::new()
        .route("/house", get(house))
        .route("/house/logo", get(logo))
}

/// Name, announcement, colours, who may sign up, and, for a page on the house's own machine, where
/// others reach it. No address: it listens on its own machine only.
#[parlor_describe::path(get, path = "/api/v1/house", tag = "house", responses((status = 200, description = "name, announcement, colour, accent, logo, sign_up, hidden (whether strangers see nobody), addresses, terminal; the port of the terminal lobby is null where it is not open to others", body = serde_json::Value)))]
pub(super) async fn house(State(door): State<Door>, ConnectInfo(peer): Peer) -> Json<Value> {
    let config = &door.hub.config;
    // Whoever comes from elsewhere knows an address, and need not know those inside.
    let is_home = peer.ip().to_canonical().is_loopback();
    let addresses = if is_home {
        addresses(&door)
    } else {
        Vec::new()
    };
    let terminal = door.terminal.filter(|at| !at.ip().is_loopback());
    Json(json!({
        "addresses": addresses,
        "terminal": terminal.map(|at| at.port()),
        "name": config.house_name,
        "announcement": config.announcement,
        "colour": config.house_colour,
        "accent": config.house_accent,
        "logo": config.house_logo.is_some(),
        "sign_up": config.sign_up,
        "hidden": config.hides_people(),
    }))
}

fn addresses(door: &Door) -> Vec<String> {
    let scheme = if door.tls.is_some() { "https" } else { "http" };
    let port = door.listening.port();
    let named = door.hub.config.domain.iter().map(|name| match port {
        443 => format!("{scheme}://{name}"),
        port => format!("{scheme}://{name}:{port}"),
    });
    let named: Vec<String> = named.collect();
    if !named.is_empty() {
        return named;
    }
    let found = reachable_at(door.listening).into_iter();
    found.map(|at| format!("{scheme}://{at}")).collect()
}

type Picture = ([(HeaderName, &'static str); 3], Vec<u8>);

/// The house's own mark.
#[parlor_describe::path(get, path = "/api/v1/house/logo", tag = "house", responses((status = 200, description = "A picture"), (status = 404, description = "There is none")))]
pub(super) async fn logo(State(door): State<Door>) -> Result<Picture, StatusCode> {
    let path = door
        .hub
        .config
        .house_logo
        .as_deref()
        .ok_or(StatusCode::NOT_FOUND)?;
    let kind = kind_of(path).ok_or(StatusCode::NOT_FOUND)?;
    let bytes = tokio::fs::read(path).await.map_err(|error| {
        tracing::warn!(path, %error, "the house's mark cannot be read");
        StatusCode::NOT_FOUND
    })?;
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "public, max-age=3600"),
        // Opened by itself, a drawing runs nothing.
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ),
    ];
    Ok((headers, bytes))
}

fn kind_of(path: &str) -> Option<&'static str> {
    match path.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "webp" => Some("image/webp"),
        _ => None,
    }
}

/// Whether the settings about the house make sense; otherwise which of them is to blame.
pub(crate) fn check(config: &Config) -> Result<(), String> {
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
    if kind_of(path).is_none() {
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
