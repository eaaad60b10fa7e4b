//! Where people want to be told: their browsers, a mail address, a webhook.

use parlor_alerts::{BadTarget, Hook, MailAddress, SendError, Style, Subscription};
use parlor_describe::ToSchema;
use parlor_hub::people::{PlayerId, Token, hash_of};
use parlor_hub::{Code, Refusal, clock, random};
use parlor_store::{Channel, Pass, StoreError};
use serde::{Deserialize, Serialize};

use super::Alerts;
use super::words::{self, Language};

/// Somebody must first say that the address is theirs.
pub(super) const UNCONFIRMED: i64 = 0;
pub(super) const ON: i64 = 1;
/// Its owner wants nothing at the moment, or nothing more.
const OFF: i64 = 2;

pub(super) const PUSH: &str = "push";
pub(super) const MAIL: &str = "mail";
pub(super) const HOOK: &str = "hook";

/// How many of each a person may have.
const MOST: [(&str, usize); 3] = [(PUSH, 10), (MAIL, 2), (HOOK, 3)];
const CONFIRMS: &str = "mail";
const DAY_MS: i64 = 86_400_000;
/// The link in a mail is good for so long, and the address waits for it.
const LINK_MS: i64 = 2 * DAY_MS;
pub(super) const UNCONFIRMED_MS: i64 = 3 * DAY_MS;

/// A browser's subscription, as the browser gives it.
#[derive(Deserialize, Debug, ToSchema)]
pub(crate) struct NewPush {
    pub(crate) endpoint: String,
    pub(crate) keys: PushKeys,
    #[serde(default)]
    pub(crate) language: String,
}

#[derive(Deserialize, Debug, ToSchema)]
pub(crate) struct PushKeys {
    pub(crate) p256dh: String,
    pub(crate) auth: String,
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMail {
    pub(crate) address: String,
    #[serde(default)]
    pub(crate) language: String,
}

#[derive(Deserialize, Debug, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewHook {
    pub(crate) url: String,
    /// `json`, `ntfy`, `discord` or `matrix`.
    pub(crate) style: String,
    #[serde(default)]
    pub(crate) language: String,
}

/// A channel as its owner sees it.
#[derive(Serialize, Debug, ToSchema)]
pub(crate) struct ChannelInfo {
    pub(crate) id: String,
    /// `push`, `mail` or `hook`.
    pub(crate) kind: String,
    /// The device, the address, or the webhook's host.
    pub(crate) label: String,
    /// `unconfirmed`, `on` or `off`.
    pub(crate) state: &'static str,
    /// Whose JSON a webhook gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) style: Option<String>,
}

impl ChannelInfo {
    fn of(channel: &Channel) -> ChannelInfo {
        ChannelInfo {
            id: channel.id.clone(),
            kind: channel.kind.clone(),
            label: channel.label.clone(),
            state: match channel.state {
                UNCONFIRMED => "unconfirmed",
                ON => "on",
                _ => "off",
            },
            style: (channel.kind == HOOK).then(|| channel.secret.clone()),
        }
    }
}

fn bad(error: BadTarget) -> Refusal {
    let code = match error {
        BadTarget::Mail => Code::AlertAddress,
        _ => Code::AlertTarget,
    };
    Refusal::new(code, error.to_string())
}

fn unknown() -> Refusal {
    Refusal::new(Code::AlertUnknown, "there is no such place to be told at")
}

impl Alerts {
    pub(crate) async fn list(&self, player: PlayerId) -> Result<Vec<ChannelInfo>, Refusal> {
        let channels = self.0.store.channels(player.0).await?;
        Ok(channels.iter().map(ChannelInfo::of).collect())
    }

    /// A browser can belong to one person: whoever subscribed there before is told elsewhere.
    pub(crate) async fn add_push(
        &self,
        player: PlayerId,
        new: &NewPush,
        (site, device): (String, String),
    ) -> Result<ChannelInfo, Refusal> {
        self.may_change(player)?;
        let target = self.0.client.target(&new.endpoint).map_err(bad)?;
        let keys = &new.keys;
        Subscription::new(target.clone(), &keys.p256dh, &keys.auth).map_err(bad)?;
        self.0.client.resolve(&target).await.map_err(bad)?;
        let id = random::id_from(&[PUSH.as_bytes(), new.endpoint.as_bytes()]);
        let channel = Channel {
            target: new.endpoint.clone(),
            secret: format!("{}.{}", keys.p256dh, keys.auth),
            label: device,
            ..fresh(&id, player, PUSH, (site, &new.language), ON)
        };
        self.0.store.delete_channel(&channel.id).await?;
        self.put(channel).await
    }

