use parlor_engine::{Chance, Fast};
use serde_json::{Map, Value, json};

/// Changes a random line of JSON in `data[..size]` so that it is still JSON, which bytes changed at
/// random seldom are; `bytes` changes the others. How long it is now.
pub fn mutate_json(
    data: &mut [u8],
    size: usize,
    most: usize,
    seed: u32,
    bytes: impl Fn(&mut [u8], usize, usize) -> usize,
) -> usize {
    let mut chance = Fast::new(seed.into());
    let lines: Vec<&[u8]> = data[..size].split(|&byte| byte == b'\n').collect();
    let line = lines[pick(&mut chance, lines.len())];
    // Something else may stand before it: a game's number, a seat's.
    let begin = line.iter().position(|&byte| byte == b'{').unwrap_or(0);
    let whole = chance.below(5) > 0;
    let Some(mut value) = whole
        .then(|| serde_json::from_slice::<Value>(&line[begin..]).ok())
        .flatten()
    else {
        return bytes(data, size, most);
    };
    for _ in 0..=chance.below(3) {
        change(&mut value, &mut chance);
    }
    let before = line[begin..].as_ptr() as usize - data.as_ptr() as usize;
    let after = before + line[begin..].len();
    let mut changed = data[..before].to_vec();
    changed.extend(value.to_string().bytes());
    changed.extend(&data[after..size]);
    if changed.len() > most.min(data.len()) {
        return bytes(data, size, most);
    }
    data[..changed.len()].copy_from_slice(&changed);
    changed.len()
}

fn pick(chance: &mut Fast, count: usize) -> usize {
    chance.below(count.max(1) as u32) as usize
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum::<usize>(),
        _ => 0,
    }
}

/// The value that is counted so many from the outside.
fn at(value: &mut Value, place: usize) -> &mut Value {
    if place == 0 {
        return value;
    }
    let mut left = place - 1;
    // Found first and borrowed afterwards.
    let key = match &*value {
        Value::Array(items) => items.iter().position(|item| passes(item, &mut left)),
        Value::Object(map) => map.values().position(|item| passes(item, &mut left)),
        _ => None,
    };
    match (value, key) {
        (Value::Array(items), Some(key)) => at(&mut items[key], left),
        (Value::Object(map), Some(key)) => at(map.values_mut().nth(key).expect("counted"), left),
        (value, _) => value,
    }
}

fn passes(item: &Value, left: &mut usize) -> bool {
    let inside = count(item);
    let found = *left < inside;
    if !found {
        *left -= inside;
    }
    found
}

fn change(whole: &mut Value, chance: &mut Fast) {
    let places = count(whole);
    let donor = at(whole, pick(chance, places)).clone();
    let here = at(whole, pick(chance, places));
    match here {
        _ if chance.below(8) == 0 => *here = donor,
        Value::Null => *here = json!(chance.below(4)),
        Value::Bool(it) => *it = !*it,
        Value::Number(number) => {
            let was = number.as_i64().unwrap_or(1);
            *here = match chance.below(12) {
                0..3 => json!(was.wrapping_add(1)),
                3..6 => json!(was.wrapping_sub(1)),
                6 => json!(was.wrapping_neg()),
                7 => json!(was.wrapping_mul(256)),
                8 => json!([i64::MAX, i64::MIN, 1 << 32, 255, 65_535][pick(chance, 5)]),
                9 => json!(0.5),
                _ => json!(chance.below(64)),
            };
        }
        Value::String(text) => change_text(text, donor, chance),
        Value::Array(items) => change_items(items, donor, chance),
        Value::Object(map) => change_map(map, donor, chance),
    }
}

fn change_text(text: &mut String, donor: Value, chance: &mut Fast) {
    match (donor, chance.below(4)) {
        (Value::String(other), 0 | 1) => *text = other,
        (_, 0) => text.clear(),
        (_, 1) => *text = text.to_uppercase(),
        (_, 2) => text.push(char::from(chance.below(128) as u8)),
        _ => {
            text.pop();
        }
    }
}

fn change_items(items: &mut Vec<Value>, donor: Value, chance: &mut Fast) {
    let (one, other) = (pick(chance, items.len()), pick(chance, items.len()));
    match chance.below(6) {
        _ if items.is_empty() => items.push(donor),
        0 => drop(items.remove(one)),
        1 => items.insert(one, items[other].clone()),
        2 | 3 => items.swap(one, other),
        4 => items.insert(one, donor),
        _ => items.truncate(one),
    }
}

fn change_map(map: &mut Map<String, Value>, donor: Value, chance: &mut Fast) {
    let Some(key) = map.keys().nth(pick(chance, map.len())).cloned() else {
        return;
    };
    if chance.below(3) == 0 {
        map.remove(&key);
    } else {
        map.insert(key, donor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_json_stays_json_and_every_part_changes() {
        let line = r#"{"a":[1,2,{"b":"text"}],"c":true,"d":null}"#;
        let text = format!("\u{2}first\n3{line}");
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..2000 {
            let mut data = text.clone().into_bytes();
            data.resize(200, 0);
            let length = mutate_json(&mut data, text.len(), 200, seed, |_, size, _| size);
            let now = std::str::from_utf8(&data[..length]).unwrap();
            let (first, rest) = now.split_once("\n3").unwrap();
            assert_eq!(first, "\u{2}first");
            serde_json::from_str::<Value>(rest).unwrap();
            seen.insert(rest.to_owned());
        }
        assert!(seen.len() > 200, "{}", seen.len());
        assert!(seen.iter().any(|it| !it.contains("text")));
        // What would become too long is left to the other way.
        let mut data = text.clone().into_bytes();
        let size = data.len();
        let length = mutate_json(&mut data, size, size, 7, |_, size, _| size - 1);
        assert!(length <= size);
    }
}
