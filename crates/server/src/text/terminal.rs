//! TCP 2323: a lobby for terminals. Every game can be played from `nc` by typing.

mod commands;
mod keep;
mod people;
mod receive;
mod seating;
mod words;

use std::time::Duration;

use commands::Visit;
use parlor_hub::Hub;
use parlor_hub::matches::Outbox;
use tokio::time::{Instant, sleep_until};

use super::port::{Line, Lines, Received};

const LONGEST_LINE: usize = 1024;
/// Whoever types nothing for so many times `quiet_ms` (an hour) has gone home, whatever is said to them
/// meanwhile.
const QUIET: u32 = 120;
/// And whoever does not even say who they are (two minutes).
const NAMELESS: u32 = 4;

pub(super) async fn serve(mut line: Line, hub: Hub) {
    let quiet = Duration::from_millis(hub.config.quiet_ms);
    let (outbox, mut queue) = Outbox::open();
    let mut visit = Visit::new(hub, outbox.clone(), line.from);
    visit.greet();
    let mut lines = Lines::new(LONGEST_LINE);
    let mut buffer = [0; 1024];
    let mut going = true;
    let mut heard = Instant::now();
    while going {
        let known = visit.conn.player.is_some();
        let until = heard + quiet * if known { QUIET } else { NAMELESS };
        let said = visit.take_said();
        if !said.is_empty() && line.write(said.as_bytes()).await.is_none() {
            break;
        }
        tokio::select! {
            biased;
            () = outbox.cut_off() => break,
            out = queue.recv() => {
                let Some(out) = out else { break };
                going &= visit.hear(out).await;
                while let Ok(more) = queue.try_recv() {
                    going &= visit.hear(more).await;
                }
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
                            going &= visit.obey(text.trim()).await;
                            line.known(visit.conn.player.is_some());
                        }
                        Received::TooLong => complain(&mut visit, "That line is too long."),
                        Received::NotText => complain(&mut visit, "That is not text."),
                    }
                    while let Ok(more) = queue.try_recv() {
                        going &= visit.hear(more).await;
                    }
                }
            }
            () = sleep_until(until) => {
                visit.say("Nothing was typed for a long time. Goodbye.");
                break;
            }
        }
    }
    let said = visit.last_words();
    let _ = line.write(said.as_bytes()).await;
    visit.leave().await;
    line.end().await;
}

fn complain(visit: &mut Visit, about: &str) {
    visit.typed();
    visit.say(about);
}
