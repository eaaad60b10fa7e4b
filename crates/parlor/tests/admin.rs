//! `parlor admin` against a running house and a closed one.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

fn parlor(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command
        .args(arguments)
        .current_dir(folder)
        .env("RUST_LOG", "error");
    command
}

fn admin(folder: &Path, arguments: &[&str]) -> Output {
    let all = [&["admin", "--database", "sqlite:house.db"], arguments].concat();
    parlor(folder, &all).output().unwrap()
}

fn said(folder: &Path, arguments: &[&str]) -> String {
    let done = admin(folder, arguments);
    assert!(
        done.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let done = admin(folder, arguments);
    assert!(!done.status.success(), "{arguments:?}");
    String::from_utf8(done.stderr).unwrap()
}

struct House(Child);

impl House {
    /// The address of the page, and what was printed before the house stood open.
    fn open(folder: &Path) -> (House, String, Vec<String>) {
        let arguments = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            "sqlite:house.db",
            "--coexistence",
            "",
            "--marelles",
            "",
            "--terminal",
            "",
        ];
        let mut child = parlor(folder, &arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut printed = Vec::new();
        let mut address = String::new();
        for line in lines.map_while(Result::ok) {
            if let Some((_, at)) = line.split_once("open at http://") {
                at.clone_into(&mut address);
            }
            printed.push(line.clone());
            if line.contains("/admin#") {
                break;
            }
        }
        (House(child), address, printed)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn sign_in(address: &str, name: &str) -> String {
    use std::io::{Read, Write};
    let mut stream =
        std::net::TcpStream::connect(address.replace("localhost", "127.0.0.1")).unwrap();
    let body = format!("{{\"name\":\"{name}\"}}");
    let length = body.len();
    write!(
        stream,
        "POST /api/v1/session HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_running_house_and_a_closed_one() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let (house, address, printed) = House::open(at);
    assert!(
        printed.iter().any(|line| line.contains("/admin#")),
        "{printed:?}"
    );
    let socket = std::fs::metadata(at.join("house.db.sock")).unwrap();
    assert_eq!(
        socket.permissions().mode() & 0o077,
        0,
        "for its owner alone"
    );
    assert!(sign_in(&address, "Ann").starts_with("HTTP/1.0 200"));
    assert!(sign_in(&address, "Bo").starts_with("HTTP/1.0 200"));
    let people = said(at, &["people", "o"]);
    assert!(people.contains("Bo") && !people.contains("Ann"), "{people}");
    let ban = said(
        at,
        &[
            "--json",
            "ban",
            "Bo",
            "--reason",
            "spoils games",
            "--hours",
            "1",
        ],
    );
    let ban: serde_json::Value = serde_json::from_str(&ban).unwrap();
    let answer = sign_in(&address, "Bo");
    assert!(
        answer.contains("people/banned") && answer.contains("spoils games"),
        "{answer}"
    );
    assert!(said(at, &["bans"]).contains("Bo"));
    assert!(refused(at, &["ban", "Nobody"]).contains("people/unknown"));
    assert!(refused(at, &["erase", "Ann"]).contains("--yes"));
    assert!(refused(at, &["operator", "Ann"]).contains("people/password_needed"));
    let link = said(at, &["reset-password", "Ann"]);
    assert!(
        link.contains(&format!("link: http://{address}/use#")),
        "{link}"
    );
    drop(house);

    // Closed, and killed at that: the same commands work on the file.
    assert!(said(at, &["bans"]).contains("spoils games"));
    said(at, &["unban", ban["ban"].as_str().unwrap()]);
    assert!(said(at, &["ban", "Bo"]).contains("name: Bo"));
    said(at, &["ban", "--address", "192.0.2.0/24"]);
    said(at, &["unban", "bo"]);
    assert!(refused(at, &["unban", "Bo"]).contains("admin/ban"));
    assert!(refused(at, &["unban", "192.0.2.7"]).contains("admin/ban"));
    said(at, &["unban", "192.0.2.0/24"]);
    assert!(said(at, &["bans"]).contains("no bans"));
    said(at, &["rename", "Ann", "Anna"]);
    let erased = said(at, &["erase", "Bo", "--yes"]);
    assert!(erased.contains("Former player"), "{erased}");
    let audit = said(at, &["audit"]);
    for act in ["ban", "unban", "rename", "erase", "console"] {
        assert!(audit.contains(act), "{audit}");
    }

    let (_house, address, _) = House::open(at);
    assert!(
        sign_in(&address, "Bo").starts_with("HTTP/1.0 200"),
        "free again"
    );
    assert!(said(at, &["people"]).contains("Anna"));
}
