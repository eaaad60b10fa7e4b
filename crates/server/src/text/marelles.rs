//! TCP 2943: the Marelles text protocol. Rule page, 6.3 to 6.5; lines are quoted there.

mod client;
mod lines;
mod slots;

use std::time::Duration;

pub(super) use slots::Slots;

use client::MarellesClient;
use parlor_hub::Hub;
use parlor_hub::matches::{Outbox, Outgoing};
use tokio::time::{Instant, sleep_until};

use super::port::{Line, Lines, Received};

const LONGEST_LINE: usize = 256;
/// Whoever does not say who they are gives the slot back after this.
const NAMELESS: Duration = Duration::from_secs(30);
/// A host without a guest, or whoever has finished.
const QUIET: Duration = Duration::from_secs(1800);

pub(super) async fn serve(mut line: Line, hub: Hub, slots: Slots) {
    let Some(slot) = slots.take(line.from) else {
        line.write(b"[error]full\n").await;
        return line.end().await;
    };
    let (outbox, mut queue) = Outbox::open();
    let mut client = MarellesClient::new(hub, outbox.clone(), line.from);
    let mut lines = Lines::new(LONGEST_LINE);
    let mut buffer = [0; 512];
    let greeting = format!(
        "Successfully connected to server. Current ID is {}\n",
        slot.number
    );
    let mut going = line.write(greeting.as_bytes()).await.is_some();
    let mut heard = Instant::now();
    while going {
        let known = client.is_somebody();
        let until = heard + if known { QUIET } else { NAMELESS };
        tokio::select! {
            biased;
            () = outbox.cut_off() => break,
            () = slot.lost() => {
                going = false;
                client.say("[error]full");
            }
            out = queue.recv() => {
                let Some(out) = out else { break };
                going &= hear(&mut client, out).await;
            }
            count = line.read(&mut buffer) => {
                let Some(bytes) = count.and_then(|count| buffer.get(..count)) else { break };
                if known {
                    heard = Instant::now();
                }
                for &byte in bytes {
                    let Some(heard) = lines.push(byte) else { continue };
                    going &= line.may_speak().await.is_some();
                    match heard {
                        Received::Line(text) => {
                            client.obey(&text).await;
                            line.known(client.is_somebody());
                        }
                        Received::TooLong | Received::NotText => client.say("[error]bad-line"),
                    }
                    going &= drain(&mut client, &mut queue).await;
                }
            }
            // Matches have clocks of their own.
            () = sleep_until(until), if !client.plays() => break,
        }
        slot.plays(client.plays());
        let said = client.take_said();
        if !said.is_empty() {
            going &= line.write(said.as_bytes()).await.is_some();
        }
    }
    client.leave().await;
    line.end().await;
}

/// False when the connection must end.
async fn hear(client: &mut MarellesClient, out: Outgoing) -> bool {
    let ends = matches!(out, Outgoing::SessionEnded);
    client.hear(out).await;
    !ends
}

/// Answers to a line come before anything that happens later.
async fn drain(
    client: &mut MarellesClient,
    queue: &mut tokio::sync::mpsc::Receiver<Outgoing>,
) -> bool {
    let mut going = true;
    while let Ok(out) = queue.try_recv() {
        going &= hear(client, out).await;
    }
    going
}
