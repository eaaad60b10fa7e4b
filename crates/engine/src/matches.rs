//! A match: its set-up, its log, and the state that is their fold.

use serde_json::Value;
use smallvec::SmallVec;

use crate::ended::Ended;
use crate::{
    Act, AnyEvents, AnyGame, AnyState, Claim, Commitment, Departure, Entry, Nonce, Outcome,
    Rejection, Seat, Seed, Seq, Stream,
};

/// Everything that is fixed before the first entry.
#[derive(Clone, Debug)]
pub struct Setup {
    pub game: &'static dyn AnyGame,
    /// Complete: every option with its value.
    pub options: Value,
    pub seats: u8,
    /// The house's secret.
    pub seed: Seed,
    /// One from each seat, or none.
    pub nonces: Vec<Nonce>,
    /// A position to start from in place of the opening.
    pub position: Option<Value>,
}

impl Setup {
    pub fn new(
        game: &'static dyn AnyGame,
        options: &Value,
        seats: u8,
        seed: Seed,
        nonces: Vec<Nonce>,
    ) -> Result<Setup, Rejection> {
        let options = game.complete_options(options)?;
        Ok(Setup {
            game,
            options,
            seats,
            seed,
            nonces,
            position: None,
        })
    }

    pub fn commitment(&self) -> Commitment {
        self.seed.commitment()
    }

    fn opening(&self, key: &[u8; 32]) -> Result<Box<dyn AnyState>, Rejection> {
        match &self.position {
            Some(position) => {
                let state = self.game.load(position)?;
                if state.seats() != self.seats {
                    let message = "the position is not one of so many seats";
                    return Err(Rejection::seats(message));
                }
                Ok(state)
            }
            None => self
                .game
                .start(&self.options, self.seats, &mut Stream::new(key, 0)),
        }
    }
}

/// A folded match.
#[derive(Debug)]
pub struct Match {
    setup: Setup,
    key: [u8; 32],
    state: Box<dyn AnyState>,
    log: Vec<Entry>,
    /// The entries the state is a fold of: the log without what was taken back.
    path: Vec<Step>,
    /// The state after every `CHECKPOINT`th entry, so that no question about an earlier position
    /// costs more in a long match than in a short one.
    checkpoints: Vec<Box<dyn AnyState>>,
}

/// Entries between two states that are kept.
const CHECKPOINT: usize = 64;

#[derive(Clone, Copy, Debug)]
struct Step {
    seq: Seq,
    seat: Option<Seat>,
    /// Whether the position before it was between plies.
    starts_ply: bool,
    /// Whether it showed dice or something hidden.
    reveals: bool,
}

/// An entry that was found good, and what follows from it. Nothing has changed yet: first it is
/// made durable, then committed to the match.
#[derive(Debug)]
pub struct Judged {
    pub entry: Entry,
    pub state: Box<dyn AnyState>,
    /// None for a take-back: there everything may have changed.
    pub events: Option<Box<dyn AnyEvents>>,
    /// Whether chance was drawn.
    pub rolled: bool,
    path: Vec<Step>,
    reveals: bool,
}

/// Usually a single entry.
pub type JudgedLine = SmallVec<[Judged; 1]>;

impl Match {
    pub fn start(setup: Setup) -> Result<Match, Rejection> {
        let key = setup.seed.mixed(&setup.nonces);
        let state = setup.opening(&key)?;
        Ok(Match {
            setup,
            key,
            state,
            log: Vec::new(),
            path: Vec::new(),
            checkpoints: Vec::new(),
        })
    }

    /// The fold of a whole log. Stops at the first entry that does not follow from those before it.
    pub fn fold(setup: Setup, log: impl IntoIterator<Item = Entry>) -> Result<Match, Rejection> {
        let mut folded = Match::start(setup)?;
        for entry in log {
            folded.replay(entry)?;
        }
        Ok(folded)
    }

    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn state(&self) -> &dyn AnyState {
        self.state.as_ref()
    }

    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The number of the last entry.
    pub fn seq(&self) -> Seq {
        Seq::of_length(self.log.len())
    }

    fn chance(&self, seq: Seq) -> Stream {
        Stream::new(&self.key, seq.0)
    }

    /// How many entries lead to the position, take-backs aside.
    pub fn depth(&self) -> usize {
        self.path.len()
    }

    /// Adds an entry that is already numbered, as a log brings it.
    pub fn replay(&mut self, entry: Entry) -> Result<(), Rejection> {
        let next = self.seq().next();
        if entry.seq != next {
            return Err(Rejection::new(
                "sequence",
                format!("expected entry {next}, found entry {}", entry.seq),
            ));
        }
        let judged = self.judge(entry.act)?;
        self.commit(judged);
        Ok(())
    }

