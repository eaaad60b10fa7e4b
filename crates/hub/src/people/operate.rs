//! What whoever answers for the house does to names.

use std::net::IpAddr;

use parlor_store::StoreError;

use super::{People, Player, PlayerId, clean_nickname, name_key};
use crate::{Code, Refusal, random};

impl People {
    /// Another node has changed who is kept out; if the store does not answer, the next round of
    /// tidying up finds it.
    pub(crate) async fn read_bans(&self) {
        if let Err(refusal) = self.bans.read(&self.store).await {
            tracing::warn!(%refusal, "the bans could not be read");
        }
    }

    /// Somebody tries a secret that opens more than a name: counted like a sign-in.
    pub fn knock(&self, from: IpAddr) -> Result<(), Refusal> {
        self.gate.knock(from)
    }

    /// Somebody by name, as operators call them.
    pub(crate) async fn known(&self, name: &str) -> Result<parlor_store::Player, Refusal> {
        let unknown = || Refusal::new(Code::PeopleUnknown, "there is nobody of that name");
        let name = clean_nickname(name).map_err(|_| unknown())?;
        self.named(&name).await?.ok_or_else(unknown)
    }

    pub(crate) async fn rename(
        &self,
        row: &parlor_store::Player,
        to: &str,
    ) -> Result<String, Refusal> {
        let name = clean_nickname(to)?;
        match self
            .store
            .rename_player(row.id, &name, &name_key(&name))
            .await
        {
            Ok(()) => Ok(name),
            Err(StoreError::Conflict) => Err(Refusal::new(
                Code::PeopleNameTaken,
                "somebody else has this name",
            )),
            Err(error) => Err(error.into()),
        }
    }

    /// The name is free again; whoever had it keeps games and password under another one.
    pub(crate) async fn release(&self, row: &parlor_store::Player) -> Result<String, Refusal> {
        let mark = random::id();
        let mark = mark.get(..5).unwrap_or_default();
        let long = row.name.chars().count() > 48;
        let name = if long { "Former name" } else { &row.name };
        let name = self.rename(row, &format!("{name} ({mark})")).await?;
        if row.password.is_none() {
            self.lock(row).await?;
        }
        self.end_all(PlayerId(row.id)).await?;
        Ok(name)
    }

    /// A name that says nothing, that nobody can enter under any more.
    pub(crate) async fn neutralise(&self, row: &parlor_store::Player) -> Result<String, Refusal> {
        let mark = random::id();
        let mark = mark.get(..8).unwrap_or_default();
        let name = self.rename(row, &format!("Former player {mark}")).await?;
        self.lock(row).await?;
        self.forget_ways(row.id).await?;
        self.end_all(PlayerId(row.id)).await?;
        Ok(name)
    }

    /// A password that nobody knows.
    async fn lock(&self, row: &parlor_store::Player) -> Result<(), Refusal> {
        let nobody_knows = random::id() + &random::id();
        let hash = self.hashing.hash(&nobody_knows).await?;
        Ok(self.store.set_password(row.id, Some(&hash)).await?)
    }

    pub async fn is_operator(&self, player: &Player) -> Result<bool, Refusal> {
        let role = self.store.role(player.id.0).await?;
        Ok(role.as_deref() == Some(OPERATOR))
    }
}

pub(crate) const OPERATOR: &str = "operator";
