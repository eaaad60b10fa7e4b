use std::fmt::{self, Display};

use serde::Serialize;

use crate::Faults;

/// What a run came to.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub server: String,
    pub game: String,
    pub matches: usize,
    pub seconds: f64,
    pub moves: u64,
    pub moves_per_second: f64,
    pub finished_matches: u64,
    /// From sending a move to the opponent's receiving it, in milliseconds.
    pub latency: Latency,
    /// Mean length of a frame with a move, and of a frame from the server.
    pub move_bytes: u64,
    pub frame_bytes: u64,
    /// Connections that broke; with one node alone there are none, or the run has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interruptions: Option<Interruptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle: Option<Idle>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<Audience>,
    /// Of the servers' processes, where they could be looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub process: Option<Process>,
    /// Entries held against the server's log afterwards.
    pub checked_entries: u64,
    pub faults: Faults,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Latency {
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

/// What clients went through that lost their connections.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Interruptions {
    pub count: u64,
    /// Commands that were sent again under their old id.
    pub resent: u64,
    /// From losing a connection to having the match before one again, in milliseconds.
    pub absence: Latency,
}

/// Sockets that only listened.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Idle {
    pub asked: usize,
    /// Still there at the end.
    pub stayed: usize,
    /// What one of them costs the servers in memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes_each: Option<u64>,
}

/// What those had who looked on at one match.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Audience {
    pub spectators: usize,
    /// Moves received, by all of them together.
    pub moves: u64,
    pub bytes: u64,
    pub bytes_per_move: f64,
    /// From sending a move to a spectator's receiving it, in milliseconds.
    pub latency: Latency,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Process {
    pub cpu_micros_per_move: f64,
    pub resident_bytes: u64,
    /// What one more connected match costs while nobody moves; only where there are enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idle_match_bytes: Option<u64>,
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} matches of {} at {}",
            self.matches, self.game, self.server
        )?;
        writeln!(
            f,
            "  moves      {} in {:.1} s: {:.0} a second, {} matches finished",
            self.moves, self.seconds, self.moves_per_second, self.finished_matches
        )?;
        writeln!(f, "  to the opponent   {}", self.latency)?;
        if let Some(audience) = &self.audience {
            writeln!(
                f,
                "  to {} spectators   {}, {:.0} bytes a move",
                audience.spectators, audience.latency, audience.bytes_per_move
            )?;
        }
        if let Some(idle) = &self.idle {
            write!(f, "  {} of {} idle sockets stayed", idle.stayed, idle.asked)?;
            if let Some(bytes) = idle.bytes_each {
                write!(f, ", {:.1} KB each", bytes as f64 / 1e3)?;
            }
            writeln!(f)?;
        }
        if let Some(broken) = &self.interruptions {
            writeln!(
                f,
                "  {} connections lost, back after {}; {} commands sent again",
                broken.count, broken.absence, broken.resent
            )?;
        }
        if let Some(process) = &self.process {
            write!(
                f,
                "  server     {:.1} µs of CPU a move, {:.1} MB resident",
                process.cpu_micros_per_move,
                process.resident_bytes as f64 / 1e6
            )?;
            if let Some(bytes) = process.idle_match_bytes {
                write!(f, ", {:.1} KB an idle match", bytes as f64 / 1e3)?;
            }
            writeln!(f)?;
        }
        if self.faults.is_clean() {
            return write!(
                f,
                "  {} entries checked: none lost, doubled or reordered",
                self.checked_entries
            );
        }
        write!(
            f,
            "  {} entries checked, FAULTS: {:?}",
            self.checked_entries, self.faults
        )
    }
}

impl Display for Latency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency { p50, p90, p99, max } = self;
        write!(
            f,
            "p50 {p50:.2} ms, p90 {p90:.2} ms, p99 {p99:.2} ms, longest {max:.2} ms"
        )
    }
}
