//! What whoever answers for the house can do, at whatever door: each act is checked, carried out
//! on the database that all nodes share, told on the bus where others must know, and written down.

mod export;
mod house;
mod people;
mod reports;
mod ruling;
mod tables;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use parlor_describe::ToSchema;
use parlor_store::AuditLine;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::people::{OPERATOR, Player};
use crate::{Code, Hub, MatchId, Refusal, clock, random};

/// Who acts.
#[derive(Clone, Debug)]
pub enum Actor {
    /// Whoever may read the database's folder on the machine itself.
    Console(String),
    Operator(String),
}

impl Actor {
    fn name(&self) -> &str {
        let (Actor::Console(name) | Actor::Operator(name)) = self;
        name
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "act", rename_all = "snake_case", deny_unknown_fields)]
pub enum AdminCommand {
    /// People whose name contains this.
    People {
        #[serde(default)]
        find: String,
    },
    Person {
        name: String,
    },
    Rename {
        name: String,
        to: String,
    },
    /// The name is free again; its owner keeps games and password under another one.
    Release {
        name: String,
    },
    /// For somebody who has lost the password: a link that lets them in once.
    ResetPassword {
        name: String,
    },
    /// Keeps a person or a range of addresses out, for good or for so many hours.
    Ban {
        #[serde(default)]
        name: Option<String>,
        #[serde(default)]
        address: Option<String>,
        #[serde(default)]
        reason: String,
        #[serde(default)]
        hours: Option<u32>,
    },
    Unban {
        ban: String,
    },
    Bans {},
    /// Makes somebody answer for the house, or no longer.
    Operator {
        name: String,
        yes: bool,
    },
    Operators {},
    /// `open`, `ready`, `running`, `over`; of one person if named.
    Tables {
        #[serde(default)]
        status: Option<String>,
        #[serde(default)]
        name: Option<String>,
    },
    CloseTable {
        #[schema(value_type = String)]
        table: MatchId,
    },
    /// Ends a running match; it does not count.
    AbortMatch {
        #[schema(value_type = String)]
        table: MatchId,
    },
    /// How a match should have ended: a winner (a name, or a seat counted from 1), a draw, or
    /// neither: then it does not count.
    CorrectResult {
        #[schema(value_type = String)]
        table: MatchId,
        #[serde(default)]
        winner: Option<String>,
        #[serde(default)]
        draw: bool,
    },
    Chat {
        #[schema(value_type = String)]
        table: MatchId,
    },
    RemoveChat {
        #[schema(value_type = String)]
        table: MatchId,
        line: u32,
    },
    /// Everything about a person.
    Export {
        name: String,
    },
    /// Forgets a person; their games stay under a neutral name.
    Erase {
        name: String,
    },
    /// What people have reported: what nobody has dealt with, or all.
    Reports {
        #[serde(default)]
        all: bool,
    },
    CloseReport {
        report: String,
    },
    /// A link by which so many new people may come in, within so many days.
    Invite {
        #[serde(default)]
        label: String,
        #[serde(default = "one")]
        uses: u32,
        #[serde(default = "week")]
        days: u32,
    },
    Invites {},
    Uninvite {
        invite: String,
    },
    /// A group, such as a class, whose leader enters its people and prints cards for them.
    MakeGroup {
        name: String,
        leader: String,
    },
    Groups {},
    /// Its members stay people of the house.
    DropGroup {
        group: String,
    },
    Audit {
        #[serde(default)]
        before_ms: Option<i64>,
    },
}

fn one() -> u32 {
    1
}

fn week() -> u32 {
    7
}

