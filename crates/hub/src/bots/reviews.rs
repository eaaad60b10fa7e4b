//! Reviews in the making and those made lately. Each is made once, however many ask for it, and
//! only while somebody asks.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_describe::ToSchema;
use parlor_engine::Record;
use serde::Serialize;

use super::review::{Review, Reviewer};
use super::{BotPool, Cancel};
use crate::people::PlayerId;
use crate::{Code, Refusal};

/// Reviews that are kept; older ones are made anew.
const KEPT: usize = 16;
/// Whoever has not asked for so long does not look any more.
const LOOKING: Duration = Duration::from_secs(4);
/// So long a review keeps a thread before it lets other reviews have it; those who wait at a table
/// or for a hint get it sooner.
const SLICE: Duration = Duration::from_millis(400);
/// Reviews that one person may have in the making.
const MOST_EACH: usize = 3;
/// Of more people it is not asked whose turn it is.
const MOST_PEOPLE: usize = 8;

#[derive(Clone, Debug)]
pub struct Reviews {
    bot_pool: BotPool,
    jobs: Arc<Mutex<VecDeque<Arc<Job>>>>,
}

#[derive(Debug)]
struct Job {
    id: String,
    state: Mutex<State>,
    cancel: Cancel,
}

struct State {
    asked: Instant,
    /// Who has asked lately: it is made in their turns.
    people: Vec<PlayerId>,
    told: Result<Progress, Refusal>,
    /// Here while nobody works on it and it is not done.
    resting: Option<Rest>,
}

enum Rest {
    /// Not begun.
    Record(Box<Record>),
    Reviewer(Box<Reviewer>),
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("asked", &self.asked)
            .field("rests", &self.resting.is_some())
            .finish_non_exhaustive()
    }
}

/// How far a review is, and what it knows.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum Progress {
    Working {
        /// Positions looked at, of all.
        done: usize,
        of: usize,
        #[serde(flatten)]
        review: Review,
    },
    Done(Review),
}

impl Reviews {
    pub fn new(bot_pool: BotPool) -> Reviews {
        Reviews {
            bot_pool,
            jobs: Arc::default(),
        }
    }

    /// How far the review of this match is, if somebody has asked for it lately. Asking keeps it
    /// going.
    pub fn progress(&self, id: &str, person: PlayerId) -> Option<Result<Progress, Refusal>> {
        let job = {
            let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
            jobs.iter().find(|job| job.id == id)?.clone()
        };
        let told = {
            let mut state = job.state();
            if state.asked.elapsed() >= LOOKING {
                state.people.clear();
            }
            state.asked = Instant::now();
            if !state.people.contains(&person) && state.people.len() < MOST_PEOPLE {
                state.people.push(person);
            }
            state.told.clone()
        };
        self.go_on(&job);
        Some(told)
    }

    /// Whether this person may ask for one more.
    pub fn may_begin(&self, person: PlayerId) -> Result<(), Refusal> {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let own = jobs.iter().filter(|job| job.is_made_for(person)).count();
        if own < MOST_EACH {
            return Ok(());
        }
        let message = "you have several reviews in the making; wait for them, or look at one less";
        Err(Refusal::new(Code::ServerBusy, message))
    }

    pub fn begin(&self, id: &str, person: PlayerId, record: Record) -> Progress {
        let working = Progress::Working {
            done: 0,
            of: record.entries.len() + 1,
            review: Review::default(),
        };
        let job = Arc::new(Job {
            id: id.to_owned(),
            state: Mutex::new(State {
                asked: Instant::now(),
                people: vec![person],
                told: Ok(working.clone()),
                resting: Some(Rest::Record(Box::new(record))),
            }),
            cancel: Cancel::new(),
        });
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.push_back(job.clone());
        if jobs.len() > KEPT {
            // One that nobody looks at goes first, the oldest of those.
            let idle = jobs.iter().position(|job| !job.is_watched()).unwrap_or(0);
            if let Some(gone) = jobs.remove(idle) {
                gone.cancel.cancel();
            }
        }
        drop(jobs);
        self.go_on(&job);
        working
    }

