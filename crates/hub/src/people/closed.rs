//! A house that is not open to everybody: who may take a new name, invitations, and the cards of groups.

use parlor_store::{Group, Invite, StoreError};
use serde::Serialize;

use super::keep::{CARD, CARD_MS};
use super::{People, PlayerId, Token, clean_nickname, name_key};
use crate::{Code, Refusal, clock, random};

/// Who may take a name that nobody has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SignUp {
    Everybody,
    /// Whoever has a link.
    Invited,
    /// Only whom an operator or the leader of a group has entered.
    Operator,
}

impl SignUp {
    pub fn of(word: &str) -> Option<SignUp> {
        match word {
            "open" => Some(SignUp::Everybody),
            "invited" => Some(SignUp::Invited),
            "operator" => Some(SignUp::Operator),
            _ => None,
        }
    }
}

/// What may be asked of one leader or operator at once.
const MOST_CARDS: usize = 60;
const MOST_MEMBERS: usize = 500;

/// What a new person came in by, to be given back if they do not come in after all.
pub(super) struct Permit(Option<parlor_store::TokenHash>);

/// What is printed for one member of a group.
#[derive(Debug, Serialize)]
pub struct Card {
    name: String,
    /// For `/use#…`; none when no card could be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl People {
    /// Whether somebody may take a name that has no owner.
    pub(super) async fn permit(&self, invite: Option<&str>) -> Result<Permit, Refusal> {
        let sign_up = SignUp::of(&self.config.sign_up).unwrap_or(SignUp::Operator);
        if sign_up == SignUp::Everybody {
            return Ok(Permit(None));
        }
        if let Some(code) = invite {
            // Whoever is to be the first operator has to come in somehow.
            if self.is_first_link(code).await? {
                return Ok(Permit(None));
            }
            let hash = super::hash_of(&Token::of_key(code))?;
            if sign_up == SignUp::Invited && self.store.use_invite(&hash, clock::now_ms()).await? {
                return Ok(Permit(Some(hash)));
            }
            let message = "this invitation is used up, has expired, or was none";
            return Err(Refusal::new(Code::PeopleInvite, message));
        }
        let message = match sign_up {
            SignUp::Invited => "this house takes new people by invitation only: ask for a link",
            _ => "in this house those who answer for it enter new people",
        };
        Err(Refusal::new(Code::PeopleClosed, message))
    }

    pub(super) async fn give_back(&self, permit: Permit) {
        if let Some(hash) = permit.0
            && let Err(error) = self.store.return_invite(&hash).await
        {
            tracing::warn!(%error, "an invitation was used for nothing");
        }
    }

    /// The link that is printed when nobody answers for the house.
    async fn is_first_link(&self, code: &str) -> Result<bool, Refusal> {
        let known = self.store.note(crate::admin::CODE).await?;
        Ok(known.is_some_and(|known| known == crate::admin::hash(code)))
    }

    /// A link by which so many people may come in.
    pub(crate) async fn invite(
        &self,
        by: &str,
        label: &str,
        uses: u32,
        lasts_ms: i64,
    ) -> Result<(Invite, Token), Refusal> {
        let token = Token::draw_typed();
        let now = clock::now_ms();
        let invite = Invite {
            hash: super::hash_of(&token)?,
            id: random::id(),
            label: crate::shorten(label, 100),
            uses_left: uses,
            by_name: crate::shorten(by, 100),
            created_ms: now,
            expires_ms: now + lasts_ms,
        };
        self.store.put_invite(&invite).await?;
        Ok((invite, token))
    }

    /// Cards with which these people enter by one tap: whoever is new is entered, whoever belongs to
    /// the group gets a new card, and the old one is void.
    pub async fn cards(&self, group: &Group, names: &[String]) -> Result<Vec<Card>, Refusal> {
        let members = self.store.members(&group.id).await?;
        if names.is_empty() || names.len() > MOST_CARDS || members.len() > MOST_MEMBERS {
            let message = format!("1 to {MOST_CARDS} names at a time, {MOST_MEMBERS} in a group");
            return Err(Refusal::new(Code::GroupTooMany, message));
        }
        let mut cards = Vec::with_capacity(names.len());
        for name in names {
            let made = self.card(group, name, &members).await;
            cards.push(match made {
                Ok((name, token)) => Card {
                    name,
                    code: token.key().map(str::to_owned),
                    refused: None,
                },
                Err(refusal) if refusal.is_temporary() => return Err(refusal),
                Err(refusal) => Card {
                    name: crate::shorten(name, 64),
                    code: None,
                    refused: Some(refusal.to_string()),
                },
            });
        }
        Ok(cards)
    }

    /// Somebody does not belong to the group any more, and the card is void. Whoever keeps the name by a
    /// password stays a person of the house; for anybody else it is the end of every session. The name as
    /// the house knows it.
    pub async fn remove_member(&self, group: &Group, name: &str) -> Result<String, Refusal> {
        let unknown = || Refusal::new(Code::PeopleUnknown, "nobody of that name is in the group");
        let name = clean_nickname(name).map_err(|_| unknown())?;
        let row = self.named(&name).await?.ok_or_else(unknown)?;
        if !self.store.remove_member(&group.id, row.id).await? {
            return Err(unknown());
        }
        self.store.delete_passes(row.id, CARD).await?;
        if row.password.is_none() {
            self.end_all(PlayerId(row.id)).await?;
        }
        Ok(row.name)
    }

    async fn card(
        &self,
        group: &Group,
        name: &str,
        members: &[parlor_store::Player],
    ) -> Result<(String, Token), Refusal> {
        let name = clean_nickname(name)?;
        let row = match self.named(&name).await? {
            None => self.create(name.clone(), name_key(&name), None).await?,
            Some(row) if !members.iter().any(|member| member.id == row.id) => {
                let message = "somebody else in the house has this name";
                return Err(Refusal::new(Code::PeopleNameTaken, message));
            }
            // What somebody keeps by a password is theirs, and not the leader's to open.
            Some(row) if row.password.is_some() => {
                let message = "this name has a password of its own, and needs no card";
                return Err(Refusal::new(Code::PeoplePasswordNeeded, message));
            }
            Some(row) => row,
        };
        // Nobody else can take the name up.
        self.keep_by_nobody(row.id).await?;
        let now = clock::now_ms();
        match self.store.add_member(&group.id, row.id, now).await {
            Ok(()) => {}
            Err(StoreError::NotFound) => {
                return Err(Refusal::new(Code::GroupUnknown, "there is no such group"));
            }
            Err(error) => return Err(error.into()),
        }
        self.store.delete_passes(row.id, CARD).await?;
        self.end_all(PlayerId(row.id)).await?;
        let token = Token::draw_typed();
        let hash = super::hash_of(&token)?;
        self.put(row.id, CARD, hash, CARD_MS).await?;
        Ok((row.name, token))
    }
}
