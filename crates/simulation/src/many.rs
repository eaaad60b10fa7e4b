//! Many seeds on all cores.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Failure, Plan, Seen, run};

/// The seeds from `first`, `count` of them, on `threads` threads; `done` is called after each. What
/// was seen in all of them, or the lowest seed that fails.
pub fn many(
    first: u64,
    count: u64,
    threads: usize,
    plan: &Plan,
    done: impl Fn() + Sync,
) -> Result<Seen, (u64, Failure)> {
    let next = AtomicU64::new(0);
    let failed: Mutex<Option<(u64, Failure)>> = Mutex::default();
    let seen = Mutex::new(Seen::default());
    let lock = |seed: u64, failure: Failure| {
        let mut failed = failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.as_ref().is_none_or(|(other, _)| seed < *other) {
            *failed = Some((seed, failure));
        }
        // Nobody begins another; those under way may still find a lower one.
        next.store(count, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        return;
                    }
                    let seed = first.wrapping_add(place);
                    match run(seed, plan) {
                        Ok(more) => {
                            *seen.lock().unwrap_or_else(PoisonError::into_inner) += more;
                        }
                        Err(failure) => lock(seed, failure),
                    }
                    done();
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failed) => Err(failed),
        None => Ok(seen.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}
