//! Bots from outside, in a real house: `parlor bot`, and the one that the documentation shows.

// In a test to unwrap is to assert.
#![allow(unreachable_pub, clippy::unwrap_used)]

#[path = "kill/house.rs"]
#[allow(dead_code)] // the house is killed in other tests
mod house;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Output, Stdio};

use house::House;
use serde_json::{Value, json};
use tempfile::TempDir;

fn open(folder: &TempDir) -> House {
    House::start(&format!("sqlite:{}/parlor.db", folder.path().display()))
}

fn post(house: SocketAddr, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(house).unwrap();
    let length = body.len();
    write!(
        stream,
        "POST /api/v1{path} HTTP/1.1\r\nHost: {house}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

fn token(house: SocketAddr, name: &str) -> String {
    let entered = post(house, "/session", &json!({ "name": name, "bearer": true }));
    entered["token"].as_str().unwrap().to_owned()
}

fn bot(house: SocketAddr, token: &str, flags: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "bot",
            "--server",
            &format!("http://{house}"),
            "--token",
            token,
        ])
        .args(flags)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn end(child: Child) -> Output {
    child.wait_with_output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn two_bots_meet_and_play_to_the_end() {
    let folder = TempDir::new().unwrap();
    let house = open(&folder);
    let at = house.address();
    let bots = ["easy", "medium"].map(|level| {
        let flags = [
            "--game",
            "coexistence",
            "--level",
            level,
            "--matches",
            "2",
            "--ms",
            "200",
        ];
        bot(at, &token(at, level), &flags)
    });
    let [easy, medium] = bots.map(end);
    assert!(easy.status.success(), "{}", complained(&easy));
    assert!(medium.status.success(), "{}", complained(&medium));
    let results = |output: &Output| {
        let word = |line: &str| line.split_once(": ").map(|(_, result)| result.to_owned());
        said(output).lines().filter_map(word).collect::<Vec<_>>()
    };
    let (easy, medium) = (results(&easy), results(&medium));
    assert_eq!((easy.len(), medium.len()), (2, 2));
    for (one, other) in easy.iter().zip(&medium) {
        let fits = match one.split_whitespace().next() {
            Some("won") => other.starts_with("lost"),
            Some("lost") => other.starts_with("won"),
            _ => other.starts_with("drawn"),
        };
        assert!(fits, "{one} against {other}");
    }
}

#[test]
fn what_is_wrong_is_said_at_once() {
    let folder = TempDir::new().unwrap();
    let house = open(&folder);
    let at = house.address();
    let good = token(at, "Careful");
    for (token, flags, wanted) in [
        (&*good, vec!["--game", "chess"], "there is no game"),
        (
            &*good,
            vec!["--game", "marelles", "--level", "god"],
            "has no level",
        ),
        (
            "nonsense",
            vec!["--game", "marelles"],
            "the token is not valid",
        ),
        (
            &*good,
            vec!["--game", "marelles", "--table", "nowhere"],
            "the house refuses",
        ),
    ] {
        let output = end(bot(at, token, &flags));
        assert!(!output.status.success(), "{flags:?}");
        let words = complained(&output);
        assert!(words.contains(wanted), "{flags:?}: {words}");
    }
}

#[test]
fn the_documented_bot_plays_a_match() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, rest) = page.split_once("```python\n").unwrap();
    let (program, _) = rest.split_once("```").unwrap();
    let folder = TempDir::new().unwrap();
    let script = folder.path().join("bot.py");
    std::fs::write(&script, program).unwrap();
    let house = open(&folder);
    let output = Command::new("python3")
        .arg(&script)
        .arg(format!("http://{}", house.address()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", complained(&output));
    assert!(said(&output).starts_with("result: "), "{}", said(&output));
}
