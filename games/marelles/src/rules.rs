//! What may be done and what follows from it (§2).

use parlor_engine::{Rejection, Seat, members};

use crate::board::{Point, SLIDES, completed, completes, in_mills, points};
use crate::state::{Closing, Colour, End, Marelles, Reason};
use crate::{Action, Event, Last, Lines, Ply, Removal};

impl Marelles {
    /// The enemy stones that may be taken now; none unless a removal is owed.
    #[inline]
    pub fn removable(&self) -> u32 {
        match self.pending {
            Some(closing) if self.end.is_none() => {
                self.victims(self.stones(self.side().other()), closing)
            }
            _ => 0,
        }
    }

    /// Which of the enemy's stones may be taken after a mill was closed like this (§2.4).
    #[inline]
    fn victims(&self, enemy: u32, closing: Closing) -> u32 {
        if closing == Closing::Movement && self.options.removal == Removal::Document {
            return enemy;
        }
        let free = enemy & !in_mills(enemy);
        if free == 0 { enemy } else { free }
    }

    pub(crate) fn list_actions(&self, out: &mut Vec<Action>) {
        if self.pending.is_some() {
            out.extend(points(self.removable()).map(|at| Action::Remove { at }));
            return;
        }
        self.each_arrival(|from, to| {
            out.push(match from {
                None => Action::Place { at: to },
                Some(from) => Action::Move { from, to },
            });
        });
    }

    /// Every placement, slide or flight of the side to move, in the order of their points.
    fn each_arrival(&self, mut visit: impl FnMut(Option<Point>, Point)) {
        let side = self.side();
        if self.hand(side) > 0 {
            points(self.empty()).for_each(|to| visit(None, to));
        } else if self.flies(side) {
            for from in points(self.stones(side)) {
                points(self.empty()).for_each(|to| visit(Some(from), to));
            }
        } else {
            for edge in members(self.slides(side)) {
                let (from, to) = SLIDES[usize::from(edge)];
                visit(Some(from), to);
            }
        }
    }

    /// The complete plies of the side to move, each with its removal. Empty when the game is over,
    /// and in the middle of a ply.
    pub fn legal_plies(&self) -> Vec<Ply> {
        let mut plies = Vec::new();
        if self.end.is_some() || self.pending.is_some() {
            return plies;
        }
        let (own, enemy) = (self.stones(self.side()), self.stones(self.side().other()));
        self.each_arrival(|from, to| {
            let quiet = Ply {
                from,
                to,
                removed: None,
            };
            if completes(own & !from.map_or(0, Point::bit), to) {
                let closing = match from {
                    None => Closing::Placement,
                    Some(_) => Closing::Movement,
                };
                plies.extend(points(self.victims(enemy, closing)).map(|at| Ply {
                    removed: Some(at),
                    ..quiet
                }));
            } else {
                plies.push(quiet);
            }
        });
        plies
    }

    /// The refusals of §3.
    pub(crate) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rejection> {
        if self.end.is_some() {
            return Err(Rejection::over());
        }
        let side = self.side();
        if seat != self.seat_of(side) {
            return Err(Rejection::new("wait", "it is the opponent's turn"));
        }
        match action {
            Action::Remove { at } => self.judge_removal(side, at),
            _ if self.pending.is_some() => Err(Rejection::new(
                "must_remove",
                "a mill is closed: first remove an enemy stone",
            )),
            Action::Place { at } => {
                on_board(at)?;
                if self.hand(side) == 0 {
                    return Err(Rejection::new(
                        "placing_over",
                        "all stones are placed: move one",
                    ));
                }
                self.judge_target(at)
            }
            Action::Move { from, to } => {
                on_board(from)?;
                on_board(to)?;
                if self.hand(side) > 0 {
                    return Err(Rejection::new(
                        "still_placing",
                        "there are stones in hand: place one",
                    ));
                }
                if self.stones(side) & from.bit() == 0 {
                    return Err(Rejection::new(
                        "not_own",
                        format!("there is no own stone on {from}"),
                    ));
                }
                self.judge_target(to)?;
                if !self.flies(side) && from.neighbours() & to.bit() == 0 {
                    return Err(Rejection::new(
                        "too_far",
                        format!("{from} and {to} are not adjacent"),
                    ));
                }
                Ok(())
            }
        }
    }

    fn judge_target(&self, to: Point) -> Result<(), Rejection> {
        if self.empty() & to.bit() == 0 {
            Err(Rejection::new("occupied", format!("{to} is occupied")))
        } else {
            Ok(())
        }
    }

    fn judge_removal(&self, side: Colour, at: Point) -> Result<(), Rejection> {
        on_board(at)?;
        if self.pending.is_none() {
            return Err(Rejection::new("no_mill", "no mill was closed"));
        }
        let (code, message) = if self.empty() & at.bit() != 0 {
            ("empty", format!("there is no stone on {at}"))
        } else if self.stones(side) & at.bit() != 0 {
            ("own_stone", format!("the stone on {at} is an own one"))
        } else if self.removable() & at.bit() == 0 {
            (
                "in_mill",
                format!("the stone on {at} is protected by a mill"),
            )
        } else {
            return Ok(());
        };
        Err(Rejection::new(code, message))
    }

