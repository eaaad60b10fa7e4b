//! Asking people to a table that waits. Unlike a challenge an invitation keeps no seat: whoever comes
//! first sits down, and the table waits on when somebody declines.

use serde::{Deserialize, Serialize};

use super::service::Verdict;
use super::{Chair, Sitter, Table, Tables};
use crate::environment::Environment;
use crate::people::{Player, PlayerId};
use crate::protocol::TableInfo;
use crate::{Code, MatchId, Refusal};

/// Somebody was asked to come to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invitation {
    pub to: Sitter,
    pub by: Sitter,
    /// They do not want to and are not asked again; with the code they may still come.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declined: bool,
}

/// People who may be asked to one table, those who declined included.
const MOST: usize = 20;

impl Table {
    /// Those who have not answered; nobody while there is no room for them.
    pub fn invited(&self) -> impl Iterator<Item = &Invitation> {
        let room = self.chairs.iter().any(Chair::is_free);
        let open = self.invitations.iter();
        open.filter(move |it| room && !it.declined)
    }

    pub(super) fn invitation_to(&self, player: PlayerId) -> Option<&Invitation> {
        self.invitations.iter().find(|it| it.to.player == player)
    }

    pub fn is_invited(&self, player: PlayerId) -> bool {
        self.invitation_to(player).is_some_and(|it| !it.declined)
    }

    fn invite(&mut self, by: Sitter, to: Sitter) -> Result<(), Refusal> {
        self.must_not_have_started()?;
        let refuse = |code, message| Err(Refusal::new(code, message));
        if self.seat_of(by.player).is_none() && !self.is_host(by.player) {
            return refuse(Code::TableNotSeated, "you do not sit at this table");
        }
        if self.seat_of(to.player).is_some() {
            return refuse(Code::ChallengeSeated, "they sit at this table already");
        }
        if self.challenge.is_some() || self.quick {
            return refuse(
                Code::TableFull,
                "the seat at this table is kept for one person",
            );
        }
        if !self.has_room(None) {
            return Err(super::seating::full());
        }
        match self.invitation_to(to.player) {
            // A copy of the same command.
            Some(known) if known.by.player == by.player && !known.declined => return Ok(()),
            Some(known) if known.declined => {
                let message = "they do not want to come to this table";
                return refuse(Code::ChallengeDeclined, message);
            }
            Some(_) => {
                let message = "somebody at this table has asked them already";
                return refuse(Code::ChallengePending, message);
            }
            None => {}
        }
        if self.invitations.len() >= MOST {
            let message = "so many people were asked to this table already";
            return refuse(Code::ChallengeTooMany, message);
        }
        self.invitations.push(Invitation {
            to,
            by,
            declined: false,
        });
        Ok(())
    }

    pub(super) fn decline_invitation(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let open = |it: &&mut Invitation| it.to.player == player && !it.declined;
        let Some(invitation) = self.invitations.iter_mut().find(open) else {
            let message = "nobody has challenged you to this";
            return Err(Refusal::new(Code::ChallengeUnknown, message));
        };
        invitation.declined = true;
        self.must_not_have_started()
    }
}

impl<O: Environment> Tables<O> {
    /// Asks somebody to a table at which one sits.
    pub async fn invite(
        &self,
        player: &Player,
        to: &Player,
        id: MatchId,
    ) -> Result<TableInfo, Refusal> {
        if player.id == to.id {
            let message = "you cannot invite yourself";
            return Err(Refusal::new(Code::ChallengeSelf, message));
        }
        let [by, asked] = [player, to].map(|it| Sitter {
            player: it.id,
            name: it.name.clone(),
        });
        let known = self.get(id).await?.is_invited(to.id);
        if !known {
            self.notifier.lobby.may_ask(player.id, to.id)?;
        }
        let blocked = self.env.blocked(to.id.0).await?;
        let invite = |table: &mut Table| {
            table.invite(by.clone(), asked.clone())?;
            table.must_not_meet(to.id, &blocked)?;
            Ok(Verdict::Keep)
        };
        let table = self.change(id, invite).await?;
        Ok(table.info(Some(player.id)))
    }
}
