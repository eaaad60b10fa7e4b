//! A finished match looked at again: what each position was worth, which moves and which dice
//! changed that, and what would have been better. Coarse at first, then finer where it matters, so
//! that there is something to show after seconds and more the longer somebody looks.

use parlor_describe::ToSchema;
use parlor_engine::{Act, AnyState, Match, Record, Seat, Seq};
use serde::Serialize;
use serde_json::Value;

use super::Cancel;
use super::judge::Judge;
use crate::{Code, Refusal};

/// The loss of winning chance, against the better move, from which a move has a name.
const INACCURACY: f64 = 0.05;
const MISTAKE: f64 = 0.12;
const BLUNDER: f64 = 0.3;
/// Smaller changes of a position are not looked into, but for the largest of a seat's: a match may be
/// lost in steps that are all small, or against odds that were long from the start.
const NOTABLE: f64 = 0.02;
const TRIED: usize = 8;
/// Moves of a seat that are held against better ones before it is known where exactly it lost, so that
/// long matches have an answer soon, too.
const EARLY: usize = 5;
/// From this loss on, or this part of the chance there was, a better move is worth a line.
const MISSED: f64 = 0.004;
const MISSED_PART: f64 = 0.05;
/// Mistakes of a seat beside which smaller ones are left out.
const ENOUGH: usize = 3;
/// Changes by chance that are listed.
const LUCKY: f64 = 0.05;
/// Evaluations of the first, coarse look.
const COARSE: usize = 48;
/// Positions that are kept of a match; of longer ones every n-th.
const MOST_POSITIONS: usize = 4_000;

/// The worth of the positions looked at so far, and what changed it.
#[derive(Clone, PartialEq, Default, Debug, Serialize, ToSchema)]
pub struct Review {
    /// In the order of the log; not all of them until it is done.
    pub positions: Vec<Position>,
    pub turns: Vec<Turn>,
    /// By seat: what dice and other chance gave and took, all in all.
    pub luck: Vec<f64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Position {
    /// The entry it follows; the start for the opening.
    #[schema(value_type = u32)]
    pub seq: Seq,
    /// Each seat's chance to win, a draw counting half.
    pub chances: Vec<f64>,
}

/// An entry of the log and what it meant for the seat that made it.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Turn {
    #[schema(value_type = u32)]
    pub seq: Seq,
    pub seat: u8,
    /// Of luck: how the chance to win changed. Of a mistake: what was lost against the better move.
    pub change: f64,
    pub kind: TurnKind,
    /// In notation.
    pub played: String,
    /// None for luck.
    pub better: Option<Better>,
}

/// What would have been better.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Better {
    pub action: String,
    /// How it might have gone on, the action first.
    pub line: Vec<String>,
    /// The chance to win it would have left.
    pub chance: f64,
    /// What it would have done, as its seat could know: the game's own preview (docs/previews.md).
    #[schema(value_type = Option<Object>)]
    pub effect: Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TurnKind {
    /// Chance decided about it: the change is luck, good or bad.
    Luck,
    /// Too small to have a name, and the worst there was.
    Missed,
    Inaccuracy,
    Mistake,
    Blunder,
}

/// A position of the match and what led to it.
struct Moment {
    seq: Seq,
    state: Box<dyn AnyState>,
    /// The action before it, if it was one.
    action: Option<(Seat, String)>,
    rolled: bool,
    chances: Option<Vec<f64>>,
    /// Whether the action was held against a better one, and what came out.
    judged: bool,
    verdict: Option<Turn>,
}

/// A review in the making.
pub(super) struct Reviewer {
    judge: Judge,
    moments: Vec<Moment>,
    /// Whether every entry of the match is among the moments.
    whole: bool,
}

/// What to look at next.
enum Step {
    Value(usize),
    Judge(usize),
}

impl Reviewer {
    pub(super) fn new(record: &Record) -> Result<Reviewer, Refusal> {
        let finished = record
            .verify(parlor_catalog::GAMES)
            .map_err(|error| Refusal::new(Code::MatchCorrupt, error.to_string()))?;
        let stride = finished.log().len() / MOST_POSITIONS + 1;
        let mut matched = Match::start(finished.setup().clone())?;
        let mut moments = vec![Moment::of(&matched, None, false)];
        for (place, entry) in finished.log().iter().enumerate() {
            let judged = matched.judge(entry.act.clone())?;
            let rolled = judged.rolled;
            matched.commit(judged);
            if (place + 1).is_multiple_of(stride) || place + 1 == finished.log().len() {
                let action = match &entry.act {
                    Act::Action { seat, action } => Some((*seat, action.clone())),
                    _ => None,
                };
                moments.push(Moment::of(&matched, action, rolled));
            }
        }
        Ok(Reviewer {
            judge: Judge::new(finished.state().meta(), finished.state().seats()),
            moments,
            whole: stride == 1,
        })
    }