    #[inline]
    pub(crate) fn perform(&mut self, action: Action, events: &mut Vec<Event>) {
        let side = self.side();
        let (me, seat) = (side as usize, self.seat_of(side));
        match action {
            Action::Place { at } => {
                self.stones[me] |= at.bit();
                self.hands[me] = self.hands[me].saturating_sub(1);
                events.push(Event::Placed { seat, at });
                self.arrive(None, at, Closing::Placement, events);
            }
            Action::Move { from, to } => {
                let flew = self.flies(side);
                self.stones[me] = self.stones[me] & !from.bit() | to.bit();
                events.push(Event::Moved {
                    seat,
                    from,
                    to,
                    flew,
                });
                self.arrive(Some(from), to, Closing::Movement, events);
            }
            Action::Remove { at } => {
                self.stones[1 - me] &= !at.bit();
                events.push(Event::Removed { seat, at });
                if let Some(last) = &mut self.last {
                    last.removed = Some(at);
                }
                let closing = self.pending.take().unwrap_or(Closing::Movement);
                self.complete(closing, true, events);
            }
        }
    }

    #[inline]
    fn arrive(
        &mut self,
        from: Option<Point>,
        to: Point,
        closing: Closing,
        events: &mut Vec<Event>,
    ) {
        self.last = Some(Last {
            from,
            to,
            removed: None,
        });
        let side = self.side();
        if completes(self.stones(side), to) {
            self.pending = Some(closing);
            events.push(Event::Mill {
                seat: self.seat_of(side),
                lines: Lines(completed(self.stones(side), to)),
            });
        } else {
            self.complete(closing, false, events);
        }
    }

    /// The ply is complete: counters, then the end of the game, then the announcements.
    #[inline]
    fn complete(&mut self, closing: Closing, removed: bool, events: &mut Vec<Event>) {
        self.plies = self.plies.wrapping_add(1);
        let placed = self.hands_are_empty();
        if removed {
            self.quiet = 0;
            self.history.clear();
        } else if closing == Closing::Movement {
            self.quiet += 1;
        }
        if placed && self.options.repetition > 0 {
            self.remember();
        }
        if let Some(end) = self.verdict(placed, removed) {
            self.finish(end, events);
        } else if placed && (removed || closing == Closing::Placement) {
            self.announce(closing, events);
        }
    }

    #[inline]
    fn remember(&mut self) {
        if self.history.capacity() == 0 {
            // Enough for most games, so that a playout allocates once.
            self.history.reserve(128);
        }
        self.history.push(self.key());
    }

    /// The end of the game after a complete ply: losses (§2.5), then draws (§2.6).
    #[inline]
    fn verdict(&self, placed: bool, removed: bool) -> Option<End> {
        let enemy = self.side();
        let won = |reason| {
            Some(End {
                winner: Some(enemy.other()),
                reason,
            })
        };
        if removed && self.total(enemy) < 3 {
            return won(Reason::Two);
        }
        if self.hand(enemy) == 0 && self.slides(enemy) == 0 && !self.flies(enemy) {
            return won(Reason::Blocked);
        }
        if !placed {
            return None;
        }
        let options = &self.options;
        let reason = if self.has_recurred() {
            Reason::Repetition
        } else if options.no_capture > 0 && self.quiet >= options.no_capture {
            Reason::NoCapture
        } else if options.max_plies > 0 && self.plies >= options.max_plies {
            Reason::MaxPlies
        } else {
            return None;
        };
        Some(End {
            winner: None,
            reason,
        })
    }

    /// Whether the present position occurs for the n-th time.
    #[inline]
    fn has_recurred(&self) -> bool {
        let times = self.options.repetition;
        // Each side needs two plies to return, so most positions need no look at the past.
        times > 0 && self.quiet >= (times - 1) * 4 && self.repetitions() >= times
    }

    /// "Stage 2" on leaving phase 1, "stage 3" the first time that somebody flies (§2.3).
    fn announce(&self, closing: Closing, events: &mut Vec<Event>) {
        let side = self.side();
        let (fallen, mover) = (self.flies(side), self.flies(side.other()));
        if closing == Closing::Placement {
            events.push(Event::Stage { stage: 2 });
            if fallen || mover {
                events.push(Event::Stage { stage: 3 });
            }
        } else if fallen && !mover {
            events.push(Event::Stage { stage: 3 });
        }
    }

    pub(crate) fn finish(&mut self, end: End, events: &mut Vec<Event>) {
        self.end = Some(end);
        events.push(Event::Over {
            winner: end.winner.map(|colour| self.seat_of(colour)),
            reason: end.reason,
        });
    }
}

fn on_board(at: Point) -> Result<(), Rejection> {
    if at.is_on_board() {
        Ok(())
    } else {
        Err(Rejection::new(
            "bad_point",
            format!("there is no point with the number {}", at.0),
        ))
    }
}
