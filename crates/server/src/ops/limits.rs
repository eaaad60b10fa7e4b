use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::people::PlayerId;
use crate::{Code, Config, Refusal};

/// How much one address, person or connection may ask for.
#[derive(Debug)]
pub(crate) struct Limits {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    sign_ins: DefaultKeyedRateLimiter<IpAddr>,
    chat: DefaultKeyedRateLimiter<PlayerId>,
    sockets: Mutex<HashMap<IpAddr, u32>>,
    most_sockets: u32,
    messages: Quota,
}

fn per_second(count: u32, burst: u32) -> Quota {
    Quota::per_second(at_least_one(count)).allow_burst(at_least_one(count.saturating_mul(burst)))
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

impl Limits {
    pub(crate) fn new(config: &Config) -> Limits {
        let chat = Quota::per_second(NonZeroU32::MIN).allow_burst(at_least_one(5));
        let sign_ins = Quota::per_minute(at_least_one(config.sign_ins_per_minute));
        Limits {
            requests: RateLimiter::keyed(per_second(config.requests_per_second, 5)),
            sign_ins: RateLimiter::keyed(sign_ins),
            chat: RateLimiter::keyed(chat),
            sockets: Mutex::default(),
            most_sockets: config.sockets_per_address,
            messages: per_second(config.messages_per_second, 5),
        }
    }

    pub(crate) fn request(&self, from: IpAddr) -> Result<(), Refusal> {
        self.requests.check_key(&from).map_err(|_| too_fast())
    }

    pub(crate) fn sign_in(&self, from: IpAddr) -> Result<(), Refusal> {
        self.sign_ins.check_key(&from).map_err(|_| too_fast())
    }

    pub(crate) fn chat(&self, player: PlayerId) -> Result<(), Refusal> {
        self.chat
            .check_key(&player)
            .map_err(|_| Refusal::new(Code::ChatTooFast, "you speak too fast; wait a moment"))
    }

    /// Counts a connection until the returned guard is dropped.
    pub(crate) fn visitor(self: &Arc<Self>, from: IpAddr) -> Result<Visitor, Refusal> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(from).or_default();
        if *count >= self.most_sockets {
            let message = "too many connections from this address";
            return Err(Refusal::new(Code::ServerTooManySockets, message));
        }
        *count += 1;
        metrics::gauge!("parlor_sockets").increment(1.0);
        Ok(Visitor {
            limits: self.clone(),
            from,
            messages: RateLimiter::direct(self.messages),
            strikes: Mutex::new((0, Instant::now())),
        })
    }

    /// Forgets addresses and people that have been quiet.
    pub(crate) fn tidy(&self) {
        self.requests.retain_recent();
        self.sign_ins.retain_recent();
        self.chat.retain_recent();
    }
}

fn too_fast() -> Refusal {
    Refusal::new(Code::ServerTooFast, "too many requests; wait a moment")
}

/// A connection from some address.
#[derive(Debug)]
pub(crate) struct Visitor {
    limits: Arc<Limits>,
    from: IpAddr,
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

impl Visitor {
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

impl Drop for Visitor {
    fn drop(&mut self) {
        let mut sockets = self
            .limits
            .sockets
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.from);
            }
        }
        metrics::gauge!("parlor_sockets").decrement(1.0);
    }
}
