//! What is said at the table: acknowledged and told when it is stored, and said once.

use parlor_engine::{Names, Seat};

use super::{Asked, Effect, LONGEST_WAIT, Live, RECENT_CHAT};
use crate::Refusal;
use crate::people::{PlayerId, moderate};
use crate::protocol::{ChatLine, ServerMessage};

const LONGEST_CHAT: usize = 300;
/// Chat commands remembered; about older ones the store is asked.
const RECENT_SAYINGS: usize = 64;

/// What became of `Effect::StoreChat`.
#[derive(Debug)]
pub enum Spoken {
    /// With the number it has now.
    Stored(ChatLine),
    /// The same command was stored earlier.
    Before,
    Failed,
}

impl Live {
    pub(super) fn say(
        &mut self,
        asked: &Asked,
        text: &str,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let Some(asker) = &asked.asker else {
            return Ok(());
        };
        let seat = self
            .table
            .seat_of(asker.player.ok_or_else(Refusal::not_seated)?);
        let seat = seat.ok_or_else(|| {
            Refusal::new(
                "chat/not_seated",
                "only those who play may speak at this table",
            )
        })?;
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::new("chat/empty", "there is nothing to say"));
        }
        if text.chars().count() > LONGEST_CHAT {
            let message = format!("a chat message has at most {LONGEST_CHAT} characters");
            return Err(Refusal::new("chat/too_long", message));
        }
        if self.saying.len() >= LONGEST_WAIT {
            return Err(Refusal::busy());
        }
        self.chat_seq += 1;
        let line = ChatLine {
            seq: self.chat_seq,
            at_ms: now_ms,
            name: Names(&self.names).of(Seat(seat)),
            seat: Some(seat),
            text: moderate(text),
        };
        effects.push(Effect::StoreChat(line, asker.player, asked.id.clone()));
        self.saying.insert(self.chat_seq, vec![asked.clone()]);
        Ok(())
    }

    /// A resend of what is on its way to the store waits for the same answer.
    pub(super) fn is_being_said(&mut self, key: &(PlayerId, String), asked: &Asked) -> bool {
        let same = |it: &Asked| sayer(it).as_ref() == Some(key);
        let same = |all: &&mut Vec<Asked>| all.iter().any(same);
        let Some(copies) = self.saying.values_mut().find(same) else {
            return false;
        };
        if copies.len() < LONGEST_WAIT {
            copies.push(asked.clone());
        }
        true
    }

    /// The result of `Effect::StoreChat` for the line that was given this number.
    pub fn spoken(&mut self, number: u32, spoken: Spoken) {
        let copies = self.saying.remove(&number).unwrap_or_default();
        if let Spoken::Failed = spoken {
            for asked in &copies {
                self.refuse(asked, &Refusal::unavailable());
            }
            return;
        }
        self.said.extend(copies.first().and_then(sayer));
        if self.said.len() > RECENT_SAYINGS {
            self.said.pop_front();
        }
        for asked in &copies {
            Self::done(asked);
        }
        if let Spoken::Stored(line) = spoken {
            self.hear_said(line);
        }
    }

    /// Everybody hears a line that is stored.
    fn hear_said(&mut self, line: ChatLine) {
        self.chat_seq = self.chat_seq.max(line.seq);
        self.chat.push_back(line.clone());
        if self.chat.len() > RECENT_CHAT * 2 {
            self.chat.pop_front();
        }
        self.broadcast(&ServerMessage::Chat {
            game_match: self.table.id.clone(),
            line,
        });
    }
}

fn sayer(asked: &Asked) -> Option<(PlayerId, String)> {
    asked.asker.as_ref()?.player.zip(asked.id.clone())
}
