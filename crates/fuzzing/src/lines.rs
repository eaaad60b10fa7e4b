use std::io::BufReader;

use parlor_coexistence::{CommandReader, FrameReader};
use parlor_endgame::Tables;
use parlor_marelles::Removal;
use serde_json::Value;

/// What another's server sends to `parlor join`.
pub(crate) fn coexistence_frame(data: &[u8]) {
    let mut reader = FrameReader::new();
    let whole: Vec<_> = reader.read(data).collect();
    // However the bytes are cut, the same frames come out.
    let mut reader = FrameReader::new();
    let (first, second) = data.split_at(data.len() / 2);
    let mut parts: Vec<_> = reader.read(first).collect();
    parts.extend(reader.read(second));
    assert_eq!(whole, parts);
    for frame in &whole {
        let mut again = FrameReader::new();
        let bytes = frame.bytes();
        let read: Vec<_> = again.read(&bytes).collect();
        assert_eq!(read.len(), 1, "a frame is read again");
    }
}

/// What a client of the frames' port types.
pub(crate) fn coexistence_command(data: &[u8]) {
    let mut reader = CommandReader::new();
    let said = reader.read(data).count();
    let ends = data.split(|&byte| byte == b'\n').count();
    assert!(said <= ends + data.len() / 64 + 1);
}

/// A conversation with `parlor engine`; an answer to every line.
pub(crate) fn engine_lines(data: &[u8]) {
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

/// A damaged or forged end-game table: it is noticed, and nothing is read beyond its end.
pub(crate) fn table_file(data: &[u8]) {
    let Ok(folder) = tempfile::tempdir() else {
        return;
    };
    let place = folder.path().join("marelles").join("standard");
    if std::fs::create_dir_all(&place).is_err() {
        return;
    }
    for name in ["3-3.values", "3-3.distances"] {
        let _ = std::fs::write(place.join(name), data);
    }
    let tables = Tables::open(folder.path(), Removal::Standard);
    let _ = tables.probe(0b111, 0b111_000);
    let _ = tables.value(0b1010_1000_0000, 0b111);
    let _ = tables.notes();
}
