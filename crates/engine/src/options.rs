use serde::Serialize;
use serde_json::Value;

/// One option of a game, for people and forms; the game's own type is what decides.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OptionSpec {
    pub name: &'static str,
    #[serde(flatten)]
    pub kind: OptionKind,
    pub default: Value,
    /// One line for the settings page.
    pub about: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum OptionKind {
    Flag,
    Number {
        min: i64,
        max: i64,
    },
    Choice {
        values: Vec<&'static str>,
    },
    /// A number, or null for "off".
    Limit {
        min: i64,
        max: i64,
    },
    /// A list; `about` says of what.
    List {
        item: &'static str,
        max: usize,
    },
}

impl OptionSpec {
    pub fn flag(name: &'static str, default: bool, about: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Flag,
            default: default.into(),
            about,
        }
    }

    pub fn number(
        name: &'static str,
        default: i64,
        (min, max): (i64, i64),
        about: &'static str,
    ) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Number { min, max },
            default: default.into(),
            about,
        }
    }

    /// A choice; the first value is the default.
    pub fn choice(name: &'static str, values: &[&'static str], about: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            default: values.first().copied().into(),
            kind: OptionKind::Choice {
                values: values.to_vec(),
            },
            about,
        }
    }

    pub fn limit(name: &'static str, (min, max): (i64, i64), about: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::Limit { min, max },
            default: Value::Null,
            about,
        }
    }
}
