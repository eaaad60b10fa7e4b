use std::time::Duration;

use tokio::io::AsyncWriteExt;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{connect, machine, say};

/// The same noise in every run.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 24) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// The wrong protocol at every door, and no protocol at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_language_at_every_door() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let ports = [
        house.http,
        house.terminal,
        house.marelles,
        house.coexistence,
    ];
    let mut words: Vec<Vec<u8>> = vec![
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(),
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".to_vec(),
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET".to_vec(),
        b"SSH-2.0-OpenSSH_9.0\r\n".to_vec(),
        b"\xff\xfb\x01\xff\xfd\x03name \x00\x01\x02\r\n".to_vec(),
        b"[host]\n[guest]\n[find-host]\n[back]\n[key]\nnowait|||\n".to_vec(),
        b"CE\nPS\nZZ\n\n\r\n".to_vec(),
        "name \u{202e}Ann\nname\nback\nnew risk seats=99999999999\nlist\n".as_bytes().to_vec(),
    ];
    words.extend((0..8).map(|seed| noise(seed, 4_000)));
    for (place, word) in words.iter().enumerate() {
        for port in ports {
            let from = machine(20 + (place % 20) as u8);
            say(from, port, word, Duration::from_millis(100)).await;
        }
        if place % 4 == 0 {
            friends.play_on().await;
        }
    }
    house.is_slim();
    assert!(!house.log().contains("panicked"), "{}", house.log());
}

/// Comes and goes, again and again, in the middle of whatever was begun.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_break_off() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for count in 0..400_u16 {
        let port = [
            house.http,
            house.terminal,
            house.marelles,
            house.coexistence,
        ][usize::from(count) % 4];
        let Ok(mut stream) = connect(machine((count % 50) as u8), port).await else {
            continue;
        };
        let begun: &[u8] = match count % 4 {
            0 => b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{",
            1 => b"name Passer-by\nnew marelles bots=1\n",
            2 => b"[host]Passer\n",
            _ => b"A",
        };
        let _ = stream.write_all(begun).await;
        if count % 100 == 0 {
            friends.play_on().await;
        }
    }
    friends.play_on().await;
    house.is_slim();
    assert!(!house.log().contains("panicked"), "{}", house.log());
}
