//! Files that are whole, missing, damaged or somebody else's; runs that are cut short.

mod common;

use std::fs::{self, File};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use common::{build_up_to, plan};
use parlor_endgame::build::{Event, Plan, Progress, build, files};
use parlor_endgame::file::{HEADER, Kind, Name, folder};
use parlor_endgame::solve::{Stage, Watch};
use parlor_endgame::{Error, Pair, Removal, Tables};

const RULE: Removal = Removal::Standard;

fn path(dir: &Path, pair: &str, kind: Kind) -> PathBuf {
    let pair = pair.parse().expect("a pair");
    Name {
        removal: RULE,
        pair,
        kind,
    }
    .path(dir)
}

/// What became of each pair.
#[derive(Default)]
struct Fates(Mutex<Vec<String>>);

impl Watch for Fates {}

impl Progress for Fates {
    fn event(&self, event: &Event) {
        let text = match event {
            Event::Kept { pair, verified, .. } if *verified => format!("{pair} verified"),
            Event::Kept { pair, .. } => format!("{pair} kept"),
            Event::Replaced { pair, fault } => format!("{pair} replaced: {fault}"),
            Event::Built { pair, .. } => format!("{pair} built"),
            Event::Start { .. } | Event::Begin { .. } => return,
        };
        self.0.lock().expect("nobody panics").push(text);
    }
}

fn fates(plan: &Plan) -> Vec<String> {
    let fates = Fates::default();
    build(plan, &fates).expect("it is built");
    fates.0.into_inner().expect("nobody panics")
}

/// All table files of a folder with their bytes.
fn contents(dir: &Path, up_to: &str) -> Vec<Vec<u8>> {
    let pairs = up_to.parse::<Pair>().expect("a pair").closure();
    let names = pairs.into_iter().flat_map(|pair| files(RULE, pair));
    names
        .map(|name| fs::read(name.path(dir)).expect("a file"))
        .collect()
}

#[test]
fn threads_make_no_difference() {
    let (one, many) = (
        tempfile::tempdir().expect("a folder"),
        tempfile::tempdir().expect("a folder"),
    );
    for (dir, threads) in [(&one, 1), (&many, 4)] {
        let plan = Plan {
            threads,
            ..plan(dir.path(), "3-3", RULE)
        };
        build(&plan, &()).unwrap();
    }
    assert!(contents(one.path(), "3-3") == contents(many.path(), "3-3"));
}

/// Stops everything when a pair is half done.
struct Cut {
    pair: Mutex<Option<Pair>>,
}

impl Watch for Cut {
    fn stage(&self, stage: Stage) {
        let reached = self
            .pair
            .lock()
            .expect("nobody panics")
            .map(|pair| pair.to_string());
        assert!(
            reached.as_deref() != Some("4-3") || stage != Stage::Write,
            "cut"
        );
    }
}

impl Progress for Cut {
    fn event(&self, event: &Event) {
        if let Event::Begin { pair, .. } = event {
            *self.pair.lock().expect("nobody panics") = Some(*pair);
        }
    }
}

#[test]
fn goes_on_after_an_interruption() {
    let dir = tempfile::tempdir().expect("a folder");
    let cut = Cut {
        pair: Mutex::default(),
    };
    let plan = plan(dir.path(), "4-3", RULE);
    catch_unwind(AssertUnwindSafe(|| build(&plan, &cut))).expect_err("it is cut short");
    let left = path(dir.path(), "4-3", Kind::Values).with_extension("values.tmp");
    fs::write(&left, "half a table").unwrap();
    assert!(path(dir.path(), "3-3", Kind::Values).exists());
    assert!(!path(dir.path(), "4-3", Kind::Values).exists());

    assert_eq!(fates(&plan), ["3-3 kept", "4-3 built"]);
    assert!(!left.exists(), "what was half written is gone");
    let whole = tempfile::tempdir().expect("a folder");
    build_up_to(whole.path(), "4-3", RULE);
    assert!(contents(dir.path(), "4-3") == contents(whole.path(), "4-3"));

    let verifying = Plan {
        verify: true,
        ..plan
    };
    assert_eq!(fates(&verifying), ["3-3 verified", "4-3 verified"]);
}

/// Changes a good file.
type Harm = fn(&mut Vec<u8>);

