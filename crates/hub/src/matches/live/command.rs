//! What is asked of a match, and whether it may be.

use parlor_engine::{Act, Claim, JudgedLine, Seat, SeatSet, Seq, TakeBackRule};
use smallvec::smallvec;

use super::super::offer::Offer;
use super::{Effect, LONGEST_WAIT, LiveMatch, QueuedCommand, Requester};
use crate::bus::BusMessage;
use crate::protocol::{Command, OfferKind};
use crate::{Code, CommandId, MatchId, Refusal};

/// What can be asked of a running match.
#[derive(Clone, PartialEq, Debug)]
pub enum MatchCommand {
    Play {
        seq: Seq,
        action: String,
    },
    Resign,
    OfferTakeBack,
    OfferDraw,
    Answer {
        accept: bool,
    },
    Say {
        text: String,
        /// The name of whoever speaks without a seat.
        speaker: Option<String>,
    },
    /// This seat sits before the screen that several share.
    Lift {
        seat: Seat,
    },
    /// Those who stayed end the match.
    Claim {
        claim: Claim,
    },
    /// Nobody has come back to it for weeks.
    Abandon,
    /// Whoever answers for the house says how it ended.
    Rule {
        claim: Claim,
        winner: Option<Seat>,
    },
    /// The connection of this seat is gone for good.
    Left {
        seat: Seat,
    },
    /// A bot has thought about the position `seq`.
    BotMove {
        seat: Seat,
        seq: Seq,
        action: String,
    },
    TimeUp,
}

/// The one mapping from what a client says to what is asked of a match; other commands come back.
impl MatchCommand {
    #[allow(clippy::result_large_err)] // what comes back is the command itself, not an error
    pub fn of(command: Command) -> Result<(MatchId, MatchCommand), Command> {
        Ok(match command {
            Command::Play {
                match_id,
                seq,
                action,
            } => (match_id, MatchCommand::Play { seq, action }),
            Command::Resign { match_id } => (match_id, MatchCommand::Resign),
            Command::OfferTakeBack { match_id } => (match_id, MatchCommand::OfferTakeBack),
            Command::OfferDraw { match_id } => (match_id, MatchCommand::OfferDraw),
            Command::Answer { match_id, accept } => (match_id, MatchCommand::Answer { accept }),
            Command::Say { match_id, text } => {
                let speaker = None;
                (match_id, MatchCommand::Say { text, speaker })
            }
            Command::Claim { match_id, claim } => {
                let claim = claim.into();
                (match_id, MatchCommand::Claim { claim })
            }
            Command::Lift { match_id, seat } => {
                let seat = Seat(seat);
                (match_id, MatchCommand::Lift { seat })
            }
            other => return Err(other),
        })
    }
}

/// The entries that follow from a command; none if it was carried out without any.
pub(super) type Verdict = Result<JudgedLine, Refusal>;

impl LiveMatch {
    pub fn submit(
        &mut self,
        requester: Option<Requester>,
        command_id: Option<CommandId>,
        command: MatchCommand,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) {
        self.last_used_ms = now_ms;
        let queued = QueuedCommand {
            requester,
            command_id,
            command,
            fresh: false,
        };
        self.seen(queued.player(), now_ms);
        if self.read_again_ms.is_some() {
            self.read_tail(effects);
        }
        if !self.is_busy() {
            self.consider(queued, now_ms, effects);
        } else if self.waiting.len() < LONGEST_WAIT {
            self.waiting.push_back(queued);
        } else {
            self.refuse(&queued, &Refusal::busy());
        }
    }

    /// The requester has seen entries that are not here yet: another node told of them.
    fn is_ahead(&self, queued: &QueuedCommand) -> bool {
        matches!(queued.command, MatchCommand::Play { seq, .. } if seq > self.seq())
            && !queued.fresh
    }

    pub(super) fn consider(
        &mut self,
        queued: QueuedCommand,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) {
        if self.was_done_before(&queued) {
            return;
        }
        if self.is_ahead(&queued) {
            self.waiting.push_front(queued);
            return self.read_tail(effects);
        }
        match self.judge(&queued, now_ms, effects) {
            Err(refusal) => self.refuse(&queued, &refusal),
            Ok(judged) if judged.is_empty() => {}
            Ok(judged) => self.append(judged, queued, now_ms, effects),
        }
    }

