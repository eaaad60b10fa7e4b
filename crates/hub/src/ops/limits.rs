use std::fmt::Display;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::{Met, Notice, Turns, network};
use crate::people::PlayerId;
use crate::{Code, Config, Refusal};

/// How much one address, person or connection may ask for.
#[derive(Debug)]
pub struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    flood: Notice,
    chat: Measure<PlayerId>,
    drawings: Measure<IpAddr>,
    challenges: Measure<PlayerId>,
    /// Positions somebody looks at on an analysis board.
    positions: Measure<IpAddr>,
    /// Codes of tables, each of which could be a guess: from one address, and from all together.
    guesses: Measure<IpAddr>,
    all_guesses: DefaultDirectRateLimiter,
    messages: Quota,
    /// Of all connections from one address together.
    all_messages: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    /// Those who want to follow a match: however many they are, no move waits behind more than two.
    pub(crate) opens: Turns,
    /// The same for questions of the API that a match has to answer.
    pub reads: Turns,
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
/// All connections of one address may say as much as so many that say all they may: more than a school,
/// in which everybody says one or two things a second.
const BUSY: u32 = 20;

/// Whoever waits for a turn costs next to nothing: as many as may come back at once when a house was
/// restarted.
const WAITING: usize = 1024;

fn per_second(count: u32, burst: u32) -> Quota {
    Quota::per_second(at_least_one(count)).allow_burst(at_least_one(count.saturating_mul(burst)))
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

/// How often each of them may do something; who wants more is counted and logged.
#[derive(Debug)]
struct Measure<K: Clone + Eq + Hash> {
    limiter: DefaultKeyedRateLimiter<K>,
    met: Met,
}

impl<K: Clone + Eq + Hash> Measure<K> {
    fn new(quota: Quota, what: &'static str) -> Measure<K> {
        Measure {
            limiter: RateLimiter::keyed(quota),
            met: Met::new(what),
        }
    }

    fn allows(&self, key: &K, cost: NonZeroU32, who: &dyn Display) -> bool {
        let allowed = matches!(self.limiter.check_key_n(key, cost), Ok(Ok(())));
        if !allowed {
            self.met.note(who);
        }
        allowed
    }
}

const ONE: NonZeroU32 = NonZeroU32::MIN;

impl Limits {
    pub fn new(config: &Config) -> Limits {
        let chat = Quota::per_second(ONE).allow_burst(at_least_one(5));
        // A picture costs more than any other request.
        let drawings = Quota::per_second(ONE).allow_burst(at_least_one(20));
        let challenges = Quota::per_minute(at_least_one(CHALLENGES)).allow_burst(at_least_one(10));
        let all_messages = config.messages_per_second.saturating_mul(BUSY);
        Limits {
            requests: RateLimiter::keyed(per_second(config.requests_per_second, 5)),
            flood: Notice::new(),
            chat: Measure::new(chat, "lines of chat of one person"),
            drawings: Measure::new(drawings, "pictures for one address"),
            challenges: Measure::new(challenges, "challenges of one person"),
            positions: Measure::new(per_second(POSITIONS, 3), "positions for one address"),
            guesses: Measure::new(
                Quota::per_minute(at_least_one(GUESSES)),
                "codes tried from one address",
            ),
            all_guesses: RateLimiter::direct(Quota::per_minute(at_least_one(ALL_GUESSES))),
            messages: per_second(config.messages_per_second, 5),
            all_messages: Arc::new(RateLimiter::keyed(per_second(all_messages, 5))),
            opens: Turns::new(2, WAITING, "matches opened at once"),
            reads: Turns::new(2, WAITING, "questions to matches at once"),
        }
    }

    pub fn request(&self, from: IpAddr) -> Result<(), Refusal> {
        self.requests.check_key(&network(from)).map_err(|_| {
            metrics::counter!("parlor_requests_refused_total").increment(1);
            if let Some(times) = self.flood.happened() {
                tracing::warn!(%from, times, "too many requests from one address: refused");
            }
            too_fast()
        })
    }

    pub(crate) fn chat(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.chat.allows(&player, ONE, &player.0) {
            return Ok(());
        }
        let message = "you speak too fast; wait a moment";
        Err(Refusal::new(Code::ChatTooFast, message))
    }

    /// A picture that has to be drawn first.
    pub fn drawing(&self, from: IpAddr) -> Result<(), Refusal> {
        if self.drawings.allows(&network(from), ONE, &from) {
            return Ok(());
        }
        Err(too_fast())
    }

    pub(crate) fn challenge(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.challenges.allows(&player, ONE, &player.0) {
            return Ok(());
        }
        let message = "you challenge people too fast; wait a moment";
        Err(Refusal::new(Code::ChallengeTooFast, message))
    }

    /// A line of so many steps that has to be played through first; long ones count for several.
    pub fn position(&self, from: IpAddr, steps: usize) -> Result<(), Refusal> {
        let cost = at_least_one((1 + steps / STEPS).min(MOST_COST) as u32);
        if self.positions.allows(&network(from), cost, &from) {
            return Ok(());
        }
        let message = "too many positions; wait a moment";
        Err(Refusal::new(Code::AnalysisTooFast, message))
    }

    pub fn guess(&self, from: IpAddr) -> Result<(), Refusal> {
        let own = self.guesses.allows(&network(from), ONE, &from);
        if own && self.all_guesses.check().is_ok() {
            return Ok(());
        }
        if own {
            self.guesses.met.note(&from);
        }
        let message = "too many codes were tried; wait a minute";
        Err(Refusal::new(Code::TableTooManyGuesses, message))
    }

    /// The measure of one connection's messages.
    pub fn message_rate(&self, from: Option<IpAddr>) -> MessageRate {
        MessageRate {
            messages: RateLimiter::direct(self.messages),
            from: from.map(network),
            all_messages: self.all_messages.clone(),
            strikes: Mutex::new((0, Instant::now())),
        }
    }

    /// Forgets addresses and people that have been quiet.
    pub fn tidy(&self) {
        self.requests.retain_recent();
        self.chat.limiter.retain_recent();
        self.drawings.limiter.retain_recent();
        self.challenges.limiter.retain_recent();
        self.positions.limiter.retain_recent();
        self.guesses.limiter.retain_recent();
        self.all_messages.retain_recent();
    }
}

fn too_fast() -> Refusal {
    Refusal::new(Code::ServerTooFast, "too many requests; wait a moment")
}

/// How fast one connection talks, and its address with all it has.
#[derive(Debug)]
pub struct MessageRate {
    messages: DefaultDirectRateLimiter,
    from: Option<IpAddr>,
    all_messages: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    /// Messages that came too fast, and when the last of them came.
    strikes: Mutex<(u32, Instant)>,
}

/// What is to be done about one more message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateVerdict {
    Fine,
    /// Let the sender wait a little.
    TooFast,
    /// Too fast for too long: hang up.
    Flood,
}