    /// Nothing is sent to a mail address before its owner has said that it is theirs.
    pub(crate) async fn add_mail(
        &self,
        player: PlayerId,
        new: &NewMail,
        site: String,
    ) -> Result<ChannelInfo, Refusal> {
        self.may_change(player)?;
        let Some(mailer) = &self.0.mailer else {
            let message = "this house cannot send mail; its operator can set `smtp`";
            return Err(Refusal::new(Code::AlertNoMail, message));
        };
        let address = MailAddress::parse(&new.address).map_err(bad)?;
        let lower = address.as_str().to_lowercase();
        let words = [MAIL.as_bytes(), &player.0.to_le_bytes(), lower.as_bytes()];
        let id = random::id_from(&words);
        let known = self.0.store.channel(&id).await?;
        if let Some(known) = known.as_ref().filter(|it| it.state != UNCONFIRMED) {
            return Ok(ChannelInfo::of(known));
        }
        self.0.confirmations.check_key(&lower).map_err(|_| {
            let message = "this address was written to a moment ago; look for that mail";
            Refusal::new(Code::ServerTooFast, message)
        })?;
        let channel = if let Some(known) = known {
            known
        } else {
            let channel = Channel {
                target: address.as_str().to_owned(),
                label: address.as_str().to_owned(),
                ..fresh(&id, player, MAIL, (site, &new.language), UNCONFIRMED)
            };
            self.put(channel.clone()).await?;
            channel
        };
        let token = Token::draw();
        let now_ms = clock::now_ms();
        let pass = Pass {
            hash: hash_of(&token)?,
            player: player.0,
            kind: CONFIRMS.into(),
            note: channel.id.clone(),
            created_ms: now_ms,
            expires_ms: now_ms + LINK_MS,
        };
        self.0.store.put_pass(&pass).await?;
        let link = format!("{}/alerts/confirm#{}", channel.site, token.reveal());
        let message = words::confirmation(&channel, link, &random::id());
        let sent = mailer.send(&address, &message).await;
        sent.map_err(|error| not_sent(&error))?;
        Ok(ChannelInfo::of(&channel))
    }

    pub(crate) async fn add_hook(
        &self,
        player: PlayerId,
        new: &NewHook,
        site: String,
    ) -> Result<ChannelInfo, Refusal> {
        self.may_change(player)?;
        let target = self.0.client.target(&new.url).map_err(bad)?;
        let Some(style) = Style::parse(&new.style) else {
            let message = "a webhook is json, ntfy, discord or matrix";
            return Err(Refusal::new(Code::AlertTarget, message));
        };
        self.0.client.resolve(&target).await.map_err(bad)?;
        let words = [HOOK.as_bytes(), &player.0.to_le_bytes(), new.url.as_bytes()];
        let id = random::id_from(&words);
        let channel = Channel {
            target: new.url.clone(),
            secret: style.as_str().into(),
            label: target.host().to_owned(),
            ..fresh(&id, player, HOOK, (site, &new.language), ON)
        };
        self.put(channel).await
    }

