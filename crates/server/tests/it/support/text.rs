use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::PATIENCE;

/// What `nc` would be.
pub struct Text {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl Text {
    pub async fn connect(address: SocketAddr) -> Text {
        Text {
            stream: TcpStream::connect(address).await.unwrap(),
            unread: Vec::new(),
        }
    }

    pub async fn send(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    pub async fn type_line(&mut self, line: &str) {
        assert!(self.send(format!("{line}\n").as_bytes()).await);
    }

    /// More bytes into `unread`; false at the end.
    async fn more(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = timeout(PATIENCE, self.stream.read(&mut buffer))
            .await
            .unwrap_or_else(|_| {
                panic!(
                    "the port says nothing more after {:?}",
                    String::from_utf8_lossy(&self.unread)
                )
            });
        match read {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                self.unread.extend_from_slice(&buffer[..count]);
                true
            }
        }
    }

    /// Exactly so many bytes.
    pub async fn bytes(&mut self, count: usize) -> Vec<u8> {
        while self.unread.len() < count {
            assert!(self.more().await, "closed early");
        }
        self.unread.drain(..count).collect()
    }

    pub async fn line(&mut self) -> String {
        loop {
            if let Some(end) = self.unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.unread.drain(..=end).collect();
                return String::from_utf8_lossy(&line[..end]).into_owned();
            }
            assert!(self.more().await, "closed early");
        }
    }

    /// Everything up to and including `mark`.
    pub async fn until(&mut self, mark: &str) -> String {
        loop {
            let text = String::from_utf8_lossy(&self.unread).into_owned();
            if let Some(at) = text.find(mark) {
                let end = at + mark.len();
                self.unread = text.as_bytes()[end..].to_vec();
                return text[..end].to_owned();
            }
            assert!(self.more().await, "closed early, after {text:?}");
        }
    }

    /// Whether nothing comes for a little while.
    pub async fn is_silent(&mut self) -> bool {
        let mut buffer = [0; 1];
        let quiet = Duration::from_millis(150);
        self.unread.is_empty() && timeout(quiet, self.stream.read(&mut buffer)).await.is_err()
    }

    /// The rest until the server closes, or `None` if it does not within the time.
    pub async fn rest(&mut self, time: Duration) -> Option<Vec<u8>> {
        let read = async { while self.more().await {} };
        timeout(time, read).await.ok()?;
        Some(std::mem::take(&mut self.unread))
    }
}
