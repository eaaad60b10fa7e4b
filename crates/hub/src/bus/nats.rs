//! The bus on NATS. Subjects are `parlor.<cluster>.<kind>.<match>`, so that two houses on one
//! server do not hear each other.

use std::sync::atomic::Ordering;
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event};
use futures_util::StreamExt as _;
use tokio::sync::mpsc;

use super::envelope::Envelope;
use super::join::{BusError, Heard};
use super::{Bus, BusMessage};

const PATIENCE: Duration = Duration::from_secs(5);
/// The most messages that travel together.
const TOGETHER: usize = 64;
/// More than this does not travel together; NATS takes a megabyte.
const MOST_BYTES: usize = 500_000;

/// Connects the bus, and gives what is heard there.
pub(crate) async fn connect(
    url: &str,
    cluster: &str,
    bus: &Bus,
    queue: mpsc::Receiver<BusMessage>,
) -> Result<Heard, BusError> {
    let named = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if cluster.is_empty() || cluster.len() > 32 || !cluster.chars().all(named) {
        return Err(BusError::Name(cluster.to_owned()));
    }
    let address: async_nats::ServerAddr = url
        .parse()
        .map_err(|_| BusError::Url(without_secret(url)))?;
    let failed = |error: &dyn std::fmt::Display| BusError::Connect {
        url: without_secret(url),
        error: error.to_string(),
    };
    let hears = bus.clone();
    let options = match (address.username(), address.password()) {
        (Some(user), Some(password)) => {
            ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
        }
        (Some(token), None) => ConnectOptions::with_token(token.to_owned()),
        _ => ConnectOptions::new(),
    };
    let options = options
        .name("parlor")
        .no_echo()
        .connection_timeout(PATIENCE)
        .event_callback(move |event| {
            let bus = hears.clone();
            async move { note(&bus, &event) }
        });
    let client = tokio::time::timeout(PATIENCE * 2, options.connect(address))
        .await
        .map_err(|_| failed(&"no answer"))?
        .map_err(|error| failed(&error))?;
    let prefix = format!("parlor.{cluster}");
    let subscriber = client.subscribe(format!("{prefix}.>")).await;
    let subscriber = subscriber.map_err(|error| failed(&error))?;
    client.flush().await.map_err(|error| failed(&error))?;
    bus.set_up(true);
    tokio::spawn(publish(client, prefix, bus.clone(), queue));
    Ok(subscriber.map(|message| message.payload).boxed())
}

fn note(bus: &Bus, event: &Event) {
    match event {
        Event::Connected => bus.set_up(true),
        Event::Disconnected | Event::Closed => bus.set_up(false),
        Event::SlowConsumer(_) => {
            // What was lost is found in the store.
            metrics::counter!("parlor_bus_slow_total").increment(1);
        }
        // That it is down has been said.
        Event::ClientError(error) => tracing::debug!(%error, "bus"),
        other => tracing::warn!(%other, "bus"),
    }
}

async fn publish(client: Client, prefix: String, bus: Bus, mut queue: mpsc::Receiver<BusMessage>) {
    let mut waiting = Vec::with_capacity(TOGETHER);
    while queue.recv_many(&mut waiting, TOGETHER).await > 0 {
        // More of the same commit may be on its way here.
        tokio::task::yield_now().await;
        while waiting.len() < TOGETHER
            && let Ok(message) = queue.try_recv()
        {
            waiting.push(message);
        }
        // Nobody else is here, and a node that comes reads the logs.
        if bus.nodes() == 1 {
            waiting.retain(|it| !matches!(it, BusMessage::Entries { .. }));
        }
        metrics::counter!("parlor_bus_messages_total", "way" => "out")
            .increment(waiting.len() as u64);
        if waiting.len() > 1 && bus.0.alike.load(Ordering::Relaxed) {
            let envelope = Envelope::many(bus.node(), waiting.drain(..));
            match serde_json::to_vec(&envelope) {
                Ok(payload) if payload.len() <= MOST_BYTES => {
                    send(&client, format!("{prefix}.together.all"), payload).await;
                }
                _ => waiting.extend(envelope.into_messages()),
            }
        }
        for message in waiting.drain(..) {
            let subject = match message.match_id() {
                Some(match_id) => format!("{prefix}.{}.{match_id}", message.kind()),
                None => format!("{prefix}.{}.all", message.kind()),
            };
            if let Ok(payload) = serde_json::to_vec(&Envelope::one(bus.node(), message)) {
                send(&client, subject, payload).await;
            }
        }
    }
}

async fn send(client: &Client, subject: String, payload: Vec<u8>) {
    if let Err(error) = client.publish(subject, payload.into()).await {
        tracing::debug!(%error, "a message was not published");
    }
}

/// A URL for a message: who signs in with what is nobody's business.
fn without_secret(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(without_secret("nats://a:b@h:1"), "nats://…@h:1");
        assert_eq!(without_secret("nats://h:1"), "nats://h:1");
    }
}