    fn judge(&mut self, queued: &QueuedCommand, now_ms: i64, effects: &mut Vec<Effect>) -> Verdict {
        match &queued.command {
            MatchCommand::Play { seq, action } => self.judge_play(queued, *seq, action),
            MatchCommand::Resign => {
                let seat = self.seat_asking(queued)?;
                self.judge_one(Act::Resign { seat })
            }
            MatchCommand::OfferTakeBack => self.judge_take_back(queued, now_ms, effects),
            MatchCommand::OfferDraw => self.judge_draw_offer(queued, now_ms, effects),
            MatchCommand::Answer { accept } => self.judge_answer(queued, *accept, now_ms, effects),
            MatchCommand::Say { text, speaker } => {
                self.say(queued, text, speaker.as_deref(), now_ms, effects)?;
                Ok(JudgedLine::new())
            }
            MatchCommand::Claim { claim } => self.judge_claim(queued, *claim, now_ms, effects),
            MatchCommand::Abandon => self.judge_abandoned(now_ms),
            &MatchCommand::Rule { claim, winner } => self.judge_one(Act::Ruling { claim, winner }),
            MatchCommand::Lift { seat } => self.judge_lift(queued, *seat, now_ms),
            MatchCommand::Left { seat } => self.judge_one(Act::Leave { seat: *seat }),
            // A bot that thought about an older position is not heard; it was set thinking again.
            MatchCommand::BotMove { seq, .. } if *seq != self.seq() => Ok(JudgedLine::new()),
            // Nobody would tell bots among themselves that it has been enough.
            MatchCommand::BotMove { .. } if !self.has_room() => self.judge_one(Act::Abandon),
            MatchCommand::BotMove { seat, action, .. } => {
                Ok(self.matched.judge_line(*seat, action)?)
            }
            MatchCommand::TimeUp => Ok(self.judge_time_up(now_ms)),
        }
    }

    /// A command that is in the log already is answered again.
    fn was_done_before(&mut self, queued: &QueuedCommand) -> bool {
        let Some(key) = queued.key() else {
            return false;
        };
        if self.is_being_said(&key, queued) {
            return true;
        }
        // Whoever lifts a curtain waits for what is behind it, also the second time.
        let lifts = matches!(queued.command, MatchCommand::Lift { .. });
        let known = !lifts && (self.known.contains(&key) || self.chat.is_known(&key));
        if known {
            queued.done();
        }
        known
    }

    fn judge_one(&self, act: Act) -> Verdict {
        Ok(smallvec![self.matched.judge(act)?])
    }

    pub(super) fn seat_asking(&self, queued: &QueuedCommand) -> Result<Seat, Refusal> {
        if self.is_screen_of(queued.player()) {
            return self.screen_seat();
        }
        self.seat_of(queued.player())
            .ok_or_else(Refusal::not_seated)
    }

    fn judge_play(&self, queued: &QueuedCommand, seq: Seq, action: &str) -> Verdict {
        let seat = self.seat_asking(queued)?;
        let now = self.seq();
        if seq != now {
            let message = format!("the match is at {now}, the move was meant for {seq}");
            return Err(Refusal::new(Code::MatchStale, message));
        }
        if !self.has_room() {
            let most = self.policy.most_entries;
            let message = format!("a match has at most {most} moves");
            return Err(Refusal::new(Code::MatchTooLong, message));
        }
        Ok(self.matched.judge_line(seat, action)?)
    }

    /// Whether the log may grow by one more move.
    fn has_room(&self) -> bool {
        self.seq() < self.policy.most_entries
    }

    fn judge_abandoned(&self, now_ms: i64) -> Verdict {
        match self.abandoned_ms() {
            Some(due) if due <= now_ms => self.judge_one(Act::Abandon),
            _ => Ok(JudgedLine::new()),
        }
    }

    fn judge_time_up(&mut self, now_ms: i64) -> JudgedLine {
        if self.is_over() {
            return JudgedLine::new();
        }
        let Some(seat) = self.clocks.expired(now_ms) else {
            return JudgedLine::new();
        };
        if let Ok(judged) = self.matched.judge(Act::TimeOut { seat: Seat(seat) }) {
            return smallvec![judged];
        }
        self.ignores_time = true;
        JudgedLine::new()
    }

