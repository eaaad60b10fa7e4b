use std::fmt::Write as _;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{PATIENCE, Person};

#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// The head in lower case.
    pub head: String,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("not JSON: {}", self.text))
    }

    /// The code of a refusal.
    pub fn code(&self) -> String {
        let json = self.json();
        json["error"]["code"]
            .as_str()
            .unwrap_or_else(|| panic!("no refusal: {json}"))
            .to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

pub async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    who: Option<&Person>,
    body: Option<&Value>,
) -> Answer {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    if let Some(person) = who {
        let _ = write!(text, "Authorization: Bearer {}\r\n", person.token);
    }
    if let Some(body) = body {
        let body = body.to_string();
        let length = body.len();
        text += "Content-Type: application/json\r\n";
        let _ = write!(text, "Content-Length: {length}\r\n\r\n{body}");
    } else {
        text += "\r\n";
    }
    raw_request(address, text.as_bytes()).await
}

/// Sends these bytes and reads until the server closes.
pub async fn raw_request(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may answer and close before it has read everything.
    let _ = stream.write_all(bytes).await;
    let mut all = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut all)).await;
    let _ = read.expect("the server closes after its answer");
    let all = String::from_utf8_lossy(&all).into_owned();
    let (head, body) = all.split_once("\r\n\r\n").unwrap_or((&all, ""));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
    let head = head.to_lowercase();
    let text = if head.contains("transfer-encoding: chunked") {
        unchunk(body)
    } else {
        body.to_owned()
    };
    Answer {
        status: status.unwrap_or(0),
        head,
        text,
    }
}

fn unchunk(mut body: &str) -> String {
    let mut text = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap_or(0);
        if size == 0 || rest.len() < size {
            break;
        }
        text.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    text
}
