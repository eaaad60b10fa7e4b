//! Ways to one's name besides its password: a recovery phrase, and a link to another device.

use std::net::IpAddr;

use parlor_store::{MatchStatus, Pass, Session, StoreError};

use super::phrase::{self, Phrase};
use super::service::{DAY_MS, Player, PlayerId, SessionKind};
use super::{People, Token};
use crate::{Code, Refusal, clock};

const PHRASE: &str = "phrase";
const LINK: &str = "link";
/// Printed for a member of a group: good for as long as it lies in a drawer.
pub(super) const CARD: &str = "card";
pub(super) const CARD_MS: i64 = 400 * DAY_MS;
/// Long enough to fetch a phone from the next room.
const LINK_MS: i64 = 10 * 60_000;
/// A link from an operator has to reach somebody first.
const RESET_MS: i64 = 7 * DAY_MS;
/// A phrase does not grow old.
const FOR_EVER_MS: i64 = 100 * 365 * DAY_MS;

/// A name that nothing keeps and that has no record is free when nobody has used it for so long;
/// with a record it is as long as the settings say.
const NO_RECORD_MS: i64 = DAY_MS;

/// A code that signs in on another device, once.
#[derive(Clone, Debug)]
pub struct SignInLink {
    pub token: Token,
    pub expires_ms: i64,
}

impl People {
    /// Whether a recovery phrase keeps the name for its owner.
    pub async fn has_phrase(&self, player: PlayerId) -> Result<bool, Refusal> {
        let found = self.store.has_pass(player.0, PHRASE, clock::now_ms());
        Ok(found.await?)
    }

    /// A new recovery phrase in place of the last one. Where a password protects the name, it is
    /// asked for: a phrase opens the same door.
    pub async fn new_phrase(
        &self,
        from: IpAddr,
        player: &Player,
        password: Option<&str>,
    ) -> Result<String, Refusal> {
        self.gate.make(player.id.0)?;
        let row = self.store.player(player.id.0).await?;
        let row = row.ok_or_else(Refusal::sign_in)?;
        if row.password.is_some() {
            self.must_be_allowed(&row, password, from).await?;
        }
        let phrase = Phrase::draw();
        self.store.delete_passes(row.id, PHRASE).await?;
        self.put(row.id, PHRASE, phrase.hash(), FOR_EVER_MS).await?;
        Ok(phrase.reveal())
    }

    /// Whoever knows the phrase is let in.
    pub async fn recover(
        &self,
        from: IpAddr,
        typed: &str,
        kind: SessionKind,
        label: &str,
    ) -> Result<(Player, Token), Refusal> {
        self.gate.knock(from)?;
        let hash = Phrase::read(typed)?.hash();
        let found = self.store.pass(&hash, PHRASE, clock::now_ms()).await?;
        let (_, row) = found.ok_or_else(phrase::wrong)?;
        let token = self.open_session(row.id, kind, label).await?;
        Ok((row.into(), token))
    }

    /// A link that signs in once, within minutes; the last one is void.
    pub async fn new_link(&self, player: PlayerId) -> Result<SignInLink, Refusal> {
        self.gate.make(player.0)?;
        self.store.delete_passes(player.0, LINK).await?;
        let token = Token::draw_typed();
        let hash = super::service::hash_of(&token)?;
        let expires_ms = self.put(player.0, LINK, hash, LINK_MS).await?;
        Ok(SignInLink { token, expires_ms })
    }

    pub async fn use_link(
        &self,
        from: IpAddr,
        key: &str,
        kind: SessionKind,
        label: &str,
    ) -> Result<(Player, Token), Refusal> {
        self.gate.knock(from)?;
        let hash = super::service::hash_of(&Token::of_key(key))?;
        let now = clock::now_ms();
        let found = match self.store.take_pass(&hash, LINK, now).await? {
            None => self.store.pass(&hash, CARD, now).await?,
            taken => taken,
        };
        let Some((_, row)) = found else {
            let message = "this link has been used or has expired; a card may have been replaced";
            return Err(Refusal::new(Code::PeopleLink, message));
        };
        let token = self.open_session(row.id, kind, label).await?;
        Ok((row.into(), token))
    }

    /// For somebody who has lost the password: it is gone, every session ends, and a link lets them
    /// in once. Until then a phrase that nobody knows keeps the name for them.
    pub(crate) async fn reset(&self, row: &parlor_store::Player) -> Result<SignInLink, Refusal> {
        self.forget_ways(row.id).await?;
        self.keep_by_nobody(row.id).await?;
        self.store.set_password(row.id, None).await?;
        self.end_all(PlayerId(row.id)).await?;
        let token = Token::draw_typed();
        let hash = super::service::hash_of(&token)?;
        let expires_ms = self.put(row.id, LINK, hash, RESET_MS).await?;
        Ok(SignInLink { token, expires_ms })
    }

    /// A phrase that nobody knows keeps a name from being taken up.
    pub(super) async fn keep_by_nobody(&self, player: i64) -> Result<(), Refusal> {
        self.store.delete_passes(player, PHRASE).await?;
        let nobody_knows = Phrase::draw().hash();
        self.put(player, PHRASE, nobody_knows, FOR_EVER_MS).await?;
        Ok(())
    }

    /// Forgets the ways to a name that is nobody's any more.
    pub(super) async fn forget_ways(&self, player: i64) -> Result<(), Refusal> {
        for kind in [PHRASE, LINK, CARD] {
            self.store.delete_passes(player, kind).await?;
        }
        Ok(())
    }

    /// A name without a password: is it anybody's? What was its session, if it has been used for
    /// long by nobody, ends when somebody else takes the name up.
    pub(super) async fn must_be_free(&self, row: &parlor_store::Player) -> Result<(), Refusal> {
        let now = clock::now_ms();
        if self.has_phrase(PlayerId(row.id)).await? {
            let message = "this name is kept by a recovery phrase; enter with the phrase";
            return Err(Refusal::new(Code::PeoplePhraseNeeded, message));
        }
        let playing = self
            .store
            .matches_of_player(row.id, &[MatchStatus::Running], None, 1);
        let playing = !playing.await?.is_empty();
        let sessions = self.store.sessions(row.id, now).await?;
        if sessions.is_empty() && !playing {
            return Ok(());
        }
        let has_record = !self.store.standings(row.id).await?.is_empty();
        let rest_ms = if has_record {
            self.config.name_free_days * DAY_MS
        } else {
            NO_RECORD_MS
        };
        let rests = |it: &Session| now - it.seen_ms.max(it.created_ms) >= rest_ms;
        if !playing && sessions.iter().all(rests) {
            return self.end_all(PlayerId(row.id)).await;
        }
        let days = rest_ms / DAY_MS;
        let message = format!(
            "somebody has this name; if it is you, open the house where you used it and take it \
             along from Settings. It is free {days} days after its last use, unless it has a match"
        );
        Err(Refusal::new(Code::PeopleNameTaken, message))
    }

    pub(super) async fn put(
        &self,
        player: i64,
        kind: &str,
        hash: [u8; 32],
        lasts_ms: i64,
    ) -> Result<i64, Refusal> {
        let now = clock::now_ms();
        let pass = Pass {
            hash,
            player,
            kind: kind.to_owned(),
            note: String::new(),
            created_ms: now,
            expires_ms: now + lasts_ms,
        };
        match self.store.put_pass(&pass).await {
            Ok(()) => Ok(pass.expires_ms),
            Err(StoreError::NotFound) => Err(Refusal::sign_in()),
            Err(error) => Err(error.into()),
        }
    }
}
