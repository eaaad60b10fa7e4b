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
    ports: [SocketAddr; 4],
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
        House {
            ports: [one, two, three, at.http],
            runtime,
            _server: server,
        }
    })
}

/// Bytes at one of the doors, then the end of the line: the house must hang up as well.
pub fn ports(data: &[u8]) {
    let Some((first, rest)) = data.split_first() else {
        return;
    };
    let house = house();
    let port = house.ports[usize::from(*first) % house.ports.len()];
    let talk = async {
        let mut stream = TcpStream::connect(port).await?;
        let _ = stream.write_all(rest).await;
        let _ = stream.shutdown().await;
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard).await;
        std::io::Result::Ok(heard)
    };
    let heard = house
        .runtime
        .block_on(async { timeout(Duration::from_secs(20), talk).await });
    let heard = heard
        .expect("the house hangs up")
        .expect("the house is open");
    if port == house.ports[0] {
        assert_eq!(heard.len() % (19 * 41), 0, "nothing but frames");
    }
}
