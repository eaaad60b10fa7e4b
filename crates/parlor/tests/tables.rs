//! `parlor tables` as somebody at the keyboard meets it.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn command(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(["tables", "marelles", "--dir"]).arg(dir);
    command.args(arguments);
    command
}

fn run(dir: &Path, arguments: &[&str]) -> (bool, String) {
    let output = command(dir, arguments).output().expect("it runs");
    let Output {
        status,
        stdout,
        stderr,
    } = output;
    let text = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (status.success(), text.concat())
}

/// Killed after its first pair, it goes on with the second.
#[test]
fn goes_on_after_being_killed() {
    let dir = tempfile::tempdir().expect("a folder");
    let arguments = ["--up-to", "4-3", "--removal", "standard", "--threads", "2"];
    let mut child = command(dir.path(), &arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    lines
        .map_while(Result::ok)
        .find(|line| line.starts_with("3-3: "))
        .expect("the first pair is told");
    child.kill().expect("it runs");
    child.wait().expect("it ends");

    let (good, text) = run(dir.path(), &arguments);
    assert!(good, "{text}");
    let line = "3-3: 140,621 won, 269 drawn, 28,736 lost, longest 26 plies; kept\n";
    assert!(text.contains(line), "{text}");
    assert!(
        text.contains("4-3: 75,397 won, 681,906 drawn, 3,095 lost"),
        "{text}"
    );

    let (good, text) = run(
        dir.path(),
        &["--up-to", "3-3", "--removal", "standard", "--verify"],
    );
    assert!(
        good && text.contains("kept, every board verified"),
        "{text}"
    );
}

#[test]
fn bad_input_is_explained() {
    let dir = tempfile::tempdir().expect("a folder");
    for (arguments, reason) in [
        (["--up-to", "5"], "two numbers from 3 to 9"),
        (["--up-to", "10-3"], "two numbers from 3 to 9"),
        (["--removal", "any"], "possible values: document, standard"),
        (["--threads", "0"], "0 is not in 1..=1024"),
    ] {
        let (good, text) = run(dir.path(), &arguments);
        assert!(!good && text.contains(reason), "{arguments:?}: {text}");
    }
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let (good, text) = run(&file, &["--up-to", "3-3"]);
    assert!(
        !good && text.contains("cannot write in the folder"),
        "{text}"
    );
}
