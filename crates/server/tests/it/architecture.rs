//! ARCHITECTURE.md holds what it promises: a move can be followed through a few files, and few words.

use std::path::Path;

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap()
}

/// The rows of the first table after these words.
fn rows(page: &str, after: &str) -> Vec<Vec<String>> {
    let (_, rest) = page.split_once(after).unwrap();
    let lines = rest.lines().skip_while(|line| !line.starts_with('|'));
    let lines = lines.take_while(|line| line.starts_with('|')).skip(2);
    let cells = |line: &str| line.split('|').map(|it| it.trim().to_owned()).collect();
    lines.map(cells).collect()
}

/// What stands in backquotes.
fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn the_path_of_a_move_is_as_it_is_told() {
    let page = page();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hub/src");
    let mut files: Vec<String> = Vec::new();
    for row in rows(&page, "A move crosses each room once") {
        let file = code(&row[1])[0].to_owned();
        let path = match file.strip_prefix("crates/store/") {
            Some(rest) => source.join("../../store").join(rest),
            None => source.join(&file),
        };
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("there is no {file}"));
        let (beside, named): (Vec<_>, Vec<_>) =
            code(&row[2]).into_iter().partition(|it| it.contains('/'));
        for other in beside {
            assert!(path.with_file_name("").join(other).exists(), "{other}");
        }
        // Of `A::b` both are to be found there.
        let words: Vec<&str> = named.iter().flat_map(|it| it.split("::")).collect();
        for word in &words {
            assert!(text.contains(word), "{file} knows no {word}");
        }
        let defined = |word: &&str| {
            let kinds = ["fn", "struct", "enum", "trait"].iter();
            let mut heads = kinds.map(|kind| format!("{kind} {word}"));
            heads.any(|head| text.contains(&head))
        };
        assert!(
            words.is_empty() || words.iter().any(defined),
            "{file} is where none of {words:?} is"
        );
        if !files.contains(&file) {
            files.push(file);
        }
    }
    assert!((8..=12).contains(&files.len()), "{files:?}");
}

#[test]
fn the_glossary_is_short_enough_to_be_read() {
    let page = page();
    let words = rows(&page, "## Glossary");
    assert!((15..=25).contains(&words.len()), "{} words", words.len());
}
