//! `parlor join` as a browser meets it, spoken by hand.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Board {
    child: Child,
    host: String,
    events: BufReader<TcpStream>,
    latest: Value,
}

/// Runs the program to its end.
pub(crate) fn run(arguments: &[&str]) -> (bool, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments)
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.success(), text)
}

impl Board {
    pub(crate) fn open(server: &str) -> Board {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["join", "coexistence", server, "--no-open"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("it says where the page is");
        let address = line.split("http://").nth(1).expect("an address");
        let host = address.trim().trim_end_matches("/join").to_owned();
        let mut stream = TcpStream::connect(&host).expect("it listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a live socket");
        write!(stream, "GET /join/events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("it reads");
        Board {
            child,
            host,
            events: BufReader::new(stream),
            latest: Value::Null,
        }
    }

    pub(crate) fn latest(&self) -> &Value {
        &self.latest
    }

    /// Reads on until the page would show what is wanted.
    pub(crate) fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        while self.latest.is_null() || !wanted(&self.latest) {
            assert!(start.elapsed() < PATIENCE, "still {}", self.latest);
            let mut line = String::new();
            let count = self.events.read_line(&mut line);
            assert!(
                count.is_ok_and(|count| count > 0),
                "after {}: no news",
                self.latest
            );
            if let Some(data) = line.strip_prefix("data:") {
                self.latest = serde_json::from_str(data.trim()).expect("JSON");
            }
        }
        self.latest.clone()
    }

    pub(crate) fn play(&self, command: &str) -> u16 {
        self.post("/join/play", &json!({ "command": command }).to_string())
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> u16 {
        let origin = format!("Origin: http://{}\r\n", self.host);
        self.request("POST", path, &origin, body)
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &str, body: &str) -> u16 {
        self.request_to(&self.host, method, path, headers, body)
    }

    /// The status of the answer.
    pub(crate) fn request_to(
        &self,
        host: &str,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> u16 {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        stream
            .set_read_timeout(Some(PATIENCE))
            .expect("a live socket");
        let length = body.len();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\n{headers}Connection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
            .split(' ')
            .nth(1)
            .and_then(|it| it.parse().ok())
            .expect("a status")
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
