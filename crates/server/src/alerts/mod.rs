//! Telling people who are not here that it is their turn. Beside the matches, from what is durable:
//! `watch` finds out for whom a match waits and writes down what is to be sent, `deliver` sends it.
//! Rows of the store decide: their key says that nothing is sent twice, a conditional update which
//! node sends.

mod channels;
mod deliver;
mod environment;
mod settings;
mod watch;
mod words;

use std::num::NonZeroU32;
use std::sync::Arc;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use parlor_alerts::{Client, Mailer, VapidKey};
use parlor_hub::matches::Matches;
use parlor_hub::people::PlayerId;
use parlor_hub::tables::Lobby;
use parlor_hub::{Code, Config, Refusal};
use parlor_store::{Store, StoreError};
use tokio::sync::{Semaphore, watch as closing};
use tokio::task::JoinHandle;

pub use environment::AlertEnvironment;
pub use parlor_alerts::{Message, SendError};

pub(crate) use channels::{ChannelInfo, NewHook, NewMail, NewPush};
pub(crate) use settings::AlertSettings;

/// Messages that are on their way at once.
const AT_ONCE: usize = 16;
/// Changes a person may make a minute.
const CHANGES: NonZeroU32 = NonZeroU32::new(20).unwrap();
/// Messages a minute that are sent to one host only to try it, whoever asks for them.
const TRIALS: NonZeroU32 = NonZeroU32::new(30).unwrap();
/// Confirmations an hour to one address, whoever asks for them.
const CONFIRMATIONS: NonZeroU32 = NonZeroU32::new(3).unwrap();

#[derive(Clone, Debug)]
pub struct Alerts(Arc<Inner>);

/// Finds out whom to tell, and tells them, once.
#[derive(Clone, Debug)]
pub struct Teller<E> {
    pub env: E,
    pub lobby: Lobby,
    pub matches: Matches,
    /// A turn is told of when it has lasted for so long.
    pub after_ms: i64,
    pub grace_ms: i64,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    config: Arc<Config>,
    lobby: Lobby,
    matches: Matches,
    client: Client,
    mailer: Option<Mailer>,
    key: VapidKey,
    sending: Arc<Semaphore>,
    changes: DefaultKeyedRateLimiter<PlayerId>,
    confirmations: DefaultKeyedRateLimiter<String>,
    trials: DefaultKeyedRateLimiter<String>,
}

impl Alerts {
    pub(crate) async fn open(
        store: Store,
        config: Arc<Config>,
        lobby: Lobby,
        matches: Matches,
    ) -> Result<Alerts, StoreError> {
        let drawn = VapidKey::draw().unwrap_or_default();
        let kept = store.keep_key("vapid", &drawn).await?;
        // One that cannot be read would be there for ever.
        let key = VapidKey::read(&kept).or_else(|| VapidKey::read(&VapidKey::draw()?));
        let key = key.ok_or(StoreError::BadValue("the key for web push cannot be read"))?;
        let mailer = config.mailer().ok().flatten();
        Ok(Alerts(Arc::new(Inner {
            client: Client::new(config.alert_private_targets),
            mailer,
            key,
            sending: Arc::new(Semaphore::new(AT_ONCE)),
            changes: RateLimiter::keyed(Quota::per_minute(CHANGES)),
            confirmations: RateLimiter::keyed(Quota::per_hour(CONFIRMATIONS)),
            trials: RateLimiter::keyed(Quota::per_minute(TRIALS)),
            store,
            config,
            lobby,
            matches,
        })))
    }

    fn teller(&self) -> Teller<Alerts> {
        Teller {
            lobby: self.0.lobby.clone(),
            matches: self.0.matches.clone(),
            after_ms: self.0.config.alert_after_ms,
            grace_ms: self.0.config.grace_ms,
            env: self.clone(),
        }
    }

    /// Sets both tasks going.
    pub(crate) fn start(&self, closed: &closing::Receiver<bool>) -> [JoinHandle<()>; 2] {
        let (teller, mut closes) = (self.teller(), closed.clone());
        let watch = async move {
            tokio::select! {
                _ = closes.changed() => {}
                () = teller.watch() => {}
            }
        };
        [
            tokio::spawn(watch),
            tokio::spawn(self.clone().deliver(closed.clone())),
        ]
    }

    /// What a browser needs in order to subscribe.
    pub(crate) fn public_key(&self) -> String {
        self.0.key.public()
    }

    pub(crate) fn has_mail(&self) -> bool {
        self.0.mailer.is_some()
    }

    /// Whom a push service may ask about us.
    fn contact(&self, site: &str) -> String {
        let mailer = self.0.mailer.as_ref();
        mailer.map_or_else(|| site.to_owned(), Mailer::contact)
    }

    fn may_change(&self, player: PlayerId) -> Result<(), Refusal> {
        self.0
            .changes
            .check_key(&player)
            .map_err(|_| Refusal::new(Code::ServerTooFast, "too many changes; wait a moment"))
    }

    /// Many names shall not make the house send to one place without end.
    fn may_try(&self, target: &str) -> Result<(), Refusal> {
        let host = match self.0.client.target(target) {
            Ok(target) => target.host().to_owned(),
            Err(_) => target.to_lowercase(),
        };
        self.0.trials.check_key(&host).map_err(|_| {
            let message = "this place was tried too often; wait a minute";
            Refusal::new(Code::ServerTooFast, message)
        })
    }

    /// Forgets what nobody asks for any more.
    pub(crate) async fn tidy(&self, now_ms: i64) -> Result<(), Refusal> {
        self.0.changes.retain_recent();
        self.0.confirmations.retain_recent();
        self.0.trials.retain_recent();
        let store = &self.0.store;
        store.prune_alerts(now_ms - deliver::KEPT_MS).await?;
        let before_ms = now_ms - channels::UNCONFIRMED_MS;
        store
            .prune_channels(channels::UNCONFIRMED, before_ms)
            .await?;
        Ok(())
    }
}
