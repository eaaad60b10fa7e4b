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
    /// A flag, or null: then the game decides by itself.
    MaybeFlag,
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
    /// An object with a number for each of these keys, `min` to `max`, at least `min_total`
    /// together.
    Counts {
        keys: Vec<&'static str>,
        min: i64,
        max: i64,
        min_total: i64,
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

    /// A flag that is left to the game unless somebody chooses.
    pub fn maybe_flag(name: &'static str, about: &'static str) -> OptionSpec {
        OptionSpec {
            name,
            kind: OptionKind::MaybeFlag,
            default: Value::Null,
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// Forms are made from these.
    #[test]
    fn the_json_of_a_spec() {
        let flag = OptionSpec::maybe_flag("fair", "or not");
        assert_eq!(
            json!(flag),
            json!({ "name": "fair", "type": "maybe_flag", "default": null, "about": "or not" })
        );
        let deck = OptionSpec {
            name: "deck",
            kind: OptionKind::Counts {
                keys: vec!["axe", "bow"],
                min: 0,
                max: 9,
                min_total: 2,
            },
            default: json!({ "axe": 1, "bow": 1 }),
            about: "cards",
        };
        assert_eq!(
            json!(deck),
            json!({ "name": "deck", "type": "counts", "keys": ["axe", "bow"], "min": 0, "max": 9,
                "min_total": 2, "default": { "axe": 1, "bow": 1 }, "about": "cards" })
        );
    }
}
