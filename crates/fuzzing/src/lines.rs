use std::path::Path;

use crc::{CRC_32_ISO_HDLC, CRC_64_XZ, Crc};
use parlor_coexistence::{CommandReader, FrameReader};
use parlor_endgame::file::{self, Kind, Name};
use parlor_endgame::{Pair, Removal, Stones, Tables};

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

/// A damaged or forged end-game table: it is noticed, or read within its bounds. The first byte says
/// whether the rest is the whole file, or a header whose kind and sums are right and a payload
/// that is repeated to its proper length.
pub fn table_file(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let Some(pair) = Stones::new(3, 3).map(Stones::pair) else {
        return;
    };
    FOLDER.with(|folder| look_up(folder.path(), pair, *first, rest));
}

fn look_up(folder: &Path, pair: Pair, first: u8, rest: &[u8]) {
    for kind in [Kind::Values, Kind::Distances] {
        let name = Name {
            removal: Removal::Standard,
            pair,
            kind,
        };
        // Sums over a whole table take a thousand times as long as all the rest.
        let bytes = if first == FORGED && kind == Kind::Values {
            forged(rest, kind, name.payload())
        } else {
            rest.to_vec()
        };
        let _ = std::fs::write(name.path(folder), bytes);
    }
    let tables = Tables::open(folder, Removal::Standard);
    let _ = tables.probe(0b111, 0b111_000);
    let _ = tables.value(0b1010_1000_0000, 0b111);
    let _ = tables.notes();
}

const FORGED: u8 = 1;
thread_local! {
    /// One for all inputs; where there is memory to write to, it is quicker.
    static FOLDER: tempfile::TempDir = {
        let shared = Path::new("/dev/shm");
        let folder = tempfile::tempdir_in(shared).or_else(|_| tempfile::tempdir());
        let folder = folder.expect("a folder");
        std::fs::create_dir_all(file::folder(folder.path(), Removal::Standard)).expect("a folder");
        folder
    };
}
static SUM: Crc<u64> = Crc::<u64>::new(&CRC_64_XZ);
static PAGE_SUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
const PAGE: usize = 4096;

fn forged(data: &[u8], kind: Kind, payload: u64) -> Vec<u8> {
    let (header, pattern) = data.split_at(data.len().min(file::HEADER));
    let mut bytes = header.to_vec();
    bytes.resize(file::HEADER, 0);
    let endless = pattern.iter().chain([&0]).copied().cycle();
    bytes.extend(endless.take(payload as usize));
    bytes[12] = 1 + u8::from(kind == Kind::Distances);
    bytes[16..24].copy_from_slice(&payload.to_le_bytes());
    let first = bytes.iter().take(PAGE).skip(file::HEADER);
    let mut sums = vec![first.copied().collect::<Vec<u8>>()];
    sums.extend(bytes.chunks(PAGE).skip(1).map(<[u8]>::to_vec));
    let sums: Vec<u8> = sums
        .iter()
        .flat_map(|page| PAGE_SUM.checksum(page).to_le_bytes())
        .collect();
    let sum = SUM.checksum(&sums);
    bytes.extend(sums);
    bytes[24..32].copy_from_slice(&sum.to_le_bytes());
    let sum = SUM.checksum(&bytes[..file::HEADER - 8]);
    bytes[file::HEADER - 8..file::HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}
