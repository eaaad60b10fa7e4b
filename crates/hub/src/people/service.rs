use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use parlor_store::{MatchStatus, Session, Store, StoreError, TokenHash};
use serde::{Deserialize, Serialize};

use super::bans::Bans;
use super::gate::Gate;
use super::names::former_keys;
use super::passwords::Hashing;
use super::present::Present;
use super::{Token, clean_nickname, name_key, passwords};
use crate::bus::{Bus, BusMessage};
use crate::matches::{ConnId, Outbox, Vacations};
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
    /// A program that has signed in as a browser would.
    Program,
    /// A token for a bot or a script, made on purpose.
    Token,
    /// A line on a text port: gone with the connection.
    Line,
}

impl SessionKind {
    fn as_str(self) -> &'static str {
        match self {
            SessionKind::Browser => "browser",
            SessionKind::Program => "program",
            SessionKind::Token => "token",
            SessionKind::Line => "line",
        }
    }

    fn lifetime_ms(self) -> i64 {
        match self {
            SessionKind::Browser | SessionKind::Program => 60 * DAY_MS,
            SessionKind::Token => 3650 * DAY_MS,
            SessionKind::Line => DAY_MS,
        }
    }

    /// Whether a session of this kind goes on as long as it is used.
    fn slides(kind: &str) -> bool {
        kind == SessionKind::Browser.as_str() || kind == SessionKind::Program.as_str()
    }
}

/// Names, passwords and sessions.
#[derive(Clone, Debug)]
pub struct People {
    pub(super) store: Store,
    pub(super) config: Arc<Config>,
    present: Present,
    bus: Bus,
    pub(super) gate: Arc<Gate>,
    pub(super) hashing: Arc<Hashing>,
    pub bans: Bans,
    pub(super) vacations: Vacations,
    /// When old words and acts were last looked for.
    pub(super) forgot_ms: Arc<AtomicI64>,
}

pub(super) const DAY_MS: i64 = 86_400_000;
/// That a session is used is written down this often.
const SEEN_EVERY_MS: i64 = 3_600_000;

impl People {
    pub fn new(store: Store, config: Arc<Config>, bus: Bus, vacations: Vacations) -> People {
        People {
            gate: Arc::new(Gate::new(config.sign_ins_per_minute)),
            hashing: Arc::default(),
            bans: Bans::default(),
            forgot_ms: Arc::default(),
            vacations,
            store,
            config,
            bus,
            present: Present::default(),
        }
    }

    /// Who enters under this name. A new name is created on the spot; a protected one needs its
    /// password; an unprotected one is taken while somebody uses it or has a match under way.
    pub async fn enter(
        &self,
        from: IpAddr,
        name: &str,
        password: Option<&str>,
        kind: SessionKind,
        label: &str,
    ) -> Result<(Player, Token), Refusal> {
        self.enter_invited(from, (name, password), None, kind, label)
            .await
    }

    /// The same with an invitation, where new people need one. A name that nothing keeps is anybody's
    /// to take up, and so as good as a new one.
    pub async fn enter_invited(
        &self,
        from: IpAddr,
        (name, password): (&str, Option<&str>),
        invite: Option<&str>,
        kind: SessionKind,
        label: &str,
    ) -> Result<(Player, Token), Refusal> {
        self.gate.knock(from)?;
        let name = clean_nickname(name)?;
        let key = name_key(&name);
        let row = match self.named(&name).await? {
            Some(row) if row.password.is_some() => {
                self.must_be_allowed(&row, password, from).await?;
                row
            }
            found => {
                let permit = self.permit(invite).await?;
                let entered = match found {
                    Some(row) => self.must_be_free(&row).await.map(|()| row),
                    None => self.create(name, key, password).await,
                };
                match entered {
                    Ok(row) => row,
                    Err(refusal) => {
                        self.give_back(permit).await;
                        return Err(refusal);
                    }
                }
            }
        };
        let token = self.open_session(row.id, kind, label).await?;
        Ok((row.into(), token))
    }

    /// Whoever has this name or one that looks like it.
    pub async fn named(&self, name: &str) -> Result<Option<parlor_store::Player>, Refusal> {
        let key = name_key(name);
        let mut found = self.store.player_by_key(&key).await?;
        for former in former_keys(name) {
            if found.is_none() && former != key {
                found = self.store.player_by_key(&former).await?;
            }
        }
        Ok(found)
    }

    /// Whether a name needs a password.
    pub async fn is_protected(&self, name: &str) -> bool {
        let Ok(name) = clean_nickname(name) else {
            return false;
        };
        let found = self.named(&name).await;
        matches!(found, Ok(Some(row)) if row.password.is_some())
    }

    /// Somebody on a port that asks for no name. The session ends with the connection; until then
    /// nobody else can have the name.
    pub async fn guest(&self, from: IpAddr) -> Result<(Player, Token), Refusal> {
        self.gate.knock(from)?;
        self.permit(None).await?;
        let name = format!("Guest {}", random::id().get(..5).unwrap_or_default());
        let key = name_key(&name);
        let row = self.create(name, key, None).await?;
        let token = self
            .open_session(row.id, SessionKind::Line, "guest")
            .await?;
        Ok((row.into(), token))
    }

    /// Somebody comes back on a text port with what only they were told.
    pub async fn come_back(&self, from: IpAddr, key: &str) -> Result<(Player, Token), Refusal> {
        self.gate.knock(from)?;
        let token = Token::of_key(key);
        Ok((self.identify(token.reveal()).await?, token))
    }

