//! How often somebody may try: one measure for all doors.

use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::ops::{Notice, network};
use crate::{Code, Refusal};

/// Wrong passwords nobody has to wait for.
const FREE: u32 = 5;
/// The pause doubles up to this: a thousand guesses a day, and the owner waits a minute at most.
const LONGEST: Duration = Duration::from_secs(60);
/// Wrong passwords are forgotten after this.
const FORGOTTEN: Duration = Duration::from_secs(3600);
/// Links and phrases a minute.
const MADE_PER_MINUTE: NonZeroU32 = NonZeroU32::new(10).unwrap();
/// Places from which people have signed in that are remembered.
const MOST_PLACES: usize = 20_000;

#[derive(Debug)]
pub(super) struct Gate {
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    /// Links and phrases that one person makes.
    made: DefaultKeyedRateLimiter<i64>,
    guesses: Mutex<Guesses>,
    flood: Notice,
    made_too_many: Notice,
}

#[derive(Debug, Default)]
struct Guesses {
    /// By name, and apart from all others where its owner has come from before: strangers who
    /// guess do not keep the owner out.
    wrong: HashMap<(i64, Option<IpAddr>), Wrong>,
    places: HashSet<(i64, IpAddr)>,
}

#[derive(Clone, Copy, Debug)]
struct Wrong {
    times: u32,
    last: Instant,
}

impl Wrong {
    fn pause(self) -> Duration {
        let Some(beyond) = self.times.checked_sub(FREE) else {
            return Duration::ZERO;
        };
        Duration::from_secs(1 << beyond.min(10)).min(LONGEST)
    }
}

/// One try at a password, counted as wrong until it has proved right.
#[derive(Debug)]
#[must_use]
pub(super) struct Guess {
    player: i64,
    place: IpAddr,
    key: (i64, Option<IpAddr>),
    times: u32,
}

impl Guess {
    /// It was not the password: whoever runs the house may want to know.
    pub(super) fn note(&self, name: &str) {
        let (from, times) = (self.place, self.times);
        metrics::counter!("parlor_wrong_passwords_total").increment(1);
        tracing::warn!(name, %from, times, "wrong password");
    }
}

impl Gate {
    pub(super) fn new(per_minute: u32) -> Gate {
        let per_minute = NonZeroU32::new(per_minute).unwrap_or(NonZeroU32::MIN);
        Gate {
            sign_ins: RateLimiter::keyed(Quota::per_minute(per_minute)),
            made: RateLimiter::keyed(Quota::per_minute(MADE_PER_MINUTE)),
            guesses: Mutex::default(),
            flood: Notice::new(),
            made_too_many: Notice::new(),
        }
    }

    fn guesses(&self) -> MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Somebody wants to enter, under whatever name.
    pub(super) fn knock(&self, from: IpAddr) -> Result<(), Refusal> {
        self.sign_ins.check_key(&network(from)).map_err(|_| {
            metrics::counter!("parlor_sign_ins_refused_total").increment(1);
            if let Some(times) = self.flood.happened() {
                tracing::warn!(%from, times, "too many sign-ins from one address: refused");
            }
            let message = "too many sign-ins from your address; wait a minute";
            Refusal::new(Code::ServerTooFast, message)
        })
    }

    /// Somebody makes another way to their name.
    pub(super) fn make(&self, player: i64) -> Result<(), Refusal> {
        self.made.check_key(&player).map_err(|_| {
            if let Some(times) = self.made_too_many.happened() {
                tracing::warn!(player, times, "too many new links or phrases: refused");
            }
            let message = "too many new links or phrases; wait a minute";
            Refusal::new(Code::ServerTooFast, message)
        })
    }

    /// Before a password is looked at.
    pub(super) fn guess(&self, player: i64, from: IpAddr) -> Result<Guess, Refusal> {
        self.guess_at(player, from, Instant::now())
    }

    fn guess_at(&self, player: i64, from: IpAddr, now: Instant) -> Result<Guess, Refusal> {
        let place = network(from);
        let mut guesses = self.guesses();
        let known = guesses.places.contains(&(player, place));
        let key = (player, known.then_some(place));
        let wrong = guesses.wrong.entry(key).or_insert(Wrong {
            times: 0,
            last: now,
        });
        let left = (wrong.last + wrong.pause()).saturating_duration_since(now);
        if !left.is_zero() {
            let seconds = left.as_secs() + 1;
            let message = format!("too many wrong passwords; try again in {seconds} s");
            return Err(Refusal::new(Code::PeopleTooManyGuesses, message));
        }
        wrong.times = wrong.times.saturating_add(1);
        wrong.last = now;
        let times = wrong.times;
        Ok(Guess {
            player,
            place,
            key,
            times,
        })
    }

    pub(super) fn right(&self, guess: &Guess) {
        let mut guesses = self.guesses();
        guesses.wrong.remove(&guess.key);
        if guesses.places.len() >= MOST_PLACES {
            guesses.places.clear();
        }
        guesses.places.insert((guess.player, guess.place));
    }

    /// Forgets what is long ago.
    pub(super) fn tidy(&self) {
        self.sign_ins.retain_recent();
        self.made.retain_recent();
        let now = Instant::now();
        let recent = |wrong: &Wrong| now.duration_since(wrong.last) < FORGOTTEN;
        self.guesses().wrong.retain(|_, wrong| recent(wrong));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn guessing_becomes_slow_from_everywhere() {
        let gate = Gate::new(1000);
        let mut now = Instant::now();
        let mut tries = 0;
        let end = now + Duration::from_secs(3600);
        while now < end {
            // Ten addresses take turns: that is no help.
            if gate.guess_at(1, address(tries as u8 % 10), now).is_ok() {
                tries += 1;
            }
            now += Duration::from_millis(500);
        }
        assert!((60..80).contains(&tries), "{tries}");
        // Another name is not concerned.
        assert!(gate.guess_at(2, address(1), now).is_ok());
    }

    #[test]
    fn strangers_do_not_keep_the_owner_out() {
        let gate = Gate::new(1000);
        let now = Instant::now();
        let home = gate.guess_at(1, address(1), now).unwrap();
        gate.right(&home);
        while gate.guess_at(1, address(2), now).is_ok() {}
        let refused = gate.guess_at(1, address(3), now).unwrap_err();
        assert_eq!(refused.code, Code::PeopleTooManyGuesses);
        let home = gate.guess_at(1, address(1), now).unwrap();
        gate.right(&home);
    }

    #[test]
    fn whoever_gets_it_right_begins_anew() {
        let gate = Gate::new(1000);
        let now = Instant::now();
        for _ in 0..3 {
            for _ in 0..FREE - 1 {
                gate.guess_at(1, address(1), now).unwrap().note("Ann");
            }
            let right = gate.guess_at(1, address(1), now).unwrap();
            gate.right(&right);
        }
    }
}
