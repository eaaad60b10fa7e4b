use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Something an outsider can make happen as often as they like: worth a log line when it begins,
/// and one a minute while it goes on.
#[derive(Debug, Default)]
pub(crate) struct Notice(Mutex<Told>);

#[derive(Debug, Default)]
struct Told {
    at: Option<Instant>,
    untold: u64,
}

const PAUSE: Duration = Duration::from_secs(60);

impl Notice {
    pub(crate) const fn new() -> Notice {
        Notice(Mutex::new(Told {
            at: None,
            untold: 0,
        }))
    }

    /// How often it has happened since the last line, if one is due now.
    pub(crate) fn happened(&self) -> Option<u64> {
        self.happened_at(Instant::now())
    }

    fn happened_at(&self, now: Instant) -> Option<u64> {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.untold += 1;
        if told.at.is_some_and(|at| now.duration_since(at) < PAUSE) {
            return None;
        }
        told.at = Some(now);
        Some(std::mem::take(&mut told.untold))
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
