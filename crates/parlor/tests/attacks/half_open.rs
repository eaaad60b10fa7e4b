use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{api, connect, machine, say};

/// A thousand connections without a complete request.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_half_open_connections() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let mut held = Vec::new();
    for count in 0..1_000 {
        let port = [
            house.http,
            house.terminal,
            house.marelles,
            house.coexistence,
        ][count % 4];
        let Ok(mut stream) = connect(machine(1), port).await else {
            continue;
        };
        let _ = stream.write_all(b"GET / HTT").await;
        held.push(stream);
    }
    friends.play_on().await;
    // A third can still come in.
    let (status, _) = api(machine(3), house.http, "GET", "/games", None, None).await;
    assert_eq!(status, 200);
    let word = say(machine(1), house.http, b"", Duration::from_secs(5)).await;
    assert!(word.contains("server/too_many_sockets"), "{word}");
    friends.play_on().await;
    house.is_slim();
    assert_eq!(house.logged("too many connections from one address"), 1);
}

/// Everything a byte at a time: heads, bodies and answers.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_requests_and_slow_readers() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let started = Instant::now();
    let mut slow = Vec::new();
    for count in 0..150_u8 {
        let begun = match count % 3 {
            0 => "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".to_owned(),
            1 => "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                  Content-Length: 1000\r\n\r\n{"
                .to_owned(),
            _ => "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400),
        };
        let mut stream = connect(machine(1), house.http).await.unwrap();
        slow.push(tokio::spawn(async move {
            let _ = tokio::time::timeout(Duration::from_secs(30), async {
                stream.write_all(begun.as_bytes()).await?;
                loop {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    stream.write_all(b"a").await?;
                }
                #[allow(unreachable_code)]
                std::io::Result::Ok(())
            })
            .await;
        }));
    }
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        friends.play_on().await;
    }
    // Ten seconds for a head or a body, twenty for whoever takes nothing.
    for task in slow {
        task.await.unwrap();
    }
    assert!(started.elapsed() < Duration::from_secs(60));
    friends.play_on().await;
    house.is_slim();
}