    /// What would follow if `act` were the next entry. Changes nothing.
    pub fn judge(&self, act: Act) -> Result<Judged, Rejection> {
        let seq = self.seq().next();
        match act {
            Act::TakeBack { to, .. } => self.judge_take_back(Entry { seq, act }, to),
            act => self.judge_on(self.state.as_ref(), Entry { seq, act }),
        }
    }

    /// Several actions of one seat that stand or fall together, such as a whole ply in one line.
    pub fn judge_line(&self, seat: Seat, line: &str) -> Result<JudgedLine, Rejection> {
        let first = self.seq().next();
        let chance = |place| self.chance(first + place);
        let mut judged = JudgedLine::new();
        self.state.play(seat, line, &chance, &mut |played| {
            judged.push(Judged {
                entry: Entry {
                    seq: first + judged.len() as u32,
                    act: Act::Action {
                        seat,
                        action: played.action,
                    },
                },
                state: played.state,
                rolled: played.rolled,
                reveals: played.rolled || played.events.reveals(),
                events: Some(played.events),
                path: Vec::new(),
            });
        })?;
        Ok(judged)
    }

    fn judge_on(&self, before: &dyn AnyState, entry: Entry) -> Result<Judged, Rejection> {
        let mut state = before.boxed_clone();
        let mut chance = self.chance(entry.seq);
        let events = carry_out(&mut state, &entry.act, &mut chance)?;
        let rolled = chance.was_used();
        let reveals = rolled || events.as_ref().is_some_and(|events| events.reveals());
        Ok(Judged {
            entry,
            state,
            events,
            rolled,
            path: Vec::new(),
            reveals,
        })
    }

    fn judge_take_back(&self, entry: Entry, to: Seq) -> Result<Judged, Rejection> {
        if self.state.outcome().is_some() {
            return Err(Rejection::over());
        }
        let kept = match to {
            Seq::START => 0,
            _ => match self.path.iter().position(|step| step.seq == to) {
                Some(place) => place + 1,
                None => {
                    return Err(Rejection::new(
                        "take_back",
                        format!("entry {to} is not part of the game any more"),
                    ));
                }
            },
        };
        if kept == self.path.len() {
            return Err(Rejection::new("take_back", "there is nothing to take back"));
        }
        let path = self.path[..kept].to_vec();
        let state = self.state_at(to)?;
        Ok(Judged {
            entry,
            state,
            events: None,
            rolled: false,
            path,
            reveals: false,
        })
    }

    fn checkpoint(&self, seq: Seq) -> Option<&dyn AnyState> {
        let kept = seq.length().is_multiple_of(CHECKPOINT);
        let place = (seq.length() / CHECKPOINT).checked_sub(1)?;
        kept.then(|| self.checkpoints.get(place))?.map(Box::as_ref)
    }

    /// The state after entry `seq` (at the start: the opening), from the nearest checkpoint before it.
    pub fn state_at(&self, seq: Seq) -> Result<Box<dyn AnyState>, Rejection> {
        if seq == self.seq() {
            return Ok(self.state.boxed_clone());
        }
        // The entries that lead there, last first. A take-back leads where an earlier entry led.
        let mut way = Vec::new();
        let mut at = seq;
        let mut state = loop {
            let Some(place) = at.place() else {
                break self.setup.opening(&self.key)?;
            };
            if let Some(state) = self.checkpoint(at) {
                break state.boxed_clone();
            }
            let Some(entry) = self.log.get(place) else {
                return Err(Rejection::new(
                    "sequence",
                    "the match has not come that far",
                ));
            };
            if let Act::TakeBack { to, .. } = entry.act {
                at = to;
            } else {
                way.push(entry);
                at = at.before();
            }
        };
        for entry in way.into_iter().rev() {
            let mut chance = self.chance(entry.seq);
            carry_out(&mut state, &entry.act, &mut chance)?;
        }
        Ok(state)
    }

    /// The entries after `since`, up to and including `to`, each with what happened then; nothing
    /// happens in a take-back.
    pub fn events_between(
        &self,
        since: Seq,
        to: Seq,
        mut each: impl FnMut(&Entry, Option<&dyn AnyEvents>),
    ) -> Result<(), Rejection> {
        let mut state = self.state_at(since)?;
        let entries = self.log.iter().take(to.length()).skip(since.length());
        for entry in entries {
            if let Act::TakeBack { to, .. } = entry.act {
                state = self.state_at(to)?;
                each(entry, None);
                continue;
            }
            let mut chance = self.chance(entry.seq);
            let events = carry_out(&mut state, &entry.act, &mut chance)?;
            each(entry, events.as_deref());
        }
        Ok(())
    }

