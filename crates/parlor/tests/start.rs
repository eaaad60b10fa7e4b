//! What a house says when it is opened.

// In a test to unwrap is to assert.
#![allow(clippy::unwrap_used)]

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

struct House(Child);

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What is said up to the operator's link, which comes last.
fn said(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Vec<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(arguments);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PARLOR_") {
            command.env_remove(name);
        }
    }
    for name in ["COEXISTENCE", "MARELLES", "TERMINAL"] {
        command.env(format!("PARLOR_{name}"), "");
    }
    command.envs(variables.iter().copied());
    command.current_dir(folder).stdout(Stdio::piped());
    let mut house = House(command.stderr(Stdio::null()).spawn().unwrap());
    let mut lines = Vec::new();
    for line in BufReader::new(house.0.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        if line.starts_with("Nobody answers for this house yet") {
            return lines;
        }
        // Which tables it has is another matter.
        if !line.starts_with("Marelles: ") {
            lines.push(line);
        }
    }
    panic!("it ended: {lines:?}");
}

/// Log lines for machines: every line is an object.
#[test]
fn the_log_can_be_json() {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(["serve", "--log-json", "--listen", "127.0.0.1:0"]);
    command.args(["--coexistence", "", "--marelles", "", "--terminal", ""]);
    // One line at least: a variable that is no setting is warned of.
    command.env("PARLOR_LISTNE", "x").env_remove("PARLOR_BIN");
    command.current_dir(folder.path()).stdout(Stdio::null());
    let mut house = House(command.stderr(Stdio::piped()).spawn().unwrap());
    let mut lines = BufReader::new(house.0.stderr.take().unwrap()).lines();
    let line = lines.next().unwrap().unwrap();
    let line: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["level"], "WARN", "{line}");
    assert_eq!(line["fields"]["name"], "PARLOR_LISTNE", "{line}");
}

/// Neither a command nor a flag: what a double click does.
#[test]
fn whoever_opens_a_house_is_told_how_others_reach_it() {
    let folder = TempDir::new().unwrap();
    let lines = said(folder.path(), &[], &[("PARLOR_LISTEN", "127.0.0.1:0")]);
    let [open, network, internet] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    let port = open.strip_prefix("Parlor is open at http://localhost:");
    let port = port.unwrap();
    assert!(
        network.contains(&format!("parlor serve --listen 0.0.0.0:{port} ")),
        "{network}"
    );
    assert!(network.contains("they open http://"), "{network}");
    assert!(
        internet.contains("--tls acme --domain YOUR.NAME"),
        "{internet}"
    );

    // Behind a proxy one knows.
    let arranged = [
        ("PARLOR_LISTEN", "127.0.0.1:0"),
        ("PARLOR_HOSTS", "[\"games.example.org\"]"),
    ];
    let folder = TempDir::new().unwrap();
    assert_eq!(said(folder.path(), &[], &arranged).len(), 1);
}

/// A service is opened by its settings, and not by flags.
#[test]
fn a_service_is_told_which_file_to_change() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("service.toml");
    std::fs::write(&file, "listen = \"127.0.0.1:0\"\ntls = \"self\"\n").unwrap();
    let file = file.to_str().unwrap();
    let lines = said(folder.path(), &["serve", "--config", file], &[]);
    let [open, network, internet, ..] = lines.as_slice() else {
        panic!("{lines:?}");
    };
    let port = open.strip_prefix("Parlor is open at https://localhost:");
    let listen = format!("listen = \"0.0.0.0:{}\" in {file}", port.unwrap());
    assert!(network.contains(&listen), "{network}");
    assert!(network.contains("they open https://"), "{network}");
    assert!(internet.contains("domain = [\"YOUR.NAME\"]"), "{internet}");
}
