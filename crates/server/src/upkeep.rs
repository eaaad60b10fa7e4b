//! What the house does by itself as long as it is open.

use std::collections::HashSet;
use std::time::Duration;

use parlor_hub::bus::{Bus, BusMessage, patrol};
use parlor_hub::people::People;
use parlor_hub::tables::Lobby;
use parlor_hub::{Hub, clock};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::alerts::Alerts;

/// In matches of days a move nobody's time is up before vacations were read again.
const VACATIONS: Duration = Duration::from_secs(3);
const HOUSEKEEPING: Duration = Duration::from_secs(60);
/// Who is here is looked at this often, and told again after so many looks.
const GUESTS_EVERY: Duration = Duration::from_secs(1);
const GUESTS_AGAIN: u32 = 8;
/// The lists of a house with other nodes are read again this often, while the bus is up and not.
const REFRESH: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(5));

/// Starts all of it.
pub(crate) fn keep_house(
    (hub, alerts): (&Hub, &Alerts),
    bus: &Bus,
    closed: &watch::Receiver<bool>,
    tasks: &mut Vec<JoinHandle<()>>,
) {
    let lists = keep_lists(hub.clone(), bus.clone(), closed.clone());
    tasks.push(tokio::spawn(lists));
    tasks.extend(alerts.start(closed));
    let vacations = keep_vacations(hub.people.clone(), closed.clone());
    tasks.push(tokio::spawn(vacations));
    let guests = tell_guests(hub.lobby.clone(), bus.clone(), closed.clone());
    tasks.push(tokio::spawn(guests));
    let attendance = keep_attendance(hub.clone(), bus.clone(), closed.clone());
    tasks.push(tokio::spawn(attendance));
    let tidying = housekeeping(hub.clone(), alerts.clone(), closed.clone());
    tasks.push(tokio::spawn(tidying));
}

/// Tells the other nodes who is here: soon when that changes, and now and then.
async fn tell_guests(lobby: Lobby, bus: Bus, mut closed: watch::Receiver<bool>) {
    let (mut told, mut ago) = (Vec::new(), 0);
    while !bus.is_alone() {
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(GUESTS_EVERY) => {}
        }
        let guests = lobby.own_guests();
        ago += 1;
        if guests != told || ago >= GUESTS_AGAIN {
            bus.publish(BusMessage::Guests {
                guests: guests.clone(),
            });
            (told, ago) = (guests, 0);
        }
    }
}

/// News of tables may be lost; what the lists say is compared with the database now and then.
async fn keep_lists(hub: Hub, bus: Bus, mut closed: watch::Receiver<bool>) {
    loop {
        let often = bus.cluster().is_some_and(|around| around.blind);
        let pause = if often { REFRESH.1 } else { REFRESH.0 };
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(pause) => {}
        }
        if bus.cluster().is_some()
            && let Err(refusal) = hub.tables.refresh().await
        {
            tracing::warn!(%refusal, "the lists could not be read");
        }
    }
}

/// Somebody may go on vacation at another node.
async fn keep_vacations(people: People, mut closed: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(VACATIONS) => {}
        }
        if let Err(refusal) = people.read_vacations().await {
            tracing::warn!(%refusal, "vacations could not be read");
        }
    }
}

/// Tables whose people have gone are taken off the list, and put back with them.
async fn keep_attendance(hub: Hub, bus: Bus, mut closed: watch::Receiver<bool>) {
    let patience_ms = hub.config.absent_table_ms;
    let pause = Duration::from_millis((patience_ms / 5).clamp(20, 2000) as u64);
    loop {
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(pause) => {}
        }
        let awaited = hub.lobby.awaited();
        if awaited.is_empty() {
            continue;
        }
        let here: HashSet<_> = hub.people.here().intersection(&awaited).copied().collect();
        if !here.is_empty() {
            let players = here.iter().copied().collect();
            bus.publish(BusMessage::Here { players });
        }
        // Whoever is not here may be with a node that cannot be heard.
        if !bus.cluster().is_some_and(|around| around.blind) {
            hub.lobby
                .take_attendance(&here, patience_ms, clock::now_ms());
        }
    }
}

/// Loads what was running before, then tidies up from time to time.
async fn housekeeping(hub: Hub, alerts: Alerts, mut closed: watch::Receiver<bool>) {
    patrol(hub.clone()).await;
    loop {
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(HOUSEKEEPING) => {}
        }
        hub.limits.tidy();
        if let Err(refusal) = hub.tables.purge().await {
            tracing::warn!(%refusal, "housekeeping");
        }
        if let Err(refusal) = alerts.tidy(clock::now_ms()).await {
            tracing::warn!(%refusal, "housekeeping");
        }
        if let Err(refusal) = hub.people.tidy().await {
            tracing::warn!(%refusal, "housekeeping");
        }
        // News of a ban may be lost, too.
        hub.people.bans.hang_up(&hub.connections);
    }
}
