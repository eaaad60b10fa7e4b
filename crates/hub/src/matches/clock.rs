//! Thinking time, derived from the log's own times. Nothing is kept that the log does not say.

use std::sync::{Arc, PoisonError, RwLock};

use parlor_engine::SeatSet;

use super::vacations::Vacations;
use crate::people::PlayerId;
use crate::protocol::{Clock, ClockView};

/// Before the first action the clock is patient: people are still arriving.
const FIRST_ACTION_MS: i64 = 300_000;
const DAY_SECONDS: u32 = 86_400;
/// While somebody is on vacation their match is looked at this often: they may come back earlier.
const LOOK_MS: i64 = 600_000;
/// The time is up as far as is known, and what is known of vacations is older than that.
const ASK_AGAIN_MS: i64 = 500;

/// When no node of the house was up. That time is charged to nobody. Shared by all matches: what
/// becomes known of later counts for them at once.
#[derive(Clone, Debug, Default)]
pub struct Outages(Arc<RwLock<Vec<(i64, i64)>>>);

impl Outages {
    pub fn new(spans: Vec<(i64, i64)>) -> Outages {
        let outages = Outages::default();
        outages.set(spans.into_iter());
        outages
    }

    /// All outages known; nodes may have noted the same one in different words.
    pub fn set(&self, spans: impl Iterator<Item = (i64, i64)>) {
        let mut spans: Vec<_> = spans.collect();
        spans.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(spans.len());
        for (from, to) in spans {
            match merged.last_mut() {
                Some(last) if from <= last.1 => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = merged;
    }

    /// Time from `from` to `to` during which the house was open.
    fn open_between(&self, from: i64, to: i64) -> i64 {
        let spans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        open_between(&spans, from, to)
    }

    /// The same without the time somebody was on vacation.
    fn open_and_here(&self, away: &[(i64, i64)], from: i64, to: i64) -> i64 {
        if away.is_empty() {
            return self.open_between(from, to);
        }
        let both = Outages::default();
        let spans = self.0.read().unwrap_or_else(PoisonError::into_inner);
        both.set(spans.iter().chain(away).copied());
        both.open_between(from, to)
    }
}

/// Time outside of these spans, which do not overlap.
fn open_between(spans: &[(i64, i64)], from: i64, to: i64) -> i64 {
    let closed: i64 = spans
        .iter()
        .map(|&(start, end)| (end.min(to) - start.max(from)).max(0))
        .sum();
    (to - from - closed).max(0)
}

/// Whether a vacation stops this clock: where people have days for a move.
pub(crate) fn is_slow(clock: Clock) -> bool {
    matches!(clock, Clock::PerMove { seconds } if seconds >= DAY_SECONDS)
}

/// The clocks of one match.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    kind: Clock,
    /// What is left of each seat's total at `since_ms`.
    bank_ms: Vec<i64>,
    since_ms: i64,
    acting: SeatSet,
    started: bool,
    outages: Outages,
    /// Who sits where: a vacation is a person's.
    sitters: Vec<Option<PlayerId>>,
    vacations: Vacations,
}

impl Clocks {
    pub(super) fn new(
        kind: Clock,
        seats: usize,
        acting: SeatSet,
        started_ms: i64,
        outages: Outages,
    ) -> Clocks {
        let bank = match kind {
            Clock::Total { seconds, .. } => i64::from(seconds) * 1000,
            _ => 0,
        };
        let bank_ms = vec![bank; seats];
        Clocks {
            kind,
            bank_ms,
            since_ms: started_ms,
            acting,
            started: false,
            outages,
            sitters: Vec::new(),
            vacations: Vacations::default(),
        }
    }

    /// Those whose vacations stop their clock.
    pub(super) fn seated(&mut self, sitters: impl Iterator<Item = Option<PlayerId>>) {
        self.sitters = sitters.collect();
    }

    pub(super) fn with_vacations(mut self, vacations: Vacations) -> Clocks {
        self.vacations = vacations;
        self
    }

    fn away(&self, seat: u8) -> Vec<(i64, i64)> {
        let sitter = self.sitters.get(usize::from(seat)).copied().flatten();
        match sitter {
            Some(player) if is_slow(self.kind) => self.vacations.of(player),
            _ => Vec::new(),
        }
    }