impl AdminCommand {
    /// What stands in the list of acts: its name and what it is about. Lists alone change nothing
    /// and show nothing that others may not see.
    fn noted(&self) -> Option<(&'static str, String)> {
        Some(match self {
            AdminCommand::People { .. }
            | AdminCommand::Bans {}
            | AdminCommand::Operators {}
            | AdminCommand::Tables { .. }
            | AdminCommand::Invites {}
            | AdminCommand::Groups {}
            | AdminCommand::Audit { .. } => return None,
            AdminCommand::Person { name } => ("person", name.clone()),
            AdminCommand::Rename { name, .. } => ("rename", name.clone()),
            AdminCommand::Release { name } => ("release", name.clone()),
            AdminCommand::ResetPassword { name } => ("reset_password", name.clone()),
            AdminCommand::Ban { name, address, .. } => {
                ("ban", name.clone().or(address.clone()).unwrap_or_default())
            }
            AdminCommand::Unban { ban } => ("unban", ban.clone()),
            AdminCommand::Operator { name, .. } => ("operator", name.clone()),
            AdminCommand::CloseTable { table } => ("close_table", table.to_string()),
            AdminCommand::AbortMatch { table } => ("abort_match", table.to_string()),
            AdminCommand::CorrectResult { table, .. } => ("correct_result", table.to_string()),
            AdminCommand::Chat { table } => ("chat", table.to_string()),
            AdminCommand::RemoveChat { table, .. } => ("remove_chat", table.to_string()),
            AdminCommand::Reports { .. } => ("reports", String::new()),
            AdminCommand::CloseReport { report } => ("close_report", report.clone()),
            AdminCommand::Export { name } => ("export", name.clone()),
            AdminCommand::Invite { label, .. } => ("invite", label.clone()),
            AdminCommand::Uninvite { invite } => ("uninvite", invite.clone()),
            AdminCommand::MakeGroup { name, .. } => ("make_group", name.clone()),
            AdminCommand::DropGroup { group } => ("drop_group", group.clone()),
            // Not the name: it is to be forgotten.
            AdminCommand::Erase { .. } => ("erase", String::new()),
        })
    }
}

const PAGE: u32 = 100;

