use std::time::Duration;

use parlor_store::{Ban, MatchStatus};
use serde_json::{Value, json};

use super::{Actor, PAGE};
use crate::bus::BusMessage;
use crate::ops::Subnet;
use crate::people::{OPERATOR, PlayerId, name_key};
use crate::{Code, Hub, MatchId, Refusal, clock, random};

/// How long the connections of those who are banned get to hear it.
const FAREWELL: Duration = Duration::from_millis(300);

fn line(row: &parlor_store::Player) -> Value {
    json!({
        "name": row.name, "since_ms": row.created_ms, "protected": row.password.is_some(),
    })
}

pub(super) fn ban_line(ban: &Ban, name: Option<&str>) -> Value {
    json!({
        "ban": ban.id.to_string(), "name": name, "address": ban.network, "reason": ban.reason,
        "by": ban.by, "at_ms": ban.at_ms, "until_ms": ban.until_ms,
    })
}

impl Hub {
    pub(super) async fn list_people(&self, find: &str) -> Result<Value, Refusal> {
        let found = self.store.find_players(&name_key(find), PAGE).await?;
        let people: Vec<Value> = found.iter().map(line).collect();
        Ok(json!({ "people": people }))
    }

    pub(super) async fn show_person(&self, name: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        let now = clock::now_ms();
        let bans = self.store.bans(now).await?;
        let bans: Vec<Value> = bans
            .iter()
            .filter(|ban| ban.player == Some(row.id))
            .map(|ban| ban_line(ban, Some(&row.name)))
            .collect();
        let sessions = self.store.sessions(row.id, now).await?;
        let sessions: Vec<Value> = sessions
            .iter()
            .map(|it| json!({ "kind": it.kind, "label": it.label, "created_ms": it.created_ms }))
            .collect();
        let role = self.store.role(row.id).await?;
        Ok(json!({
            "name": row.name, "since_ms": row.created_ms, "protected": row.password.is_some(),
            "role": role, "bans": bans, "sessions": sessions,
        }))
    }

    pub(super) async fn rename_person(&self, name: &str, to: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        let now = self.people.rename(&row, to).await?;
        self.call_everywhere(row.id, &now).await?;
        Ok(json!({ "was": row.name, "now": now }))
    }

    pub(super) async fn release_name(&self, name: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        let now = self.people.release(&row).await?;
        self.call_everywhere(row.id, &now).await?;
        Ok(json!({ "was": row.name, "now": now }))
    }