    fn judge_take_back(
        &mut self,
        queued: &QueuedCommand,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Verdict {
        let seat = self.seat_asking(queued)?;
        let rule = self.table.conduct().take_back;
        if rule == TakeBackRule::Never {
            let message = "this table plays without take-backs";
            return Err(Refusal::new(Code::MatchNoTakeBack, message));
        }
        if self.is_over() {
            return Err(Refusal::new(Code::MatchOver, "the match is over"));
        }
        let to = self.matched.take_back_target(seat)?;
        let others = self.other_people(seat);
        if rule == TakeBackRule::Instant || others.is_empty() {
            return self.judge_one(Act::TakeBack { seat, to });
        }
        let offer = Offer::new(OfferKind::TakeBack, seat, to, others, now_ms);
        self.make_offer(offer, queued, effects);
        Ok(JudgedLine::new())
    }

    fn judge_draw_offer(
        &mut self,
        queued: &QueuedCommand,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Verdict {
        let seat = self.seat_asking(queued)?;
        // Who offers what the other has just offered agrees.
        let agrees = |offer: &Offer| {
            offer.kind == OfferKind::Draw
                && !offer.is_stale(now_ms)
                && offer.waiting_for.contains(seat)
        };
        if self.offer.as_ref().is_some_and(agrees) {
            return self.judge_answer(queued, true, now_ms, effects);
        }
        // Judging it now gives the game's own reason if there can be no draw.
        drop(self.judge_one(Act::AgreeDraw)?);
        let others = self.other_people(seat);
        // Those who sit side by side have agreed before one of them clicks.
        if self.table.is_one_screen() && self.table.people().count() == self.table.chairs.len() {
            return self.judge_one(Act::AgreeDraw);
        }
        if others.is_empty() {
            let message = "bots play on: no draw by agreement";
            return Err(Refusal::new(Code::MatchBotsDecline, message));
        }
        let offer = Offer::new(OfferKind::Draw, seat, Seq::START, others, now_ms);
        self.make_offer(offer, queued, effects);
        Ok(JudgedLine::new())
    }

    pub(super) fn make_offer(
        &mut self,
        offer: Offer,
        queued: &QueuedCommand,
        effects: &mut Vec<Effect>,
    ) {
        effects.push(Effect::WakeAt {
            match_id: self.id(),
            due_ms: offer.dies_ms(),
        });
        self.offer = Some(offer);
        self.offer_changed(queued, effects);
    }

    /// Everybody here and at other nodes hears of it, then the one who asked.
    fn offer_changed(&self, queued: &QueuedCommand, effects: &mut Vec<Effect>) {
        self.tell_offer();
        self.publish_offer(effects);
        queued.done();
    }

    fn publish_offer(&self, effects: &mut Vec<Effect>) {
        effects.push(Effect::Publish(BusMessage::Offer {
            match_id: self.id(),
            seq: self.seq(),
            offer: self.offer.clone(),
        }));
    }

    /// An offer was made, answered or withdrawn at another node.
    pub fn remote_offer(&mut self, seq: Seq, offer: Option<Offer>, effects: &mut Vec<Effect>) {
        if seq != self.seq() {
            return self.hear_of(seq, effects);
        }
        self.offer = match (self.offer.take(), offer) {
            // Two may have answered at once.
            (Some(ours), Some(theirs)) => Some(ours.merge(theirs)),
            (_, theirs) => theirs,
        };
        self.tell_offer();
        if let Some(offer) = &self.offer {
            effects.push(Effect::WakeAt {
                match_id: self.id(),
                due_ms: offer.dies_ms(),
            });
        }
    }

    fn judge_answer(
        &mut self,
        queued: &QueuedCommand,
        accept: bool,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Verdict {
        let seats = self.seats_asking(queued)?;
        let no_offer = |message| Err(Refusal::new(Code::MatchNoOffer, message));
        let Some(offer) = self.offer.as_mut().filter(|offer| !offer.is_stale(now_ms)) else {
            return no_offer("there is nothing to answer any more");
        };
        if !accept {
            let own = seats.contains(offer.by);
            if !own && !offer.waiting_for.iter().any(|it| seats.contains(it)) {
                return no_offer("you have answered already");
            }
            self.offer = None;
            self.offer_changed(queued, effects);
            return Ok(JudgedLine::new());
        }
        if !offer.waiting_for.iter().any(|it| seats.contains(it)) {
            return no_offer("this is not for you to accept");
        }
        let (away, claims) = (offer.away, offer.claims);
        if claims && away.iter().any(|it| !self.long_away(now_ms).contains(it)) {
            // Asked at another node, which did not know that they are here.
            self.offer = None;
            self.tell_offer();
            self.publish_offer(effects);
            return no_offer("whoever had gone is back");
        }
        let Some(offer) = self.offer.as_mut() else {
            return no_offer("there is nothing to answer any more");
        };
        for seat in seats.iter() {
            offer.waiting_for.remove(seat);
        }
        if offer.waiting_for != SeatSet::EMPTY {
            self.publish_offer(effects);
            queued.done();
            return Ok(JudgedLine::new());
        }
        let act = match offer.kind {
            OfferKind::TakeBack => Act::TakeBack {
                seat: offer.by,
                to: offer.to,
            },
            OfferKind::Draw if !offer.claims => Act::AgreeDraw,
            OfferKind::Draw | OfferKind::Abort => Act::Claim {
                seat: offer.by,
                claim: match offer.kind {
                    OfferKind::Draw => Claim::Draw,
                    _ => Claim::Abort,
                },
                away: offer.away,
            },
        };
        self.judge_one(act)
    }

    pub(super) fn refuse(&self, queued: &QueuedCommand, refusal: &Refusal) {
        match &queued.requester {
            Some(requester) => {
                let id = queued.command_id.clone();
                requester.outbox.refuse(id, Some(self.id()), refusal);
            }
            None if matches!(queued.command, MatchCommand::TimeUp | MatchCommand::Abandon) => {}
            None => {
                refusal.count();
                let match_id = self.id();
                // Somebody goes away when all is over, or a bot answers too late: that is how
                // matches end.
                if self.is_over() {
                    tracing::debug!(%match_id, %refusal, "refused inside");
                } else {
                    tracing::warn!(%match_id, %refusal, "refused inside");
                }
            }
        }
    }
}
