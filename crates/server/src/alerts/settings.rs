//! When somebody wants to be told.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{AlertEnvironment, Alerts, Teller};
use crate::people::PlayerId;
use crate::{Code, Refusal};

const HOUR_MS: i64 = 3_600_000;
const MINUTE_MS: i64 = 60_000;
const DAY_MINUTES: i64 = 24 * 60;
/// Of the time for a move, at most so much is left when the reminder comes.
const LARGEST_SHARE: i64 = 4;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct AlertSettings {
    /// Hours before the time runs out; 0: no reminder.
    pub(crate) remind_hours: u32,
    /// No message between these two times of the day, unless the time would run out before its end.
    pub(crate) quiet: Option<Quiet>,
}

/// A part of the day, in minutes since midnight where the person is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quiet {
    from: u16,
    to: u16,
    /// Minutes by which their clock is ahead of UTC.
    offset: i16,
}

impl Default for AlertSettings {
    fn default() -> AlertSettings {
        AlertSettings {
            remind_hours: 6,
            quiet: None,
        }
    }
}

impl AlertSettings {
    fn check(&self) -> Result<(), Refusal> {
        let good = |quiet: Quiet| {
            let day = 0..DAY_MINUTES as u16;
            day.contains(&quiet.from) && day.contains(&quiet.to) && quiet.offset.abs() <= 15 * 60
        };
        if self.remind_hours <= 14 * 24 && self.quiet.is_none_or(good) {
            return Ok(());
        }
        Err(Refusal::new(Code::AlertSettings, "there are no such times"))
    }

    /// When to remind somebody whose time is up at `ends_ms` after `full_ms`.
    pub(super) fn remind_ms(&self, ends_ms: i64, full_ms: i64) -> Option<i64> {
        let before = i64::from(self.remind_hours) * HOUR_MS;
        (before > 0).then(|| ends_ms - before.min(full_ms / LARGEST_SHARE))
    }

    /// When this may be said: at once, or when the quiet hours are over.
    pub(super) fn not_before(&self, now_ms: i64, ends_ms: Option<i64>) -> i64 {
        let Some(Quiet { from, to, offset }) = self.quiet else {
            return now_ms;
        };
        let (from, to) = (i64::from(from), i64::from(to));
        let here = now_ms.div_euclid(MINUTE_MS) + i64::from(offset);
        let minute = here.rem_euclid(DAY_MINUTES);
        let quiet = if from <= to {
            (from..to).contains(&minute)
        } else {
            minute >= from || minute < to
        };
        if !quiet {
            return now_ms;
        }
        let wait = (to - minute).rem_euclid(DAY_MINUTES);
        let over = (now_ms.div_euclid(MINUTE_MS) + wait) * MINUTE_MS;
        // Better woken than too late.
        if ends_ms.is_some_and(|ends| ends < over + HOUR_MS) {
            return now_ms;
        }
        over
    }
}

impl<E: AlertEnvironment> Teller<E> {
    pub(super) async fn settings(&self, player: PlayerId) -> Result<AlertSettings, Refusal> {
        let body = self.env.settings_of(player.0).await?;
        let read = body.and_then(|body| serde_json::from_str(&body).ok());
        Ok(read.unwrap_or_default())
    }
}

impl Alerts {
    pub(crate) async fn settings(&self, player: PlayerId) -> Result<AlertSettings, Refusal> {
        self.teller().settings(player).await
    }

    pub(crate) async fn set_settings(
        &self,
        player: PlayerId,
        settings: &AlertSettings,
    ) -> Result<(), Refusal> {
        self.may_change(player)?;
        settings.check()?;
        let body = serde_json::to_string(settings).unwrap_or_default();
        Ok(self.0.store.put_alert_settings(player.0, &body).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_night_is_quiet() {
        // Two hours ahead of UTC: quiet from 20:00 to 05:00 UTC.
        let night = Quiet {
            from: 22 * 60,
            to: 7 * 60,
            offset: 120,
        };
        let settings = AlertSettings {
            quiet: Some(night),
            ..AlertSettings::default()
        };
        settings.check().unwrap();
        let at = |hours: i64| 100 * 24 * HOUR_MS + hours * HOUR_MS;
        for (now, then) in [(12, 12), (19, 19), (20, 29), (23, 29), (28, 29), (29, 29)] {
            assert_eq!(settings.not_before(at(now), None), at(then), "{now}");
        }
        // Time would run out in the night, or just after it.
        assert_eq!(settings.not_before(at(23), Some(at(27))), at(23));
        assert_eq!(settings.not_before(at(23), Some(at(29))), at(23));
        assert_eq!(settings.not_before(at(23), Some(at(40))), at(29));
        let day = Quiet {
            from: 60,
            to: 120,
            offset: 0,
        };
        let settings = AlertSettings {
            quiet: Some(day),
            ..AlertSettings::default()
        };
        assert_eq!(settings.not_before(at(1), None), at(2));
        assert_eq!(settings.not_before(at(2), None), at(2));
        let odd = Quiet { from: 1440, ..day };
        let settings = AlertSettings {
            quiet: Some(odd),
            ..settings
        };
        assert!(settings.check().is_err());
    }

    #[test]
    fn the_reminder_leaves_time() {
        let settings = AlertSettings::default();
        let day = 24 * HOUR_MS;
        assert_eq!(settings.remind_ms(day, day), Some(18 * HOUR_MS));
        assert_eq!(
            settings.remind_ms(7 * day, 7 * day),
            Some(7 * day - 6 * HOUR_MS)
        );
        // Of a short time a quarter is left.
        assert_eq!(
            settings.remind_ms(4 * HOUR_MS, 4 * HOUR_MS),
            Some(3 * HOUR_MS)
        );
        let never = AlertSettings {
            remind_hours: 0,
            quiet: None,
        };
        assert_eq!(never.remind_ms(day, day), None);
    }
}