    pub(super) async fn reset_password(&self, name: &str) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        let link = self.people.reset(&row).await?;
        let code = link.token.key().unwrap_or_default();
        Ok(json!({
            "name": row.name, "path": format!("/use#{code}"), "until_ms": link.expires_ms,
        }))
    }

    /// At every table and in every match, also those of the past.
    pub(super) async fn call_everywhere(&self, player: i64, name: &str) -> Result<(), Refusal> {
        let all = [
            MatchStatus::Open,
            MatchStatus::Ready,
            MatchStatus::Running,
            MatchStatus::Over,
        ];
        let mut before = None;
        loop {
            let rows = self
                .store
                .matches_of_player(player, &all, before.as_ref(), PAGE)
                .await?;
            for row in &rows {
                let id = MatchId::from_outside(&row.id);
                match self.tables.call(id, PlayerId(player), name).await {
                    // One that cannot be read must not keep the others from it.
                    Err(refusal) if refusal.code == Code::ServerUnavailable => return Err(refusal),
                    Err(refusal) => tracing::warn!(id = row.id, %refusal, "a table keeps a name"),
                    Ok(()) => {}
                }
            }
            match rows.last() {
                Some(last) if rows.len() == PAGE as usize => before = Some(last.into()),
                _ => return Ok(()),
            }
        }
    }

    pub(super) async fn ban(
        &self,
        actor: &Actor,
        (name, address): (Option<&str>, Option<&str>),
        reason: &str,
        hours: Option<u32>,
    ) -> Result<Value, Refusal> {
        let now = clock::now_ms();
        let mut ban = Ban {
            id: random::number(),
            player: None,
            network: String::new(),
            reason: crate::shorten(reason, 200),
            by: crate::shorten(actor.name(), 200),
            at_ms: now,
            until_ms: hours.map(|hours| now + i64::from(hours) * 3_600_000),
        };
        let mut known = None;
        match (name, address) {
            (Some(name), None) => {
                let row = self.people.known(name).await?;
                if self.store.role(row.id).await?.as_deref() == Some(OPERATOR) {
                    let message = "an operator cannot be banned; take the role away first";
                    return Err(Refusal::new(Code::AdminOperator, message));
                }
                ban.player = Some(row.id);
                known = Some(row);
            }
            (None, Some(range)) => {
                let range = range.trim().parse::<Subnet>();
                let range = range.map_err(|why| Refusal::new(Code::AdminRange, why))?;
                if range.is_wide() {
                    let message = format!("{range} is too wide: it would keep out half the world");
                    return Err(Refusal::new(Code::AdminRange, message));
                }
                ban.network = range.to_string();
            }
            _ => {
                let message = "a ban is of a name or of a range of addresses";
                return Err(Refusal::new(Code::RequestMalformed, message));
            }
        }
        self.store.put_ban(&ban).await?;
        self.bans_changed().await?;
        if let Some(row) = &known {
            self.people.end_all(PlayerId(row.id)).await?;
        }
        self.shed_soon();
        let name = known.as_ref().map(|row| row.name.as_str());
        Ok(ban_line(&ban, name))
    }

    /// After the answer: an operator may have named the own address.
    fn shed_soon(&self) {
        let hub = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(FAREWELL).await;
            hub.people.bans.hang_up(&hub.connections);
        });
    }

    /// By its number; or all bans of a person, or of an address as it was written.
    pub(super) async fn unban(&self, ban: &str) -> Result<Value, Refusal> {
        let ban = ban.trim();
        let mut lifted = false;
        for id in self.bans_meant(ban).await? {
            lifted |= self.store.lift_ban(id).await?;
        }
        if !lifted {
            let message = "there is no such ban; it may be over";
            return Err(Refusal::new(Code::AdminBan, message));
        }
        self.bans_changed().await?;
        Ok(json!({ "lifted": ban }))
    }

    async fn bans_meant(&self, ban: &str) -> Result<Vec<i64>, Refusal> {
        let all = self.store.bans(clock::now_ms()).await?;
        let by = |is_meant: &dyn Fn(&Ban) -> bool| -> Vec<i64> {
            let meant = all.iter().filter(|it| is_meant(it));
            meant.map(|it| it.id).collect()
        };
        let by_number = by(&|it| ban.parse() == Ok(it.id));
        if !by_number.is_empty() {
            return Ok(by_number);
        }
        let person = match self.people.known(ban).await {
            Ok(row) => Some(row.id),
            Err(refusal) if refusal.code == Code::ServerUnavailable => return Err(refusal),
            Err(_) => None,
        };
        let range = ban.parse::<Subnet>().ok();
        Ok(by(&|it| {
            (person.is_some() && it.player == person)
                || (range.is_some() && it.network.parse().ok() == range)
        }))
    }

    async fn bans_changed(&self) -> Result<(), Refusal> {
        self.people.bans.read(&self.store).await?;
        self.people.publish(BusMessage::BansChanged {});
        Ok(())
    }

    pub(super) async fn list_bans(&self) -> Result<Value, Refusal> {
        let bans = self.store.bans(clock::now_ms()).await?;
        let ids: Vec<i64> = bans.iter().filter_map(|ban| ban.player).collect();
        let people = self.store.players(&ids).await?;
        let name = |id: Option<i64>| {
            let row = people.iter().find(|row| Some(row.id) == id);
            row.map(|row| row.name.as_str())
        };
        let lines = bans.iter().map(|ban| ban_line(ban, name(ban.player)));
        Ok(json!({ "bans": lines.collect::<Vec<_>>() }))
    }

    pub(super) async fn make_operator(
        &self,
        actor: &Actor,
        name: &str,
        yes: bool,
    ) -> Result<Value, Refusal> {
        let row = self.people.known(name).await?;
        if yes && row.password.is_none() {
            let message = "somebody who answers for the house needs a password first";
            return Err(Refusal::new(Code::PeoplePasswordNeeded, message));
        }
        let role = yes.then_some(OPERATOR);
        let now = clock::now_ms();
        self.store.set_role(row.id, role, actor.name(), now).await?;
        Ok(json!({ "name": row.name, "role": role }))
    }

    pub(super) async fn list_operators(&self) -> Result<Value, Refusal> {
        let rows = self.store.players_with_role(OPERATOR).await?;
        let rows: Vec<Value> = rows.iter().map(line).collect();
        Ok(json!({ "operators": rows }))
    }
}
