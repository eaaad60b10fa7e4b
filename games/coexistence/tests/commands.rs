//! Section 4: what a text client may type.

use parlor_coexistence::{Action, CoExistence, Command, CommandReader, LONGEST_LINE, SyntaxError};
use parlor_engine::Game;
use parlor_testkit::runner;
use proptest::prelude::*;

type Reply = Result<Command, SyntaxError>;

fn read_all(bytes: &[u8]) -> Vec<Reply> {
    CommandReader::new().read(bytes).collect()
}

const CE: Reply = Ok(Action::Attack { own: 2, target: 4 });
const PS: Reply = Ok(Action::Pass);
const BAD: Reply = Err(SyntaxError);

#[test]
fn commands_in_any_case_and_with_blanks() {
    for line in [
        "CE",
        "ce",
        "cE",
        " CE",
        "CE  ",
        "\t Ce \t",
        "CE\n",
        "CE\r\n",
        "  ce  \r\n",
    ] {
        assert_eq!(Command::read(line.as_bytes()), CE, "{line:?}");
    }
    for line in ["PS", "ps", "pS", " Ps \r\n"] {
        assert_eq!(Command::read(line.as_bytes()), PS, "{line:?}");
    }
}

#[test]
fn all_pairs_of_bytes() {
    for first in 0..=255u8 {
        for second in 0..=255u8 {
            let column = |byte: u8| match byte {
                b'A'..=b'F' => Some(byte - b'A'),
                b'a'..=b'f' => Some(byte - b'a'),
                _ => None,
            };
            let expected = match (column(first), column(second)) {
                (Some(own), Some(target)) => Ok(Action::Attack { own, target }),
                _ if matches!((first, second), (b'P' | b'p', b'S' | b's')) => PS,
                _ => BAD,
            };
            assert_eq!(
                Command::read(&[first, second]),
                expected,
                "{first} {second}"
            );
        }
    }
}

#[test]
fn everything_else_is_a_syntax_error() {
    for line in [
        "", " ", "\n", "\r\n", "A", "ABC", "42", "AG", "GA", "C E", "C-E", "PASS", "P", "S", "PSA",
        "SP", "ＣＥ", "é", "CE\0", "\0CE", "\u{1b}CE", "CE CE", "CE\nCE", "CE\r\r\n",
    ] {
        assert_eq!(Command::read(line.as_bytes()), BAD, "{line:?}");
    }
    assert_eq!(
        Command::read(&[0xff, 0xfb, 0x01]),
        BAD,
        "telnet negotiation"
    );
    assert_eq!(Command::read(&vec![b'A'; 10_000]), BAD);
    assert_eq!(Command::read(&vec![b' '; 10_000]), BAD);
}

#[test]
fn notation_follows_the_port() {
    for junk in [
        "",
        "A",
        "AG",
        "42",
        "ABC",
        "☃☃",
        "99999999999999999999",
        "P S",
    ] {
        let refused = CoExistence::parse(junk).expect_err(junk);
        assert_eq!(refused.code, "notation");
    }
    let garbage = "CE".repeat(5_000);
    assert_eq!(
        CoExistence::parse(&garbage).expect_err("too long").code,
        "notation"
    );
    assert_eq!(
        CoExistence::parse(" ce "),
        Ok([Action::Attack { own: 2, target: 4 }].into())
    );
    assert_eq!(CoExistence::notate(&Action::Pass), "PS");
    // Out of range, from JSON: no letter, no panic.
    let wild = Action::Attack {
        own: 255,
        target: 6,
    };
    assert_eq!(CoExistence::notate(&wild), "??");
}

#[test]
fn json_of_actions() {
    let read = |text| serde_json::from_str::<Action>(text).ok();
    assert_eq!(
        read(r#"{"kind":"attack","own":2,"target":4}"#),
        Some(Action::Attack { own: 2, target: 4 })
    );
    assert_eq!(read(r#"{"kind":"pass"}"#), Some(Action::Pass));
    for bad in [
        r#"{"kind":"attack","own":2}"#,
        r#"{"kind":"attack","own":-1,"target":0}"#,
        r#"{"kind":"attack","own":256,"target":0}"#,
        r#"{"kind":"resign"}"#,
        r#""PS""#,
    ] {
        assert_eq!(read(bad), None, "{bad}");
    }
}

#[test]
fn lines_are_split_and_bounded() {
    assert_eq!(read_all(b"CE\nps\r\n\nx\nCE"), [CE, PS, BAD, BAD]);
    // The longest line that is read: 63 bytes and its end.
    let padded = format!("{:>width$}\n", "CE", width = LONGEST_LINE - 1);
    assert_eq!(read_all(padded.as_bytes()), [CE]);
    // One byte more is an error, at once, and the rest of the line is dropped.
    let long = format!("{:>width$}", "CE", width = LONGEST_LINE);
    assert_eq!(read_all(long.as_bytes()), [BAD]);
    assert_eq!(read_all(format!("{long}\nPS\n").as_bytes()), [BAD, PS]);
    let endless = format!("{}\nPS\n", "CE".repeat(100_000));
    assert_eq!(read_all(endless.as_bytes()), [BAD, PS]);
    assert!(size_of::<CommandReader>() <= LONGEST_LINE + 16);
}

#[test]
fn any_bytes_in_any_portions() {
    let piece = prop_oneof![
        any::<Vec<u8>>(),
        Just(b"CE\n".to_vec()),
        Just(b"\r\n".to_vec()),
        "[A-Ga-gPSps \r\n]{0,90}".prop_map(String::into_bytes),
    ];
    let strategy = (prop::collection::vec(piece, 0..10), 1usize..20);
    runner(1_000)
        .run(&strategy, |(pieces, size)| {
            let bytes = pieces.concat();
            let mut reader = CommandReader::new();
            let portions: Vec<Reply> = bytes
                .chunks(size)
                .flat_map(|portion| reader.read(portion).collect::<Vec<_>>())
                .collect();
            prop_assert_eq!(&portions, &read_all(&bytes));
            // Never more replies than lines, and an error for every line that is too long.
            let lines = bytes.split_inclusive(|&byte| byte == b'\n');
            let expected: Vec<Reply> = lines
                .filter(|line| line.ends_with(b"\n") || line.len() >= LONGEST_LINE)
                .map(|line| match line.len() {
                    0..=LONGEST_LINE => Command::read(line),
                    _ => BAD,
                })
                .collect();
            prop_assert_eq!(portions, expected);
            Ok(())
        })
        .expect("lines are split");
}
