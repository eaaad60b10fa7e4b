use std::sync::Arc;

use parlor_store::{Session, Store, StoreError, TokenHash};
use serde::{Deserialize, Serialize};

use super::present::Present;
use super::{Token, clean_nickname, name_key, passwords};
use crate::bus::{Bus, BusMessage};
use crate::matches::{ConnId, Outbox};
use crate::protocol::Me;
use crate::{Code, Config, Refusal, clock, random};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub i64);

/// A person as the rest of the house knows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub id: PlayerId,
    pub name: String,
    pub protected: bool,
}

impl Player {
    pub fn me(&self) -> Me {
        Me {
            name: self.name.clone(),
            protected: self.protected,
        }
    }
}

impl From<parlor_store::Player> for Player {
    fn from(row: parlor_store::Player) -> Player {
        Player {
            id: PlayerId(row.id),
            name: row.name,
            protected: row.password.is_some(),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionKind {
    /// A browser's cookie.
    Browser,
    /// A token for a bot or a script.
    Token,
    /// A line on a text port: gone with the connection.
    Line,
}

impl SessionKind {
    fn as_str(self) -> &'static str {
        match self {
            SessionKind::Browser => "browser",
            SessionKind::Token => "token",
            SessionKind::Line => "line",
        }
    }

    fn lifetime_ms(self) -> i64 {
        const DAY: i64 = 86_400_000;
        match self {
            SessionKind::Browser => 60 * DAY,
            SessionKind::Token => 3650 * DAY,
            SessionKind::Line => DAY,
        }
    }
}

/// Names, passwords and sessions.
#[derive(Clone, Debug)]
pub struct People {
    store: Store,
    config: Arc<Config>,
    present: Present,
    bus: Bus,
}

impl People {
    pub fn new(store: Store, config: Arc<Config>, bus: Bus) -> People {
        People {
            store,
            config,
            bus,
            present: Present::default(),
        }
    }

    /// Who enters under this name. A new name is created on the spot; a protected one needs its
    /// password; an unprotected one that somebody is using on another device is taken.
    pub async fn enter(
        &self,
        name: &str,
        password: Option<&str>,
        kind: SessionKind,
        label: &str,
    ) -> Result<(Player, Token), Refusal> {
        let name = clean_nickname(name)?;
        let key = name_key(&name);
        let row = match self.store.player_by_key(&key).await? {
            Some(row) => {
                self.must_be_allowed(&row, password).await?;
                row
            }
            None => self.create(name, key, password).await?,
        };
        let token = self.open_session(row.id, kind, label).await?;
        Ok((row.into(), token))
    }

    /// Whether a name needs a password.
    pub async fn is_protected(&self, name: &str) -> bool {
        let Ok(name) = clean_nickname(name) else {
            return false;
        };
        let found = self.store.player_by_key(&name_key(&name)).await;
        matches!(found, Ok(Some(row)) if row.password.is_some())
    }

    /// Somebody on a port that asks for no name. There is no session: the connection is all.
    pub async fn guest(&self) -> Result<Player, Refusal> {
        let name = format!("Guest {}", random::id().get(..5).unwrap_or_default());
        let key = name_key(&name);
        Ok(self.create(name, key, None).await?.into())
    }

    async fn must_be_allowed(
        &self,
        row: &parlor_store::Player,
        password: Option<&str>,
    ) -> Result<(), Refusal> {
        match (&row.password, password) {
            (Some(hash), Some(password)) if passwords::matches(password, hash).await => Ok(()),
            (Some(_), None) => Err(Refusal::new(
                Code::PeoplePasswordNeeded,
                "this name is protected by a password",
            )),
            (Some(_), Some(_)) => Err(Refusal::new(
                Code::PeopleWrongPassword,
                "that is not this name's password",
            )),
            (None, _) => {
                let sessions = self.store.sessions(row.id, clock::now_ms()).await?;
                if sessions.is_empty() {
                    return Ok(());
                }
                Err(Refusal::new(
                    Code::PeopleNameTaken,
                    "somebody is using this name; choose another one",
                ))
            }
        }
    }

    async fn create(
        &self,
        name: String,
        name_key: String,
        password: Option<&str>,
    ) -> Result<parlor_store::Player, Refusal> {
        let password = match password {
            Some(password) => Some(passwords::hash(password).await?),
            None => None,
        };
        let row = parlor_store::Player {
            id: random::number(),
            name,
            name_key,
            password,
            created_ms: clock::now_ms(),
            is_bot: false,
        };
        match self.store.insert_player(&row).await {
            Ok(()) => Ok(row),
            Err(StoreError::Conflict) => Err(Refusal::new(
                Code::PeopleNameTaken,
                "this name has just been taken",
            )),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn open_session(
        &self,
        player: i64,
        kind: SessionKind,
        label: &str,
    ) -> Result<Token, Refusal> {
        let now = clock::now_ms();
        let most = self.config.sessions_per_player;
        if self.store.sessions(player, now).await?.len() >= most {
            let message = format!("this name has {most} open sessions; end one first");
            return Err(Refusal::new(Code::PeopleTooManySessions, message));
        }
        let token = Token::draw();
        let session = Session {
            token_hash: hash_of(&token)?,
            player,
            kind: kind.as_str().to_owned(),
            label: crate::shorten(label, 60),
            created_ms: now,
            expires_ms: now + kind.lifetime_ms(),
        };
        self.store.put_session(&session).await?;
        Ok(token)
    }

    /// The person behind a token.
    pub async fn identify(&self, token: &str) -> Result<Player, Refusal> {
        Ok(self.session(token).await?.1)
    }

    async fn session(&self, token: &str) -> Result<(TokenHash, Player), Refusal> {
        let stale = || Refusal::new(Code::PeopleBadToken, "the session has ended; sign in again");
        let hash = hash_of(&Token::parse(token).ok_or_else(stale)?)?;
        let found = self.store.session(&hash, clock::now_ms()).await?;
        let (_, row) = found.ok_or_else(stale)?;
        Ok((hash, row.into()))
    }

    /// The person behind a token, whose connection ends with the session.
    pub async fn admit(&self, token: &str, outbox: &Outbox) -> Result<Player, Refusal> {
        let (hash, player) = self.session(token).await?;
        self.present.enter(player.id, hash, outbox.clone());
        // It may have ended between the two steps, and nobody would have been told.
        if let Err(refusal) = self.session(token).await {
            self.present.leave(outbox.conn());
            return Err(refusal);
        }
        Ok(player)
    }

    /// A connection is gone.
    pub fn gone(&self, conn: ConnId) {
        self.present.leave(conn);
    }

    pub async fn end_session(&self, token: &Token) -> Result<(), Refusal> {
        self.end(&hash_of(token)?).await.map(drop)
    }

    async fn end(&self, session: &TokenHash) -> Result<bool, Refusal> {
        let ended = self.store.delete_session(session).await?;
        self.session_ended(session);
        self.bus
            .publish(BusMessage::SessionEnded { session: *session });
        Ok(ended)
    }

    /// A session has ended, here or elsewhere: its connections go.
    pub fn session_ended(&self, session: &TokenHash) {
        self.present.end_session(session);
    }

    pub fn signed_out(&self, player: PlayerId) {
        self.present.end_player(player);
    }

    /// Ends one of a player's sessions, by the name that `sessions` gives it.
    pub async fn revoke(&self, player: PlayerId, name: &str) -> Result<(), Refusal> {
        let sessions = self.store.sessions(player.0, clock::now_ms()).await?;
        let named = sessions
            .iter()
            .find(|session| session_name(&session.token_hash) == name);
        let ended = match named {
            Some(session) => self.end(&session.token_hash).await?,
            None => false,
        };
        if ended {
            return Ok(());
        }
        let message = "there is no such session; it may have ended";
        Err(Refusal::new(Code::PeopleUnknownSession, message))
    }

    /// Signs a player out everywhere.
    pub async fn end_all(&self, player: PlayerId) -> Result<(), Refusal> {
        self.store.delete_sessions(player.0).await?;
        self.signed_out(player);
        self.bus.publish(BusMessage::SignedOut { player });
        Ok(())
    }

    /// Protects a name. All other sessions end: whoever used it so far may have been somebody else.
    pub async fn protect(
        &self,
        player: &Player,
        old: Option<&str>,
        new: &str,
    ) -> Result<(), Refusal> {
        let row = self
            .store
            .player(player.id.0)
            .await?
            .ok_or_else(Refusal::sign_in)?;
        if let Some(hash) = &row.password
            && !passwords::matches(old.unwrap_or_default(), hash).await
        {
            return Err(Refusal::new(
                Code::PeopleWrongPassword,
                "the old password is not right",
            ));
        }
        let hash = passwords::hash(new).await?;
        self.store.set_password(player.id.0, Some(&hash)).await?;
        self.end_all(player.id).await
    }
}

/// What a session is called in lists: the beginning of its hash, which opens nothing.
pub fn session_name(hash: &TokenHash) -> String {
    hash.iter()
        .take(8)
        .fold(String::new(), |name, byte| format!("{name}{byte:02x}"))
}

fn hash_of(token: &Token) -> Result<TokenHash, Refusal> {
    token.hash().try_into().map_err(|_| Refusal::sign_in())
}
