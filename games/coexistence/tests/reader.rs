//! The frame reader against servers that misbehave.

mod common;

use common::{P0, P1, opening, position};
use parlor_coexistence::{FRAME_BYTES, Frame, FrameReader, Turn};
use parlor_engine::{Game, Names, Viewer};
use parlor_testkit::runner;
use proptest::prelude::*;

const HEADER: &str = "/--------------------------------------\\\n";

fn read_all(bytes: &[u8]) -> Vec<Frame> {
    FrameReader::new().read(bytes).collect()
}

fn sample(seed: u64) -> Frame {
    let names = ["Anna".to_owned(), "Benjamin v ^".to_owned()];
    let view = opening(seed).view(Viewer::Seat(P0));
    Frame::of(&view, P0, Names(&names), &format!("Message {seed}"))
}

#[test]
fn any_portions_and_line_ends_will_do() {
    let frame = sample(1);
    let dos = frame.to_string().replace('\n', "\r\n");
    for text in [frame.to_string(), dos] {
        for size in 1..=text.len() {
            let mut reader = FrameReader::new();
            let frames: Vec<Frame> = text
                .as_bytes()
                .chunks(size)
                .flat_map(|portion| reader.read(portion).collect::<Vec<_>>())
                .collect();
            assert_eq!(frames, std::slice::from_ref(&frame));
        }
    }
}

#[test]
fn a_header_drops_a_half_received_frame() {
    let (first, second) = (sample(1), sample(2));
    for cut in 0..FRAME_BYTES {
        // Wherever the first frame breaks off, even within a line, the second one is found.
        let mut bytes = first.bytes()[..cut].to_vec();
        bytes.extend(second.bytes());
        let second = std::slice::from_ref(&second);
        assert_eq!(read_all(&bytes), second, "cut at {cut}");
    }
    let bytes = HEADER.repeat(50) + &first.to_string() + HEADER + &second.to_string();
    assert_eq!(read_all(bytes.as_bytes()), [first, second]);
}

#[test]
fn garbage_between_frames_is_skipped() {
    let (first, second) = (sample(1), sample(2));
    let long = "-".repeat(10_000);
    for garbage in [
        "\n",
        "\r\n\r\n",
        "hello\n",
        long.as_str(),
        "\u{0}\u{ff}☃\n",
        "|\n/--\\\n",
    ] {
        let text = format!("{garbage}{first}{garbage}{second}{garbage}");
        assert_eq!(
            read_all(text.as_bytes()),
            [first.clone(), second.clone()],
            "{garbage:?}"
        );
    }
}

#[test]
fn damaged_frames_are_not_shown() {
    let good = sample(1).to_string();
    let lines: Vec<&str> = good.lines().collect();
    let with = |place: usize, line: &str| {
        let mut lines = lines.clone();
        lines[place - 1] = line;
        lines.join("\n") + "\n"
    };
    for (place, line) in [
        (4, "||???||[=]|| ^ ||  /||[=]||<7>|        |"),
        (5, "too short"),
        (7, "much too long, much too long, much too long"),
        (8, "|                                    [x]"),
        (9, "<===================================>R <"),
        (19, "|                                      |"),
        (12, ""),
    ] {
        assert_eq!(read_all(with(place, line).as_bytes()), [], "line {place}");
    }
    // A line is missing, or there is one too many.
    let missing = good.replacen(lines[15], "", 1).replace("\n\n", "\n");
    assert_eq!(read_all(missing.as_bytes()), []);
    let doubled = good.replacen(lines[15], &format!("{0}\n{0}", lines[15]), 1);
    assert_eq!(read_all(doubled.as_bytes()), []);
    // Borders are decoration.
    let other = with(17, "|======================================|");
    assert_eq!(read_all(other.as_bytes()), [sample(1)]);
}

#[test]
fn indicators_are_judged_by_their_column() {
    let names = ["v^v^v".repeat(5), "^v^v^".repeat(5)];
    let mut over = position(["ahsrhs", "rhsara"], [0, 0], 4, P0);
    for seat in [P0, P1] {
        common::play(&mut over, seat, "PS").expect("passing is always legal");
    }
    for seat in [P0, P1] {
        let frame = Frame::of(
            &over.view(Viewer::Seat(seat)),
            seat,
            Names(&names),
            "v ^ v ^",
        );
        let read = &read_all(&frame.bytes())[0];
        assert_eq!((read.turn, read.round), (Turn::Over, 5));
        // Contradicting indicators are no frame.
        let mut bytes = frame.bytes();
        bytes[2 * 41 + 38] = b'^';
        assert_eq!(read_all(&bytes)[0].turn, Turn::Opponent);
        bytes[14 * 41 + 38] = b'v';
        assert_eq!(read_all(&bytes), []);
    }
}

#[test]
fn endless_garbage_takes_no_memory() {
    // The reader owns no heap at all: its size is all it can ever use.
    assert!(size_of::<FrameReader>() < 1_000);
    let mut reader = FrameReader::new();
    for byte in (0..5_000_000u32).map(|n| (n % 251) as u8) {
        let byte = if byte == b'\n' { b'x' } else { byte };
        assert_eq!(reader.push(byte), None);
    }
    for _ in 0..50_000 {
        assert_eq!(reader.read(HEADER.as_bytes()).count(), 0);
    }
    let frame = sample(3);
    assert_eq!(reader.read(&frame.bytes()).collect::<Vec<_>>(), [frame]);
}

#[test]
fn random_bytes_never_hide_the_next_frame() {
    let piece = prop_oneof![
        any::<Vec<u8>>(),
        "[-|/\\\\ \r\n]{0,200}".prop_map(String::into_bytes),
        Just(HEADER.as_bytes().to_vec()),
        (any::<u64>(), 0..FRAME_BYTES).prop_map(|(seed, cut)| sample(seed).bytes()[..cut].to_vec()),
        (any::<u64>(), 0..FRAME_BYTES, any::<u8>()).prop_map(|(seed, place, byte)| {
            let mut bytes = sample(seed).bytes().to_vec();
            bytes[place] = byte;
            bytes
        }),
    ];
    let strategy = (prop::collection::vec(piece, 0..8), any::<u64>());
    runner(2_000)
        .run(&strategy, |(pieces, seed)| {
            let mut reader = FrameReader::new();
            for frame in pieces.iter().flat_map(|bytes| {
                let found: Vec<Frame> = reader.read(bytes).collect();
                found
            }) {
                // Whatever was recognised is a frame that can be written and read again.
                prop_assert_eq!(read_all(&frame.bytes()), [frame]);
            }
            let next = sample(seed);
            let found: Vec<Frame> = reader.read(&next.bytes()).collect();
            prop_assert_eq!(found, [next]);
            Ok(())
        })
        .expect("the reader recovers");
}
