//! What a text client may type; section 4. Bytes in, commands out: no I/O.

use crate::{Action, COLUMNS};

/// A command on the text port means exactly one action.
pub type Command = Action;

/// A line, its end included, may have this many bytes.
pub const LONGEST_LINE: usize = 64;

/// The line is no command; the answer is [`SYNTAX_ERROR`](crate::SYNTAX_ERROR).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SyntaxError;

impl Action {
    /// Reads one line, with or without its end.
    pub fn read(line: &[u8]) -> Result<Action, SyntaxError> {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        let first = line.iter().position(|byte| !is_blank(byte)).unwrap_or(0);
        let end = line.iter().rposition(|byte| !is_blank(byte));
        let word = line.get(first..=end.unwrap_or(0)).unwrap_or_default();
        let &[own, target] = word else {
            return Err(SyntaxError);
        };
        match (own.to_ascii_uppercase(), target.to_ascii_uppercase()) {
            (b'P', b'S') => Ok(Action::Pass),
            (own, target) => Ok(Action::Attack {
                own: column(own)?,
                target: column(target)?,
            }),
        }
    }
}

fn column(letter: u8) -> Result<u8, SyntaxError> {
    match letter.checked_sub(b'A') {
        Some(column) if column < COLUMNS => Ok(column),
        _ => Err(SyntaxError),
    }
}

/// Splits what a connection sends into commands, in 64 bytes of memory.
///
/// A line that does not end within 64 bytes is a syntax error, reported as soon as that is known;
/// the rest of it is dropped.
#[derive(Clone, Debug)]
pub struct CommandReader {
    line: [u8; LONGEST_LINE],
    length: usize,
    dropping: bool,
}

impl Default for CommandReader {
    fn default() -> CommandReader {
        CommandReader {
            line: [0; LONGEST_LINE],
            length: 0,
            dropping: false,
        }
    }
}

impl CommandReader {
    pub fn new() -> CommandReader {
        CommandReader::default()
    }

    /// Takes the next byte; answers when it completes a command or an error.
    pub fn push(&mut self, byte: u8) -> Option<Result<Command, SyntaxError>> {
        let ends = byte == b'\n';
        if self.dropping {
            self.dropping = !ends;
            return None;
        }
        self.line[self.length] = byte;
        self.length += 1;
        if ends {
            let line = &self.line[..self.length];
            self.length = 0;
            return Some(Command::read(line));
        }
        if self.length == LONGEST_LINE {
            self.length = 0;
            self.dropping = true;
            return Some(Err(SyntaxError));
        }
        None
    }

    /// Takes many bytes; gives what they complete, in order.
    pub fn read<'a>(
        &'a mut self,
        bytes: &'a [u8],
    ) -> impl Iterator<Item = Result<Command, SyntaxError>> + 'a {
        bytes.iter().filter_map(|&byte| self.push(byte))
    }
}
