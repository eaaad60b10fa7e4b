//! Small clients that come from an address of their own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

pub const PATIENCE: Duration = Duration::from_secs(20);

/// Another machine, as far as the house can tell.
pub fn machine(number: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1, number))
}

pub async fn connect(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// Sends bytes and reads what comes until the house hangs up, or for so long.
pub async fn say(from: IpAddr, to: SocketAddr, bytes: &[u8], wait: Duration) -> String {
    let all = heard(from, to, bytes, wait).await;
    String::from_utf8_lossy(&all).into_owned()
}

/// The same where the answer is no text.
pub async fn say_bytes(from: IpAddr, to: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    heard(from, to, bytes, PATIENCE).await
}

async fn heard(from: IpAddr, to: SocketAddr, bytes: &[u8], wait: Duration) -> Vec<u8> {
    let Ok(mut stream) = connect(from, to).await else {
        return Vec::new();
    };
    let _ = timeout(wait, stream.write_all(bytes)).await;
    let mut all = Vec::new();
    let _ = timeout(wait, stream.read_to_end(&mut all)).await;
    all
}

/// A request to the API and the JSON of the answer.
pub async fn api(
    from: IpAddr,
    to: SocketAddr,
    method: &str,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (u16, Value) {
    let token = token.map_or_else(String::new, |token| {
        format!("Authorization: Bearer {token}\r\n")
    });
    let body = body.map_or_else(String::new, Value::to_string);
    let length = body.len();
    let head = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{token}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let answer = say(from, to, head.as_bytes(), PATIENCE).await;
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
    let json = serde_json::from_str(body).unwrap_or(Value::Null);
    (status.unwrap_or(0), json)
}

pub async fn sign_in(from: IpAddr, to: SocketAddr, name: &str) -> String {
    let body = json!({ "name": name, "bearer": true });
    let (status, answer) = api(from, to, "POST", "/session", None, Some(&body)).await;
    assert_eq!(status, 200, "{answer}");
    answer["token"].as_str().unwrap().to_owned()
}

pub struct Socket(pub WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(from: IpAddr, to: SocketAddr, token: Option<&str>) -> Socket {
        let mut request = format!("ws://{to}/ws").into_client_request().unwrap();
        if let Some(token) = token {
            let bearer = format!("Bearer {token}").parse().unwrap();
            request.headers_mut().insert("authorization", bearer);
        }
        let stream = connect(from, to).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Socket(client_async(request, stream).await.unwrap().0)
    }

    pub async fn say(&mut self, command: &Value) -> bool {
        let text = Message::text(command.to_string());
        self.0.send(text).await.is_ok()
    }

    /// The first frame that fits.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        let read = async {
            loop {
                match self.0.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let frame: Value = serde_json::from_str(&text).unwrap();
                        if fits(&frame) {
                            return frame;
                        }
                    }
                    Some(Ok(_)) => {}
                    other => panic!("closed: {other:?}"),
                }
            }
        };
        timeout(PATIENCE, read).await.expect("an answer")
    }

    pub async fn ask(&mut self, id: &str, mut command: Value) -> Value {
        command["id"] = json!(id);
        assert!(self.say(&command).await);
        self.until(|frame| frame["id"] == id).await
    }
}