    /// Sets somebody to work if nobody is.
    fn go_on(&self, job: &Arc<Job>) {
        let Some(mut rest) = job.state().resting.take() else {
            return;
        };
        let (bot_pool, job) = (self.bot_pool.clone(), job.clone());
        tokio::spawn(async move {
            loop {
                let (cancel, pool) = (job.cancel.clone(), bot_pool.clone());
                let people = job.state().people.clone();
                let until = move || cancel.is_cancelled() || pool.is_wanted();
                let cancel = job.cancel.clone();
                let slice = bot_pool
                    .run_long(&people, move || work(rest, &cancel, until))
                    .await;
                let mut state = job.state();
                match slice {
                    Some(Ok((reviewer, true))) => {
                        state.told = Ok(working(&reviewer));
                        let is_watched = state.asked.elapsed() < LOOKING;
                        rest = Rest::Reviewer(reviewer);
                        if !is_watched || job.cancel.is_cancelled() {
                            state.resting = Some(rest);
                            return;
                        }
                    }
                    Some(Ok((reviewer, false))) => {
                        state.told = Ok(Progress::Done(reviewer.review()));
                        return;
                    }
                    Some(Err(refusal)) => {
                        state.told = Err(refusal);
                        return;
                    }
                    None => {
                        state.told = Err(Refusal::unavailable());
                        return;
                    }
                }
            }
        });
    }
}

impl Job {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_watched(&self) -> bool {
        self.state().asked.elapsed() < LOOKING
    }

    /// In the making, and this person looks at it.
    fn is_made_for(&self, person: PlayerId) -> bool {
        let state = self.state();
        let done = matches!(state.told, Ok(Progress::Done(_)) | Err(_));
        !done && state.asked.elapsed() < LOOKING && state.people.contains(&person)
    }
}

fn working(reviewer: &Reviewer) -> Progress {
    let (done, of) = reviewer.progress();
    Progress::Working {
        done,
        of,
        review: reviewer.review(),
    }
}

/// Works for a slice of time, one step at least; says whether there is more to do.
fn work(
    rest: Rest,
    cancel: &Cancel,
    until: impl Fn() -> bool,
) -> Result<(Box<Reviewer>, bool), Refusal> {
    let begun = Instant::now();
    let mut reviewer = match rest {
        Rest::Record(record) => Box::new(Reviewer::new(&record)?),
        Rest::Reviewer(reviewer) => reviewer,
    };
    loop {
        if !reviewer.step(cancel)? {
            return Ok((reviewer, false));
        }
        if begun.elapsed() >= SLICE || until() {
            return Ok((reviewer, true));
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use parlor_engine::{Fast, Match, Seed, Seq, Setup};
    use serde_json::Value;

    use super::*;

    /// A whole game of Mars at random.
    fn record() -> Record {
        let game = parlor_catalog::game("mars").unwrap();
        let setup = Setup::new(game, &Value::Null, 2, Seed([7; 32]), Vec::new()).unwrap();
        let mut matched = Match::start(setup).unwrap();
        let mut chance = Fast::new(3);
        while let Some(seat) = matched.state().to_act().first() {
            let action = matched.state().sample(seat, &mut chance).unwrap();
            matched
                .push(parlor_engine::Act::Action { seat, action })
                .unwrap();
        }
        Record::of(&matched, Vec::new())
    }

    fn known(progress: &Progress) -> (usize, usize) {
        match progress {
            Progress::Working { done, of, review } => {
                assert_eq!(review.positions.len(), *done);
                (*done, *of)
            }
            Progress::Done(review) => (review.positions.len(), review.positions.len()),
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn coarse_soon_and_at_rest_when_nobody_looks() {
        let bot_pool = BotPool::new(1, Duration::from_secs(1));
        let reviews = Reviews::new(bot_pool.clone());
        let ann = PlayerId(1);
        reviews.begin("mars", ann, record());
        // Within the ten seconds that somebody waits there is a graph of the whole match.
        let begun = Instant::now();
        let coarse = loop {
            tokio::time::sleep(Duration::from_millis(250)).await;
            let progress = reviews.progress("mars", ann).unwrap().unwrap();
            if known(&progress).0 >= 24 {
                break progress;
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{progress:?}");
        };
        if let Progress::Working { review, .. } = &coarse {
            assert!(
                review
                    .positions
                    .first()
                    .is_some_and(|first| first.seq == Seq::START)
            );
            assert!(
                review
                    .positions
                    .last()
                    .is_some_and(|last| last.seq > Seq(90))
            );
        }
        // Nobody asks any more: the thread is free again, and what was found is kept.
        tokio::time::sleep(LOOKING + 4 * SLICE).await;
        assert!(bot_pool.is_idle());
        let job = reviews.jobs.lock().unwrap().front().unwrap().clone();
        let rested = known(job.state().told.as_ref().unwrap());
        assert!(rested.0 >= known(&coarse).0);
        assert_eq!(job.state().resting.is_some(), rested.0 < rested.1);
    }
}