    async fn put(&self, channel: Channel) -> Result<ChannelInfo, Refusal> {
        let own = self.0.store.channels(channel.player).await?;
        let same = own.iter().filter(|it| it.kind == channel.kind).count();
        let most = MOST.iter().find(|(kind, _)| *kind == channel.kind);
        if most.is_some_and(|(_, most)| same >= *most) {
            let message = "so many places are enough; take one away first";
            return Err(Refusal::new(Code::AlertTooMany, message));
        }
        match self.0.store.insert_channel(&channel).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(ChannelInfo::of(&channel)),
            Err(StoreError::BadValue(_)) => Err(bad(BadTarget::NoAddress)),
            Err(error) => Err(error.into()),
        }
    }

    async fn own(&self, player: PlayerId, id: &str) -> Result<Channel, Refusal> {
        let found = self.0.store.channel(id).await?;
        found.filter(|it| it.player == player.0).ok_or_else(unknown)
    }

    pub(crate) async fn switch(
        &self,
        player: PlayerId,
        id: &str,
        on: bool,
    ) -> Result<ChannelInfo, Refusal> {
        self.may_change(player)?;
        let mut channel = self.own(player, id).await?;
        if channel.state == UNCONFIRMED {
            let message = "this address is not confirmed yet: follow the link in the mail";
            return Err(Refusal::new(Code::AlertUnconfirmed, message));
        }
        channel.state = if on { ON } else { OFF };
        let state = channel.state;
        self.0.store.set_channel_state(id, state).await?;
        Ok(ChannelInfo::of(&channel))
    }

    pub(crate) async fn remove(&self, player: PlayerId, id: &str) -> Result<(), Refusal> {
        self.may_change(player)?;
        let channel = self.own(player, id).await?;
        self.0.store.delete_channel(&channel.id).await?;
        Ok(())
    }

    /// The owner of a mail address says that it is theirs.
    pub(crate) async fn confirm(&self, key: &str) -> Result<ChannelInfo, Refusal> {
        let gone = || {
            let message = "this link has been used or has expired; ask for another one";
            Refusal::new(Code::AlertLink, message)
        };
        let token = Token::parse(key).ok_or_else(gone)?;
        let hash = hash_of(&token)?;
        let taken = self.0.store.take_pass(&hash, CONFIRMS, clock::now_ms());
        let (pass, _) = taken.await?.ok_or_else(gone)?;
        let channel = self.0.store.channel(&pass.note).await?;
        let mut channel = channel.ok_or_else(gone)?;
        if channel.state == UNCONFIRMED {
            channel.state = ON;
            self.0.store.set_channel_state(&channel.id, ON).await?;
        }
        Ok(ChannelInfo::of(&channel))
    }

    /// One click in a message ends them, whoever is signed in where the click is made. Again is no
    /// mistake.
    pub(crate) async fn stop(&self, key: &str) -> Result<ChannelInfo, Refusal> {
        let channel = self.0.store.channel_to_stop(key).await?;
        let mut channel = channel.ok_or_else(unknown)?;
        channel.state = OFF;
        self.0.store.set_channel_state(&channel.id, OFF).await?;
        Ok(ChannelInfo::of(&channel))
    }

    /// A message to try it.
    pub(crate) async fn try_out(&self, player: PlayerId, id: &str) -> Result<(), Refusal> {
        self.may_change(player)?;
        let channel = self.own(player, id).await?;
        if channel.state != ON {
            let message = "this place is not switched on";
            return Err(Refusal::new(Code::AlertUnconfirmed, message));
        }
        self.may_try(&channel.target)?;
        let message = words::trial(&channel, &random::id());
        match self.send_to(&channel, &message).await {
            Ok(()) => Ok(()),
            Err(error) => {
                if matches!(error, SendError::Gone(_)) && channel.kind == PUSH {
                    self.0.store.delete_channel(&channel.id).await?;
                }
                Err(not_sent(&error))
            }
        }
    }

    /// Sends one message to one place.
    pub(super) async fn send_to(
        &self,
        channel: &Channel,
        message: &parlor_alerts::Message,
    ) -> Result<(), SendError> {
        let never = |error: BadTarget| SendError::Never(error.to_string());
        let target = || self.0.client.target(&channel.target).map_err(never);
        match channel.kind.as_str() {
            PUSH => {
                let (public, auth) = channel.secret.split_once('.').unwrap_or_default();
                let browser = Subscription::new(target()?, public, auth).map_err(never)?;
                let now_s = clock::now_ms() / 1000;
                let contact = self.contact(&channel.site);
                let (client, key) = (&self.0.client, &self.0.key);
                browser.send(client, key, &contact, message, now_s).await
            }
            MAIL => {
                let address = MailAddress::parse(&channel.target).map_err(never)?;
                let mailer = self.0.mailer.as_ref();
                let mailer = mailer.ok_or_else(|| SendError::Never("no mail".into()))?;
                mailer.send(&address, message).await
            }
            _ => {
                let style = Style::parse(&channel.secret).unwrap_or(Style::Plain);
                let target = target()?;
                Hook { target, style }.send(&self.0.client, message).await
            }
        }
    }
}

fn not_sent(error: &SendError) -> Refusal {
    tracing::info!(%error, "a message on request was not sent");
    Refusal::new(Code::AlertNotSent, "the message could not be sent there")
}

fn fresh(
    id: &str,
    player: PlayerId,
    kind: &str,
    (site, language): (String, &str),
    state: i64,
) -> Channel {
    Channel {
        id: id.to_owned(),
        player: player.0,
        kind: kind.to_owned(),
        target: String::new(),
        secret: String::new(),
        stop: format!("{}{}", random::id(), random::id()),
        site,
        language: Language::of(language).as_str().to_owned(),
        label: String::new(),
        state,
        created_ms: clock::now_ms(),
    }
}
