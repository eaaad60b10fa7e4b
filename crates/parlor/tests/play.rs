//! `parlor play` as somebody at the keyboard meets it.

use std::io::Write;
use std::process::{Command, Stdio};

fn type_in(arguments: &[&str], lines: &str) -> (bool, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("piped")
        .write_all(lines.as_bytes())
        .expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (output.status.success(), text.concat())
}

/// The document's game of pictures: a mill, a removal, an undo.
#[test]
fn marelles_by_typing() {
    let lines = "legal\na1\nd7\na4\ng7\na7xd7\nundo\nxg7\nhelp\noptions\nquit\n";
    let (good, text) = type_in(&["marelles", "--ascii"], lines);
    assert!(good, "{text}");
    assert!(
        text.contains("Player 1 >") && text.contains("Player 2 >"),
        "{text}"
    );
    assert!(text.contains("save FILE"), "help is there");
    assert!(text.contains("removal"), "options are listed");
}

#[test]
fn a_saved_game_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.json");
    let path = path.to_str().expect("a plain name");
    let (good, text) = type_in(
        &["obliteration", "-o", "columns=4", "-o", "rows=4"],
        &format!("0,0\nsave {path}\n"),
    );
    assert!(good && text.contains("saved to"), "{text}");
    let (good, text) = type_in(&[path], "3,3\nquit\n");
    assert!(
        good && text.contains("Player 2 >") || text.contains("Player 1 >"),
        "{text}"
    );
}

#[test]
fn every_game_shows_a_board_and_refuses_nonsense() {
    for game in ["mars", "obliteration", "coexistence", "risk", "marelles"] {
        for ascii in [true, false] {
            let arguments = if ascii {
                vec![game, "--ascii"]
            } else {
                vec![game]
            };
            let (good, text) = type_in(&arguments, "certainly not a move\nlegal\nresign\nquit\n");
            assert!(good, "{text}");
            assert!(
                text.contains("'legal' lists what is possible"),
                "{game}: {text}"
            );
            assert!(
                text.lines().count() > 15,
                "{game}: a board has some lines:\n{text}"
            );
        }
    }
}

#[test]
fn wrong_calls_say_what_is_wrong() {
    for (arguments, expected) in [
        (vec!["chess"], "neither a game"),
        (vec!["marelles", "--seats", "3"], "played by 2"),
        (vec!["marelles", "-o", "removal"], "name=value"),
        (vec!["marelles", "-o", "removal=never"], "bad options"),
        (vec!["marelles", "--seed", "xyz"], "64 hexadecimal digits"),
    ] {
        let (good, text) = type_in(&arguments, "");
        assert!(!good && text.contains(expected), "{arguments:?}: {text}");
    }
}