    /// Positions looked at, and all of them.
    pub(super) fn progress(&self) -> (usize, usize) {
        let valued = |moment: &&Moment| moment.chances.is_some();
        (
            self.moments.iter().filter(valued).count(),
            self.moments.len(),
        )
    }

    /// One step of the work; false when there is nothing left to look at.
    pub(super) fn step(&mut self, cancel: &Cancel) -> Result<bool, Refusal> {
        match self.next() {
            None => return Ok(false),
            Some(Step::Value(place)) => {
                if let Some(moment) = self.moments.get_mut(place) {
                    moment.chances = Some(self.judge.chances(moment.state.as_ref(), cancel)?);
                }
            }
            Some(Step::Judge(place)) => {
                let verdict = self.verdict(place, cancel)?;
                if let Some(moment) = self.moments.get_mut(place) {
                    moment.judged = true;
                    moment.verdict = verdict;
                }
            }
        }
        Ok(true)
    }

    /// First an even grid over the match, then a few moves of each seat from where it lost most. Then
    /// wherever the chances change most: between two positions that are apart the one in the middle, of
    /// a single action whether it was a mistake.
    fn next(&self) -> Option<Step> {
        let last = self.moments.len() - 1;
        let grid = (COARSE / self.judge.views()).clamp(8, COARSE);
        let coarse = (0..=grid).map(|part| part * last / grid);
        let unknown = |&place: &usize| {
            let moment = self.moments.get(place);
            moment.is_some_and(|moment| moment.chances.is_none())
        };
        if let Some(place) = coarse.into_iter().find(unknown) {
            return Some(Step::Value(place));
        }
        let known: Vec<(usize, &[f64])> = self
            .moments
            .iter()
            .enumerate()
            .filter_map(|(place, moment)| Some((place, moment.chances.as_deref()?)))
            .collect();
        if let Some(place) = self.early(&known) {
            return Some(Step::Judge(place));
        }
        let steps = known.windows(2).filter_map(|pair| {
            let [(from, before), (to, after)] = *pair else {
                return None;
            };
            if to - from > 1 {
                // Long stretches without a change are looked into last, but they are.
                let worth = swing(before, after) + 1e-4 * (to - from) as f64;
                return Some((worth, Step::Value(usize::midpoint(from, to))));
            }
            let moment = self.moments.get(to)?;
            let (seat, _) = moment.action.as_ref().filter(|_| self.whole)?;
            let lost = before.get(seat.index())? - after.get(seat.index())?;
            let worth = lost >= NOTABLE || (lost > 0.0 && self.tried(*seat) < TRIED);
            (!moment.judged && worth).then_some((2.0 * lost, Step::Judge(to)))
        });
        let best = steps.max_by(|one, other| one.0.total_cmp(&other.0));
        best.map(|(_, step)| step)
    }

    /// Moves of a seat that were judged.
    fn tried(&self, seat: Seat) -> usize {
        let judged = self.moments.iter().filter(|moment| moment.judged);
        judged.filter(|moment| moment.is_of(seat)).count()
    }

    /// A move of the seat that was tried least among those without a verdict: where it lost most
    /// between two known positions, the one that had most to choose from.
    fn early(&self, known: &[(usize, &[f64])]) -> Option<usize> {
        let told = |seat: Seat| {
            let verdicts = self.moments.iter().filter_map(|it| it.verdict.as_ref());
            verdicts.filter(|turn| turn.seat == seat.0).count()
        };
        let mut seats: Vec<(usize, Seat)> = (0..self.judge.seats())
            .map(|seat| (self.tried(Seat(seat)), Seat(seat)))
            .filter(|(tried, seat)| *tried < EARLY && told(*seat) == 0 && self.whole)
            .collect();
        seats.sort_unstable_by_key(|(tried, seat)| (*tried, seat.0));
        seats.into_iter().find_map(|(_, seat)| {
            let mut stretches: Vec<(f64, usize, usize)> = known
                .windows(2)
                .filter_map(|pair| {
                    let [(from, before), (to, after)] = *pair else {
                        return None;
                    };
                    let lost = before.get(seat.index())? - after.get(seat.index())?;
                    Some((lost, from + 1, to))
                })
                .collect();
            stretches.sort_by(|one, other| other.0.total_cmp(&one.0));
            stretches.into_iter().find_map(|(_, first, last)| {
                let choices = |place: &usize| {
                    let before = place.checked_sub(1).and_then(|it| self.moments.get(it));
                    before.map_or(0, |before| before.state.legal(seat).actions.len())
                };
                let open = |place: &usize| {
                    let moment = self.moments.get(*place);
                    moment.is_some_and(|it| !it.judged && it.is_of(seat)) && choices(place) > 1
                };
                (first..=last).filter(open).max_by_key(choices)
            })
        })
    }