impl Hub {
    /// Carries out an act and writes it down.
    pub fn operate<'a>(
        &'a self,
        actor: &'a Actor,
        act: AdminCommand,
    ) -> BoxFuture<'a, Result<Value, Refusal>> {
        // Behind a pointer: several doors ask for it, and it is long.
        self.carry_out_and_note(actor, act).boxed()
    }

    async fn carry_out_and_note(&self, actor: &Actor, act: AdminCommand) -> Result<Value, Refusal> {
        let noted = act.noted();
        let detail = match &act {
            AdminCommand::Erase { .. } => String::new(),
            act => serde_json::to_string(act).unwrap_or_default(),
        };
        let done = self.carry_out_act(actor, act).await?;
        if let Some((act, target)) = noted {
            let target = match done.get("now").and_then(Value::as_str) {
                Some(now) if target.is_empty() => now.to_owned(),
                _ => target,
            };
            self.note(actor.name(), act, &target, &detail).await?;
        }
        Ok(done)
    }

    pub async fn note(
        &self,
        actor: &str,
        act: &str,
        target: &str,
        detail: &str,
    ) -> Result<(), Refusal> {
        let line = AuditLine {
            id: random::number(),
            at_ms: clock::now_ms(),
            actor: crate::shorten(actor, 200),
            act: act.to_owned(),
            target: crate::shorten(target, 200),
            detail: crate::shorten(detail, 1500),
        };
        tracing::info!(actor, act, target, "an operator's act");
        Ok(self.store.put_audit(&line).await?)
    }

    async fn carry_out_act(&self, actor: &Actor, act: AdminCommand) -> Result<Value, Refusal> {
        match act {
            AdminCommand::People { find } => self.list_people(&find).await,
            AdminCommand::Person { name } => self.show_person(&name).await,
            AdminCommand::Rename { name, to } => self.rename_person(&name, &to).await,
            AdminCommand::Release { name } => self.release_name(&name).await,
            AdminCommand::ResetPassword { name } => self.reset_password(&name).await,
            AdminCommand::Ban {
                name,
                address,
                reason,
                hours,
            } => {
                let whom = (name.as_deref(), address.as_deref());
                self.ban(actor, whom, &reason, hours).await
            }
            AdminCommand::Unban { ban } => self.unban(&ban).await,
            AdminCommand::Bans {} => self.list_bans().await,
            AdminCommand::Operator { name, yes } => self.make_operator(actor, &name, yes).await,
            AdminCommand::Operators {} => self.list_operators().await,
            AdminCommand::Tables { status, name } => {
                self.list_tables(status.as_deref(), name.as_deref()).await
            }
            AdminCommand::CloseTable { table } => {
                self.tables.close(table).await?;
                Ok(json!({ "closed": table }))
            }
            AdminCommand::AbortMatch { table } => self.abort_match(table).await,
            AdminCommand::CorrectResult {
                table,
                winner,
                draw,
            } => self.correct_result(table, winner.as_deref(), draw).await,
            AdminCommand::Chat { table } => self.show_chat(table).await,
            AdminCommand::RemoveChat { table, line } => self.remove_line(table, line).await,
            AdminCommand::Export { name } => self.export_person(&name).await,
            AdminCommand::Invite { label, uses, days } => {
                self.invite(actor, &label, uses, days).await
            }
            AdminCommand::Invites {} => self.list_invites().await,
            AdminCommand::Uninvite { invite } => self.uninvite(&invite).await,
            AdminCommand::MakeGroup { name, leader } => self.make_group(&name, &leader).await,
            AdminCommand::Groups {} => self.list_groups().await,
            AdminCommand::DropGroup { group } => self.drop_group(&group).await,
            AdminCommand::Erase { name } => self.erase_person(&name).await,
            AdminCommand::Reports { all } => self.list_reports(all).await,
            AdminCommand::CloseReport { report } => self.close_report(&report, actor.name()).await,
            AdminCommand::Audit { before_ms } => self.list_audit(before_ms).await,
        }
    }

    async fn list_audit(&self, before_ms: Option<i64>) -> Result<Value, Refusal> {
        let lines = self
            .store
            .audit(before_ms.unwrap_or(i64::MAX), PAGE)
            .await?;
        let lines: Vec<Value> = lines
            .into_iter()
            .map(|it| {
                json!({
                    "at_ms": it.at_ms, "actor": it.actor, "act": it.act, "target": it.target,
                    "detail": it.detail,
                })
            })
            .collect();
        Ok(json!({ "audit": lines }))
    }

    /// A code that makes whoever uses it the first operator; none when there is one already.
    pub async fn operator_code(&self) -> Result<Option<String>, Refusal> {
        if !self.store.players_with_role(OPERATOR).await?.is_empty() {
            return Ok(None);
        }
        let code = random::id() + &random::id();
        self.store.set_note(CODE, None).await?;
        let hash = hash(&code);
        Ok(self
            .store
            .set_note(CODE, Some(&hash))
            .await?
            .then_some(code))
    }

    /// Uses the code of the first start, once.
    pub async fn claim(&self, player: &Player, code: &str) -> Result<(), Refusal> {
        let wrong = || {
            let message = "this link has been used, or a newer one was printed at the last start";
            Refusal::new(Code::AdminLink, message)
        };
        let known = self.store.note(CODE).await?.ok_or_else(wrong)?;
        // Hashes are compared, so that the time it takes says nothing about the code.
        if known != hash(code) || !self.store.set_note(CODE, None).await? {
            return Err(wrong());
        }
        let now = clock::now_ms();
        self.store
            .set_role(player.id.0, Some(OPERATOR), "the first link", now)
            .await?;
        self.note(&player.name, "claim", &player.name, "").await
    }
}

pub(crate) const CODE: &str = "operator_code";

pub(crate) fn hash(code: &str) -> String {
    use sha2::{Digest, Sha256};
    let hash = Sha256::digest(code.trim().to_lowercase().as_bytes());
    hash.iter()
        .fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
