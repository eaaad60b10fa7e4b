use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970. The only place that reads the wall clock.
pub fn now_ms() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_millis() as i64)
}
