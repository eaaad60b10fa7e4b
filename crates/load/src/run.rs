//! Opens the rooms, lets them play, and holds what they saw against the server's logs.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use crate::api::{Api, LogLine};
use crate::ledger::{Ledger, digest};
use crate::process::{Usage, usage};
use crate::report::{Latency, Process};
use crate::room::Room;
use crate::tally::Tally;
use crate::{Faults, LoadError, Plan, Report, Until};

/// Rooms that are being opened at the same time, and logs that are being read.
const AT_ONCE: usize = 32;
/// Rooms opened before memory is looked at: first visitors fill caches that all share.
const WARM_UP: usize = 100;
/// With fewer rooms than this, memory per match is noise.
const ENOUGH: usize = 100;
const TICK: Duration = Duration::from_millis(200);
/// Nothing moves for so long: something is lost.
const STALLED: Duration = Duration::from_secs(10);

pub async fn run(plan: Plan) -> Result<Report, LoadError> {
    let api = Api::new(&plan.server)?;
    let plan = Arc::new(plan);
    let look = || plan.pid.map(usage).transpose();
    look()?;
    let bar = bar("setting tables {pos}/{len} {wide_bar}");
    bar.set_length(plan.matches as u64);
    let warm_up = WARM_UP.min(plan.matches / 10);
    let mut rooms = open(&api, &plan, 0..warm_up, &bar).await?;
    let warm = look()?;
    rooms.extend(open(&api, &plan, warm_up..plan.matches, &bar).await?);
    let before = look()?;
    bar.finish_and_clear();

    let tally = Arc::new(Tally::new(match plan.until {
        Until::Moves(moves) => Some(moves),
        Until::Elapsed(_) => None,
    }));
    if plan.until == Until::Elapsed(Duration::ZERO) {
        tally.stop();
    }
    let started = Instant::now();
    let mut playing = JoinSet::new();
    for mut room in rooms {
        let (api, plan, tally) = (api.clone(), plan.clone(), tally.clone());
        playing.spawn(async move {
            let played = room.play(&api, &plan, &tally).await;
            (room, played)
        });
    }
    watch_over(&plan, &tally, &mut playing).await;
    let (seconds, moves) = (started.elapsed().as_secs_f64(), tally.moves());
    let after = look()?;

    let (rooms, mut faults) = gather(playing).await?;
    let (checked_entries, found) = check(&api, &rooms).await?;
    faults.add(found);
    for mut room in rooms {
        room.close().await;
    }
    let (move_bytes, frame_bytes) = tally.frame_bytes();
    let measured = (plan.matches - warm_up) as u64;
    Ok(Report {
        server: api.server().to_owned(),
        game: plan.game.clone(),
        matches: plan.matches,
        seconds,
        moves,
        moves_per_second: moves as f64 / seconds,
        finished_matches: tally.finished(),
        latency: latency(&tally),
        move_bytes,
        frame_bytes,
        process: process([warm, before, after], moves, measured),
        checked_entries,
        faults,
    })
}

pub(crate) fn latency(tally: &Tally) -> Latency {
    Latency {
        p50: tally.quantile_ms(0.5),
        p90: tally.quantile_ms(0.9),
        p99: tally.quantile_ms(0.99),
        max: tally.slowest_ms(),
    }
}

fn process(usages: [Option<Usage>; 3], moves: u64, idle: u64) -> Option<Process> {
    let [Some(warm), Some(before), Some(after)] = usages else {
        return None;
    };
    let cpu = after.cpu.saturating_sub(before.cpu);
    let grown = before.resident.saturating_sub(warm.resident);
    Some(Process {
        cpu_micros_per_move: cpu.as_micros() as f64 / moves.max(1) as f64,
        resident_bytes: after.resident,
        idle_match_bytes: (idle >= ENOUGH as u64).then(|| grown / idle),
    })
}

pub(crate) fn bar(template: &str) -> ProgressBar {
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(0).with_style(style)
}

