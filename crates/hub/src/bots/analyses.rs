//! Analyses in the making: one a person, and only while that person looks at the position.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_describe::ToSchema;
use serde::Serialize;

use super::analyst::{Analysis, Analyst};
use super::{BotPool, Cancel};
use crate::ops::{TurnPermit, Turns, network};
use crate::people::PlayerId;
use crate::{Code, Refusal};

/// Whoever has not asked for so long does not look any more.
const LOOKING: Duration = Duration::from_secs(3);
/// So long an analysis keeps a thread before others have it; those who wait at a table or for a hint
/// get it sooner.
const SLICE: Duration = Duration::from_millis(300);
/// Of people behind one address.
const MOST_AT_ADDRESS: usize = 12;
/// Lines that wait to be played through.
const MOST_WAITING: usize = 64;
/// Records that are being sent, each of up to 2 MB.
const RECORDS: usize = 8;

#[derive(Clone, Debug)]
pub struct Analyses {
    bot_pool: BotPool,
    jobs: Arc<Mutex<HashMap<PlayerId, Arc<Job>>>>,
    /// Lines are played through one after the other.
    lines: Turns,
    records: Turns,
}

#[derive(Debug)]
struct Job {
    /// What was asked, letter by letter.
    question: String,
    from: IpAddr,
    state: Mutex<State>,
    cancel: Cancel,
}

#[derive(Debug)]
struct State {
    asked: Instant,
    told: Result<Answer, Refusal>,
}

/// How far an analysis is, and what it knows.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Answer {
    /// Whether there is nothing left to look at.
    pub done: bool,
    #[serde(flatten)]
    pub analysis: Analysis,
}

impl Job {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_watched(&self) -> bool {
        self.state().asked.elapsed() < LOOKING
    }
}

impl Analyses {
    pub fn new(bot_pool: BotPool) -> Analyses {
        Analyses {
            bot_pool,
            jobs: Arc::default(),
            lines: Turns::new(1, MOST_WAITING, "lines to play through at once"),
            records: Turns::new(RECORDS, MOST_WAITING, "records sent at once"),
        }
    }

