//! Looking after a house from the command line: back-up, restore, move, doctor.

// In a test to unwrap is to assert.
#![allow(clippy::unwrap_used)]

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use parlor_store::{Player, Store};
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;

fn parlor(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let command = command.args(arguments).current_dir(folder);
    // What the tests' own surroundings set is no house's setting.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PARLOR_") {
            command.env_remove(name);
        }
    }
    command.output().unwrap()
}

fn said(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!(
        "{}{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(err)
    )
}

fn must(folder: &Path, arguments: &[&str]) -> String {
    let output = parlor(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    said(&output)
}

fn refused(folder: &Path, arguments: &[&str], code: &str) {
    let output = parlor(folder, arguments);
    let said = said(&output);
    assert!(!output.status.success(), "{arguments:?}: {said}");
    assert!(said.contains(code), "{arguments:?}: {said}");
}

async fn house(folder: &Path, people: i64) -> String {
    let url = format!("sqlite:{}/data/parlor.db", folder.display());
    let store = Store::connect(&url).await.unwrap();
    for id in 1..=people {
        let player = Player {
            id,
            name: format!("Person {id}"),
            name_key: format!("person {id}"),
            password: None,
            created_ms: 1,
            is_bot: false,
        };
        store.insert_player(&player).await.unwrap();
    }
    store.close().await;
    url
}

#[tokio::test]
async fn saved_restored_and_moved() {
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    house(one.path(), 3).await;
    let file = one.path().join("house.backup");
    let name = file.to_str().unwrap();
    let told = must(one.path(), &["backup", name]);
    assert!(told.contains("Saved 3 people"), "{told}");
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    refused(one.path(), &["backup", name], "copy/file_exists");

    // Elsewhere, into the database of its settings.
    let told = must(two.path(), &["restore", name]);
    assert!(told.contains("Restored and compared 3 people"), "{told}");
    refused(two.path(), &["restore", name], "copy/not_empty");
    let people = must(two.path(), &["admin", "people"]);
    assert!(people.contains("Person 2"), "{people}");

    let (from, to) = ("sqlite:data/parlor.db", "sqlite:moved.db");
    let told = must(two.path(), &["move", "--from", from, "--to", to]);
    assert!(told.contains("Moved and compared"), "{told}");
    refused(
        two.path(),
        &["move", "--from", from, "--to", to],
        "copy/not_empty",
    );
    refused(
        two.path(),
        &["move", "--from", from, "--to", from],
        "the same database",
    );
    refused(
        two.path(),
        &["move", "--from", "sqlite:none.db", "--to", "sqlite:x.db"],
        "copy/no_house",
    );
    assert!(!two.path().join("none.db").exists());

    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let other = ["restore", "--database", "sqlite:other.db", name];
    refused(two.path(), &other, "copy/damaged");
    assert!(!two.path().join("other.db").exists());
}

/// The beginning of a back-up as this program would write it, and then what this program does not know.
fn of_a_newer_parlor(head: &str) -> Vec<u8> {
    let length = u32::try_from(head.len()).unwrap().to_le_bytes();
    let hash = Sha256::new()
        .chain_update([0; 16])
        .chain_update(b"H")
        .chain_update(length)
        .chain_update(head)
        .finalize();
    let mut file = b"parlor backup\nH".to_vec();
    file.extend(length);
    file.extend(head.as_bytes());
    file.extend(&hash[..16]);
    file.extend(b"Z\x03\0\0\0new");
    file
}

#[tokio::test]
async fn a_back_up_of_a_newer_parlor_is_refused_before_anything_is_touched() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    let file = path.join("newer.backup");
    let name = file.to_str().unwrap();
    for (head, told) in [
        ("format 2\nschema 1\nparlor 9.0.0\n", "format 2"),
        ("format 1\nschema 9999\nparlor 9.0.0\n", "schema 9999"),
    ] {
        std::fs::write(&file, of_a_newer_parlor(head)).unwrap();
        let output = parlor(path, &["restore", name]);
        let said = said(&output);
        assert!(!output.status.success(), "{said}");
        for part in [
            "copy/newer",
            "a newer Parlor",
            told,
            "restore it with that one",
        ] {
            assert!(said.contains(part), "{part} in {said}");
        }
        assert!(!path.join("data").exists(), "nothing was made");
    }
    // A house that is there stays as it was.
    house(path, 2).await;
    refused(path, &["restore", name], "copy/newer");
    let people = must(path, &["admin", "people"]);
    assert!(people.contains("Person 2"), "{people}");
}

#[tokio::test]
async fn the_doctor_says_what_to_do() {
    let folder = TempDir::new().unwrap();
    let settings = folder.path().join("parlor.toml");
    let write = |text: &str| {
        let ports = "coexistence = \"\"\nmarelles = \"\"\nterminal = \":0\"\n";
        std::fs::write(&settings, format!("{ports}{text}")).unwrap();
    };
    write("listen = \"127.0.0.1:0\"\n");
    let told = must(folder.path(), &["doctor"]);
    for about in [
        "settings",
        "database",
        "disk",
        "open files",
        "port",
        "reach",
    ] {
        assert!(told.contains(about), "{about} in {told}");
    }
    assert!(told.contains("127.0.0.1:0 (terminal) is free"), "{told}");
    assert!(told.contains("made when the house opens"), "{told}");
    assert!(!folder.path().join("data").exists(), "it changes nothing");

    house(folder.path(), 2).await;
    let told = must(folder.path(), &["doctor"]);
    assert!(told.contains("2 people"), "{told}");
    assert!(told.contains("nobody answers for this house"), "{told}");

    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    write(&format!("listen = \"127.0.0.1:{port}\"\n"));
    drop(std::thread::spawn(move || drop(listener.accept())));
    refused(
        folder.path(),
        &["doctor"],
        "is taken by something that is no house",
    );

    write("listen = \"127.0.0.1:0\"\nshards = 0\n");
    refused(folder.path(), &["doctor"], "shards is 0");
    write("listne = \"127.0.0.1:0\"\n");
    refused(folder.path(), &["doctor"], "listne");
    write("listen = \"127.0.0.1:0\"\ndatabase = \"postgres://nobody@127.0.0.1:1/x\"\n");
    refused(folder.path(), &["doctor"], "store/unavailable");
    write("listen = \"127.0.0.1:0\"\n");
    std::fs::write(
        folder.path().join("data/parlor.db"),
        "no database at all, but long enough to be one",
    )
    .unwrap();
    refused(folder.path(), &["doctor"], "WRONG");
}
