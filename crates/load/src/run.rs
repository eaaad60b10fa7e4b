//! Opens the rooms, lets them play, and holds what they saw against the server's logs.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::audience::{Stage, admit};
use crate::check::check;
use crate::idle::Crowd;
use crate::nodes::Nodes;
use crate::process::{Usage, usage_of_all};
use crate::report::{Idle, Process};
use crate::room::{House, Room};
use crate::tally::Tally;
use crate::{Faults, LoadError, Plan, Report, Until};

/// Rooms that are being opened at the same time, and logs that are being read.
pub(crate) const AT_ONCE: usize = 32;
/// Rooms opened before memory is looked at: first visitors fill caches that all share.
const WARM_UP: usize = 100;
/// With fewer rooms than this, memory per match is noise.
const ENOUGH: usize = 100;
const TICK: Duration = Duration::from_millis(200);
/// Nothing moves for so long: something is lost.
const STALLED: Duration = Duration::from_secs(10);
/// The same where nodes, databases and buses may be restarted under the load.
const STALLED_AMID_FAULTS: Duration = Duration::from_secs(60);

fn patience(house: &House) -> Duration {
    // A pause for thought is no stall.
    let stalled = if house.nodes.are_many() {
        STALLED_AMID_FAULTS
    } else {
        STALLED
    };
    stalled + house.plan.pause
}

/// Plays until the plan says that it is enough.
pub async fn run(plan: Plan) -> Result<Report, LoadError> {
    run_until(plan, std::future::pending()).await
}

/// The same; when `stop` is ready it is enough, too.
pub async fn run_until(plan: Plan, stop: impl Future<Output = ()>) -> Result<Report, LoadError> {
    let most_moves = match plan.until {
        Until::Moves(moves) => Some(moves),
        Until::Elapsed(_) => None,
    };
    let house = Arc::new(House {
        nodes: Nodes::new(&plan.servers)?,
        tally: Tally::new(most_moves),
        plan,
    });
    let House { nodes, plan, tally } = &*house;
    let look = || usage_of_all(&plan.pids);
    let empty = look()?;
    let mut crowd = match plan.idle {
        0 => None,
        count => Some(Crowd::gather(nodes, count).await?),
    };
    let crowded = look()?;
    let bar = bar("setting tables {pos}/{len} {wide_bar}");
    bar.set_length(plan.matches as u64);
    let stage = Arc::new(Stage::new());
    let warm_up = WARM_UP.min(plan.matches / 10);
    let mut rooms = open(&house, &stage, 0..warm_up, &bar).await?;
    let warm = look()?;
    rooms.extend(open(&house, &stage, warm_up..plan.matches, &bar).await?);
    let mut watching = admit(&house, &stage).await?;
    let before = look()?;
    bar.finish_and_clear();

    if plan.until == Until::Elapsed(Duration::ZERO) {
        tally.stop();
    }
    let started = Instant::now();
    let mut playing = JoinSet::new();
    for mut room in rooms {
        playing.spawn(async move {
            let played = room.play().await;
            (room, played)
        });
    }
    watch_over(&house, &mut playing, stop).await;
    let (seconds, moves) = (started.elapsed().as_secs_f64(), tally.moves());
    let after = look()?;
    let crowd = crowd.as_mut().map(|crowd| {
        let grown = empty.zip(crowded).map(|(empty, crowded)| {
            crowded.resident.saturating_sub(empty.resident) / plan.idle as u64
        });
        Idle {
            asked: plan.idle,
            stayed: crowd.count(),
            bytes_each: grown,
        }
    });

    let (rooms, mut faults) = gather(&house, playing).await?;
    stage.close();
    while let Some(watched) = watching.join_next().await {
        faults.add(watched.map_err(LoadError::closed)??);
    }
    let mut seen = Vec::new();
    for room in rooms {
        seen.push(room.close().await);
    }
    let (checked_entries, found) = check(nodes, &seen).await?;
    faults.add(found);
    let (move_bytes, frame_bytes) = tally.frame_bytes();
    let measured = (plan.matches - warm_up) as u64;
    Ok(Report {
        server: nodes.names(),
        game: plan.game.clone(),
        matches: plan.matches,
        seconds,
        moves,
        moves_per_second: moves as f64 / seconds,
        finished_matches: tally.finished(),
        latency: tally.latency(),
        move_bytes,
        frame_bytes,
        interruptions: nodes.are_many().then(|| tally.interruptions()),
        idle: crowd,
        audience: (plan.spectators > 0).then(|| tally.audience(plan.spectators)),
        process: process([warm, before, after], moves, measured),
        checked_entries,
        faults,
    })
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
    house: &Arc<House>,
    stage: &Arc<Stage>,
    numbers: std::ops::Range<usize>,
    bar: &ProgressBar,
) -> Result<Vec<Room>, LoadError> {
    let opening = numbers.map(|number| async move {
        // The first match is the one that people look at.
        let stage = (number == 0).then(|| stage.clone());
        let room = tokio::spawn(Room::open(house.clone(), number, stage));
        bar.inc(1);
        room.await.map_err(LoadError::closed)?
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
async fn watch_over(house: &House, playing: &mut Playing, stop: impl Future<Output = ()>) {
    let House { plan, tally, .. } = house;
    let mut stop = pin!(stop);
    let bar = bar("{elapsed_precise} {wide_bar} {msg}");
    let started = Instant::now();
    let (mut last, mut moved) = (0, Instant::now());
    while !tally.is_stopped() && !playing.is_empty() {
        if timeout(TICK, &mut stop).await.is_ok() {
            tally.stop();
            break;
        }
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
        } else if moved.elapsed() > patience(house) {
            tally.stop();
        }
    }
    bar.finish_and_clear();
}

/// Waits for the rooms to come to rest; the first one that failed fails the run.
async fn gather(house: &House, mut playing: Playing) -> Result<(Vec<Room>, Faults), LoadError> {
    let (mut rooms, mut faults) = (Vec::new(), Faults::default());
    loop {
        match timeout(patience(house), playing.join_next()).await {
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