    /// The end of the vacation that this seat's person is on.
    fn away_until(&self, seat: u8, now_ms: i64) -> Option<i64> {
        let spans = self.away(seat);
        let present = spans
            .iter()
            .find(|(from, to)| *from <= now_ms && now_ms < *to);
        present.map(|&(_, to)| to)
    }

    /// An entry was made at `at_ms`; from now on `acting` think.
    pub(super) fn entry(&mut self, by: Option<u8>, acting: SeatSet, at_ms: i64) {
        if let Clock::Total { increment, .. } = self.kind {
            let used = if self.started {
                self.outages.open_between(self.since_ms, at_ms)
            } else {
                0
            };
            for seat in self.acting.iter() {
                if let Some(bank) = self.bank_ms.get_mut(seat.index()) {
                    *bank -= used;
                    if by == Some(seat.0) {
                        *bank += i64::from(increment) * 1000;
                    }
                }
            }
        }
        self.started = true;
        self.acting = acting;
        self.since_ms = at_ms;
    }

    /// What a seat has left at `now_ms`.
    fn left(&self, seat: u8, now_ms: i64) -> Option<i64> {
        let full = match self.kind {
            Clock::None => return None,
            Clock::PerMove { seconds } => i64::from(seconds) * 1000,
            Clock::Total { .. } => self.bank_ms.get(usize::from(seat)).copied()?,
        };
        let full = if self.started {
            full
        } else {
            full.max(FIRST_ACTION_MS)
        };
        let acting = self.acting.contains(parlor_engine::Seat(seat));
        let used = if acting {
            let away = self.away(seat);
            self.outages.open_and_here(&away, self.since_ms, now_ms)
        } else {
            0
        };
        Some(full - used)
    }

    /// The first acting seat whose time is up.
    pub(super) fn expired(&self, now_ms: i64) -> Option<u8> {
        // A vacation that began on another node counts, also where nobody has heard of it yet.
        let now_ms = if is_slow(self.kind) {
            now_ms.min(self.vacations.known_ms())
        } else {
            now_ms
        };
        let up = |seat: &u8| self.left(*seat, now_ms).is_some_and(|left| left <= 0);
        self.acting.iter().map(|seat| seat.0).find(up)
    }

    /// When to look again.
    pub(super) fn deadline(&self, now_ms: i64) -> Option<i64> {
        let due = |seat: u8| {
            let left = self.left(seat, now_ms)?;
            let ends = self.away_until(seat, now_ms);
            Some(match ends {
                Some(ends) => (ends + left.max(0)).min(now_ms + LOOK_MS),
                None if left <= 0 && now_ms > self.vacations.known_ms() => now_ms + ASK_AGAIN_MS,
                None => now_ms + left.max(0),
            })
        };
        self.acting.iter().filter_map(|seat| due(seat.0)).min()
    }

    pub(super) fn is_away(&self, seat: u8, now_ms: i64) -> bool {
        self.away_until(seat, now_ms).is_some()
    }

    /// When this seat's time is up if nothing changes.
    pub(super) fn ends_ms(&self, seat: u8, now_ms: i64) -> Option<i64> {
        let left = self.left(seat, now_ms)?;
        Some(self.away_until(seat, now_ms).unwrap_or(now_ms) + left)
    }