    fn verdict(&self, place: usize, cancel: &Cancel) -> Result<Option<Turn>, Refusal> {
        let before = place.checked_sub(1).and_then(|it| self.moments.get(it));
        let (Some(before), Some(moment)) = (before, self.moments.get(place)) else {
            return Ok(None);
        };
        let Some((seat, played)) = &moment.action else {
            return Ok(None);
        };
        let found = self
            .judge
            .better(before.state.as_ref(), *seat, played, cancel)?;
        Ok(found.and_then(|(loss, mut better)| {
            let effect = before.state.preview(*seat, &better.action);
            better.effect = effect
                .ok()
                .and_then(|it| serde_json::from_str(it.raw().get()).ok());
            Some(Turn {
                seq: moment.seq,
                seat: seat.0,
                change: -loss,
                kind: kind_of(loss, better.chance)?,
                played: played.clone(),
                better: Some(better),
            })
        }))
    }

    /// All that is known so far.
    pub(super) fn review(&self) -> Review {
        let position = |moment: &Moment| {
            Some(Position {
                seq: moment.seq,
                chances: moment.chances.clone()?,
            })
        };
        let positions: Vec<Position> = self.moments.iter().filter_map(position).collect();
        let mut luck = vec![0.0; usize::from(self.judge.seats())];
        let mut turns: Vec<Turn> = Vec::new();
        let verdicts = || self.moments.iter().filter_map(|it| it.verdict.as_ref());
        let named = |seat: u8| {
            let own = verdicts().filter(|turn| turn.seat == seat && turn.kind != TurnKind::Missed);
            own.count()
        };
        for pair in self.moments.windows(2).filter(|_| self.whole) {
            let [before, after] = pair else { continue };
            let verdict = after.verdict.as_ref();
            let told = |turn: &&Turn| turn.kind != TurnKind::Missed || named(turn.seat) < ENOUGH;
            turns.extend(verdict.filter(told).cloned());
            let (Some(was), Some(is)) = (&before.chances, &after.chances) else {
                continue;
            };
            let Some((seat, played)) = after.action.as_ref().filter(|_| after.rolled) else {
                continue;
            };
            for (sum, (was, is)) in luck.iter_mut().zip(was.iter().zip(is)) {
                *sum += is - was;
            }
            let change = is.get(seat.index()).zip(was.get(seat.index()));
            let change = change.map_or(0.0, |(is, was)| is - was);
            if change.abs() >= LUCKY && after.verdict.is_none() {
                turns.push(Turn {
                    seq: after.seq,
                    seat: seat.0,
                    change,
                    kind: TurnKind::Luck,
                    played: played.clone(),
                    better: None,
                });
            }
        }
        Review {
            positions,
            turns,
            luck,
        }
    }
}

impl Moment {
    fn of(matched: &Match, action: Option<(Seat, String)>, rolled: bool) -> Moment {
        Moment {
            seq: matched.seq(),
            state: matched.state().boxed_clone(),
            action,
            rolled,
            chances: None,
            judged: false,
            verdict: None,
        }
    }

    /// Whether the seat acted.
    fn is_of(&self, seat: Seat) -> bool {
        matches!(self.action, Some((by, _)) if by == seat)
    }
}

fn swing(before: &[f64], after: &[f64]) -> f64 {
    let changes = before.iter().zip(after).map(|(was, is)| (is - was).abs());
    changes.fold(0.0, f64::max)
}

/// `chance` is what the better move would have left.
fn kind_of(loss: f64, chance: f64) -> Option<TurnKind> {
    match loss {
        _ if loss >= BLUNDER => Some(TurnKind::Blunder),
        _ if loss >= MISTAKE => Some(TurnKind::Mistake),
        _ if loss >= INACCURACY => Some(TurnKind::Inaccuracy),
        _ if loss >= MISSED || (loss > 0.0 && loss >= MISSED_PART * chance) => {
            Some(TurnKind::Missed)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use parlor_engine::{Fast, Seed, Setup};
    use serde_json::json;

    use super::*;

    /// A long game of Risk at random.
    fn record() -> Record {
        let game = parlor_catalog::game("risk").unwrap();
        let setup = Setup::new(game, &json!(null), 2, Seed([7; 32]), Vec::new()).unwrap();
        let mut matched = Match::start(setup).unwrap();
        let mut chance = Fast::new(3);
        while let Some(seat) = matched.state().to_act().first() {
            let action = matched.state().sample(seat, &mut chance).unwrap();
            matched.push(Act::Action { seat, action }).unwrap();
            if matched.log().len() == 400 {
                matched.push(Act::Resign { seat }).unwrap();
            }
        }
        Record::of(&matched, Vec::new())
    }

    #[test]
    fn a_better_move_is_named_after_the_first_look() {
        let mut reviewer = Reviewer::new(&record()).unwrap();
        let views = reviewer.judge.views();
        // The grid, and each seat's tries: what fits into ten seconds.
        for _ in 0..=COARSE / views + 2 * EARLY {
            reviewer.step(&Cancel::new()).unwrap();
        }
        let turns = reviewer.review().turns;
        for seat in 0..2 {
            let named = |turn: &Turn| turn.seat == seat && turn.better.is_some();
            assert!(turns.iter().any(named), "seat {seat}: {turns:?}");
        }
    }
}
