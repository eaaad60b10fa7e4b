use std::io::BufReader;

use serde_json::Value;

/// A conversation with `parlor engine`; an answer to every line.
pub fn engine_lines(data: &[u8]) {
    let quick = |line: &&[u8]| {
        // These take as long as they are told to.
        let value: Option<Value> = serde_json::from_slice(line).ok();
        let command = value.as_ref().and_then(|value| value.get("cmd")?.as_str());
        !matches!(command, Some("perft" | "playouts" | "best"))
    };
    let lines: Vec<&[u8]> = data
        .split(|&byte| byte == b'\n')
        .filter(quick)
        .take(40)
        .collect();
    let input = lines.join(&b'\n');
    let mut out = Vec::new();
    parlor::engine::converse(BufReader::new(&input[..]), &mut out).expect("memory is writable");
    for line in out.split(|&byte| byte == b'\n').filter(|it| !it.is_empty()) {
        let answer: Value = serde_json::from_slice(line).expect("an answer is JSON");
        assert!(answer["ok"].is_boolean());
    }
}
