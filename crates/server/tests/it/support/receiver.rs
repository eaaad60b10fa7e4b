//! A server that is posted to, and remembers it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

#[derive(Clone, Debug)]
pub struct Posted {
    pub path: String,
    /// In lower case.
    pub head: String,
    pub body: Vec<u8>,
}

impl Posted {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines();
        lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    posted: Arc<Mutex<Vec<Posted>>>,
    answers: Arc<Mutex<VecDeque<u16>>>,
}

impl Receiver {
    pub async fn open() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let receiver = Receiver {
            url: format!("http://{}", listener.local_addr().unwrap()),
            posted: Arc::default(),
            answers: Arc::default(),
        };
        let inner = receiver.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let inner = inner.clone();
                tokio::spawn(async move { inner.serve(stream).await });
            }
        });
        receiver
    }

    /// What the next ones are answered; then everybody gets 200.
    pub fn answer(&self, statuses: &[u16]) {
        self.answers.lock().unwrap().extend(statuses);
    }

    pub fn posted(&self) -> Vec<Posted> {
        self.posted.lock().unwrap().clone()
    }

    /// Waits until so many have come.
    pub async fn wait(&self, count: usize) -> Vec<Posted> {
        super::eventually("it was posted to", || async {
            self.posted().len() >= count
        })
        .await;
        self.posted()
    }

    /// So many have come, and in a while no more come.
    pub async fn stays(&self, count: usize) {
        self.wait(count).await;
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let posted = self.posted();
        assert_eq!(posted.len(), count, "{posted:#?}");
    }

    async fn serve(&self, mut stream: TcpStream) {
        let mut all = Vec::new();
        let mut buffer = [0; 8192];
        loop {
            let read = stream.read(&mut buffer).await.unwrap_or(0);
            all.extend(&buffer[..read]);
            let end = all.windows(4).position(|it| it == b"\r\n\r\n");
            let Some(end) = end else {
                if read == 0 {
                    return;
                }
                continue;
            };
            let head = String::from_utf8_lossy(&all[..end]).to_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.map_or(0, |it| it.parse().unwrap());
            if all.len() < end + 4 + length && read > 0 {
                continue;
            }
            let first = String::from_utf8_lossy(&all[..end]).into_owned();
            let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
            let body = all[end + 4..].to_vec();
            self.posted
                .lock()
                .unwrap()
                .push(Posted { path, head, body });
            let status = self.answers.lock().unwrap().pop_front().unwrap_or(200);
            let answer =
                format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
            return;
        }
    }
}
