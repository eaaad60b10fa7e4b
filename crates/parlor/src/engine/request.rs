use parlor_engine::{Nonce, Seat, Seed, Viewer};
use serde::Deserialize;
use serde_json::Value;

use super::reply::{Code, Failure};

/// The commands of design section 6, and a few more that a whole match needs.
#[derive(Deserialize, Debug)]
#[serde(tag = "cmd", rename_all = "snake_case")]
pub(super) enum Request {
    Games {},
    New {
        game: String,
        seats: Option<u8>,
        seed: Option<Seed>,
        #[serde(default)]
        options: Value,
        #[serde(default)]
        nonces: Vec<Nonce>,
    },
    Load {
        game: String,
        state: Value,
        seed: Option<Seed>,
    },
    Legal {
        seat: Seat,
    },
    /// What an action would do, as far as the seat can know.
    Preview {
        seat: Seat,
        action: Value,
    },
    Play {
        seat: Seat,
        /// In notation, or an object as the game's events and views use it.
        action: Value,
        /// Also say what each viewer learns of it.
        #[serde(default)]
        seen: bool,
    },
    Resign {
        seat: Seat,
        #[serde(default)]
        seen: bool,
    },
    Leave {
        seat: Seat,
        #[serde(default)]
        seen: bool,
    },
    TimeOut {
        seat: Seat,
        #[serde(default)]
        seen: bool,
    },
    Draw {
        #[serde(default)]
        seen: bool,
    },
    View {
        seat: Option<Watcher>,
    },
    Text {
        seat: Option<Watcher>,
        #[serde(default)]
        ascii: bool,
    },
    State {},
    Undo {},
    Perft {
        depth: u32,
    },
    Playouts {
        seconds: f64,
        #[serde(default = "one")]
        threads: u32,
        #[serde(default)]
        seed: u64,
    },
    Best {
        seat: Seat,
        #[serde(default = "best")]
        level: String,
        /// Milliseconds to think at most.
        #[serde(default = "second")]
        ms: u64,
        #[serde(default)]
        seed: u64,
    },
    /// What tables prove of the position.
    Proven {
        seat: Seat,
    },
    Record {},
}

impl Request {
    /// The words that `cmd` may say.
    const KINDS: [&'static str; 19] = [
        "games", "new", "load", "legal", "preview", "play", "resign", "leave", "time_out", "draw",
        "view", "text", "state", "undo", "perft", "playouts", "best", "proven", "record",
    ];
}

fn one() -> u32 {
    1
}

fn best() -> String {
    "best".to_owned()
}

fn second() -> u64 {
    1000
}

/// A seat number, or `"referee"` for all there is.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(untagged)]
pub(super) enum Watcher {
    Seat(Seat),
    Named(Referee),
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
pub(super) enum Referee {
    Referee,
}

impl Watcher {
    pub(super) fn viewer(seat: Option<Watcher>) -> Viewer {
        match seat {
            None => Viewer::Spectator,
            Some(Watcher::Seat(seat)) => Viewer::Seat(seat),
            Some(Watcher::Named(Referee::Referee)) => Viewer::Referee,
        }
    }
}

pub(super) fn parse(line: &str) -> Result<Request, Failure> {
    let value: Value = serde_json::from_str(line)
        .map_err(|error| Failure::new(Code::Malformed, format!("not JSON: {error}")))?;
    let Some(cmd) = value.get("cmd").and_then(Value::as_str).map(str::to_owned) else {
        return Err(Failure::new(
            Code::Malformed,
            "expected an object with a \"cmd\"",
        ));
    };
    serde_json::from_value(value).map_err(|error| {
        if Request::KINDS.contains(&cmd.as_str()) {
            Failure::new(Code::Malformed, format!("{cmd}: {error}"))
        } else {
            Failure::new(Code::UnknownCommand, format!("unknown command {cmd:?}"))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list of words is the list of commands: serde names all of them to whoever says another.
    #[test]
    fn every_command_is_known() {
        let unknown = serde_json::from_str::<Request>(r#"{"cmd":"?"}"#).unwrap_err();
        let words = unknown.to_string();
        let words: Vec<&str> = words.split('`').skip(1).step_by(2).collect();
        assert_eq!(words[1..], Request::KINDS);
    }
}