    pub(super) async fn must_be_allowed(
        &self,
        row: &parlor_store::Player,
        password: Option<&str>,
        from: IpAddr,
    ) -> Result<(), Refusal> {
        match (&row.password, password) {
            (Some(_), None) => Err(Refusal::new(
                Code::PeoplePasswordNeeded,
                "this name is protected by a password",
            )),
            (Some(hash), Some(password)) => {
                let wrong = "that is not this name's password";
                self.must_match(row, hash, password, from, wrong).await
            }
            (None, _) => self.must_be_free(row).await,
        }
    }

    async fn must_match(
        &self,
        row: &parlor_store::Player,
        hash: &str,
        password: &str,
        from: IpAddr,
        wrong: &'static str,
    ) -> Result<(), Refusal> {
        let guess = self.gate.guess(row.id, from)?;
        if self.hashing.matches(password, hash).await? {
            self.gate.right(&guess);
            return Ok(());
        }
        guess.note(&row.name);
        Err(Refusal::new(Code::PeopleWrongPassword, wrong))
    }

    pub(super) async fn create(
        &self,
        name: String,
        name_key: String,
        password: Option<&str>,
    ) -> Result<parlor_store::Player, Refusal> {
        let password = match password {
            Some(password) => {
                passwords::check(password, &name)?;
                Some(self.hashing.hash(password).await?)
            }
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
        let token = match kind {
            SessionKind::Line => Token::draw_typed(),
            _ => Token::draw(),
        };
        self.open_with(player, kind, label, &token).await?;
        Ok(token)
    }

    async fn open_with(
        &self,
        player: i64,
        kind: SessionKind,
        label: &str,
        token: &Token,
    ) -> Result<(), Refusal> {
        self.bans.check_player(PlayerId(player))?;
        let now = clock::now_ms();
        self.make_room(player, kind, now).await?;
        let session = Session {
            token_hash: hash_of(token)?,
            player,
            kind: kind.as_str().to_owned(),
            label: crate::shorten(label, 60),
            created_ms: now,
            expires_ms: now + kind.lifetime_ms(),
            seen_ms: now,
        };
        Ok(self.store.put_session(&session).await?)
    }

    /// So many sessions a name. Whoever signs in once more ends the oldest sign-in; tokens that
    /// were made on purpose stay, and are refused beyond the limit.
    async fn make_room(&self, player: i64, kind: SessionKind, now: i64) -> Result<(), Refusal> {
        let most = self.config.sessions_per_player;
        let sessions = self.store.sessions(player, now).await?;
        if sessions.len() < most {
            return Ok(());
        }
        let signed_in = |it: &&Session| it.kind != SessionKind::Token.as_str();
        match sessions.iter().rev().find(signed_in) {
            Some(oldest) if kind != SessionKind::Token => {
                self.end(&oldest.token_hash).await.map(drop)
            }
            _ => {
                let message = format!("this name has {most} open sessions; end one first");
                Err(Refusal::new(Code::PeopleTooManySessions, message))
            }
        }
    }

    /// The person behind a token.
    pub async fn identify(&self, token: &str) -> Result<Player, Refusal> {
        let player = self.session(token).await?.1;
        self.present.seen(player.id, clock::now_ms());
        Ok(player)
    }

    /// Everybody who is in the house at this node.
    pub fn here(&self) -> HashSet<PlayerId> {
        self.present.here(clock::now_ms())
    }

    async fn session(&self, token: &str) -> Result<(TokenHash, Player), Refusal> {
        let stale = || Refusal::new(Code::PeopleBadToken, "the session has ended; sign in again");
        let hash = hash_of(&Token::parse(token).ok_or_else(stale)?)?;
        let now = clock::now_ms();
        let found = self.store.session(&hash, now).await?;
        let (session, row) = found.ok_or_else(stale)?;
        if now - session.seen_ms >= SEEN_EVERY_MS {
            let slides = SessionKind::slides(&session.kind);
            let lasts = now + SessionKind::Browser.lifetime_ms();
            let expires = if slides { lasts } else { session.expires_ms };
            self.store.touch_session(&hash, now, expires).await?;
        }
        self.bans.check_player(PlayerId(row.id))?;
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

    /// The line of a text port has broken. Whoever has a match under way may come back to it with
    /// their key, and nobody else; everybody else's session ends.
    pub async fn hang_up(&self, player: PlayerId, token: &Token) -> Result<(), Refusal> {
        let going = [MatchStatus::Running];
        let playing = self
            .store
            .matches_of_player(player.0, &going, None, 1)
            .await?;
        if playing.is_empty() {
            return self.end_session(token).await;
        }
        Ok(())
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

    /// Tells the other nodes.
    pub(crate) fn publish(&self, message: BusMessage) {
        self.bus.publish(message);
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

    /// Ends all of a player's sessions but this one; how many.
    pub async fn end_others(&self, player: PlayerId, own: &Token) -> Result<usize, Refusal> {
        let own = hash_of(own)?;
        let sessions = self.store.sessions(player.0, clock::now_ms()).await?;
        let mut ended = 0;
        for session in sessions.iter().filter(|it| it.token_hash != own) {
            ended += usize::from(self.end(&session.token_hash).await?);
        }
        Ok(ended)
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
        from: IpAddr,
        player: &Player,
        old: Option<&str>,
        new: &str,
    ) -> Result<(), Refusal> {
        let row = self
            .store
            .player(player.id.0)
            .await?
            .ok_or_else(Refusal::sign_in)?;
        self.gate.knock(from)?;
        passwords::check(new, &row.name)?;
        if let Some(hash) = &row.password {
            let old = old.unwrap_or_default();
            let wrong = "the old password is not right";
            self.must_match(&row, hash, old, from, wrong).await?;
        }
        let hash = self.hashing.hash(new).await?;
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

pub fn hash_of(token: &Token) -> Result<TokenHash, Refusal> {
    token.hash().try_into().map_err(|_| Refusal::sign_in())
}
