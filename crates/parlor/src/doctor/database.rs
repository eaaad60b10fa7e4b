//! Is there a database, does it answer, is it ours?

use parlor_server::Config;
use parlor_store::{Backend, CopyError, Inspection, SCHEMA};

use super::{Finding, now_ms};

const ABOUT: &str = "database";
/// A node whose clock differs by more from the database's does not start.
const SKEW_MS: i64 = 2000;
const MINUTE_MS: i64 = 60_000;

pub(super) fn look(config: &Config) -> Vec<Finding> {
    match parlor_store::inspect(&config.database) {
        Err(CopyError::NoHouse(place)) => {
            let found = format!("{place} is not there yet; it is made when the house opens");
            vec![Finding::fine(ABOUT, found)]
        }
        Err(error) => {
            let found = format!("{} ({})", error.report(), error.code());
            vec![Finding::wrong(ABOUT, found, advice(&error))]
        }
        Ok(found) => {
            let mut findings = vec![version(&found), schema(&found)];
            findings.extend(damage(&found));
            findings.push(clock(&found));
            findings.extend(operators(&found));
            findings
        }
    }
}

fn advice(error: &CopyError) -> &'static str {
    match error.code() {
        "store/denied" => "check user and password, and that the user owns the database",
        "store/no_database" => "create the database, as docs/operations.md shows",
        "store/bad_url" => "sqlite:PATH, postgres://USER@HOST/NAME or mysql://USER@HOST/NAME",
        "store/corrupt" => "restore the last back-up elsewhere and compare: parlor restore",
        _ => "is the server running, and reachable from here?",
    }
}

/// The oldest ones whose SQL has what the schema needs.
const OLDEST: [(Backend, &str, u32); 3] = [
    (Backend::Postgres, "PostgreSQL", 12),
    (Backend::Mysql, "MySQL", 8),
    (Backend::Mysql, "MariaDB", 10),
];

fn version(found: &Inspection) -> Finding {
    let text = &found.version;
    let product = match found.backend {
        Backend::Sqlite => return Finding::fine(ABOUT, format!("SQLite {text}")),
        Backend::Postgres => "PostgreSQL",
        Backend::Mysql if text.contains("MariaDB") => "MariaDB",
        Backend::Mysql => "MySQL",
    };
    let digits: String = text
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    let major: u32 = digits.parse().unwrap_or_default();
    let oldest = OLDEST
        .iter()
        .find(|it| it.1 == product)
        .map_or(0, |it| it.2);
    let short: String = text.chars().take(40).collect();
    if major < oldest {
        let advice = format!("{product} {oldest} or newer is needed");
        return Finding::wrong(ABOUT, short, advice);
    }
    let short = if short.contains(product) {
        short
    } else {
        format!("{product} {short}")
    };
    Finding::fine(ABOUT, short)
}

fn schema(found: &Inspection) -> Finding {
    match found.schema {
        None => Finding::fine(ABOUT, "empty; the tables are made when the house opens"),
        Some(schema) if schema > SCHEMA => Finding::wrong(
            ABOUT,
            format!("schema {schema}, and this program knows {SCHEMA}"),
            "use the newer Parlor, or restore a back-up made before the upgrade",
        ),
        Some(schema) if schema < SCHEMA => Finding::mind(
            ABOUT,
            format!("schema {schema}; it is brought to {SCHEMA} when the house opens"),
            "there is no way back: parlor backup FILE first",
        ),
        Some(schema) => {
            let people = found.people;
            Finding::fine(ABOUT, format!("schema {schema}, {people} people"))
        }
    }
}

fn damage(found: &Inspection) -> Option<Finding> {
    let damage = found.damage.as_ref()?;
    let advice = "the file is damaged: close the house, keep the file, restore the last back-up";
    Some(Finding::wrong(ABOUT, damage.clone(), advice))
}

fn clock(found: &Inspection) -> Finding {
    const ABOUT: &str = "clock";
    let advice = "set the clock by NTP: timedatectl set-ntp true";
    if let Some(theirs) = found.clock_ms {
        let skew = now_ms() - theirs;
        if skew.abs() >= SKEW_MS {
            let found = format!("{skew} ms from the database's; the house will not open");
            return Finding::wrong(ABOUT, found, advice);
        }
    }
    if let Some(last) = found.last_beat_ms
        && last > now_ms() + MINUTE_MS
    {
        let minutes = (last - now_ms()) / MINUTE_MS;
        let found = format!("{minutes} minutes before the house's last sign of life");
        return Finding::wrong(ABOUT, found, advice);
    }
    Finding::fine(ABOUT, "agrees with the database")
}

fn operators(found: &Inspection) -> Option<Finding> {
    const ABOUT: &str = "operators";
    found.schema?;
    if found.operators == 0 {
        let advice = "open the link that `parlor serve` prints, or: parlor admin operator NAME";
        return Some(Finding::mind(
            ABOUT,
            "nobody answers for this house",
            advice,
        ));
    }
    let count = found.operators;
    Some(Finding::fine(
        ABOUT,
        format!("{count} answer for the house"),
    ))
}
