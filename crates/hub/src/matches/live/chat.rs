//! What is said at the table: acknowledged and told when it is stored, said once, heard by
//! everybody once and in order, whichever node stored it.

use std::collections::VecDeque;

use parlor_engine::{Names, Seat};
use serde::{Deserialize, Serialize};

use super::{Effect, LONGEST_WAIT, LiveMatch, QueuedCommand, RECENT_CHAT, StorageRequest};
use crate::bus::BusMessage;
use crate::people::{PlayerId, moderate};
use crate::protocol::ChatLine;
use crate::{Code, CommandId, MatchId, Refusal};

const LONGEST_CHAT: usize = 300;
/// Chat commands remembered; about older ones the store is asked.
const RECENT_MESSAGES: usize = 64;

/// A chat line, and the command that brought it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatMessage {
    pub line: ChatLine,
    pub player: Option<PlayerId>,
    pub command_id: Option<CommandId>,
}

impl ChatMessage {
    fn key(&self) -> Option<(PlayerId, CommandId)> {
        self.player.zip(self.command_id.clone())
    }
}

/// What became of `StorageRequest::StoreChat`.
#[derive(Debug)]
pub enum ChatResult {
    /// With the number it has now.
    Stored(ChatMessage),
    /// The same command was stored earlier.
    Before,
    Failed,
}

/// The chat of one match.
#[derive(Debug)]
pub(super) struct ChatHistory {
    recent: VecDeque<ChatLine>,
    /// The number of the last line told here; the store numbers without gaps.
    told: u32,
    known_head: u32,
    reading: bool,
    known: VecDeque<(PlayerId, CommandId)>,
    /// Every copy of the command whose line is on its way to the store.
    under_way: Vec<QueuedCommand>,
    /// One line at a time goes there, so that numbers follow each other.
    waiting: VecDeque<(ChatMessage, Vec<QueuedCommand>)>,
}

