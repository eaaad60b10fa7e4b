//! Answers as people read them: a list as columns, a thing as lines.

use std::fmt::Write as _;

use serde_json::Value;

pub(super) fn show(answer: &Value) -> String {
    let Some(fields) = answer.as_object() else {
        return answer.to_string();
    };
    if fields.is_empty() {
        return "done".to_owned();
    }
    if let (1, Some((name, Value::Array(rows)))) = (fields.len(), fields.iter().next()) {
        if rows.is_empty() {
            return format!("no {name}");
        }
        return columns(rows);
    }
    let mut text = String::new();
    for (name, value) in fields {
        // A whole link holds it.
        if name == "path" && fields.contains_key("link") {
            continue;
        }
        let value = match value {
            Value::Array(rows) if rows.iter().all(Value::is_object) && !rows.is_empty() => {
                format!("\n{}", columns(rows))
            }
            value => cell(name, value),
        };
        if !value.is_empty() {
            let _ = writeln!(text, "{}: {value}", title(name));
        }
    }
    text.trim_end().to_owned()
}

fn columns(rows: &[Value]) -> String {
    let mut names: Vec<&String> = Vec::new();
    for row in rows.iter().filter_map(Value::as_object) {
        for (name, value) in row {
            if !value.is_null() && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let line = |row: &Value| -> Vec<String> {
        let cells = names.iter().map(|name| cell(name, &row[name.as_str()]));
        cells.collect()
    };
    let head = names.iter().map(|name| title(name).to_owned());
    let mut lines = vec![head.collect::<Vec<_>>()];
    lines.extend(rows.iter().map(line));
    let width = |at: usize| {
        let cells = lines.iter().filter_map(|line| line.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let mut row = String::new();
        for (cell, &width) in line.iter().zip(&widths) {
            let _ = write!(row, "{cell:width$}  ");
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text.trim_end().to_owned()
}

/// Times are told as such, whatever they are counted in.
fn title(name: &str) -> &str {
    name.trim_end_matches("_ms")
}

fn cell(name: &str, value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if name.ends_with("_ms") => time(number.as_i64().unwrap_or(0)),
        Value::Array(all) => {
            let all: Vec<String> = all.iter().map(|it| cell("", it)).collect();
            all.join(", ")
        }
        value => value.to_string(),
    }
}

/// `2026-11-17 08:40 UTC`.
fn time(ms: i64) -> String {
    let (days, rest) = (
        ms.div_euclid(86_400_000),
        ms.rem_euclid(86_400_000) / 60_000,
    );
    // Days since March of year 0, in eras of 400 years.
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02} UTC",
        rest / 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_are_columns_and_things_are_lines() {
        let people = json!({ "people": [
            { "name": "Ann", "since_ms": 1_794_903_300_000_i64, "protected": true },
            { "name": "Bartholomew", "since_ms": 0, "protected": false },
        ]});
        let text = show(&people);
        assert!(text.contains("Ann          "), "{text}");
        assert!(text.contains("2026-11-17 08:15 UTC"), "{text}");
        assert!(text.contains("1970-01-01 00:00 UTC"), "{text}");
        assert_eq!(show(&json!({ "bans": [] })), "no bans");
        assert_eq!(show(&json!({})), "done");
        assert_eq!(
            show(&json!({ "was": "Ann", "now": "Anna" })),
            "now: Anna\nwas: Ann"
        );
        let both = json!({ "link": "http://here/use#x", "path": "/use#x" });
        assert_eq!(show(&both), "link: http://here/use#x");
        assert_eq!(
            show(&json!({ "address": "", "until_ms": 0 })),
            "until: 1970-01-01 00:00 UTC"
        );
    }
}
