//! What people report to those who answer for the house, with the talk around it as it was then.

use parlor_store::Report;
use serde_json::{Value, json};

use super::{People, Player};
use crate::{Code, MatchId, Refusal, clock, random};

const LONGEST_REASON: usize = 500;
/// Reports of one person a day: whoever has more to say writes to the operators.
const MOST_A_DAY: u64 = 10;
const DAY_MS: i64 = 86_400_000;
/// Lines of talk that are kept with a report.
const TALK: u32 = 100;

impl People {
    pub async fn report(
        &self,
        by: &Player,
        name: &str,
        match_id: Option<MatchId>,
        reason: &str,
    ) -> Result<(), Refusal> {
        let reason: String = reason.chars().filter(|c| !c.is_control()).collect();
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            let message = format!("say what happened, in at most {LONGEST_REASON} characters");
            return Err(Refusal::new(Code::ReportReason, message));
        }
        let about = self.by_name(name).await?;
        if about.id == by.id {
            return Err(Refusal::new(Code::PeopleYourself, "that is you"));
        }
        let now = clock::now_ms();
        if self.store.reports_by(by.id.0, now - DAY_MS).await? >= MOST_A_DAY {
            let message = "you have reported a lot today; the operators have it";
            return Err(Refusal::new(Code::ReportTooMany, message));
        }
        let talk = match match_id {
            Some(id) => self.talk(id).await?,
            None => Vec::new(),
        };
        let report = Report {
            id: random::number(),
            at_ms: now,
            by: by.id.0,
            by_name: by.name.clone(),
            about: about.id.0,
            about_name: about.name,
            match_id: match_id.map(|id| id.to_string()).unwrap_or_default(),
            reason: reason.to_owned(),
            talk: Value::from(talk).to_string(),
            closed_by: None,
        };
        self.store.put_report(&report).await?;
        tracing::info!(about = report.about_name, "somebody was reported");
        metrics::counter!("parlor_reports_total").increment(1);
        Ok(())
    }

    /// The latest lines of a match, of players and of those who look on.
    async fn talk(&self, id: MatchId) -> Result<Vec<Value>, Refusal> {
        let last = self.store.last_chat_seq(&id).await?;
        let lines = self
            .store
            .chat(&id, last.saturating_sub(TALK), TALK)
            .await?;
        let line = |it: parlor_store::ChatLine| json!({ "at_ms": it.at_ms, "name": it.name, "seat": it.seat, "text": it.text });
        Ok(lines.into_iter().map(line).collect())
    }
}
