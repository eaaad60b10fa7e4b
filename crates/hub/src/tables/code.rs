//! The short code by which people call each other to a table: said across a room, typed by hand.

use parlor_store::StoreError;

use super::rows::parse;
use super::{Table, Tables};
use crate::environment::Environment;
use crate::people::PlayerId;
use crate::protocol::{Status, TableInfo};
use crate::random::Draw;
use crate::{Code, MatchId, Refusal};

/// None looks like another, or like a digit.
const LETTERS: &[u8; 18] = b"ACDEFHJKLMNPRTUWXY";
/// The second letter: with it a code can be said as a word.
const VOWELS: &[u8; 3] = b"AEU";
const LENGTH: usize = 5;
/// Another code is drawn when one is taken; so often only if nearly all are.
const MOST_ATTEMPTS: u32 = 32;
/// After this a code may lead to another table. Until then it says what became of the first.
const KEPT_MS: i64 = 2 * 86_400_000;

/// Five letters.
#[allow(clippy::indexing_slicing)] // a remainder is in bounds
fn draw(from: &impl Draw) -> String {
    let bytes: [u8; LENGTH] = from.bytes();
    let letter = |(place, byte): (usize, u8)| {
        let letters: &[u8] = if place == 1 { VOWELS } else { LETTERS };
        char::from(letters[usize::from(byte) % letters.len()])
    };
    bytes.into_iter().enumerate().map(letter).collect()
}

/// A code as somebody has typed it: letter case, spaces and hyphens do not matter, nor does what
/// looks like one of its letters.
pub fn read_code(text: &str) -> Option<String> {
    let letters = text.chars().filter(|it| !it.is_whitespace() && *it != '-');
    let code: String = letters
        .map(|it| match it.to_ascii_uppercase() {
            'I' | '1' => 'L',
            'V' => 'U',
            it => it,
        })
        .take(LENGTH + 1)
        .collect();
    let good = code.len() == LENGTH && code.bytes().all(|it| LETTERS.contains(&it));
    good.then_some(code)
}

impl<O: Environment> Tables<O> {
    /// Gives a table that waits for people a code. Whoever finds all taken goes without.
    pub(super) async fn give_code(&self, table: &mut Table) -> Result<(), StoreError> {
        for _ in 0..MOST_ATTEMPTS {
            let code = draw(&self.env);
            // Five letters can be a word that nobody wants to say.
            if crate::people::moderate(&code) != code {
                continue;
            }
            let now = self.env.now_ms();
            if self.env.claim_code(&code, &table.id, now).await? {
                table.code = Some(code);
                break;
            }
        }
        Ok(())
    }

    /// The table behind a code, with the secret of its invite link: whoever was told the code is
    /// invited.
    pub async fn by_code(
        &self,
        code: &str,
        reader: Option<PlayerId>,
    ) -> Result<TableInfo, Refusal> {
        let code = read_code(code).ok_or_else(unknown)?;
        let id = self.env.match_by_code(&code).await?.ok_or_else(unknown)?;
        let id = MatchId::from_outside(&id);
        let row = self.env.row(&id).await?.ok_or_else(ended)?;
        let table = parse(&row.body)?;
        let gone = row.status == parlor_store::MatchStatus::Aborted || table.status == Status::Over;
        if gone || table.code.as_deref() != Some(code.as_str()) {
            return Err(ended());
        }
        if table.status == Status::Running && !table.may_watch(reader, Some(&table.invite)) {
            let message = "the match has started, and nobody may watch it";
            return Err(Refusal::new(Code::TableStarted, message));
        }
        let mut info = table.info(reader);
        info.invite = Some(table.invite.clone());
        Ok(info)
    }

    /// Forgets codes that have long been of no use.
    pub(super) async fn prune_codes(&self) -> Result<(), Refusal> {
        let before = self.env.now_ms() - KEPT_MS;
        Ok(self.env.prune_codes(before).await?)
    }
}

fn unknown() -> Refusal {
    Refusal::new(
        Code::TableCode,
        "no table has this code; check the letters with whoever told you",
    )
}

fn ended() -> Refusal {
    Refusal::new(
        Code::TableCodeEnded,
        "the table with this code is closed, or its match is over",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::System;

    #[test]
    fn codes_are_read_as_they_are_said() {
        for _ in 0..200 {
            let code = draw(&System);
            assert_eq!(read_code(&code), Some(code.clone()));
            let spaced = format!(" {}-{} ", &code[..2].to_lowercase(), &code[2..]);
            assert_eq!(read_code(&spaced), Some(code));
        }
        assert_eq!(read_code("kei1v").as_deref(), Some("KELLU"));
        for wrong in [
            "",
            "KETR",
            "KETRAX",
            "KÉTRA",
            "K3TRA",
            "KOTRA",
            "中文中文中",
        ] {
            assert_eq!(read_code(wrong), None, "{wrong}");
        }
    }
}