impl ChatHistory {
    pub(super) fn new(said: Vec<ChatMessage>) -> ChatHistory {
        ChatHistory {
            told: said.last().map_or(0, |message| message.line.seq),
            known_head: 0,
            reading: false,
            known: said.iter().filter_map(ChatMessage::key).collect(),
            recent: said.into_iter().map(|message| message.line).collect(),
            under_way: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.under_way.is_empty() && self.waiting.is_empty() && !self.reading
    }

    pub(super) fn is_known(&self, key: &(PlayerId, CommandId)) -> bool {
        self.known.contains(key)
    }

    /// The latest lines, oldest first.
    pub(super) fn latest(&self) -> Vec<ChatLine> {
        let skipped = self.recent.len().saturating_sub(RECENT_CHAT);
        self.recent.iter().skip(skipped).cloned().collect()
    }

    /// The next line goes to the store.
    fn store_next(&mut self, match_id: MatchId, effects: &mut Vec<Effect>) {
        if self.under_way.is_empty()
            && let Some((mut message, copies)) = self.waiting.pop_front()
        {
            message.line.seq = self.told + 1;
            self.under_way = copies;
            let store = StorageRequest::StoreChat { match_id, message };
            effects.push(Effect::Storage(store));
        }
    }

    fn read(&mut self, match_id: MatchId, effects: &mut Vec<Effect>) {
        if !self.reading {
            self.reading = true;
            let after = self.told;
            let read = StorageRequest::ReadChat { match_id, after };
            effects.push(Effect::Storage(read));
        }
    }
}

impl LiveMatch {
    pub(super) fn say(
        &mut self,
        queued: &QueuedCommand,
        text: &str,
        speaker: Option<&str>,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Result<(), Refusal> {
        let Some(requester) = &queued.requester else {
            return Ok(());
        };
        let player = requester.player.ok_or_else(Refusal::not_seated)?;
        let seat = if self.is_screen_of(Some(player)) {
            self.screen_voice().map(|seat| seat.0)
        } else {
            self.table.seat_of(player)
        };
        let conn = requester.outbox.conn();
        let name = match (seat, speaker) {
            (Some(seat), _) => Names(&self.names).of(Seat(seat)).into_owned(),
            (None, Some(name)) if self.subscribers.iter().any(|it| it.outbox.conn() == conn) => {
                name.to_owned()
            }
            _ => {
                let message = "only those who play or watch may speak at this table";
                return Err(Refusal::new(Code::ChatNotSeated, message));
            }
        };
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let text = text.trim();
        if text.is_empty() {
            return Err(Refusal::new(Code::ChatEmpty, "there is nothing to say"));
        }
        if text.chars().count() > LONGEST_CHAT {
            let message = format!("a chat message has at most {LONGEST_CHAT} characters");
            return Err(Refusal::new(Code::ChatTooLong, message));
        }
        if self.chat.waiting.len() >= LONGEST_WAIT {
            return Err(Refusal::busy());
        }
        let line = ChatLine {
            seq: 0,
            at_ms: now_ms,
            name,
            seat,
            text: moderate(text),
        };
        let message = ChatMessage {
            line,
            player: requester.player,
            command_id: queued.command_id.clone(),
        };
        self.chat.waiting.push_back((message, vec![queued.clone()]));
        self.chat.store_next(self.table.id, effects);
        Ok(())
    }

    /// A resend of what is on its way to the store waits for the same answer.
    pub(super) fn is_being_said(
        &mut self,
        key: &(PlayerId, CommandId),
        queued: &QueuedCommand,
    ) -> bool {
        let same = |it: &QueuedCommand| it.key().as_ref() == Some(key);
        let chat = &mut self.chat;
        let mut all = std::iter::once(&mut chat.under_way)
            .chain(chat.waiting.iter_mut().map(|(_, copies)| copies));
        let Some(copies) = all.find(|copies| copies.iter().any(same)) else {
            return false;
        };
        if copies.len() < LONGEST_WAIT {
            copies.push(queued.clone());
        }
        true
    }

    /// The result of `StorageRequest::StoreChat`.
    pub fn chat_stored(&mut self, result: ChatResult, effects: &mut Vec<Effect>) {
        let copies = std::mem::take(&mut self.chat.under_way);
        let stored = !matches!(result, ChatResult::Failed);
        match result {
            ChatResult::Stored(message) => {
                effects.push(Effect::Publish(BusMessage::Chat {
                    match_id: self.id(),
                    message: Box::new(message.clone()),
                }));
                self.hear_chat(message, effects);
            }
            // It may have been told here or not.
            ChatResult::Before => self.chat.read(self.table.id, effects),
            ChatResult::Failed => {}
        }
        // The answer comes after the news, as with moves and offers: whoever waits for it to go
        // on, as a prompt does, has heard everything.
        for queued in &copies {
            if stored {
                queued.done();
            } else {
                self.refuse(queued, &Refusal::unavailable());
            }
        }
        self.chat.store_next(self.table.id, effects);
    }

    /// Everybody hears a line that is stored. It may come late, twice, or after a gap.
    pub fn hear_chat(&mut self, message: ChatMessage, effects: &mut Vec<Effect>) {
        if message.line.seq > self.chat.told + 1 {
            return self.hear_of_chat(message.line.seq, effects);
        }
        if message.line.seq <= self.chat.told {
            // An empty line takes the place of one that was taken away.
            if message.line.text.is_empty() {
                self.blank_line(message.line);
            }
            return;
        }
        let chat = &mut self.chat;
        chat.told = message.line.seq;
        chat.known.extend(message.key());
        if chat.known.len() > RECENT_MESSAGES {
            chat.known.pop_front();
        }
        chat.recent.push_back(message.line.clone());
        if chat.recent.len() > RECENT_CHAT * 2 {
            chat.recent.pop_front();
        }
        self.tell_line(message.line);
    }

    fn blank_line(&mut self, line: ChatLine) {
        let mut recent = self.chat.recent.iter_mut();
        if let Some(known) = recent.find(|known| known.seq == line.seq) {
            known.text.clear();
            known.name.clone_from(&line.name);
        }
        self.tell_line(line);
    }

    /// So many lines are said to be stored.
    pub fn hear_of_chat(&mut self, seq: u32, effects: &mut Vec<Effect>) {
        self.chat.known_head = self.chat.known_head.max(seq);
        if self.chat.known_head > self.chat.told {
            self.chat.read(self.table.id, effects);
        }
    }

    /// The result of `StorageRequest::ReadChat`; `None` when the store did not answer.
    pub fn chat_read(&mut self, messages: Option<Vec<ChatMessage>>, effects: &mut Vec<Effect>) {
        self.chat.reading = false;
        let Some(messages) = messages else {
            return;
        };
        let more = !messages.is_empty();
        for message in messages {
            self.hear_chat(message, effects);
        }
        if more {
            self.hear_of_chat(0, effects);
        }
    }
}
