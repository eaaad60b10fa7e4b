use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Connections;

/// After a failure, so that some connections can end first.
const PAUSE: Duration = Duration::from_millis(20);
/// How long somebody who is turned away may take to read why.
const FAREWELL: Duration = Duration::from_secs(1);
/// So many at once; a flood beyond that is dropped without waiting for it.
const FAREWELLS: usize = 64;

/// The next connection, whatever goes wrong meanwhile.
pub async fn accept(listener: &TcpListener, connections: &Connections) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            // Gone again before it was let in: nobody's trouble.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionAborted => {}
            Err(error) => {
                connections.out_of_descriptors(&error);
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// When whoever is turned away hears why.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Word {
    /// Our ports speak first.
    AtOnce,
    /// An HTTP client takes an answer for none that comes before its request.
    WhenAsked,
}

/// Says one last thing and hangs up, without keeping anybody else waiting.
pub fn turn_away(mut stream: TcpStream, when: Word, word: Vec<u8>) {
    static ROOM: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(FAREWELLS)));
    let permit = ROOM.clone().try_acquire_owned();
    if when == Word::AtOnce || permit.is_err() {
        // A fresh connection has room for a few lines.
        let _ = stream.try_write(&word);
    }
    let Ok(permit) = permit else {
        return;
    };
    tokio::spawn(async move {
        let mut buffer = [0; 1024];
        if when == Word::WhenAsked {
            let _ = timeout(FAREWELL, stream.read(&mut buffer)).await;
            let _ = stream.try_write(&word);
        }
        // To close while something is unread would take the word back: read what comes.
        let listen = async {
            let _ = stream.shutdown().await;
            while matches!(stream.read(&mut buffer).await, Ok(count) if count > 0) {}
        };
        let _ = timeout(FAREWELL, listen).await;
        drop(permit);
    });
}
