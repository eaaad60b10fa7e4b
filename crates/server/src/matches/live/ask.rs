//! What is asked of a match, and whether it may be.

use parlor_engine::{Act, Judged, Seat, SeatSet};

use super::super::offers::Offer;
use super::{Asked, Asker, Effect, Flight, LONGEST_WAIT, Live, MatchAsk, new_entries};
use crate::Refusal;
use crate::bus::News;
use crate::protocol::{OfferKind, ServerMessage};

impl Live {
    pub fn ask(
        &mut self,
        asker: Option<Asker>,
        id: Option<String>,
        what: MatchAsk,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) {
        self.last_used_ms = now_ms;
        self.seen(asker.as_ref().and_then(|asker| asker.player), now_ms);
        let asked = Asked {
            asker,
            id,
            what,
            fresh: false,
        };
        if self.read_again_ms.is_some() {
            self.look(effects);
        }
        if !self.is_busy() {
            self.consider(asked, now_ms, effects);
        } else if self.waiting.len() < LONGEST_WAIT {
            self.waiting.push_back(asked);
        } else {
            self.refuse(&asked, &Refusal::busy());
        }
    }

    /// The asker has seen entries that are not here yet: another node told of them.
    fn is_ahead(&self, asked: &Asked) -> bool {
        matches!(asked.what, MatchAsk::Play { seq, .. } if seq > self.seq()) && !asked.fresh
    }

    pub(super) fn consider(&mut self, asked: Asked, now_ms: i64, effects: &mut Vec<Effect>) {
        if self.was_done_before(&asked) {
            return;
        }
        if self.is_ahead(&asked) {
            self.waiting.push_front(asked);
            return self.look(effects);
        }
        let judged = match &asked.what {
            MatchAsk::Play { seq, action } => self.judge_play(&asked, *seq, action),
            MatchAsk::Resign => self.judge_resign(&asked),
            MatchAsk::OfferTakeBack => self.judge_take_back(&asked, now_ms, effects),
            MatchAsk::OfferDraw => self.judge_draw_offer(&asked, now_ms, effects),
            MatchAsk::Answer { accept } => self.judge_answer(&asked, *accept, now_ms, effects),
            MatchAsk::Say { text } => {
                let said = self.say(&asked, text, now_ms, effects);
                said.map(|()| Vec::new())
            }
            MatchAsk::Left { seat } => self.judge_one(Act::Leave { seat: Seat(*seat) }),
            MatchAsk::BotMove { seat, seq, action } => self.judge_bot(*seat, *seq, action),
            MatchAsk::TimeUp => Ok(self.judge_time_up(now_ms)),
        };
        match judged {
            Err(refusal) => self.refuse(&asked, &refusal),
            Ok(chain) if chain.is_empty() => {}
            Ok(chain) => {
                // The clocks of nodes differ a little; a log's time does not run backwards.
                let now_ms = now_ms.max(self.times.last().copied().unwrap_or(now_ms));
                let player = asked.asker.as_ref().and_then(|asker| asker.player);
                let entries =
                    new_entries(&self.table.id, &chain, now_ms, player, asked.id.as_ref());
                effects.push(Effect::Append(entries));
                self.flight = Some(Flight {
                    chain,
                    asked,
                    at_ms: now_ms,
                });
            }
        }
    }

    /// A command that is in the log already is answered again with the position as it is now.
    fn was_done_before(&mut self, asked: &Asked) -> bool {
        let (Some(asker), Some(id)) = (&asked.asker, &asked.id) else {
            return false;
        };
        let Some(player) = asker.player else {
            return false;
        };
        let key = (player, id.clone());
        if self.is_being_said(&key, asked) {
            return true;
        }
        if !self.known.contains_key(&key) && !self.chat.is_known(&key) {
            return false;
        }
        let done = ServerMessage::Done {
            id: Some(id.clone()),
            table: None,
        };
        asker.outbox.message(done);
        true
    }

    fn judge_one(&self, act: Act) -> Result<Vec<Judged>, Refusal> {
        Ok(vec![self.matched.judge(act)?])
    }

    fn asking_seat(&self, asked: &Asked) -> Result<Seat, Refusal> {
        let player = asked.asker.as_ref().and_then(|asker| asker.player);
        self.seat_of(player).ok_or_else(Refusal::not_seated)
    }

    fn judge_play(&self, asked: &Asked, seq: u32, action: &str) -> Result<Vec<Judged>, Refusal> {
        let seat = self.asking_seat(asked)?;
        if seq != self.seq() {
            let message = format!(
                "the match is at {}, the move was meant for {seq}",
                self.seq()
            );
            return Err(Refusal::new("match/stale", message));
        }
        Ok(self.matched.judge_line(seat, action)?)
    }

    fn judge_resign(&self, asked: &Asked) -> Result<Vec<Judged>, Refusal> {
        let seat = self.asking_seat(asked)?;
        self.judge_one(Act::Resign { seat })
    }

    /// A bot that thought about an older position is not heard; it was set thinking again.
    fn judge_bot(&self, seat: u8, seq: u32, action: &str) -> Result<Vec<Judged>, Refusal> {
        if seq != self.seq() {
            return Ok(Vec::new());
        }
        Ok(self.matched.judge_line(Seat(seat), action)?)
    }

    fn judge_time_up(&mut self, now_ms: i64) -> Vec<Judged> {
        if self.is_over() {
            return Vec::new();
        }
        let Some(seat) = self.clocks.expired(now_ms) else {
            return Vec::new();
        };
        if let Ok(judged) = self.matched.judge(Act::TimeOut { seat: Seat(seat) }) {
            return vec![judged];
        }
        self.ignores_time = true;
        Vec::new()
    }