    /// Lets the rules run beside the threads that serve matches: lines may be long, and however many
    /// are asked for, they have one thread, and addresses take turns.
    pub async fn beside<T: Send + 'static>(
        &self,
        from: IpAddr,
        work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.lines.wait(from).await?;
        let done = tokio::task::spawn_blocking(move || {
            // Kept until it is done, also if nobody waits for the answer.
            let _turn = turn;
            work()
        });
        done.await.unwrap_or_else(|_| Err(Refusal::match_failed()))
    }

    /// The turn of somebody who sends a record: many at once would fill the memory.
    pub async fn may_send(&self, from: IpAddr) -> Result<TurnPermit, Refusal> {
        self.records.wait(from).await
    }

    fn jobs(&self) -> MutexGuard<'_, HashMap<PlayerId, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the analysis of this very question is, if it is the one this person last asked.
    /// Asking keeps it going.
    pub fn progress(&self, person: PlayerId, question: &str) -> Option<Result<Answer, Refusal>> {
        let job = self.jobs().get(&person).cloned();
        let job = job.filter(|job| job.question == question && !job.cancel.is_cancelled())?;
        let mut state = job.state();
        state.asked = Instant::now();
        Some(state.told.clone())
    }

    /// Looks at another position; what this person looked at before is left.
    pub fn begin(
        &self,
        person: PlayerId,
        from: IpAddr,
        question: String,
        analyst: Analyst,
    ) -> Result<Answer, Refusal> {
        let from = network(from);
        let told = Answer {
            done: false,
            analysis: analyst.analysis(),
        };
        let job = Arc::new(Job {
            question,
            from,
            state: Mutex::new(State {
                asked: Instant::now(),
                told: Ok(told.clone()),
            }),
            cancel: Cancel::new(),
        });
        {
            let mut jobs = self.jobs();
            if let Some(before) = jobs.remove(&person) {
                before.cancel.cancel();
            }
            jobs.retain(|_, job| job.is_watched());
            let near = jobs.values().filter(|job| job.from == from).count();
            if near >= MOST_AT_ADDRESS {
                let message = "too many analyses at once from this address; wait a moment";
                return Err(Refusal::new(Code::ServerBusy, message));
            }
            jobs.insert(person, job.clone());
        }
        self.work(person, job, analyst);
        Ok(told)
    }

    /// This person looks at nothing any more.
    pub fn stop(&self, person: PlayerId) {
        if let Some(job) = self.jobs().remove(&person) {
            job.cancel.cancel();
        }
    }

    fn work(&self, person: PlayerId, job: Arc<Job>, mut analyst: Analyst) {
        let pool = self.bot_pool.clone();
        tokio::spawn(async move {
            while job.is_watched() && !job.cancel.is_cancelled() {
                let (cancel, wanted) = (job.cancel.clone(), pool.clone());
                let people = [person];
                let slice = pool.run_long(&people, move || {
                    let until = Instant::now() + SLICE;
                    loop {
                        let more = analyst.step(&cancel);
                        let go_on = matches!(more, Ok(true))
                            && !cancel.is_cancelled()
                            && !wanted.is_wanted()
                            && Instant::now() < until;
                        if !go_on {
                            return (analyst, more);
                        }
                    }
                });
                let Some((back, more)) = slice.await else {
                    job.state().told = Err(Refusal::unavailable());
                    return;
                };
                analyst = back;
                let done = match more {
                    Ok(more) => !more,
                    Err(refusal) => {
                        job.state().told = Err(refusal);
                        return;
                    }
                };
                let analysis = analyst.analysis();
                job.state().told = Ok(Answer { done, analysis });
                if done {
                    return;
                }
            }
            // Whoever comes back has it begun anew.
            job.cancel.cancel();
        });
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use parlor_engine::{AnyState, Fast};
    use serde_json::Value;

    use super::*;

    const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn opening(game: &str) -> Box<dyn AnyState> {
        let game = parlor_catalog::game(game).unwrap();
        let seats = game.meta().min_seats;
        game.start(&Value::Null, seats, &mut Fast::new(1)).unwrap()
    }

    fn analyses() -> Analyses {
        Analyses::new(BotPool::new(1, Duration::from_secs(1)))
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn every_game_is_analysed_to_the_end() {
        let all = analyses();
        for (person, &game) in (1..).map(PlayerId).zip(parlor_catalog::GAMES) {
            let id = game.meta().id;
            let position = opening(id);
            let legal = position.to_act().first().map(|seat| position.legal(seat));
            let answer = loop {
                // On a machine that stood still for a while it is begun anew.
                let answer = all.progress(person, id).unwrap_or_else(|| {
                    let analyst = Analyst::new(position.boxed_clone());
                    all.begin(person, HERE, id.to_owned(), analyst)
                });
                let answer = answer.unwrap();
                if answer.done {
                    break answer.analysis;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            };
            let sum: f64 = answer.chances.iter().sum();
            assert!(sum > 0.0 && sum < 1.0001, "{id}: {:?}", answer.chances);
            assert_eq!(answer.of, legal.unwrap().actions.len(), "{id}");
            assert!(answer.moves.len() >= answer.of.min(160), "{id}");
            let best = answer.moves.first().unwrap();
            assert!(best.chance.is_some() || best.proven.is_some(), "{id}");
            let known = answer.moves.iter().map_while(|it| it.chance);
            assert!(known.is_sorted_by(|a, b| a >= b), "{id}");
        }
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_person_has_one_analysis_and_an_address_a_few() {
        let all = analyses();
        let ann = PlayerId(1);
        let begin = |person, what: &str| {
            let analyst = Analyst::new(opening("marelles"));
            all.begin(person, HERE, what.to_owned(), analyst)
        };
        begin(ann, "one").unwrap();
        begin(ann, "two").unwrap();
        assert!(all.progress(ann, "one").is_none(), "left behind");
        assert!(all.progress(ann, "two").is_some());
        all.stop(ann);
        assert!(all.progress(ann, "two").is_none());
        for person in 0..MOST_AT_ADDRESS as i64 {
            begin(PlayerId(person + 10), "x").unwrap();
        }
        let refused = begin(ann, "three").unwrap_err();
        assert_eq!(refused.code, Code::ServerBusy);
        let elsewhere = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let analyst = Analyst::new(opening("marelles"));
        assert!(
            all.begin(ann, elsewhere, "four".to_owned(), analyst)
                .is_ok()
        );
    }
}
