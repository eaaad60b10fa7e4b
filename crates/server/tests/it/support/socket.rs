use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{PATIENCE, Person};

/// A client of the socket protocol.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Frames nobody has asked for yet.
    waiting: VecDeque<Value>,
    /// Every frame as it came.
    pub heard: Vec<String>,
    /// Why the server has closed, if it said.
    pub close_code: Option<u16>,
    asked: u32,
}

impl Socket {
    pub async fn connect(address: SocketAddr, who: Option<&Person>) -> Socket {
        Socket::try_connect(address, who, None).await.unwrap()
    }

    pub async fn try_connect(
        address: SocketAddr,
        who: Option<&Person>,
        origin: Option<&str>,
    ) -> Result<Socket, String> {
        let url = format!("ws://{address}/ws");
        let mut request = url.into_client_request().unwrap();
        let headers = request.headers_mut();
        if let Some(person) = who {
            let bearer = format!("Bearer {}", person.token);
            headers.insert("authorization", bearer.parse().unwrap());
        }
        if let Some(origin) = origin {
            headers.insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(address)
            .await
            .map_err(|error| error.to_string())?;
        stream.set_nodelay(true).unwrap();
        match client_async(request, stream).await {
            Ok((stream, _)) => Ok(Socket {
                stream,
                waiting: VecDeque::new(),
                heard: Vec::new(),
                close_code: None,
                asked: 0,
            }),
            Err(error) => Err(error.to_string()),
        }
    }

    pub async fn send_raw(&mut self, message: Message) -> bool {
        self.stream.send(message).await.is_ok()
    }

    pub async fn say(&mut self, command: &Value) {
        assert!(self.send_raw(Message::text(command.to_string())).await);
    }

    /// The next frame from the wire, whatever it is; `None` when the server has closed.
    async fn frame(&mut self) -> Option<Value> {
        loop {
            let message = timeout(PATIENCE, self.stream.next())
                .await
                .expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.as_str().to_owned());
                    return Some(serde_json::from_str(&text).expect("every frame is JSON"));
                }
                Some(Ok(Message::Close(frame))) => {
                    self.close_code = frame.map(|frame| frame.code.into());
                    return None;
                }
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The first frame that fits, leaving the others for later.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        if let Some(place) = self.waiting.iter().position(&fits) {
            return self.waiting.remove(place).unwrap();
        }
        loop {
            let Some(frame) = self.frame().await else {
                panic!("closed while waiting; heard {:?}", self.heard.last());
            };
            if fits(&frame) {
                return frame;
            }
            self.waiting.push_back(frame);
        }
    }

    pub async fn next(&mut self, kind: &str) -> Value {
        self.until(|frame| frame["type"] == kind).await
    }

    /// One that came unasked while something else was waited for.
    pub fn waited(&mut self, kind: &str) -> Option<Value> {
        let place = self
            .waiting
            .iter()
            .position(|frame| frame["type"] == kind)?;
        self.waiting.remove(place)
    }

    /// Sends a command under a new id and waits for its answer.
    pub async fn ask(&mut self, command: Value) -> Value {
        self.asked += 1;
        let id = format!("ask-{}", self.asked);
        self.ask_as(&id, command).await
    }

    pub async fn ask_as(&mut self, id: &str, mut command: Value) -> Value {
        command["id"] = json!(id);
        self.say(&command).await;
        self.until(|frame| frame["id"] == id).await
    }

    /// The code with which a command is refused.
    pub async fn refusal(&mut self, command: Value) -> String {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "error", "{command} was answered {answer}");
        answer["code"].as_str().unwrap().to_owned()
    }

    /// The table a command leads to.
    pub async fn table(&mut self, command: Value) -> Value {
        let answer = self.ask(command.clone()).await;
        assert_eq!(answer["type"], "done", "{command} was answered {answer}");
        answer["table"].clone()
    }

    /// Everything up to the answer to a ping has been heard; are there frames that fit?
    pub async fn nothing(&mut self, fits: impl Fn(&Value) -> bool) -> bool {
        let pong = self.ask(json!({ "type": "ping" })).await;
        assert_eq!(pong["type"], "pong");
        !self.waiting.iter().any(fits)
    }

    /// Throws away what has come and was not asked for.
    pub async fn forget(&mut self) {
        let _ = self.nothing(|_| false).await;
        self.waiting.clear();
    }

    /// Reads to the end and says whether the server closed within the time given.
    pub async fn closed_within(&mut self, time: Duration) -> bool {
        let read = async { while self.frame().await.is_some() {} };
        timeout(time, read).await.is_ok()
    }
}
