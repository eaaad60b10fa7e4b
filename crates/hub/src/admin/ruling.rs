//! How a match ended is whoever answers for the house to say, also when it had ended otherwise. The log
//! says it by an entry of its own, and everybody's rating is reckoned anew.

use std::time::Duration;

use parlor_engine::{Act, Claim, Outcome, Seat, Seq};
use parlor_store::{Cursor, MatchRowUpdate, MatchStatus, StoreError};
use serde_json::{Value, json};

use crate::matches::{FinishedMatch, MatchCommand, ran_away};
use crate::protocol::Status;
use crate::ratings::{self, Refold};
use crate::tables::Table;
use crate::{Code, Hub, MatchId, Refusal, clock};

/// How long an entry may take until it is in the log.
const PATIENCE: Duration = Duration::from_secs(8);
const LOOK: Duration = Duration::from_millis(40);
const MOST_ATTEMPTS: u32 = 5;
/// Matches read at once.
const PAGE: u32 = 500;

impl Hub {
    /// Ends a running match; it does not count.
    pub(super) async fn abort_match(&self, id: MatchId) -> Result<Value, Refusal> {
        match self.tables.get(id).await?.status {
            Status::Running => {}
            Status::Over => return Err(Refusal::new(Code::MatchOver, "the match is over")),
            Status::Open | Status::Ready => {
                let message = "the match has not started; close the table instead";
                return Err(Refusal::new(Code::MatchNotStarted, message));
            }
        }
        self.rule(id, Claim::Abort, None).await?;
        let begun = tokio::time::Instant::now();
        // The match records its result itself.
        while self.tables.get(id).await?.status != Status::Over {
            if begun.elapsed() > PATIENCE {
                return Err(Refusal::unavailable());
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(json!({ "ended": id }))
    }

    /// Says how a match that is over should have ended: who won (a name or the number of a seat), a
    /// draw, or that it does not count.
    pub(super) async fn correct_result(
        &self,
        id: MatchId,
        winner: Option<&str>,
        draw: bool,
    ) -> Result<Value, Refusal> {
        let table = self.tables.get(id).await?;
        if table.status != Status::Over {
            let message = "the match is not over; it can be ended, but not corrected";
            return Err(Refusal::new(Code::TableNotOver, message));
        }
        let seats = table.chairs.len() as u8;
        let (claim, winner) = match (winner, draw) {
            (Some(_), true) => {
                let message = "either somebody has won, or it is a draw";
                return Err(Refusal::new(Code::RequestMalformed, message));
            }
            (Some(word), false) => (Claim::Win, Some(seat_called(&table, word)?)),
            (None, true) => (Claim::Draw, None),
            (None, false) => (Claim::Abort, None),
        };
        let outcome = Outcome::ruling(claim, winner, seats);
        // Repeated, it says it once.
        if self.last_ruling(id).await? != Some((claim, winner)) {
            self.rule(id, claim, winner).await?;
        }
        for _ in 0..MOST_ATTEMPTS {
            match self.amend(id, &outcome).await {
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
                Ok(moved) => {
                    return Ok(json!({
                        "corrected": id, "outcome": outcome, "ratings_changed": moved,
                    }));
                }
            }
        }
        Err(Refusal::busy())
    }

    /// The last word of the house on a match, if that is how its log ends.
    async fn last_ruling(&self, id: MatchId) -> Result<Option<(Claim, Option<Seat>)>, Refusal> {
        let last = self.store.last_seq(&id).await?;
        let entries = self.store.entries(&id, last.before()).await?;
        Ok(entries
            .last()
            .and_then(|entry| match serde_json::from_str(&entry.act) {
                Ok(Act::Ruling { claim, winner }) => Some((claim, winner)),
                _ => None,
            }))
    }

    /// Has the entry written by the match's owner in this process, and waits until it is durable.
    async fn rule(&self, id: MatchId, claim: Claim, winner: Option<Seat>) -> Result<(), Refusal> {
        let before = self.store.last_seq(&id).await?;
        self.matches
            .submit_for_house(id, MatchCommand::Rule { claim, winner })
            .await;
        let begun = tokio::time::Instant::now();
        loop {
            let after = self.store.entries(&id, before).await?;
            let is_ours = |act: &str| {
                matches!(serde_json::from_str(act), Ok(Act::Ruling { claim: it, winner: who })
                    if (it, who) == (claim, winner))
            };
            if after.iter().any(|entry| is_ours(&entry.act)) {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                let message = "the match could not be reached; nothing was changed, try again";
                return Err(Refusal::new(Code::ServerUnavailable, message));
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Puts the new outcome into the books, with everything that follows from it. How many ratings are
    /// others now.
    async fn amend(&self, id: MatchId, outcome: &Outcome) -> Result<usize, StoreError> {
        let Some(row) = self.store.match_by_id(&id).await? else {
            return Err(StoreError::NotFound);
        };
        let unreadable = || StoreError::BadValue("the match cannot be read");
        let mut table: Table = serde_json::from_str(&row.row.body).map_err(|_| unreadable())?;
        let Some(was) = table.outcome.replace(outcome.clone()) else {
            return Err(unreadable());
        };
        if was == *outcome {
            return Ok(0);
        }
        let entries = self.store.entries(&id, Seq::START).await?;
        let acts: Vec<Act> = entries
            .iter()
            .filter_map(|entry| serde_json::from_str(&entry.act).ok())
            .collect();
        // As it was counted: before the last word of the house.
        let counted = acts.len().saturating_sub(1);
        let before = acts.get(..counted).unwrap_or_default();
        let finished = |outcome: &Outcome, acts: &[Act]| FinishedMatch {
            table: table.clone(),
            version: row.row.version,
            outcome: outcome.clone(),
            undos: Vec::new(),
            ran_away: ran_away(acts.iter(), &table),
        };
        let (old, new) = (finished(&was, before), finished(outcome, &acts));
        let category = ratings::category(&table.game, table.chairs.len());
        let standings = self.store.standings_of_game(&category).await?;
        let mut refold = Refold::new(&old, &new);
        self.read_finished(&table.game, &category, &mut refold)
            .await?;
        let now = clock::now_ms();
        let amendment = refold.amendment(standings, now);
        let moved = amendment.standings.len();
        let update = MatchRowUpdate {
            status: MatchStatus::Over,
            body: serde_json::to_string(&table).unwrap_or_default(),
            secret: None,
            updated_ms: now,
            ended_ms: table.ended_ms,
            seats: None,
        };
        let version = row.row.version;
        let version = self
            .store
            .amend(&id, version, &update, &category, amendment)
            .await?;
        self.tables.tell(&table, version).await;
        Ok(moved)
    }

    /// Every finished match that counts for this category.
    async fn read_finished(
        &self,
        game: &str,
        category: &str,
        refold: &mut Refold<'_>,
    ) -> Result<(), StoreError> {
        let mut after: Option<Cursor> = None;
        loop {
            let over = MatchStatus::Over;
            let page = self
                .store
                .matches_by_status(over, Some(game), after.as_ref(), PAGE)
                .await?;
            for row in &page {
                let Ok(table) = serde_json::from_str::<Table>(&row.body) else {
                    continue;
                };
                if ratings::category(&table.game, table.chairs.len()) == category {
                    refold.add(&table);
                }
            }
            let Some(last) = page.last().filter(|_| page.len() == PAGE as usize) else {
                return Ok(());
            };
            after = Some(Cursor::from(last));
        }
    }
}

/// By the name of whoever sits there, or by its number counted from 1.
fn seat_called(table: &Table, word: &str) -> Result<Seat, Refusal> {
    let mut chairs = table.chairs.iter();
    let is_called = |name: &str| name.to_lowercase() == word.trim().to_lowercase();
    let by_name =
        chairs.position(|chair| chair.sitter.as_ref().is_some_and(|it| is_called(&it.name)));
    let by_number = || {
        let number: usize = word.trim().parse().ok()?;
        (1..=table.chairs.len())
            .contains(&number)
            .then(|| number - 1)
    };
    let Some(seat) = by_name.or_else(by_number) else {
        let message = "nobody of that name sits there, and there is no seat of that number";
        return Err(Refusal::new(Code::TableNoSeat, message));
    };
    Ok(Seat(seat as u8))
}
