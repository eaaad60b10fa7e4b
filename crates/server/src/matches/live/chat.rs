//! What is said at the table: acknowledged and told when it is stored, said once, heard by
//! everybody once and in order, whichever node stored it.

use std::collections::VecDeque;

use parlor_engine::{Names, Seat};
use serde::{Deserialize, Serialize};

use super::{Asked, Effect, LONGEST_WAIT, Live, RECENT_CHAT};
use crate::Refusal;
use crate::bus::News;
use crate::people::{PlayerId, moderate};
use crate::protocol::{ChatLine, ServerMessage};

const LONGEST_CHAT: usize = 300;
/// Chat commands remembered; about older ones the store is asked.
const RECENT_SAYINGS: usize = 64;

/// A chat line, and the command that brought it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Saying {
    pub line: ChatLine,
    pub player: Option<PlayerId>,
    pub cmd: Option<String>,
}

impl Saying {
    fn key(&self) -> Option<(PlayerId, String)> {
        self.player.zip(self.cmd.clone())
    }
}

/// What became of `Effect::StoreChat`.
#[derive(Debug)]
pub enum Spoken {
    /// With the number it has now.
    Stored(Saying),
    /// The same command was stored earlier.
    Before,
    Failed,
}

/// The chat of one match.
#[derive(Debug)]
pub(super) struct Sayings {
    recent: VecDeque<ChatLine>,
    /// The number of the last line told here; the store numbers without gaps.
    told: u32,
    heard_of: u32,
    reading: bool,
    known: VecDeque<(PlayerId, String)>,
    /// Every copy of the command whose line is on its way to the store.
    under_way: Vec<Asked>,
    /// One line at a time goes there, so that numbers follow each other.
    waiting: VecDeque<(Saying, Vec<Asked>)>,
}

impl Sayings {
    pub(super) fn new(said: Vec<Saying>) -> Sayings {
        Sayings {
            told: said.last().map_or(0, |saying| saying.line.seq),
            heard_of: 0,
            reading: false,
            known: said.iter().filter_map(Saying::key).collect(),
            recent: said.into_iter().map(|saying| saying.line).collect(),
            under_way: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.under_way.is_empty() && self.waiting.is_empty() && !self.reading
    }

    pub(super) fn is_known(&self, key: &(PlayerId, String)) -> bool {
        self.known.contains(key)
    }

    /// The latest lines, oldest first.
    pub(super) fn latest(&self) -> Vec<ChatLine> {
        let skipped = self.recent.len().saturating_sub(RECENT_CHAT);
        self.recent.iter().skip(skipped).cloned().collect()
    }

    /// The next line goes to the store.
    fn speak(&mut self, effects: &mut Vec<Effect>) {
        if self.under_way.is_empty()
            && let Some((mut saying, copies)) = self.waiting.pop_front()
        {
            saying.line.seq = self.told + 1;
            self.under_way = copies;
            effects.push(Effect::StoreChat(saying));
        }
    }

    fn look(&mut self, effects: &mut Vec<Effect>) {
        if !self.reading {
            self.reading = true;
            effects.push(Effect::ReadChat { after: self.told });
        }
    }
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
        if self.chat.waiting.len() >= LONGEST_WAIT {
            return Err(Refusal::busy());
        }
        let line = ChatLine {
            seq: 0,
            at_ms: now_ms,
            name: Names(&self.names).of(Seat(seat)),
            seat: Some(seat),
            text: moderate(text),
        };
        let saying = Saying {
            line,
            player: asker.player,
            cmd: asked.id.clone(),
        };
        self.chat.waiting.push_back((saying, vec![asked.clone()]));
        self.chat.speak(effects);
        Ok(())
    }

    /// A resend of what is on its way to the store waits for the same answer.
    pub(super) fn is_being_said(&mut self, key: &(PlayerId, String), asked: &Asked) -> bool {
        let same = |it: &Asked| sayer(it).as_ref() == Some(key);
        let chat = &mut self.chat;
        let mut all = std::iter::once(&mut chat.under_way)
            .chain(chat.waiting.iter_mut().map(|(_, copies)| copies));
        let Some(copies) = all.find(|copies| copies.iter().any(same)) else {
            return false;
        };
        if copies.len() < LONGEST_WAIT {
            copies.push(asked.clone());
        }
        true
    }

    /// The result of `Effect::StoreChat`.
    pub fn spoken(&mut self, spoken: Spoken, effects: &mut Vec<Effect>) {
        let copies = std::mem::take(&mut self.chat.under_way);
        let stored = !matches!(spoken, Spoken::Failed);
        match spoken {
            Spoken::Stored(saying) => {
                let news = News::Said {
                    table: self.table.id.clone(),
                    saying: Box::new(saying.clone()),
                };
                effects.push(Effect::Publish(news));
                self.hear_saying(saying, effects);
            }
            // It may have been told here or not.
            Spoken::Before => self.chat.look(effects),
            Spoken::Failed => {}
        }
        // The answer comes after the news, as with moves and offers: whoever waits for it to go
        // on, as a prompt does, has heard everything.
        for asked in &copies {
            if stored {
                Self::done(asked);
            } else {
                self.refuse(asked, &Refusal::unavailable());
            }
        }
        self.chat.speak(effects);
    }

    /// Everybody hears a line that is stored. It may come late, twice, or after a gap.
    pub fn hear_saying(&mut self, saying: Saying, effects: &mut Vec<Effect>) {
        if saying.line.seq > self.chat.told + 1 {
            return self.heard_of_chat(saying.line.seq, effects);
        }
        if saying.line.seq <= self.chat.told {
            return;
        }
        let chat = &mut self.chat;
        chat.told = saying.line.seq;
        chat.known.extend(saying.key());
        if chat.known.len() > RECENT_SAYINGS {
            chat.known.pop_front();
        }
        chat.recent.push_back(saying.line.clone());
        if chat.recent.len() > RECENT_CHAT * 2 {
            chat.recent.pop_front();
        }
        self.broadcast(&ServerMessage::Chat {
            game_match: self.table.id.clone(),
            line: saying.line,
        });
    }

    /// So many lines are said to be stored.
    pub fn heard_of_chat(&mut self, seq: u32, effects: &mut Vec<Effect>) {
        self.chat.heard_of = self.chat.heard_of.max(seq);
        if self.chat.heard_of > self.chat.told {
            self.chat.look(effects);
        }
    }

    /// The result of `Effect::ReadChat`; `None` when the store did not answer.
    pub fn chat_read(&mut self, sayings: Option<Vec<Saying>>, effects: &mut Vec<Effect>) {
        self.chat.reading = false;
        let Some(sayings) = sayings else {
            return;
        };
        let more = !sayings.is_empty();
        for saying in sayings {
            self.hear_saying(saying, effects);
        }
        if more {
            self.heard_of_chat(0, effects);
        }
    }
}

fn sayer(asked: &Asked) -> Option<(PlayerId, String)> {
    asked.asker.as_ref()?.player.zip(asked.id.clone())
}
