//! Thinking takes long: it happens beside the threads that serve matches, on a bounded number of
//! its own, and stops when nobody waits for it any more.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{AnyState, Fast, Seat, Viewer};
use tokio::task::JoinHandle;

use super::{Budget, Cancel, Choice};
use crate::ops::Queue;
use crate::people::PlayerId;
use crate::{Code, Refusal, random};

/// How long a bot may be late before another move is played for it.
const GRACE: Duration = Duration::from_secs(5);
/// How far back such a thread stands: beside another that wants its core it gets a tenth of it, so that
/// whoever looks back is answered on a busy machine, too.
#[cfg(target_os = "linux")]
const BACK: i32 = 10;
/// Hints that one person may wait for at once.
const MOST_HINTS: usize = 3;

/// Why somebody thinks. Whoever waits at a table comes before whoever asks for a hint, and both before
/// whoever looks back at a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(usize)]
enum Why {
    Match,
    Hint,
    Review,
}

const REASONS: usize = 3;

#[derive(Clone, Debug)]
pub struct BotPool {
    /// As many think at once as this allows, whatever the number of tables.
    queue: Queue<PlayerId>,
    budget: Budget,
}

impl BotPool {
    pub fn new(at_once: usize, longest: Duration) -> BotPool {
        BotPool {
            queue: Queue::new(at_once, REASONS, usize::MAX),
            budget: Budget::of_time(longest),
        }
    }

    /// The move of a bot at a table. It never fails while there is a legal one: a bot that is late
    /// or in trouble plays some legal move, and the log says so. `None` when it was cancelled.
    pub(crate) async fn play(
        &self,
        people: &[PlayerId],
        state: Box<dyn AnyState>,
        seat: Seat,
        level: String,
        cancel: Cancel,
    ) -> Option<String> {
        let state: Arc<dyn AnyState> = state.into();
        let game = state.meta().id;
        let thinking = {
            let (state, level, cancel) = (state.clone(), level.clone(), cancel.clone());
            let budget = self.budget;
            self.run(Why::Match, people, cancel.clone(), move || {
                let seed = u64::from_le_bytes(random::bytes());
                parlor_bots::choose_in(state.as_ref(), seat, &level, &budget, seed, &cancel)
            })
        };
        let trouble = match thinking.await {
            _ if cancel.is_cancelled() => return None,
            Some(Ok(choice)) => {
                if let Some(trouble) = &choice.trouble {
                    tracing::warn!(game, level, trouble, "a bot plays some legal move");
                    metrics::counter!("parlor_bot_fallbacks_total", "game" => game).increment(1);
                }
                return Some(choice.action);
            }
            Some(Err(error)) => error.to_string(),
            None => "it did not answer in time".to_owned(),
        };
        tracing::error!(
            game,
            level,
            trouble,
            "a bot failed: some legal move is played"
        );
        metrics::counter!("parlor_bot_fallbacks_total", "game" => game).increment(1);
        let mut chance = Fast::new(u64::from_le_bytes(random::bytes()));
        state
            .imagine(Viewer::Seat(seat), &mut chance)
            .sample(seat, &mut chance)
    }

    /// What a bot would play in a seat that sees this.
    pub async fn advise(
        &self,
        person: PlayerId,
        game: &'static str,
        view: String,
        seat: Seat,
        level: String,
    ) -> Result<Choice, Refusal> {
        if self.queue.waiting(Why::Hint as usize, Some(person)) >= MOST_HINTS {
            return Err(Refusal::busy());
        }
        let cancel = Stop(Cancel::new());
        let (budget, stop) = (self.budget, cancel.0.clone());
        let people = [person];
        let advice = self.run(Why::Hint, &people, cancel.0.clone(), move || {
            let seed = u64::from_le_bytes(random::bytes());
            parlor_bots::choose(game, &view, seat, &level, &budget, seed, &stop)
        });
        match advice.await {
            Some(Ok(choice)) => Ok(choice),
            Some(Err(error)) => Err(Refusal::new(Code::BotNoAdvice, error.to_string())),
            None => Err(Refusal::busy()),
        }
    }

    #[cfg(test)]
    pub(crate) fn is_idle(&self) -> bool {
        self.queue.has_room()
    }

    /// Runs work for those who look back, when there is room, behind what else wants a core. It stops by
    /// itself, soon after `is_wanted` has come true.
    pub(crate) async fn run_long<T: Send + 'static>(
        &self,
        people: &[PlayerId],
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let room = self.queue.enter(Why::Review as usize, people).await?;
        let (done, answer) = tokio::sync::oneshot::channel();
        // A thread of its own: what has stood back cannot step forward again.
        let thread = std::thread::Builder::new().name("parlor-review".to_owned());
        let begun = thread.spawn(move || {
            stand_back();
            let thought = think();
            drop(room);
            // Nobody may be waiting any more.
            let _ = done.send(thought);
        });
        begun.ok()?;
        answer.await.ok()
    }

    /// Whether somebody waits who comes before those who look back.
    pub(crate) fn is_wanted(&self) -> bool {
        self.queue.is_wanted(Why::Review as usize)
    }

    /// Runs `think` when there is room; `None` when it took far too long.
    async fn run<T: Send + 'static>(
        &self,
        why: Why,
        people: &[PlayerId],
        cancel: Cancel,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let thinking = self.start(why, people, think).await?;
        if let Ok(answer) = tokio::time::timeout(self.budget.time + GRACE, thinking).await {
            answer.ok()
        } else {
            cancel.cancel();
            None
        }
    }

    /// Waits for room. The thread holds it until it is free, also if nobody waits for the answer.
    async fn start<T: Send + 'static>(
        &self,
        why: Why,
        people: &[PlayerId],
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<JoinHandle<T>> {
        let room = self.queue.enter(why as usize, people).await?;
        Some(tokio::task::spawn_blocking(move || {
            let _room = room;
            think()
        }))
    }
}

/// From now on every other thread comes before this one.
fn stand_back() {
    // Elsewhere it would be the whole process.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(BACK);
}

/// Stops the thinking when the one who asked goes away.
struct Stop(Cancel);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn whoever_looks_back_stands_back() {
        let pool = BotPool::new(1, Duration::from_secs(1));
        let priority = || rustix::process::getpriority_process(None).expect("it is known");
        let before = priority();
        assert_eq!(pool.run_long(&[], priority).await, Some(BACK));
        assert_eq!(priority(), before, "only that thread");
        assert!(pool.is_idle());
        assert_eq!(pool.run_long::<()>(&[], || panic!("broken")).await, None);
        assert_eq!(
            pool.run_long(&[], || 1).await,
            Some(1),
            "the room is free again"
        );
    }
}
