//! `parlor doctor`: what is in the way of a house that works, and what to do about it. It changes
//! nothing, and may be asked while the house is open.

mod database;
mod machine;
mod network;

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;

use clap::Args;
use parlor_server::Config;
use serde::Serialize;

use crate::settings;

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// The settings file [default: ./parlor.toml, else that of the installed house]
    #[arg(long)]
    config: Option<PathBuf>,
    /// sqlite:PATH, postgres://… or mysql://…, as for `parlor serve`
    #[arg(long)]
    database: Option<String>,
    /// Answer with JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Flags<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Fine,
    /// The house can be opened, and somebody should know.
    Mind,
    /// It cannot, or will soon not.
    Wrong,
}

/// One line: what was looked at, what was found, and what to do.
#[derive(PartialEq, Eq, Debug, Serialize)]
struct Finding {
    verdict: Verdict,
    about: &'static str,
    found: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    advice: String,
}

impl Finding {
    fn fine(about: &'static str, found: impl Into<String>) -> Finding {
        Finding {
            verdict: Verdict::Fine,
            about,
            found: found.into(),
            advice: String::new(),
        }
    }

    fn mind(about: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding {
            verdict: Verdict::Mind,
            advice: advice.into(),
            ..Finding::fine(about, found)
        }
    }

    fn wrong(about: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding {
            verdict: Verdict::Wrong,
            ..Finding::mind(about, found, advice)
        }
    }
}

impl Doctor {
    pub(crate) fn run(&self) -> io::Result<()> {
        let findings = self.look();
        let text = if self.json {
            serde_json::to_string_pretty(&findings).map_err(io::Error::other)?
        } else {
            show(&findings)
        };
        crate::say(text.trim_end());
        match findings
            .iter()
            .filter(|it| it.verdict == Verdict::Wrong)
            .count()
        {
            0 => Ok(()),
            1 => Err(io::Error::other("one thing is wrong")),
            count => Err(io::Error::other(format!("{count} things are wrong"))),
        }
    }

    fn look(&self) -> Vec<Finding> {
        let database = self.database.as_deref();
        let file = settings::of_house(self.config.as_deref());
        let config = match settings::read(&file, &Flags { database }) {
            Ok(config) => config,
            Err(error) => {
                let advice = "parlor.toml.sample has every setting with its default";
                return vec![Finding::wrong("settings", error.to_string(), advice)];
            }
        };
        let mut findings = vec![understood(&config, &file)];
        findings.extend(database::look(&config));
        findings.extend(machine::look(&config));
        findings.extend(network::look(&config));
        findings
    }
}

fn understood(config: &Config, file: &std::path::Path) -> Finding {
    if let Err(error) = config.check() {
        return Finding::wrong("settings", error, "correct it where it was set");
    }
    let from = if file.is_file() {
        format!("{} is understood", file.display())
    } else {
        format!(
            "there is no {}: defaults and variables hold",
            file.display()
        )
    };
    Finding::fine("settings", from)
}

fn show(findings: &[Finding]) -> String {
    let mut text = String::new();
    for it in findings {
        let mark = match it.verdict {
            Verdict::Fine => "ok   ",
            Verdict::Mind => "mind ",
            Verdict::Wrong => "WRONG",
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{mark}  {:<12} {}", it.about, it.found);
        if !it.advice.is_empty() {
            let _ = writeln!(text, "       {:<12} → {}", "", it.advice);
        }
    }
    text
}

/// Milliseconds since 1970.
fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_that_is_not_fine_says_what_to_do() {
        let text = show(&[
            Finding::fine("settings", "understood"),
            Finding::wrong("disk", "full", "make room"),
        ]);
        assert_eq!(
            text,
            "ok     settings     understood\nWRONG  disk         full\n                    → make room\n"
        );
    }
}
