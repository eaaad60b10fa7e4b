use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_store::StoreError;

/// Something an outsider can make happen as often as they like: worth a log line when it begins,
/// and one a minute while it goes on.
#[derive(Debug, Default)]
pub struct Notice(Mutex<LastLine>);

#[derive(Debug, Default)]
struct LastLine {
    at: Option<Instant>,
    unlogged: u64,
}

const PAUSE: Duration = Duration::from_secs(60);

impl Notice {
    pub const fn new() -> Notice {
        Notice(Mutex::new(LastLine {
            at: None,
            unlogged: 0,
        }))
    }

    /// How often it has happened since the last line, if one is due now.
    pub fn happened(&self) -> Option<u64> {
        self.happened_at(Instant::now())
    }

    fn happened_at(&self, now: Instant) -> Option<u64> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.unlogged += 1;
        if last.at.is_some_and(|at| now.duration_since(at) < PAUSE) {
            return None;
        }
        last.at = Some(now);
        Some(std::mem::take(&mut last.unlogged))
    }
}

/// A limit that somebody meets: counted, and said when it begins.
#[derive(Debug)]
pub struct Met {
    what: &'static str,
    notice: Notice,
}

impl Met {
    /// Of what there were too many.
    pub(crate) const fn new(what: &'static str) -> Met {
        let notice = Notice::new();
        Met { what, notice }
    }

    pub(crate) fn note(&self, who: &dyn std::fmt::Display) {
        let what = self.what;
        metrics::counter!("parlor_limits_met_total", "what" => what).increment(1);
        if let Some(times) = self.notice.happened() {
            tracing::warn!(%who, times, "too many {what}: refused");
        }
    }
}

/// The store fails, and everybody who asks finds out: one line for each cause as it comes, and one a
/// minute while it stays.
pub fn store_failed(what: &'static str, error: &StoreError) {
    static LAST: Mutex<Option<(String, Instant)>> = Mutex::new(None);
    let cause = error.report();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    metrics::counter!("parlor_store_failures_total").increment(1);
    let known = |(before, at): &(String, Instant)| *before == cause && at.elapsed() < PAUSE;
    if last.as_ref().is_some_and(known) {
        return;
    }
    tracing::error!(cause, "{what}");
    *last = Some((cause, Instant::now()));
}

/// Connections that were closed because of what came, or did not come, on them: by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    TooManyMessages,
    TooManyLines,
    TooLarge,
    TooSlow,
    TakesNothing,
}

impl Closed {
    /// Counts it, and says it in the log when it begins.
    pub fn note(self, from: Option<IpAddr>, name: Option<&str>) {
        static NOTICES: [Notice; 5] = [const { Notice::new() }; 5];
        let (label, what) = match self {
            Closed::TooManyMessages => ("messages", "a socket was closed: too many messages"),
            Closed::TooManyLines => ("lines", "a text connection was closed: too many lines"),
            Closed::TooLarge => ("size", "a socket was closed: too large a message"),
            Closed::TooSlow => (
                "slow",
                "a connection was closed: a request took too long to come",
            ),
            Closed::TakesNothing => ("reader", "a connection was closed: it takes nothing"),
        };
        metrics::counter!("parlor_closed_total", "why" => label).increment(1);
        let notice = NOTICES.get(self as usize);
        if let Some(times) = notice.and_then(Notice::happened) {
            let from = from.map(tracing::field::display);
            tracing::warn!(from, name, times, "{what}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_one_line_a_minute() {
        let notice = Notice::new();
        let start = Instant::now();
        assert_eq!(notice.happened_at(start), Some(1));
        for _ in 0..1000 {
            assert_eq!(notice.happened_at(start + Duration::from_secs(59)), None);
        }
        assert_eq!(notice.happened_at(start + PAUSE), Some(1001));
    }
}
