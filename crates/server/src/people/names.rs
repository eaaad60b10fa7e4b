use rustrict::{CensorStr, Type};

use crate::{Code, Refusal};

const LONGEST_NICKNAME: usize = 64;

/// A nickname as it is shown: trimmed, bounded, one line.
pub fn clean_nickname(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    if name.is_empty() {
        return Err(Refusal::new(
            Code::PeopleName,
            "a name must contain a visible character",
        ));
    }
    if name.chars().count() > LONGEST_NICKNAME {
        let message = format!("a name has at most {LONGEST_NICKNAME} characters");
        return Err(Refusal::new(Code::PeopleName, message));
    }
    if name.chars().any(|c| c.is_control() || is_invisible(c)) {
        return Err(Refusal::new(
            Code::PeopleName,
            "a name has no control characters",
        ));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(Refusal::new(
            Code::PeopleName,
            "a name needs a letter or a digit",
        ));
    }
    if name.to_lowercase().starts_with("bot ") || name.eq_ignore_ascii_case("computer") {
        return Err(Refusal::new(Code::PeopleName, "that name is kept for bots"));
    }
    // Milder matches hit harmless names ("Bob 5").
    if without_numbers(name).is(Type::SEVERE) {
        return Err(Refusal::new(
            Code::PeopleName,
            "please choose a friendlier name",
        ));
    }
    Ok(name.to_owned())
}

/// The name with a blank in place of each number: to the filter digits are letters in disguise,
/// and a long enough number then says anything. One or two digits inside of a word stay.
fn without_numbers(name: &str) -> String {
    let mut kept = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let end = from
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(from.len());
        let (number, after) = from.split_at(end);
        kept.push_str(before);
        let in_a_word =
            kept.ends_with(char::is_alphabetic) || after.starts_with(char::is_alphabetic);
        kept.push_str(if in_a_word && number.len() <= 2 {
            number
        } else {
            " "
        });
        rest = after;
    }
    kept + rest
}

/// Marks that reorder or hide text, with which one name could pose as another.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{00ad}')
}

/// Names that look the same count as the same.
pub fn name_key(name: &str) -> String {
    let folded: String = name
        .to_lowercase()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    folded
}

/// Masks swearing and leaves everything else as it is.
pub fn moderate(text: &str) -> String {
    text.censor()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nicknames_are_bounded_and_visible() {
        assert_eq!(clean_nickname("  Ann ").unwrap(), "Ann");
        assert_eq!(clean_nickname("王小明").unwrap(), "王小明");
        assert_eq!(clean_nickname("Bob 5").unwrap(), "Bob 5");
        for bad in [
            "",
            "   ",
            "a\nb",
            "a\u{202e}b",
            "---",
            &"x".repeat(65),
            "Bot 7",
            "computer",
        ] {
            assert!(clean_nickname(bad).is_err(), "{bad:?}");
        }
        assert_eq!(name_key("  ANN  lee "), "ann lee");
    }

    #[test]
    fn numbers_say_nothing() {
        for name in [
            "player-1339179526-305-1",
            "player-455-1",
            "Ann 8008135",
            "user1339179526",
            "455-37337",
        ] {
            assert_eq!(clean_nickname(name).unwrap(), name);
        }
        for number in 0..5_000_u64 {
            let name = format!(
                "player-{}-{}-{}",
                number * 267_835_905,
                number % 397,
                number % 7
            );
            assert!(clean_nickname(&name).is_ok(), "{name}");
        }
        // Digits inside of a word are still letters in disguise.
        assert_eq!(
            without_numbers("f4st as 1 or 22b, 333c"),
            "f4st as   or 22b,  c"
        );
        for bad in ["f4gg0t", "the n1gger"] {
            assert!(clean_nickname(bad).is_err(), "{bad}");
        }
    }

    /// Risk page 9, test 4.
    #[test]
    fn swearing_is_masked_and_innocent_words_stay() {
        assert_ne!(moderate("SHIT happens"), "SHIT happens");
        assert!(moderate("SHIT happens").ends_with("happens"));
        assert_eq!(
            moderate("Scunthorpe scrap assassin"),
            "Scunthorpe scrap assassin"
        );
        assert_eq!(
            moderate("<script>alert(1)</script>"),
            "<script>alert(1)</script>"
        );
    }
}
