use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use parlor_server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::time::timeout;

struct House {
    runtime: Runtime,
    /// The three text ports, the web door, and there a socket of somebody with a name.
    ports: [SocketAddr; 5],
    /// The request that makes a socket of a connection.
    upgrade: String,
    _server: Server,
}

/// A real house in this process; its limits are out of the way, its rules are not.
fn house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .expect("a runtime");
        let any = || "127.0.0.1:0".to_owned();
        let config = Config {
            listen: any(),
            coexistence: any(),
            marelles: any(),
            terminal: any(),
            database: "sqlite::memory:".to_owned(),
            messages_per_second: 1_000_000,
            requests_per_second: 1_000_000,
            sign_ins_per_minute: 1_000_000,
            sockets_per_address: 10_000,
            matches_per_player: 1_000,
            bot_pause_ms: 0,
            bot_think_ms: 5,
            ..Config::default()
        };
        let server = runtime.block_on(Server::start(config)).expect("a house");
        let at = server.addresses;
        let text = [at.coexistence, at.marelles, at.terminal].map(|it| it.expect("a port"));
        let [one, two, three] = text;
        let token = runtime.block_on(enter(at.http)).expect("a name");
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Authorization: Bearer {token}\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        House {
            ports: [one, two, three, at.http, at.http],
            upgrade,
            runtime,
            _server: server,
        }
    })
}

async fn enter(http: SocketAddr) -> std::io::Result<String> {
    let ask = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
               Connection: close\r\nContent-Length: 28\r\n\r\n{\"name\":\"Ann\",\"bearer\":true}";
    let heard = talk(http, ask.as_bytes(), Duration::from_secs(20)).await?;
    let text = String::from_utf8_lossy(&heard);
    let (_, body) = text.split_once("\r\n\r\n").unwrap_or_default();
    let answer: serde_json::Value = serde_json::from_str(body)?;
    Ok(answer["token"].as_str().unwrap_or_default().to_owned())
}

/// Everything said at once, then the end of the line; everything heard. Whoever hangs up gets no answer
/// from a web server, so there it is waited for a moment.
async fn talk(port: SocketAddr, said: &[u8], moment: Duration) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(port).await?;
    let _ = stream.write_all(said).await;
    let mut heard = Vec::new();
    if !moment.is_zero() {
        let _ = timeout(moment, stream.read_buf(&mut heard)).await;
    }
    let _ = stream.shutdown().await;
    let _ = stream.read_to_end(&mut heard).await;
    Ok(heard)
}

/// Every line is a text frame; one that begins with a byte above ASCII is what stands behind that, as
/// it is.
fn frames(data: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for line in data.split(|&byte| byte == b'\n') {
        if let Some((0x80.., rest)) = line.split_first() {
            all.extend(rest);
            continue;
        }
        all.push(0x81);
        match line.len() {
            length @ 0..126 => all.push(0x80 | length as u8),
            length => {
                all.push(0xfe);
                all.extend((length as u16).to_be_bytes());
            }
        }
        // A mask that changes nothing.
        all.extend([0; 4]);
        all.extend(line);
    }
    all
}

/// Bytes at one of the doors, then the end of the line: the house must hang up as well.
pub fn ports(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let house = house();
    let door = usize::from(*first) % house.ports.len();
    let mut said = Vec::new();
    if door == 4 {
        said.extend(house.upgrade.bytes());
        said.extend(frames(rest));
    } else {
        said.extend(rest);
    }
    let moment = Duration::from_millis(if door < 3 { 0 } else { 3 });
    let talk = talk(house.ports[door], &said, moment);
    let heard = house
        .runtime
        .block_on(async { timeout(Duration::from_secs(20), talk).await });
    let heard = heard
        .expect("the house hangs up")
        .expect("the house is open");
    match door {
        0 => assert_eq!(heard.len() % (19 * 41), 0, "nothing but frames"),
        4 => assert!(
            heard.is_empty() || heard.starts_with(b"HTTP/1.1 101"),
            "a socket"
        ),
        _ => {}
    }
}
