use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{Notice, network};
use crate::people::PlayerId;
use crate::{Code, Config, Refusal};

/// How much one address, person or connection may ask for.
#[derive(Debug)]
pub(crate) struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    chat: DefaultKeyedRateLimiter<PlayerId>,
    drawings: DefaultKeyedRateLimiter<IpAddr>,
    challenges: DefaultKeyedRateLimiter<PlayerId>,
    /// Positions somebody looks at on an analysis board.
    positions: DefaultKeyedRateLimiter<IpAddr>,
    /// Codes of tables, each of which could be a guess: from one address, and from all together.
    guesses: DefaultKeyedRateLimiter<IpAddr>,
    all_guesses: DefaultDirectRateLimiter,
    messages: Quota,
    flood: Notice,
}

/// Challenges a minute of one person.
const CHALLENGES: u32 = 12;
/// Positions a second that one address may look at: more than an arrow key that is held down asks for.
const POSITIONS: u32 = 40;
/// So many steps of a line cost as much as one more position, up to a record's worth.
const STEPS: usize = 32;
const MOST_COST: usize = 100;
/// More than a class types in a minute from behind one address, and far less than a search needs:
/// there are 300,000 codes.
const GUESSES: u32 = 30;
const ALL_GUESSES: u32 = 600;

fn per_second(count: u32, burst: u32) -> Quota {
    Quota::per_second(at_least_one(count)).allow_burst(at_least_one(count.saturating_mul(burst)))
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        let chat = Quota::per_second(NonZeroU32::MIN).allow_burst(at_least_one(5));
        // A picture costs more than any other request.
        let drawings = Quota::per_second(NonZeroU32::MIN).allow_burst(at_least_one(20));
        Limits {
            requests: RateLimiter::keyed(per_second(config.requests_per_second, 5)),
            chat: RateLimiter::keyed(chat),
            drawings: RateLimiter::keyed(drawings),
            challenges: RateLimiter::keyed(
                Quota::per_minute(at_least_one(CHALLENGES)).allow_burst(at_least_one(10)),
            ),
            positions: RateLimiter::keyed(per_second(POSITIONS, 3)),
            guesses: RateLimiter::keyed(Quota::per_minute(at_least_one(GUESSES))),
            all_guesses: RateLimiter::direct(Quota::per_minute(at_least_one(ALL_GUESSES))),
            messages: per_second(config.messages_per_second, 5),
            flood: Notice::new(),
        }
    }

    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Refusal> {
        self.requests.check_key(&network(from)).map_err(|_| {
            metrics::counter!("parlor_requests_refused_total").increment(1);
            if let Some(times) = self.flood.happened() {
                tracing::warn!(%from, times, "too many requests from one address: refused");
            }
            too_fast()
        })
    }

    pub(crate) fn chat(&self, player: PlayerId) -> Result<(), Refusal> {
        self.chat
            .check_key(&player)
            .map_err(|_| Refusal::new(Code::ChatTooFast, "you speak too fast; wait a moment"))
    }

    /// A picture that has to be drawn first.
    pub(crate) fn drawing(&self, from: IpAddr) -> Result<(), Refusal> {
        let allowed = self.drawings.check_key(&network(from));
        allowed.map_err(|_| too_fast())
    }

    pub(crate) fn challenge(&self, player: PlayerId) -> Result<(), Refusal> {
        let message = "you challenge people too fast; wait a moment";
        self.challenges
            .check_key(&player)
            .map_err(|_| Refusal::new(Code::ChallengeTooFast, message))
    }

    /// A line of so many steps that has to be played through first; long ones count for several.
    pub(crate) fn position(&self, from: IpAddr, steps: usize) -> Result<(), Refusal> {
        let cost = at_least_one((1 + steps / STEPS).min(MOST_COST) as u32);
        if let Ok(Ok(())) = self.positions.check_key_n(&network(from), cost) {
            return Ok(());
        }
        let message = "too many positions; wait a moment";
        Err(Refusal::new(Code::AnalysisTooFast, message))
    }

    pub(crate) fn guess(&self, from: IpAddr) -> Result<(), Refusal> {
        let own = self.guesses.check_key(&network(from)).is_ok();
        if own && self.all_guesses.check().is_ok() {
            return Ok(());
        }
        let message = "too many codes were tried; wait a minute";
        Err(Refusal::new(Code::TableTooManyGuesses, message))
    }

    /// The measure of one connection's messages.
    pub(crate) fn pacer(&self) -> Pacer {
        Pacer {
            messages: RateLimiter::direct(self.messages),
            strikes: Mutex::new((0, Instant::now())),
        }
    }

    /// Forgets addresses and people that have been quiet.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.chat.retain_recent();
        self.drawings.retain_recent();
        self.challenges.retain_recent();
        self.positions.retain_recent();
        self.guesses.retain_recent();
    }
}

fn too_fast() -> Refusal {
    Refusal::new(Code::ServerTooFast, "too many requests; wait a moment")
}

/// How fast one connection talks.
#[derive(Debug)]
pub(crate) struct Pacer {
    messages: DefaultDirectRateLimiter,
    /// Messages that came too fast, and when the last of them came.
    strikes: Mutex<(u32, Instant)>,
}

/// What is to be done about one more message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pace {
    Fine,
    /// Let the sender wait a little.
    TooFast,
    /// Too fast for too long: hang up.
    Flood,
}

/// So many messages that came too fast, with no longer pause between them, are a flood.
const FLOOD: u32 = 100;
const FORGIVEN_AFTER: Duration = Duration::from_secs(5);

impl Pacer {
    pub(crate) fn pace(&self) -> Pace {
        if self.messages.check().is_ok() {
            return Pace::Fine;
        }
        let mut strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner);
        let (count, last) = *strikes;
        let count = if last.elapsed() < FORGIVEN_AFTER {
            count + 1
        } else {
            1
        };
        *strikes = (count, Instant::now());
        if count > FLOOD {
            Pace::Flood
        } else {
            Pace::TooFast
        }
    }
}