    /// An option of the game that the server reads, if the game has it.
    fn option(&self, name: &str) -> Option<&serde_json::Value> {
        self.table.options.get(name)
    }

    fn judge_take_back(
        &mut self,
        asked: &Asked,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Result<Vec<Judged>, Refusal> {
        let seat = self.asking_seat(asked)?;
        let undo = self
            .option("undo")
            .and_then(|value| value.as_str())
            .unwrap_or("ask");
        if undo == "off" {
            return Err(Refusal::new(
                "match/no_take_back",
                "this table plays without take-backs",
            ));
        }
        let instant = undo == "instant";
        if self.is_over() {
            return Err(Refusal::new("match/over", "the match is over"));
        }
        let to = self.matched.take_back_target(seat)?;
        let others = self.other_people(seat);
        if instant || others.is_empty() {
            return self.judge_one(Act::TakeBack { seat, to });
        }
        self.make_offer(
            Offer::new(OfferKind::TakeBack, seat.0, to, others, now_ms),
            asked,
            effects,
        );
        Ok(Vec::new())
    }

    fn judge_draw_offer(
        &mut self,
        asked: &Asked,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Result<Vec<Judged>, Refusal> {
        let seat = self.asking_seat(asked)?;
        // Who offers what the other has just offered agrees.
        let agrees = |offer: &Offer| {
            offer.kind == OfferKind::Draw
                && !offer.is_stale(now_ms)
                && offer.waiting_for.contains(seat)
        };
        if self.offer.as_ref().is_some_and(agrees) {
            return self.judge_answer(asked, true, now_ms, effects);
        }
        // Judging it now gives the game's own reason if there can be no draw.
        let trial = self.judge_one(Act::AgreeDraw)?;
        let others = self.other_people(seat);
        if others.is_empty() {
            return Err(Refusal::new(
                "match/bots_decline",
                "bots play on: no draw by agreement",
            ));
        }
        drop(trial);
        self.make_offer(
            Offer::new(OfferKind::Draw, seat.0, 0, others, now_ms),
            asked,
            effects,
        );
        Ok(Vec::new())
    }

    fn make_offer(&mut self, offer: Offer, asked: &Asked, effects: &mut Vec<Effect>) {
        effects.push(Effect::WakeAt(offer.dies_ms()));
        self.offer = Some(offer);
        self.tell_offer();
        self.publish_offer(effects);
        Self::done(asked);
    }

    fn publish_offer(&self, effects: &mut Vec<Effect>) {
        effects.push(Effect::Publish(News::Offer {
            table: self.table.id.clone(),
            seq: self.seq(),
            offer: self.offer.clone(),
        }));
    }

    /// An offer was made, answered or withdrawn at another node.
    pub fn offer_news(&mut self, seq: u32, offer: Option<Offer>, effects: &mut Vec<Effect>) {
        if seq != self.seq() {
            return self.heard_of(seq, effects);
        }
        self.offer = match (self.offer.take(), offer) {
            // Two may have answered at once.
            (Some(ours), Some(theirs)) => Some(ours.merge(theirs)),
            (_, theirs) => theirs,
        };
        self.tell_offer();
        if let Some(offer) = &self.offer {
            effects.push(Effect::WakeAt(offer.dies_ms()));
        }
    }

    fn judge_answer(
        &mut self,
        asked: &Asked,
        accept: bool,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Result<Vec<Judged>, Refusal> {
        let seat = self.asking_seat(asked)?;
        let Some(offer) = self.offer.as_mut().filter(|offer| !offer.is_stale(now_ms)) else {
            return Err(Refusal::new(
                "match/no_offer",
                "there is nothing to answer any more",
            ));
        };
        if !accept {
            let own = offer.by == seat.0;
            if !own && !offer.waiting_for.contains(seat) {
                return Err(Refusal::new("match/no_offer", "you have answered already"));
            }
            self.offer = None;
            self.tell_offer();
            self.publish_offer(effects);
            Self::done(asked);
            return Ok(Vec::new());
        }
        if !offer.waiting_for.contains(seat) {
            return Err(Refusal::new(
                "match/no_offer",
                "this is not for you to accept",
            ));
        }
        offer.waiting_for.remove(seat);
        if offer.waiting_for != SeatSet::EMPTY {
            self.publish_offer(effects);
            Self::done(asked);
            return Ok(Vec::new());
        }
        let act = match offer.kind {
            OfferKind::TakeBack => Act::TakeBack {
                seat: Seat(offer.by),
                to: offer.to,
            },
            OfferKind::Draw => Act::AgreeDraw,
        };
        self.judge_one(act)
    }

    pub(super) fn done(asked: &Asked) {
        if let Some(asker) = &asked.asker
            && asked.id.is_some()
        {
            asker.outbox.message(ServerMessage::Done {
                id: asked.id.clone(),
                table: None,
            });
        }
    }

    pub(super) fn refuse(&self, asked: &Asked, refusal: &Refusal) {
        metrics::counter!("parlor_rejects_total", "code" => refusal.code.to_string()).increment(1);
        let Some(asker) = &asked.asker else {
            if asked.what != MatchAsk::TimeUp {
                tracing::warn!(table = self.table.id, %refusal, "refused inside");
            }
            return;
        };
        asker.outbox.message(ServerMessage::Error {
            id: asked.id.clone(),
            code: refusal.code.to_string(),
            message: refusal.message.clone(),
            game_match: Some(self.table.id.clone()),
        });
    }
}
