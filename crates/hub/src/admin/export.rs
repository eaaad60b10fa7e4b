use parlor_store::MatchStatus;
use serde_json::{Value, json};

use super::PAGE;
use crate::{Hub, MatchId, Refusal, clock};

impl Hub {
    /// Everything the house knows about a person.
    pub(super) async fn export_person(&self, name: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        let person = self.show_person(name).await?;
        let standings = self.store.standings(row.id).await?;
        let standings = standings.iter().map(|it| {
            json!({
                "game": it.game, "rating": it.rating, "deviation": it.deviation,
                "games": it.games, "wins": it.wins, "draws": it.draws, "losses": it.losses,
                "undos": it.undos, "ran_away": it.ran_away, "updated_ms": it.updated_ms,
            })
        });
        let standings: Value = standings.collect();
        let said = self.store.chat_of(row.id).await?;
        let said = said.iter().map(|it| {
            json!({ "table": it.match_id, "line": it.seq, "at_ms": it.at_ms, "text": it.text })
        });
        let said: Value = said.collect();
        let wishes = self.store.relations(row.id).await?;
        let wishes = wishes
            .iter()
            .map(|it| json!({ "name": it.name, "wish": it.kind, "at_ms": it.at_ms }));
        let wishes: Value = wishes.collect();
        let tries = self.store.puzzle_tries(row.id).await?;
        let tries = tries.iter().map(|it| {
            json!({
                "puzzle": it.puzzle, "game": it.game, "state": it.state,
                "offered_ms": it.offered_ms, "done_ms": it.done_ms, "day": it.day,
            })
        });
        let tries: Value = tries.collect();
        let mut matches = Vec::new();
        let mut before = None;
        loop {
            let page = self
                .store
                .matches_of_player(row.id, &MatchStatus::ALL, before.as_ref(), PAGE)
                .await?;
            matches.extend(page.iter().map(|it| {
                let table: Value = serde_json::from_str(&it.body).unwrap_or_default();
                json!({
                    "table": it.id, "game": it.game, "status": it.status.as_str(),
                    "created_ms": it.created_ms, "ended_ms": it.ended_ms,
                    "outcome": table.get("outcome"),
                    "record": format!("/api/v1/matches/{}/record", it.id),
                })
            }));
            match page.last() {
                Some(last) if page.len() == PAGE as usize => before = Some(last.into()),
                _ => break,
            }
        }
        Ok(json!({
            "person": person, "standings": standings, "chat": said, "relations": wishes,
            "puzzles": tries, "matches": matches,
            "exported_ms": clock::now_ms(),
        }))
    }

    /// Name, words, sessions, role and puzzles go; games stay, under a name that says nothing.
    pub(super) async fn erase_person(&self, name: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        self.store
            .set_role(row.id, None, "", clock::now_ms())
            .await?;
        let now = self.people.neutralise(&row).await?;
        self.store.forget_relations(row.id).await?;
        let categories = crate::puzzles::categories();
        self.store.forget_puzzles(row.id, &categories).await?;
        self.store.forget_in_reports(row.id, &now).await?;
        let said = self.store.chat_of(row.id).await?;
        let blanked = self.store.blank_chat_of(row.id, &now).await?;
        for line in said {
            let line_now = parlor_store::ChatLine {
                seq: line.seq,
                at_ms: line.at_ms,
                player: row.id,
                name: now.clone(),
                seat: None,
                text: String::new(),
                cmd: None,
            };
            let table = MatchId::from_outside(&line.match_id);
            self.tell_blank(table, &line_now).await;
        }
        self.call_everywhere(row.id, &now).await?;
        Ok(json!({ "now": now, "lines": blanked }))
    }
}
