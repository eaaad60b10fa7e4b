use rustrict::{CensorStr, Type};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::confusable_detection::skeleton;

use crate::{Code, Refusal};

const LONGEST_NICKNAME: usize = 64;
/// As long as the store keeps it.
const LONGEST_KEY: usize = 128;
/// Accents on one letter; no writing needs more, and towers of them cover other lines.
const MOST_MARKS: usize = 3;

/// Letters that look like letters that look like others; there are no longer chains.
const MOST_LIKENESSES: usize = 4;

/// A nickname as it is shown: in the usual form of its characters, trimmed, bounded, one line.
pub fn clean_nickname(name: &str) -> Result<String, Refusal> {
    let refuse = |message: &'static str| Err(Refusal::new(Code::PeopleName, message));
    if name.len() > 8 * LONGEST_NICKNAME {
        return refuse("a name has at most 64 characters");
    }
    let name = usual(name);
    let name = name.trim();
    if name.is_empty() {
        return refuse("a name must contain a visible character");
    }
    if name.chars().count() > LONGEST_NICKNAME || name_key(name).chars().count() > LONGEST_KEY {
        return refuse("a name has at most 64 characters");
    }
    if is_deceptive(name) {
        return refuse("a name has no hidden or control characters");
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
/// and a long enough number then says anything.
fn without_numbers(name: &str) -> String {
    pieces(name)
        .map(|(piece, is_number)| if is_number { " " } else { piece })
        .collect()
}

/// One form for characters that are written in several ways (NFKC), without the marks that choose
/// between a picture and a letter.
pub fn usual(text: &str) -> String {
    let plain = text.nfkc();
    plain
        .filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}'))
        .collect()
}

/// Whether something in it cannot be seen, reorders what can, or piles up: means to pose as
/// another name.
pub fn is_deceptive(text: &str) -> bool {
    let mut marks = 0;
    text.chars().any(|c| {
        let category = c.general_category();
        let is_mark = matches!(
            category,
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
        );
        marks = if is_mark { marks + 1 } else { 0 };
        let hidden = matches!(
            category,
            GeneralCategory::Control
                | GeneralCategory::Format
                | GeneralCategory::Surrogate
                | GeneralCategory::PrivateUse
                | GeneralCategory::Unassigned
                | GeneralCategory::LineSeparator
                | GeneralCategory::ParagraphSeparator
        );
        hidden
            || marks > MOST_MARKS
            || is_blank(c)
            || (category == GeneralCategory::SpaceSeparator && c != ' ')
    })
}

/// Letters, marks and signs that are not drawn: default ignorable code points, fillers, the empty
/// Braille pattern. <https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point>
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{034f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{2065}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Names that look the same count as the same: case, blanks, and letters of other alphabets that
/// are drawn like ours (UTS 39). ASCII stands for itself: `l` and `1` are told apart by most fonts.
pub fn name_key(name: &str) -> String {
    let mut key = drawn(name);
    // What a letter looks like may look like something else again.
    for _ in 0..MOST_LIKENESSES {
        let again = drawn(&key);
        if again == key {
            break;
        }
        key = again;
    }
    key
}

fn drawn(name: &str) -> String {
    let mut key = String::new();
    for c in usual(&name.to_lowercase()).chars() {
        if c.is_ascii() {
            key.push(c);
        } else {
            key.push_str(&drawn_like(c));
        }
    }
    let words: Vec<&str> = key.split_whitespace().collect();
    words.join(" ")
}

/// The letters that this small one looks like, or its capital where that one looks like ours.
fn drawn_like(c: char) -> String {
    let like = |text: &str| -> String { skeleton(text).flat_map(char::to_lowercase).collect() };
    let small = like(&c.to_string());
    if small.is_ascii() {
        return small;
    }
    let capital = like(&c.to_uppercase().to_string());
    if capital.is_ascii() { capital } else { small }
}

/// The keys that names had before: when likenesses of likenesses did not count, and when none did.
/// Those stored with them are still found.
pub fn former_keys(name: &str) -> [String; 2] {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    [drawn(name), words.join(" ")]
}

/// Masks swearing and leaves everything else as it is: accents, numbers (to the filter they are
/// letters in disguise), kisses and the numbers of armies.
pub fn moderate(text: &str) -> String {
    let mut said = String::with_capacity(text.len());
    let mut start = 0;
    for word in text.split_whitespace().filter(|word| is_harmless(word)) {
        // A word is a part of the text.
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        said.push_str(&masked(text.get(start..at).unwrap_or_default()));
        said.push_str(word);
        start = at + word.len();
    }
    said.push_str(&masked(text.get(start..).unwrap_or_default()));
    said
}

fn masked(text: &str) -> String {
    let mask = |(piece, is_number): (&str, bool)| {
        if is_number || piece.isnt(Type::INAPPROPRIATE) {
            return piece.to_owned();
        }
        // The filter takes accents away, too: only its asterisks are wanted.
        let filtered = piece.censor();
        if filtered.chars().count() != piece.chars().count() {
            return filtered;
        }
        let both = piece.chars().zip(filtered.chars());
        both.map(|(said, left)| if left == '*' { '*' } else { said })
            .collect()
    };
    pieces(text).map(mask).collect()
}

/// No word, whatever the filter makes of it: kisses, a Roman number, a long run of one letter.
fn is_harmless(word: &str) -> bool {
    let is_roman = |c: char| matches!(c, 'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M');
    let is_kiss = |c: char| matches!(c, 'x' | 'X');
    word.chars().all(is_kiss) || word.chars().all(is_roman) || is_one_letter(word)
}

/// Four times the same letter and more.
fn is_one_letter(word: &str) -> bool {
    let mut letters = word.chars().flat_map(char::to_lowercase);
    let first = letters.next();
    let rest = letters.clone().count();
    rest >= 3 && letters.all(|letter| Some(letter) == first)
}

/// The text in pieces, numbers apart. One or two digits inside of a word belong to it.
fn pieces(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut found = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(rest) = text.get(at..) {
        let Some(digits) = rest.find(|c: char| c.is_ascii_digit()) else {
            break;
        };
        let from = at + digits;
        let length = text.get(from..).unwrap_or_default();
        let length = length
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(length.len());
        at = from + length;
        let before = text.get(..from).unwrap_or_default();
        let after = text.get(at..).unwrap_or_default();
        let in_a_word =
            before.ends_with(char::is_alphabetic) || after.starts_with(char::is_alphabetic);
        if !in_a_word || length > 2 {
            found.push((text.get(start..from).unwrap_or_default(), false));
            found.push((text.get(from..at).unwrap_or_default(), true));
            start = at;
        }
    }
    found.push((text.get(start..).unwrap_or_default(), false));
    found.into_iter().filter(|(piece, _)| !piece.is_empty())
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
    fn look_alikes_are_one_name() {
        for (one, other) in [
            ("Ann", "\u{0410}nn"),
            ("Tom", "\u{0422}\u{03bf}m"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("Ann", "\u{ff21}nn"),
            ("ann lee", "Ann\u{a0}\u{3000}LEE"),
            ("Ann", "Ann\u{fe0f}"),
            // What the one looks like looks like the other.
            ("3\u{306}a", "\u{1ef}a"),
        ] {
            let key = |name| name_key(&clean_nickname(name).unwrap());
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("Ann", "Änn"), ("Tom", "Tim"), ("王", "玉"), ("il", "i1")] {
            assert_ne!(name_key(one), name_key(other));
        }
        for hidden in [
            "\u{3164}",
            "Ann\u{3164}",
            "Ann\u{180e}",
            "Ann\u{61c}",
            "Ann\u{e0041}",
            "Ann\u{202e}",
            "Ann\u{200d}",
            "Ann\u{2800}",
            "Ann\u{115f}",
            "A\u{301}\u{301}\u{301}\u{301}\u{301}nn",
            "\u{fdfa}\u{fdfa}\u{fdfa}\u{fdfa}",
        ] {
            assert!(clean_nickname(hidden).is_err(), "{hidden:?}");
        }
    }

    #[test]
    fn numbers_in_chat_stay() {
        for text in ["call 0171 4455 817", "555-4559, 8008135!", "1337 at 18:30"] {
            assert_eq!(moderate(text), text);
        }
    }

    #[test]
    fn runs_of_one_letter_are_no_words() {
        let laugh = "x".repeat(300);
        for text in [laugh.as_str(), "zzzz good night", "HAAAA xXxXx no"] {
            assert_eq!(moderate(text), text);
        }
        assert!(!moderate("xxxxx shit").contains("shit"));
        assert!(!moderate("shit xxxxx").contains("shit"));
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

    #[test]
    fn what_is_harmless_is_left_as_it_was_said() {
        for text in [
            "xxx",
            "see you xxxx",
            "x x x",
            "the XXXI Corps",
            "schön größer Ärger, café, niño, Łódź, 王 и привет",
            "nai\u{308}ve",
            "A7xD7, then 3,4-5,6",
        ] {
            assert_eq!(moderate(text), text);
        }
        assert_ne!(moderate("s h i t x"), "s h i t x");
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