    /// Makes a judged entry part of the match. It must have been judged on this very position.
    pub fn commit(&mut self, judged: Judged) {
        debug_assert_eq!(
            judged.entry.seq,
            self.seq().next(),
            "judged on another position"
        );
        match judged.entry.act {
            Act::TakeBack { .. } => self.path = judged.path,
            // Nothing has moved: there is nothing to take back.
            Act::Lift { .. } => {}
            ref act => self.path.push(Step {
                seq: judged.entry.seq,
                seat: act.seat(),
                starts_ply: !self.state.is_mid_ply(),
                reveals: judged.reveals,
            }),
        }
        self.state = judged.state;
        self.log.push(judged.entry);
        if self.log.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints.push(self.state.boxed_clone());
        }
    }

    /// Judges and commits at once.
    pub fn push(&mut self, act: Act) -> Result<Option<Box<dyn AnyEvents>>, Rejection> {
        let mut judged = self.judge(act)?;
        let events = judged.events.take();
        self.commit(judged);
        Ok(events)
    }

    /// The last entry that stays when one action is taken back; `None` at the start.
    pub fn one_back(&self) -> Option<Seq> {
        let kept = self.path.len().checked_sub(1)?;
        Some(
            kept.checked_sub(1)
                .map_or(Seq::START, |last| self.path[last].seq),
        )
    }

    /// The last entry that stays when `seat` takes back: everything up to and including the
    /// seat's own most recent ply goes, so that it is then the seat's turn.
    pub fn take_back_target(&self, seat: Seat) -> Result<Seq, Rejection> {
        let own = self
            .path
            .iter()
            .rposition(|step| step.seat == Some(seat) && step.starts_ply);
        let Some(own) = own else {
            return Err(Rejection::new(
                "take_back",
                "this seat has no move to take back",
            ));
        };
        if self.path[own..].iter().any(|step| step.reveals) {
            return Err(Rejection::new(
                "revealed",
                "dice or hidden information were shown since: this cannot be taken back",
            ));
        }
        Ok(own
            .checked_sub(1)
            .map_or(Seq::START, |last| self.path[last].seq))
    }

    /// The match as it was after entry `seq` (at the start: the opening), to go on from there. Folds from the
    /// start: for a look, `state_at` is cheaper.
    pub fn position_after(&self, seq: Seq) -> Result<Match, Rejection> {
        Match::fold(
            self.setup.clone(),
            self.log.iter().take(seq.length()).cloned(),
        )
    }
}

/// What one act does to a position. Take-backs are the match's business and change nothing here; nor
/// does who looks at the screen.
pub fn carry_out(
    state: &mut Box<dyn AnyState>,
    act: &Act,
    chance: &mut Stream,
) -> Result<Option<Box<dyn AnyEvents>>, Rejection> {
    Ok(Some(match act {
        Act::Action { seat, action } => state.act(*seat, action, chance)?,
        Act::Resign { seat } => state.depart(*seat, Departure::Resigned, chance)?,
        Act::Leave { seat } => state.depart(*seat, Departure::Left, chance)?,
        Act::TimeOut { seat } => state.time_out(*seat, chance)?,
        Act::AgreeDraw => state.agree_draw()?,
        Act::Lift { seat } => {
            must_sit(state.as_ref(), *seat)?;
            return Ok(None);
        }
        Act::Claim { seat, claim, .. } => {
            must_sit(state.as_ref(), *seat)?;
            let seats = state.seats();
            end(
                state,
                match claim {
                    Claim::Win => Outcome::win(*seat, seats, "claimed"),
                    Claim::Draw => Outcome::draw(seats, "claimed_draw"),
                    Claim::Abort => Outcome::aborted("called_off"),
                },
            );
            return Ok(None);
        }
        Act::Abandon => {
            must_sit(state.as_ref(), Seat(0))?;
            end(state, Outcome::aborted("abandoned"));
            return Ok(None);
        }
        Act::Ruling { claim, winner } => {
            let seats = state.seats();
            let is_seat = winner.is_some_and(|seat| seat.0 < seats);
            if is_seat != (*claim == Claim::Win) || (winner.is_some() && !is_seat) {
                return Err(Rejection::seats("a win is one seat's, and nothing else is"));
            }
            end(state, Outcome::ruling(*claim, *winner, seats));
            return Ok(None);
        }
        Act::TakeBack { .. } => return Ok(None),
    }))
}

/// The match runs, and has this seat.
fn must_sit(state: &dyn AnyState, seat: Seat) -> Result<(), Rejection> {
    if state.outcome().is_some() {
        return Err(Rejection::over());
    }
    if seat.0 >= state.seats() {
        return Err(Rejection::no_seat());
    }
    Ok(())
}

fn end(state: &mut Box<dyn AnyState>, outcome: Outcome) {
    let before = state.boxed_clone();
    *state = Box::new(Ended {
        state: before,
        outcome,
    });
}
