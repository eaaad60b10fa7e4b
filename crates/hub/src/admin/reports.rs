//! What was reported.

use parlor_store::Report;
use serde_json::{Value, json};

use super::PAGE;
use crate::{Code, Hub, Refusal};

impl Hub {
    pub(super) async fn list_reports(&self, all: bool) -> Result<Value, Refusal> {
        let reports = self.store.reports(i64::MAX, !all, PAGE).await?;
        let show = |it: Report| {
            let talk: Value = serde_json::from_str(&it.talk).unwrap_or_default();
            json!({
                "report": it.id.to_string(), "at_ms": it.at_ms, "by": it.by_name,
                "about": it.about_name, "match": it.match_id, "reason": it.reason, "talk": talk,
                "closed_by": it.closed_by,
            })
        };
        let reports: Vec<Value> = reports.into_iter().map(show).collect();
        Ok(json!({ "reports": reports }))
    }

    pub(super) async fn close_report(&self, report: &str, by: &str) -> Result<Value, Refusal> {
        let unknown = || Refusal::new(Code::AdminReport, "there is no such report");
        let id = report.trim().parse().map_err(|_| unknown())?;
        let by = crate::shorten(by, 60);
        if !self.store.close_report(id, &by).await? {
            return Err(unknown());
        }
        Ok(json!({ "closed": report }))
    }
}