    pub(super) fn view(&self, now_ms: i64) -> Option<ClockView> {
        if self.kind == Clock::None {
            return None;
        }
        let seats = || 0..self.bank_ms.len() as u8;
        let away: Vec<_> = seats().map(|seat| self.away_until(seat, now_ms)).collect();
        let here = |seat: &u8| away.get(usize::from(*seat)).is_none_or(Option::is_none);
        let acting = self.acting.iter().map(|seat| seat.0);
        Some(ClockView {
            left_ms: seats().map(|seat| self.left(seat, now_ms)).collect(),
            running: acting.filter(here).collect(),
            now_ms,
            vacation_ms: if away.iter().any(Option::is_some) {
                away
            } else {
                Vec::new()
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engine::Seat;

    const A: SeatSet = SeatSet::only(Seat(0));
    const B: SeatSet = SeatSet::only(Seat(1));

    #[test]
    fn per_move_starts_anew_with_every_entry() {
        let mut clocks = Clocks::new(Clock::PerMove { seconds: 10 }, 2, A, 0, Outages::default());
        assert_eq!(
            clocks.expired(200_000),
            None,
            "the first action is not hurried"
        );
        clocks.entry(Some(0), B, 1_000);
        assert_eq!(clocks.expired(10_999), None);
        assert_eq!(clocks.expired(11_000), Some(1));
        assert_eq!(clocks.deadline(5_000), Some(11_000));
    }

    #[test]
    fn total_is_used_up_and_incremented() {
        let kind = Clock::Total {
            seconds: 60,
            increment: 5,
        };
        let mut clocks = Clocks::new(kind, 2, A, 0, Outages::default());
        clocks.entry(Some(0), B, 30_000);
        clocks.entry(Some(1), A, 50_000);
        let view = clocks.view(55_000).unwrap();
        assert_eq!(view.left_ms, [Some(60_000), Some(45_000)]);
        assert_eq!(clocks.deadline(55_000), Some(115_000));
    }

    #[test]
    fn an_outage_noted_twice_counts_once() {
        let outages = Outages::new(vec![(30, 40), (10, 20), (12, 25)]);
        assert_eq!(outages.open_between(0, 100), 100 - 15 - 10);
        outages.set([(0, 50)].into_iter());
        assert_eq!(outages.open_between(0, 100), 50);
    }

    #[test]
    fn a_vacation_stops_one_persons_clock() {
        const DAY: i64 = 86_400_000;
        let kind = Clock::PerMove {
            seconds: DAY_SECONDS,
        };
        let (ann, bo) = (PlayerId(1), PlayerId(2));
        let vacations = Vacations::default();
        let outages = Outages::new(vec![(DAY / 2, DAY)]);
        let mut clocks = Clocks::new(kind, 2, A, 0, outages).with_vacations(vacations.clone());
        clocks.seated([Some(ann), Some(bo)].into_iter());
        clocks.entry(Some(0), B, 0);
        // Bo is away for two days, the house closed during a part of them.
        vacations.set([(bo, vec![(DAY / 4, 9 * DAY / 4)])].into(), 3 * DAY);
        let view = clocks.view(DAY).unwrap();
        assert_eq!(view.left_ms, [Some(DAY), Some(3 * DAY / 4)]);
        assert_eq!(view.running, [] as [u8; 0]);
        assert_eq!(view.vacation_ms, [None, Some(9 * DAY / 4)]);
        assert_eq!(clocks.deadline(DAY), Some(DAY + LOOK_MS));
        assert_eq!(clocks.ends_ms(1, DAY), Some(3 * DAY));
        assert_eq!(clocks.expired(3 * DAY - 1), None);
        assert_eq!(clocks.expired(3 * DAY), Some(1));
        // Back earlier than planned.
        vacations.set([(bo, vec![(DAY / 4, DAY)])].into(), 2 * DAY);
        assert_eq!(clocks.expired(2 * DAY - 1), Some(1));
        // As long as nobody has looked who is on vacation, nobody's time is up.
        vacations.set([(bo, vec![])].into(), DAY);
        assert_eq!(clocks.expired(9 * DAY), None);
        assert_eq!(clocks.deadline(9 * DAY), Some(9 * DAY + ASK_AGAIN_MS));
        // The other one's clock, and quick ones, know no vacation.
        vacations.set([(ann, vec![(0, 9 * DAY)])].into(), 9 * DAY);
        assert_eq!(clocks.expired(2 * DAY), Some(1));
        let quick = Clock::PerMove { seconds: 60 };
        let mut clocks = Clocks::new(quick, 2, A, 0, Outages::default()).with_vacations(vacations);
        clocks.seated([Some(ann), Some(bo)].into_iter());
        assert_eq!(clocks.expired(DAY), Some(0));
    }

    #[test]
    fn down_time_is_not_charged() {
        let outages = Outages::new(vec![(12_000, 112_000)]);
        let mut clocks = Clocks::new(Clock::PerMove { seconds: 10 }, 2, A, 0, outages);
        clocks.entry(Some(0), B, 10_000);
        assert_eq!(clocks.expired(112_000), None);
        assert_eq!(clocks.expired(119_999), None);
        assert_eq!(clocks.expired(120_000), Some(1));
    }
}
