//! Days off: in matches of days a move one's clocks stand still. So many days a year; whoever comes
//! back early has only the days that were begun counted.

use std::collections::HashMap;

use parlor_store::{StoreError, Vacation};
use time::OffsetDateTime;

use super::People;
use super::service::{DAY_MS, PlayerId};
use crate::matches::Vacations;
use crate::{Code, Refusal, clock};

/// Longer ago than the longest move: no clock asks for it any more.
const MATTERS_MS: i64 = 62 * DAY_MS;
const MOST_ATTEMPTS: u32 = 8;

type Span = (i64, i64);

/// What one may know of one's days off.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, parlor_describe::ToSchema)]
pub struct DaysOff {
    /// How many there are in a year.
    pub(crate) days: u32,
    /// How many are left this year, those of a vacation under way taken off.
    pub(crate) left: u32,
    /// The end of the vacation under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) until_ms: Option<i64>,
}

impl People {
    pub async fn days_off(&self, player: PlayerId) -> Result<DaysOff, Refusal> {
        let row = self.store.vacation(player.0).await?;
        Ok(self.tell(&spans_of(row.as_ref()), clock::now_ms()))
    }

    /// From now on, for so many days; one that is under way ends then.
    pub async fn take_days_off(&self, player: PlayerId, days: u32) -> Result<DaysOff, Refusal> {
        self.gate.make(player.0)?;
        let most = self.config.vacation_days;
        if days == 0 || days > most {
            let message = format!("a vacation has 1 to {most} days");
            return Err(Refusal::new(Code::VacationDays, message));
        }
        self.change(player, |spans, now_ms| {
            end_present(spans, now_ms);
            spans.push((now_ms, now_ms + i64::from(days) * DAY_MS));
            let used = used(spans, year_of(now_ms));
            if used > most {
                let message = "so many days off are not left this year";
                return Err(Refusal::new(Code::VacationTooMany, message));
            }
            Ok(())
        })
        .await
    }

    /// Back already.
    pub async fn end_days_off(&self, player: PlayerId) -> Result<DaysOff, Refusal> {
        self.gate.make(player.0)?;
        self.change(player, |spans, now_ms| {
            end_present(spans, now_ms);
            Ok(())
        })
        .await
    }

    /// Changes the row if nobody else does at the same time; otherwise looks again.
    async fn change(
        &self,
        player: PlayerId,
        change: impl Fn(&mut Vec<Span>, i64) -> Result<(), Refusal>,
    ) -> Result<DaysOff, Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            let now_ms = clock::now_ms();
            let row = self.store.vacation(player.0).await?;
            let mut spans = spans_of(row.as_ref());
            change(&mut spans, now_ms)?;
            spans
                .retain(|&(from, to)| to > now_ms - MATTERS_MS || year_of(from) == year_of(now_ms));
            let next = Vacation {
                player: player.0,
                version: row.map_or(1, |row| row.version + 1),
                until_ms: spans.iter().map(|&(_, to)| to).max().unwrap_or(0),
                spans: serde_json::to_string(&spans).unwrap_or_default(),
            };
            match self.store.put_vacation(&next).await {
                Ok(()) => {
                    self.read_vacations().await?;
                    return Ok(self.tell(&spans, now_ms));
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::busy())
    }

    /// Brings what every clock of this node knows up to date.
    pub async fn read_vacations(&self) -> Result<(), Refusal> {
        read_vacations(&self.store, &self.vacations).await?;
        Ok(())
    }

    fn tell(&self, spans: &[Span], now_ms: i64) -> DaysOff {
        let days = self.config.vacation_days;
        let present = spans
            .iter()
            .find(|(from, to)| *from <= now_ms && now_ms < *to);
        DaysOff {
            days,
            left: days.saturating_sub(used(spans, year_of(now_ms))),
            until_ms: present.map(|&(_, to)| to),
        }
    }
}

async fn read_vacations(
    store: &parlor_store::Store,
    vacations: &Vacations,
) -> Result<(), StoreError> {
    // What begins while the store is asked is not known for sure.
    let known_ms = clock::now_ms();
    let rows = store.vacations(known_ms - MATTERS_MS).await?;
    let spans: HashMap<_, _> = rows
        .iter()
        .map(|row| (PlayerId(row.player), spans_of(Some(row))))
        .collect();
    vacations.set(spans, known_ms);
    Ok(())
}

/// Those that the store knows, for a house that opens.
pub async fn stored_vacations(store: &parlor_store::Store) -> Result<Vacations, StoreError> {
    let vacations = Vacations::default();
    read_vacations(store, &vacations).await?;
    Ok(vacations)
}

fn spans_of(row: Option<&Vacation>) -> Vec<Span> {
    let spans = row.and_then(|row| serde_json::from_str(&row.spans).ok());
    spans.unwrap_or_default()
}

fn end_present(spans: &mut Vec<Span>, now_ms: i64) {
    for (_, to) in spans.iter_mut() {
        *to = (*to).min(now_ms);
    }
    // One that ends in the millisecond of its beginning is kept: its day was begun.
    spans.retain(|(from, to)| from <= to);
}

/// Days begun; a vacation counts for the year in which it began.
fn used(spans: &[Span], year: i32) -> u32 {
    let own = spans.iter().filter(|(from, _)| year_of(*from) == year);
    let days = own.map(|(from, to)| ((to - from + DAY_MS - 1) / DAY_MS).max(1));
    u32::try_from(days.sum::<i64>()).unwrap_or(u32::MAX)
}

fn year_of(ms: i64) -> i32 {
    OffsetDateTime::from_unix_timestamp(ms.div_euclid(1000)).map_or(1970, OffsetDateTime::year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_were_begun_count() {
        let mut spans = vec![(0, 3 * DAY_MS), (10 * DAY_MS, 14 * DAY_MS)];
        assert_eq!(used(&spans, 1970), 7);
        end_present(&mut spans, 11 * DAY_MS + 1);
        assert_eq!(spans, [(0, 3 * DAY_MS), (10 * DAY_MS, 11 * DAY_MS + 1)]);
        assert_eq!(used(&spans, 1970), 5);
        assert_eq!(used(&spans, 1971), 0);
        // Back within the same millisecond.
        let mut at_once = vec![(5, 5 + DAY_MS)];
        end_present(&mut at_once, 5);
        assert_eq!(
            (at_once.as_slice(), used(&at_once, 1970)),
            (&[(5, 5)][..], 1)
        );
        // It begins in one year and ends in the next.
        let new_year = 365 * DAY_MS;
        let over = [(new_year - DAY_MS, new_year + 3 * DAY_MS)];
        assert_eq!((used(&over, 1970), used(&over, 1971)), (4, 0));
    }
}
