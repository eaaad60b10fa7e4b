use std::borrow::Cow;

/// What was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RejectionKind {
    /// Something somebody does in a match, or asks about it.
    Action,
    /// The options of a match.
    Options,
    /// How many play.
    Seats,
    /// A position.
    State,
}

/// Why a request was refused. The code is stable and meant for programs, the message for people.
/// Nothing a viewer may not know may enter either.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Rejection {
    pub kind: RejectionKind,
    pub code: Cow<'static, str>,
    pub message: String,
}

impl Rejection {
    /// The words in which the engine refuses, whatever is played; a game's own are in
    /// [`Game::REFUSALS`](crate::Game::REFUSALS). What they mean stands in docs/protocol.md.
    pub const WORDS: [&'static str; 14] = [
        "no_draws",
        "no_perft",
        "no_seat",
        "no_sketch",
        "not_your_turn",
        "notation",
        "option",
        "over",
        "revealed",
        "seats",
        "sequence",
        "state",
        "take_back",
        "view",
    ];

    /// Of an action, in a word of the rules.
    pub fn new(code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Action, code, message)
    }

    fn of(kind: RejectionKind, code: &'static str, message: impl Into<String>) -> Rejection {
        Rejection {
            kind,
            code: Cow::Borrowed(code),
            message: message.into(),
        }
    }

    pub fn not_your_turn() -> Rejection {
        Rejection::new("not_your_turn", "it is not this seat's turn")
    }

    pub fn no_seat() -> Rejection {
        Rejection::new("no_seat", "there is no such seat")
    }

    pub fn over() -> Rejection {
        Rejection::new("over", "the game is over")
    }

    pub fn notation(expected: &str) -> Rejection {
        Rejection::new("notation", format!("not an action: expected {expected}"))
    }

    pub fn option(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Options, "option", message)
    }

    pub fn seats(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::Seats, "seats", message)
    }

    pub fn state(message: impl Into<String>) -> Rejection {
        Rejection::of(RejectionKind::State, "state", message)
    }

    /// What must hold in every state of a game.
    pub fn demand(holds: bool, message: &str) -> Result<(), Rejection> {
        if holds {
            Ok(())
        } else {
            Err(Rejection::state(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Words that a source file refuses with.
    fn used(folder: &Path, words: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).expect("sources are readable") {
            let path = entry.expect("sources are readable").path();
            if path.is_dir() {
                used(&path, words);
                continue;
            }
            let source = fs::read_to_string(path).expect("sources are readable");
            for call in ["Rejection::new(", "Rejection::of("] {
                let calls = source.split(call).skip(1);
                let first = calls.filter_map(|call| call.split('"').nth(1));
                let is_word =
                    |it: &&str| it.bytes().all(|it| it == b'_' || it.is_ascii_lowercase());
                words.extend(first.filter(is_word).map(str::to_owned));
            }
        }
    }

    #[test]
    fn every_word_is_listed_and_explained() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut words = BTreeSet::new();
        used(&here.join("src"), &mut words);
        assert_eq!(words, BTreeSet::from(Rejection::WORDS.map(str::to_owned)));
        let page = fs::read_to_string(here.join("../../docs/protocol.md")).expect("the page");
        let (_, list) = page.split_once("| word | meaning |").expect("a list");
        let (list, _) = list.split_once("\n\n").expect("an end of the list");
        let listed = list.lines().filter_map(|line| line.split('`').nth(1));
        assert!(listed.eq(Rejection::WORDS), "docs/protocol.md: {list}");
    }
}
