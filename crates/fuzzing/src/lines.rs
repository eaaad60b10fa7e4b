use parlor_coexistence::{CommandReader, FrameReader};
use parlor_endgame::Tables;
use parlor_marelles::Removal;

/// What another's server sends to `parlor join`.
pub fn coexistence_frame(data: &[u8]) {
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
pub fn coexistence_command(data: &[u8]) {
    let mut reader = CommandReader::new();
    let said = reader.read(data).count();
    let ends = data.split(|&byte| byte == b'\n').count();
    assert!(said <= ends + data.len() / 64 + 1);
}

/// A damaged or forged end-game table: it is noticed, and nothing is read beyond its end.
pub fn table_file(data: &[u8]) {
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
