//! The connection to the foreign server: bytes in, frames out; clicks in, lines out.

use std::io;
use std::time::Duration;

use parlor_coexistence::{FRAME_BYTES, FrameReader};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep, timeout};

use super::game::{JoinedGame, Trouble};

const CONNECTING: Duration = Duration::from_secs(10);
/// A server of this protocol sends a frame at once, even to those who wait.
const FIRST_FRAME: Duration = Duration::from_secs(15);
/// So many bytes without a frame among them are something else than this protocol.
const MOST_STRAY: usize = 4 * FRAME_BYTES;

/// What the page asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ask {
    Play(String),
    Reconnect,
}

enum Parted {
    Trouble(Trouble),
    /// The person wants a new connection at once.
    Again,
    /// Nobody can ask for anything any more.
    Unwanted,
}

/// Connects, and connects again whenever the page asks for it.
pub(super) async fn keep(
    server: String,
    mut asked: mpsc::Receiver<Ask>,
    tell: watch::Sender<JoinedGame>,
) {
    loop {
        tell.send_modify(JoinedGame::connecting);
        match connection(&server, &mut asked, &tell).await {
            Parted::Unwanted => return,
            Parted::Again => continue,
            Parted::Trouble(trouble) => tell.send_modify(|table| table.lost(trouble)),
        }
        loop {
            match asked.recv().await {
                Some(Ask::Reconnect) => break,
                // Clicked before the page heard that the connection is gone.
                Some(Ask::Play(_)) => {}
                None => return,
            }
        }
    }
}

async fn connection(
    server: &str,
    asked: &mut mpsc::Receiver<Ask>,
    tell: &watch::Sender<JoinedGame>,
) -> Parted {
    let mut stream = match timeout(CONNECTING, TcpStream::connect(server)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Parted::Trouble(Trouble::refused(&error.to_string())),
        Err(_) => return Parted::Trouble(Trouble::refused("it does not answer")),
    };
    // Two letters must not wait for company; a system that cannot do that plays a little later.
    let _ = stream.set_nodelay(true);
    tell.send_modify(JoinedGame::connected);
    let mut frames = FrameReader::new();
    let mut buffer = [0; 2048];
    let (mut stray, mut understood) = (0, false);
    let late = sleep(FIRST_FRAME);
    tokio::pin!(late);
    loop {
        tokio::select! {
            count = stream.read(&mut buffer) => {
                let count = match count {
                    Ok(0) => return Parted::Trouble(Trouble::closed(understood)),
                    Ok(count) => count,
                    Err(error) => return Parted::Trouble(Trouble::broken(&error.to_string())),
                };
                for &byte in &buffer[..count] {
                    stray += 1;
                    if let Some(frame) = frames.push(byte) {
                        (stray, understood) = (0, true);
                        tell.send_modify(|table| table.hear(frame));
                    }
                }
                if stray > MOST_STRAY {
                    return Parted::Trouble(Trouble::garbage());
                }
            }
            ask = asked.recv() => match ask {
                Some(Ask::Play(command)) => {
                    if let Err(error) = send(&mut stream, &command).await {
                        return Parted::Trouble(Trouble::broken(&error.to_string()));
                    }
                    tell.send_modify(|table| table.sent(&command));
                }
                Some(Ask::Reconnect) => return Parted::Again,
                None => return Parted::Unwanted,
            },
            () = &mut late, if !understood => {
                let trouble = if stray > 0 { Trouble::garbage() } else { Trouble::silent() };
                return Parted::Trouble(trouble);
            }
        }
    }
}

async fn send(stream: &mut TcpStream, command: &str) -> io::Result<()> {
    stream.write_all(format!("{command}\n").as_bytes()).await
}
