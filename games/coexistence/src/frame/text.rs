//! Names and messages in the frame's narrow alphabet.

use super::grid::LOG_WIDTH;

/// A name box has five lines of five characters.
pub(super) const BOX: usize = 5;

/// Printable ASCII; everything else becomes `?`.
fn clean(text: &str, most: usize) -> Vec<u8> {
    text.chars()
        .take(most)
        .map(|letter| match letter {
            ' '..='~' => letter as u8,
            _ => b'?',
        })
        .collect()
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != b' ');
    &bytes[..end.map_or(0, |last| last + 1)]
}

/// The message, ready for its line.
pub(super) fn log(text: &str) -> Vec<u8> {
    clean(text, LOG_WIDTH)
}

/// A name wrapped into its box, its lines in the middle as in the page's sample.
pub(super) fn wrap(name: &str) -> [[u8; BOX]; BOX] {
    let bytes = clean(name, BOX * BOX);
    let bytes = trimmed(&bytes);
    let blank = bytes
        .chunks(BOX)
        .take_while(|line| trimmed(line).is_empty());
    let skipped = blank.count();
    let lines = || bytes.chunks(BOX).skip(skipped);
    let top = (BOX - lines().len()) / 2;
    let mut wrapped = [[b' '; BOX]; BOX];
    for (row, line) in wrapped[top..].iter_mut().zip(lines()) {
        row[..line.len()].copy_from_slice(line);
    }
    wrapped
}

/// The name in a box, wherever in the box it stands.
pub(super) fn unwrap(lines: [&[u8]; BOX]) -> String {
    let name: Vec<u8> = lines
        .into_iter()
        .skip_while(|line| trimmed(line).is_empty())
        .flatten()
        .copied()
        .collect();
    plain(&name)
}

/// Text from the wire, without the blanks that fill it up.
pub(super) fn plain(bytes: &[u8]) -> String {
    trimmed(bytes)
        .iter()
        .map(|&byte| match byte {
            b' '..=b'~' => char::from(byte),
            _ => '?',
        })
        .collect()
}