async fn open(
    api: &Api,
    plan: &Arc<Plan>,
    numbers: std::ops::Range<usize>,
    bar: &ProgressBar,
) -> Result<Vec<Room>, LoadError> {
    let opening = numbers.map(|number| {
        let (api, plan) = (api.clone(), plan.clone());
        async move {
            let seed = plan.seed.wrapping_add(number as u64);
            let room = tokio::spawn(async move { Room::open(&api, &plan, seed).await });
            bar.inc(1);
            room.await.map_err(LoadError::closed)?
        }
    });
    let mut opened = stream::iter(opening).buffer_unordered(AT_ONCE);
    let mut rooms = Vec::new();
    while let Some(room) = opened.next().await {
        rooms.push(room?);
    }
    Ok(rooms)
}

type Playing = JoinSet<(Room, Result<(), LoadError>)>;

/// Shows how it goes, and stops everybody when it is time.
async fn watch_over(plan: &Plan, tally: &Tally, playing: &mut Playing) {
    let bar = bar("{elapsed_precise} {wide_bar} {msg}");
    let started = Instant::now();
    let (mut last, mut moved) = (0, Instant::now());
    while !tally.is_stopped() && !playing.is_empty() {
        tokio::time::sleep(TICK).await;
        let moves = tally.moves();
        match plan.until {
            Until::Elapsed(time) => {
                bar.set_length(time.as_millis() as u64);
                bar.set_position(started.elapsed().as_millis() as u64);
                if started.elapsed() >= time {
                    tally.stop();
                }
            }
            Until::Moves(_) => {
                bar.set_length(tally.most_moves());
                bar.set_position(moves);
            }
        }
        let rate = (moves - last) as f64 / TICK.as_secs_f64();
        bar.set_message(format!("{rate:.0} moves/s"));
        if moves > last {
            (last, moved) = (moves, Instant::now());
        } else if moved.elapsed() > STALLED {
            tally.stop();
        }
    }
    bar.finish_and_clear();
}

/// Waits for the rooms to come to rest; the first one that failed fails the run.
async fn gather(mut playing: Playing) -> Result<(Vec<Room>, Faults), LoadError> {
    let (mut rooms, mut faults) = (Vec::new(), Faults::default());
    loop {
        match tokio::time::timeout(STALLED, playing.join_next()).await {
            Ok(Some(Ok((room, played)))) => {
                played?;
                faults.add(room.faults);
                rooms.push(room);
            }
            Ok(Some(Err(error))) => return Err(LoadError::closed(error)),
            Ok(None) => return Ok((rooms, faults)),
            Err(_) => {
                faults.stalled += playing.len() as u64;
                playing.abort_all();
                return Ok((rooms, faults));
            }
        }
    }
}

/// Reads every match's log as each of its seats and compares.
async fn check(api: &Api, rooms: &[Room]) -> Result<(u64, Faults), LoadError> {
    let bar = bar("checking logs {pos}/{len} {wide_bar}");
    let mut wanted: Vec<(&str, &str, &Ledger)> = Vec::new();
    for room in rooms {
        for (id, ledgers) in &room.left {
            for (token, ledger) in room.tokens.iter().zip(ledgers) {
                wanted.push((id, token, ledger));
            }
        }
    }
    bar.set_length(wanted.len() as u64);
    let reading = wanted.into_iter().map(|(id, token, ledger)| {
        let bar = &bar;
        async move {
            let log = api.log(id, token).await?.log;
            bar.inc(1);
            let digests =
                |line: &LogLine| (line.seq, digest(line.seat, line.at_ms, line.words.get()));
            let stored: Vec<_> = log.iter().map(digests).collect();
            Ok::<_, LoadError>((ledger.len() as u64, ledger.compare(&stored)))
        }
    });
    let (mut entries, mut faults) = (0, Faults::default());
    let mut read = stream::iter(reading).buffer_unordered(AT_ONCE);
    while let Some(found) = read.next().await {
        let (checked, found) = found?;
        entries += checked;
        faults.add(found);
    }
    bar.finish_and_clear();
    Ok((entries, faults))
}
