//! Whole matches as their log tells them: inputs and sentences without pictures, because a match
//! has hundreds of actions. `UPDATE_PLAYTHROUGHS=1` writes the sentences anew.

use std::fmt::Write as _;
use std::path::Path;

use parlor_engine::{Act, Charset, Match, Names, Seat, Seed, Setup, Viewer, entry};
use parlor_risk::Risk;

fn header<'a>(text: &'a str, key: &str) -> &'a str {
    text.lines()
        .find_map(|line| line.strip_prefix(key)?.strip_prefix(": "))
        .expect("a header line")
}

fn tell(written: &str) -> String {
    let [seats, seed, options] = ["seats", "seed", "options"].map(|key| header(written, key));
    let mut text = format!("seats: {seats}\nseed: {seed}\noptions: {options}\n");
    let setup = Setup::new(
        entry::<Risk>(),
        &serde_json::from_str(options).expect("JSON"),
        seats.parse().expect("a number"),
        Seed::from_hex(seed).expect("a seed"),
        Vec::new(),
    );
    let mut matched = Match::start(setup.expect("good options")).expect("a match");
    let names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay"].map(str::to_owned);
    for input in written.lines().filter_map(|line| line.strip_prefix("> ")) {
        let (seat, action) = input.split_once(' ').expect("a seat and an action");
        let _ = writeln!(text, "> {input}");
        let act = Act::action(Seat(seat.parse().expect("a seat")), action);
        match matched.push(act) {
            Ok(events) => {
                let words = events
                    .expect("events")
                    .words(Viewer::Referee, Names(&names));
                for sentence in words {
                    let _ = writeln!(text, "  {sentence}");
                }
            }
            Err(refused) => {
                let _ = writeln!(text, "  refused {}: {}", refused.code, refused.message);
            }
        }
    }
    let picture = matched.state().picture(Viewer::Referee, Charset::Unicode);
    let _ = write!(text, "{picture}");
    let outcome = serde_json::to_string(&matched.state().outcome()).expect("JSON");
    let _ = writeln!(text, "{outcome}");
    text
}

#[test]
fn chronicles() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chronicles"));
    let mut told = 0;
    for file in std::fs::read_dir(folder).expect("the folder is there") {
        let path = file.expect("a file").path();
        let written = std::fs::read_to_string(&path).expect("a readable file");
        let text = tell(&written);
        if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
            std::fs::write(&path, text).expect("a writable file");
        } else {
            let differs = written
                .lines()
                .zip(text.lines())
                .find(|(was, is)| was != is);
            assert_eq!(differs, None, "{}", path.display());
            assert_eq!(written.len(), text.len(), "{}", path.display());
        }
        told += 1;
    }
    assert!(told > 0);
}
