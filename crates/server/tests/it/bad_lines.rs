//! Bad manners on the text ports.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;

use crate::support::{House, PATIENCE, Text};

/// Resident memory of this process, servers included, in megabytes.
fn memory() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
    (pages * 4096) >> 20
}

fn ports(house: &House) -> [SocketAddr; 3] {
    [house.coexistence(), house.marelles(), house.terminal()]
}

/// Somebody on the socket does not notice.
async fn others_are_served(house: &House) {
    let mut socket = house.stranger().await;
    let pong = socket.ask(json!({ "type": "ping" })).await;
    assert_eq!(pong["type"], "pong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endless_lines_cost_nothing() {
    let house = House::open().await;
    for port in ports(&house) {
        let mut line = house.text(port).await;
        let before = memory();
        let block = vec![b'x'; 64 * 1024];
        for _ in 0..1000 {
            assert!(line.send(&block).await);
        }
        let grown = memory().saturating_sub(before);
        // Other tests run in the same process.
        assert!(grown < 48, "{grown} MB for 64 MB without a line end");
        // Still there, and the next line is a line again.
        line.send(b"\nPS\n[guest]Ann\nhelp\n").await;
        drop(line);
        others_are_served(&house).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn binary_is_answered_politely() {
    let house = House::open().await;
    let noise: Vec<u8> = (0..20_u32)
        .flat_map(|it| [(it * 37) as u8, 0xff, 0, 10])
        .collect();
    for (port, said) in ports(&house)
        .into_iter()
        // Whoever waits for an opponent cannot make a move, in whatever form.
        .zip(["INVALID MOVE", "[error]bad-line", "That is not text."])
    {
        let mut line = house.text(port).await;
        assert!(line.send(&noise).await);
        line.until(said).await;
        others_are_served(&house).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_slowed_then_cut() {
    let house = House::with(|config| config.messages_per_second = 20).await;
    let mut floods = Vec::new();
    for port in ports(&house) {
        floods.push(tokio::spawn(async move {
            let mut line = Text::connect(port).await;
            let lines = b"XX\n".repeat(100_000);
            let mut sent = 0;
            // Its own answers are not read: also that must end. Much fits into the buffers.
            while sent < 20_000_000 && line.send(&lines).await {
                sent += 100_000;
            }
            (port, sent)
        }));
    }
    for _ in 0..10 {
        others_are_served(&house).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for flood in floods {
        let (port, sent) = tokio::time::timeout(2 * PATIENCE, flood)
            .await
            .expect("cut off")
            .unwrap();
        assert!(sent < 20_000_000, "{port} took {sent} lines");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_silent_and_the_hasty() {
    let house = House::open().await;
    let [frames, lines, terminal] = ports(&house);
    let mut silent = Vec::new();
    for port in [frames, lines, terminal] {
        for _ in 0..5 {
            silent.push(house.text(port).await);
        }
    }
    // Connections that go away at every possible moment.
    for port in [frames, lines, terminal] {
        for part in ["", "A", "PS", "[host]Ha", "name X\nnew mare", "\r"] {
            let mut line = house.text(port).await;
            line.send(part.as_bytes()).await;
            drop(line);
        }
    }
    others_are_served(&house).await;
    let mut line = house.text(terminal).await;
    line.until("Tell me your name").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_types_nothing_at_a_terminal_is_let_go() {
    let house = House::with(|config| config.quiet_ms = 150).await;
    let mut nameless = house.text(house.terminal()).await;
    let mut ann = house.text(house.terminal()).await;
    ann.type_line("name Ann").await;
    ann.until("Welcome, Ann").await;
    nameless
        .until("Nothing was typed for a long time. Goodbye.")
        .await;
    // Somebody with a name has longer, and typing counts.
    ann.type_line("games").await;
    ann.until("marelles").await;
}