/// So many messages that came too fast, with no longer pause between them, are a flood.
const FLOOD: u32 = 100;
const FORGIVEN_AFTER: Duration = Duration::from_secs(5);

impl MessageRate {
    /// One more message, which costs its address so much.
    pub fn check(&self, cost: u32) -> RateVerdict {
        if self.messages.check().is_ok() && self.may_cost(cost) {
            return RateVerdict::Fine;
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
            RateVerdict::Flood
        } else {
            RateVerdict::TooFast
        }
    }

    /// Whether the address may have so much more.
    pub(crate) fn may_cost(&self, cost: u32) -> bool {
        let Some(from) = &self.from else { return true };
        let cost = at_least_one(cost);
        matches!(self.all_messages.check_key_n(from, cost), Ok(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    /// Each socket says less than it may, and all of them together far too much.
    #[test]
    fn sockets_of_one_address_share_a_measure() {
        let config = Config {
            messages_per_second: 10,
            ..Config::default()
        };
        let limits = Limits::new(&config);
        let crowd: Vec<MessageRate> = (0..200)
            .map(|_| limits.message_rate(Some(address(1))))
            .collect();
        let heard = |rate: &MessageRate, cost| rate.check(cost) == RateVerdict::Fine;
        let fine = (0..40).flat_map(|_| &crowd).filter(|it| heard(it, 1));
        let fine = fine.count();
        // Twenty times as much as one socket, and little more while this runs.
        assert!((1000..1500).contains(&fine), "{fine} of 8000");
        assert!(
            heard(&limits.message_rate(Some(address(2))), 1),
            "others are not concerned"
        );
        // Long messages count for several.
        let (long, mut said) = (limits.message_rate(Some(address(3))), 0);
        while said < 1000 && long.may_cost(17) {
            said += 1;
        }
        assert!((58..90).contains(&said), "{said}");
    }

    #[test]
    fn who_wants_too_much_of_one_thing_is_refused() {
        let limits = Limits::new(&Config::default());
        let from = IpAddr::from([192, 0, 2, 1]);
        let allowed = |it: &dyn Fn() -> Result<(), Refusal>| {
            let allowed = (0..500).take_while(|_| it().is_ok());
            allowed.count()
        };
        assert!((20..30).contains(&allowed(&|| limits.drawing(from))));
        assert!((120..160).contains(&allowed(&|| limits.position(from, 0))));
        let other = IpAddr::from([192, 0, 2, 2]);
        assert!((1..4).contains(&allowed(&|| limits.position(other, 1_000_000))));
        assert!((30..34).contains(&allowed(&|| limits.guess(from))));
        assert!((10..14).contains(&allowed(&|| limits.challenge(PlayerId(1)))));
        assert!((5..9).contains(&allowed(&|| limits.chat(PlayerId(1)))));
    }
}
