use std::io::{self, BufRead};

/// The longest line that is kept; a full state of the largest board is far below.
const LONGEST_LINE: usize = 8 << 20;

pub(super) enum Line {
    Text(String),
    NotUtf8,
    TooLong,
}

/// Lines of bounded length: what is too long is skipped, not stored.
pub(super) struct Lines<R> {
    input: R,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Lines { input }
    }

    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        let mut too_long = false;
        loop {
            let chunk = self.input.fill_buf()?;
            if chunk.is_empty() {
                if line.is_empty() && !too_long {
                    return Ok(None);
                }
                break;
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            if line.len() + taken > LONGEST_LINE {
                too_long = true;
                line = Vec::new();
            } else if !too_long {
                line.extend_from_slice(&chunk[..taken]);
            }
            self.input.consume(end.map_or(taken, |end| end + 1));
            if end.is_some() {
                break;
            }
        }
        Ok(Some(match String::from_utf8(line) {
            _ if too_long => Line::TooLong,
            Ok(text) => Line::Text(text),
            Err(_) => Line::NotUtf8,
        }))
    }
}
