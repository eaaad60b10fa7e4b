//! Who may come into the house: invitations and groups.

use parlor_store::Group;
use serde_json::{Value, json};

use super::{Actor, PAGE};
use crate::{Code, Hub, Refusal, clock, random};

const DAY_MS: i64 = 86_400_000;
const MOST_USES: u32 = 1000;
const MOST_DAYS: u32 = 366;

impl Hub {
    pub(super) async fn invite(
        &self,
        actor: &Actor,
        label: &str,
        uses: u32,
        days: u32,
    ) -> Result<Value, Refusal> {
        if !(1..=MOST_USES).contains(&uses) || !(1..=MOST_DAYS).contains(&days) {
            let message = format!("1 to {MOST_USES} people, and 1 to {MOST_DAYS} days");
            return Err(Refusal::new(Code::RequestMalformed, message));
        }
        let lasts_ms = i64::from(days) * DAY_MS;
        let (invite, token) = self
            .people
            .invite(actor.name(), label, uses, lasts_ms)
            .await?;
        let code = token.key().unwrap_or_default();
        Ok(json!({
            "invite": invite.id, "path": format!("/welcome#{code}"), "uses": uses,
            "until_ms": invite.expires_ms,
        }))
    }

    pub(super) async fn list_invites(&self) -> Result<Value, Refusal> {
        let invites = self.store.invites(clock::now_ms(), PAGE).await?;
        let lines = invites.iter().map(|it| {
            json!({
                "invite": it.id, "label": it.label, "uses_left": it.uses_left, "by": it.by_name,
                "until_ms": it.expires_ms,
            })
        });
        Ok(json!({ "invites": lines.collect::<Vec<_>>() }))
    }

    pub(super) async fn uninvite(&self, id: &str) -> Result<Value, Refusal> {
        if self.store.delete_invite(id).await? {
            return Ok(json!({ "withdrawn": id }));
        }
        Err(Refusal::new(
            Code::PeopleInvite,
            "there is no such invitation",
        ))
    }

    pub(super) async fn make_group(&self, name: &str, leader: &str) -> Result<Value, Refusal> {
        let name = crate::shorten(name.trim(), 60);
        if name.is_empty() {
            return Err(Refusal::new(Code::PeopleName, "a group needs a name"));
        }
        let leader = self.people.known(leader).await?;
        // Whoever can enter others must not be anybody who takes the name up.
        if leader.password.is_none() {
            let message = "a leader's name needs a password first";
            return Err(Refusal::new(Code::PeoplePasswordNeeded, message));
        }
        let group = Group {
            id: random::id(),
            name,
            leader: leader.id,
            created_ms: clock::now_ms(),
        };
        self.store.put_group(&group).await?;
        Ok(json!({ "group": group.id, "name": group.name, "leader": leader.name }))
    }

    pub(super) async fn list_groups(&self) -> Result<Value, Refusal> {
        let mut lines = Vec::new();
        for group in self.store.groups(PAGE).await? {
            let leader = self.store.player(group.leader).await?;
            let members = self.store.members(&group.id).await?;
            lines.push(json!({
                "group": group.id, "name": group.name, "leader": leader.map(|it| it.name),
                "members": members.len(), "created_ms": group.created_ms,
            }));
        }
        Ok(json!({ "groups": lines }))
    }

    pub(super) async fn drop_group(&self, id: &str) -> Result<Value, Refusal> {
        if self.store.delete_group(id).await? {
            return Ok(json!({ "dropped": id }));
        }
        Err(Refusal::new(Code::GroupUnknown, "there is no such group"))
    }
}
