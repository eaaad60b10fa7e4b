//! How often the server asks for memory: allocations a move, and the heap of an idle match.
//!
//! `allocations PARLOR [MATCHES]`: the load comes from another process, PARLOR, so that only the
//! server's own are counted.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a measuring tool, not the house

use std::alloc::System;
use std::process::Stdio;
use std::time::Duration;

use parlor_server::{Config, Server};
use stats_alloc::{INSTRUMENTED_SYSTEM, Stats, StatsAlloc};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::Command;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Asked for.
const MOST: f64 = 25.0;

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let parlor = arguments.next().expect("allocations PARLOR [MATCHES]");
    let matches = arguments
        .next()
        .map_or(200, |count| count.parse::<u32>().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Config {
        listen: "127.0.0.1:0".to_owned(),
        coexistence: String::new(),
        marelles: String::new(),
        terminal: String::new(),
        database: format!("sqlite:{}", folder.path().join("parlor.db").display()),
        messages_per_second: 1_000_000,
        requests_per_second: 1_000_000,
        sign_ins_per_minute: 10_000_000,
        sockets_per_address: 100_000,
        ..Config::default()
    })
    .await
    .unwrap();
    let load = Load {
        parlor,
        server: format!("http://{}", server.addresses.http),
    };
    let (stats, moves) = load.play(matches).await;
    let each = |count: usize| count as f64 / moves;
    println!(
        "a move of {moves}: {:.1} allocations (at most {MOST} asked), {:.1} growths, {:.0} bytes",
        each(stats.allocations),
        each(stats.reallocations),
        each(stats.bytes_allocated),
    );
    let heap = load.rest(1_000).await / 1000.0;
    println!("an idle match of two seats: {heap:.1} KB of heap");
    server.stop().await;
}

struct Load {
    parlor: String,
    server: String,
}

impl Load {
    fn command(&self, matches: u32, flags: &[&str]) -> Command {
        let mut command = Command::new(&self.parlor);
        command.args(["load", "--json", "--server", &self.server, "--matches"]);
        command.arg(matches.to_string()).args(flags);
        command.stdout(Stdio::null());
        command
    }

    /// What was asked for while matches went on, and how many moves were made.
    async fn play(&self, matches: u32) -> (Stats, f64) {
        let mut load = self.command(matches, &["--seconds", "9"]).spawn().unwrap();
        tokio::time::sleep(Duration::from_secs(4)).await;
        let (before, first) = (ALLOCATOR.stats(), self.entries().await);
        tokio::time::sleep(Duration::from_secs(4)).await;
        let (after, last) = (ALLOCATOR.stats(), self.entries().await);
        assert!(load.wait().await.unwrap().success());
        (after - before, last - first)
    }

    /// All entries written so far.
    async fn entries(&self) -> f64 {
        let address = self.server.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!("GET /metrics HTTP/1.0\r\nhost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        let line = text
            .lines()
            .find_map(|it| it.strip_prefix("parlor_entries_total "));
        line.map_or(0.0, |count| count.parse().unwrap())
    }

    /// The heap of one of so many matches in which nobody moves.
    async fn rest(&self, matches: u32) -> f64 {
        let in_use = || {
            let stats = ALLOCATOR.stats();
            stats.bytes_allocated as f64 - stats.bytes_deallocated as f64
        };
        let before = in_use();
        let flags = ["--pause-ms", "1000000", "--seconds", "1000"];
        let mut load = self.command(matches, &flags).spawn().unwrap();
        tokio::time::sleep(Duration::from_secs(12)).await;
        let each = (in_use() - before) / f64::from(matches);
        load.kill().await.unwrap();
        each
    }
}
