use parlor_store::MatchStatus;
use serde_json::{Value, json};

use super::PAGE;
use crate::bus::{BusMessage, NodeId};
use crate::matches::ChatMessage;
use crate::protocol::ChatLine;
use crate::tables::Table;
use crate::{Code, Hub, MatchId, Refusal};

/// Lines of chat that an operator is shown at once.
const CHAT: u32 = 500;

impl Hub {
    pub(super) async fn list_tables(
        &self,
        status: Option<&str>,
        name: Option<&str>,
    ) -> Result<Value, Refusal> {
        let wanted = match status {
            None => vec![MatchStatus::Open, MatchStatus::Ready, MatchStatus::Running],
            Some(word) => {
                let known = MatchStatus::ALL.into_iter().find(|it| it.as_str() == word);
                let unknown = "a status is open, ready, running, over or aborted";
                vec![known.ok_or_else(|| Refusal::new(Code::RequestMalformed, unknown))?]
            }
        };
        let mut rows = Vec::new();
        if let Some(name) = name {
            let row = self.people.known(name).await?;
            let of = self.store.matches_of_player(row.id, &wanted, None, PAGE);
            rows = of.await?;
        } else {
            for status in wanted {
                let page = self.store.matches_by_status(status, None, None, PAGE);
                rows.extend(page.await?);
            }
        }
        let lines = rows.iter().map(|row| {
            let table = serde_json::from_str::<Table>(&row.body).ok();
            let names = table.as_ref().map(Table::names);
            json!({
                "table": row.id, "game": row.game, "status": row.status.as_str(),
                "created_ms": row.created_ms, "ended_ms": row.ended_ms, "names": names,
                "private": table.map(|table| table.private),
            })
        });
        Ok(json!({ "tables": lines.collect::<Vec<_>>() }))
    }

    pub(super) async fn show_chat(&self, table: MatchId) -> Result<Value, Refusal> {
        self.tables.get(table).await?;
        let lines = self.store.chat(&table.to_string(), 0, CHAT).await?;
        let lines = lines.iter().map(
            |it| json!({ "line": it.seq, "at_ms": it.at_ms, "name": it.name, "text": it.text }),
        );
        Ok(json!({ "chat": lines.collect::<Vec<_>>() }))
    }

    pub(super) async fn remove_line(&self, table: MatchId, line: u32) -> Result<Value, Refusal> {
        let id = table.to_string();
        let lines = self.store.chat(&id, line.saturating_sub(1), 1).await?;
        let found = lines.into_iter().find(|it| it.seq == line);
        let Some(found) = found else {
            let message = "there is no such line at that table";
            return Err(Refusal::new(Code::AdminLine, message));
        };
        self.store.blank_chat(&id, line).await?;
        self.tell_blank(table, &found).await;
        Ok(json!({ "removed": line, "name": found.name }))
    }

    /// Whoever has the line on the screen is told that there is nothing in it.
    pub(super) async fn tell_blank(&self, table: MatchId, line: &parlor_store::ChatLine) {
        let message = BusMessage::Chat {
            match_id: table,
            message: Box::new(ChatMessage {
                line: ChatLine {
                    seq: line.seq,
                    at_ms: line.at_ms,
                    name: line.name.clone(),
                    seat: line.seat,
                    text: String::new(),
                },
                player: None,
                command_id: None,
            }),
        };
        // The match in this process hears it as if from another node.
        self.matches.bus(NodeId(0), message.clone()).await;
        self.people.publish(message);
    }
}