#[test]
fn damaged_files_are_left_out_and_built_anew() {
    let dir = tempfile::tempdir().expect("a folder");
    build_up_to(dir.path(), "4-3", RULE);
    let good = contents(dir.path(), "4-3");
    let (mover, opponent) = (0b111, 0b111_0000);
    let known = Tables::open(dir.path(), RULE).probe(mover, opponent);
    assert!(known.is_some());
    let harms: [(&str, Harm); 9] = [
        ("not a table", |bytes| bytes[0] ^= 1),
        ("version 1", |bytes| bytes[8] = 1),
        ("checksum", |bytes| bytes[13] ^= 3),
        ("checksum", |bytes| bytes[HEADER..].fill(0x55)),
        ("checksum", |bytes| {
            let last = bytes.len() - 1;
            bytes[last] ^= 1;
        }),
        ("truncated", |bytes| bytes.truncate(HEADER + 1_000)),
        ("truncated", |bytes| bytes.truncate(17)),
        ("truncated", Vec::clear),
        ("truncated", |bytes| bytes.push(0)),
    ];
    for (fault, harm) in harms {
        let path = path(dir.path(), "3-3", Kind::Values);
        let mut bytes = fs::read(&path).expect("a file");
        harm(&mut bytes);
        fs::write(&path, bytes).unwrap();

        let tables = Tables::open(dir.path(), RULE);
        assert_eq!(tables.probe(mover, opponent), None, "{fault}");
        assert!(
            tables.probe(0b1111, 0b111_0000).is_some(),
            "4-3 is still good"
        );
        let notes = tables.notes().join("\n");
        assert!(
            notes.contains("3-3") && notes.contains(fault),
            "{fault}: {notes}"
        );

        let fates = fates(&plan(dir.path(), "4-3", RULE));
        assert!(
            fates[0].starts_with("3-3 replaced") && fates[0].contains(fault),
            "{fates:?}"
        );
        assert_eq!(fates[1..], ["3-3 built", "4-3 kept"]);
        assert!(contents(dir.path(), "4-3") == good);
    }
}

/// A whole file under a name that is not its own.
#[test]
fn files_of_another_rule_pair_or_kind_are_left_out() {
    let dir = tempfile::tempdir().expect("a folder");
    build_up_to(dir.path(), "4-3", RULE);
    let values = path(dir.path(), "3-3", Kind::Values);
    let document = folder(dir.path(), Removal::Document);
    fs::create_dir_all(&document).unwrap();
    fs::copy(&values, document.join("3-3.values")).unwrap();
    let tables = Tables::open(dir.path(), Removal::Document);
    assert!(tables.is_empty());
    assert!(
        tables.notes()[0].contains("another removal rule"),
        "{:?}",
        tables.notes()
    );

    fs::copy(&values, path(dir.path(), "4-3", Kind::Values)).unwrap();
    fs::copy(&values, path(dir.path(), "3-3", Kind::Distances)).unwrap();
    let tables = Tables::open(dir.path(), RULE);
    assert_eq!(tables.notes().len(), 2, "{:?}", tables.notes());
    assert!(!tables.covers(4, 3));
    let entry = tables.probe(0b111, 0b111_0000).unwrap();
    assert_eq!(entry.distance, None, "values are there without distances");
}

#[test]
fn no_tables_at_all() {
    let tables = Tables::open(Path::new("/nowhere/at/all"), RULE);
    assert!(tables.is_empty());
    assert_eq!(tables.probe(0b111, 0b111_0000), None);
    assert!(
        tables.notes()[0].contains("parlor tables marelles"),
        "{:?}",
        tables.notes()
    );
}

/// A damaged page is noticed when it is first asked, and the others go on answering.
#[test]
fn a_damaged_page_takes_only_its_own_boards() {
    let dir = tempfile::tempdir().expect("a folder");
    build_up_to(dir.path(), "4-3", RULE);
    let good = Tables::open(dir.path(), RULE);
    let path = path(dir.path(), "4-3", Kind::Values);
    let mut bytes = fs::read(&path).expect("a file");
    bytes[20_000] ^= 1;
    let damaged = dir.path().join("damaged");
    fs::write(&damaged, bytes).unwrap();
    fs::rename(&damaged, &path).unwrap();
    let tables = Tables::open(dir.path(), RULE);
    assert_eq!(
        tables.notes(),
        [""; 0],
        "nothing is read before it is asked"
    );
    let (mut answered, mut silent) = (0, 0);
    for own in (0u32..1 << 24).filter(|own| own.count_ones() == 4) {
        let enemy = (0x7_u32 << (own % 20)) & !own;
        if enemy.count_ones() != 3 {
            continue;
        }
        let known = good
            .probe(own, enemy)
            .expect("the old file is still mapped");
        match tables.probe(own, enemy) {
            Some(entry) => {
                assert_eq!(entry, known);
                answered += 1;
            }
            None => silent += 1,
        }
    }
    assert!(answered > 1_000 && silent > 0, "{answered} {silent}");
    let notes = tables.notes();
    assert!(notes.len() == 1 && notes[0].contains("page 4"), "{notes:?}");
}

#[test]
fn folders_that_cannot_be_used() {
    let dir = tempfile::tempdir().expect("a folder");
    let taken = dir.path().join("taken");
    File::create(&taken).unwrap();
    let error = build(&plan(&taken, "3-3", RULE), &()).unwrap_err();
    assert!(matches!(error, Error::Folder { .. }), "{error}");
    assert!(error.to_string().contains("taken"), "{error}");

    fs::create_dir_all(folder(dir.path(), RULE)).unwrap();
    let lock = File::create(folder(dir.path(), RULE).join("lock")).unwrap();
    lock.lock().expect("nobody panics");
    let error = build(&plan(dir.path(), "3-3", RULE), &()).unwrap_err();
    assert!(matches!(error, Error::Busy { .. }), "{error}");
}
