//! When somebody wants to be told.

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use jiff::tz::{Offset, TimeZone};
use parlor_describe::ToSchema;
use parlor_hub::people::PlayerId;
use parlor_hub::{Code, Refusal};
use serde::{Deserialize, Serialize};

use super::{AlertEnvironment, Alerts, Teller};

const HOUR_MS: i64 = 3_600_000;
const DAY_MINUTES: u16 = 24 * 60;
/// The longest name of a time zone has half of it.
const LONGEST_ZONE: usize = 64;
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Quiet {
    from: u16,
    to: u16,
    /// Where they are, such as `Europe/Berlin`: there summer time is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    zone: Option<String>,
    /// Minutes by which their clock is ahead of UTC all year round, if no zone is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    offset: Option<i16>,
}

impl Quiet {
    fn is_good(&self) -> bool {
        let day = 0..DAY_MINUTES;
        day.contains(&self.from) && day.contains(&self.to) && self.time_zone().is_some()
    }

    fn time_zone(&self) -> Option<TimeZone> {
        let Some(name) = &self.zone else {
            let seconds = i32::from(self.offset?) * 60;
            return Some(TimeZone::fixed(Offset::from_seconds(seconds).ok()?));
        };
        // The library asks the system for it, as a path.
        let plain = |c: char| c.is_ascii_alphanumeric() || "/_+-".contains(c);
        let named = name.len() <= LONGEST_ZONE && name.chars().all(plain);
        named.then(|| TimeZone::get(name).ok()).flatten()
    }

    /// When the quiet hours end that this moment is in.
    fn end_ms(&self, now_ms: i64) -> Option<i64> {
        let zone = self.time_zone()?;
        let here = zone.to_datetime(Timestamp::from_millisecond(now_ms).ok()?);
        let minute = u16::try_from(i32::from(here.hour()) * 60 + i32::from(here.minute())).ok()?;
        let is_quiet = if self.from <= self.to {
            (self.from..self.to).contains(&minute)
        } else {
            minute >= self.from || minute < self.to
        };
        if !is_quiet {
            return None;
        }
        let day = if minute < self.to {
            here.date()
        } else {
            here.date().tomorrow().ok()?
        };
        let hour = i8::try_from(self.to / 60).ok()?;
        let minute = i8::try_from(self.to % 60).ok()?;
        let end = DateTime::from_parts(day, Time::new(hour, minute, 0, 0).ok()?);
        // Of an hour that comes twice the second, of one that does not come what is after it.
        let end = zone.to_ambiguous_zoned(end).later().ok()?;
        Some(end.timestamp().as_millisecond())
    }
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
        if self.remind_hours <= 14 * 24 && self.quiet.as_ref().is_none_or(Quiet::is_good) {
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
        let Some(over) = self.quiet.as_ref().and_then(|it| it.end_ms(now_ms)) else {
            return now_ms;
        };
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
            zone: None,
            offset: Some(120),
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
            zone: None,
            offset: Some(0),
        };
        let settings = AlertSettings {
            quiet: Some(day.clone()),
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
    fn summer_time_is_known() {
        let night = |zone: &str| Quiet {
            from: 22 * 60,
            to: 7 * 60,
            zone: Some(zone.to_owned()),
            offset: None,
        };
        let ms = |text: &str| text.parse::<Timestamp>().unwrap().as_millisecond();
        for (zone, now, over) in [
            // Before the night in which clocks go forward, in it, and in the one they go back.
            (
                "Europe/Berlin",
                "2026-03-27T22:30:00Z",
                "2026-03-28T06:00:00Z",
            ),
            (
                "Europe/Berlin",
                "2026-03-28T22:30:00Z",
                "2026-03-29T05:00:00Z",
            ),
            (
                "Europe/Berlin",
                "2026-10-24T22:30:00Z",
                "2026-10-25T06:00:00Z",
            ),
            (
                "Asia/Shanghai",
                "2026-07-01T15:00:00Z",
                "2026-07-01T23:00:00Z",
            ),
            (
                "America/St_Johns",
                "2026-07-01T02:00:00Z",
                "2026-07-01T09:30:00Z",
            ),
        ] {
            assert_eq!(night(zone).end_ms(ms(now)), Some(ms(over)), "{zone} {now}");
        }
        assert_eq!(
            night("Europe/Berlin").end_ms(ms("2026-07-01T06:00:00Z")),
            None
        );
        for wrong in [
            "",
            "Europe/Nowhere",
            "../../etc/passwd",
            "/etc/localtime",
            &"A".repeat(65),
        ] {
            assert!(!night(wrong).is_good(), "{wrong}");
        }
        let nowhere = Quiet {
            zone: None,
            ..night("")
        };
        assert!(!nowhere.is_good());
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
