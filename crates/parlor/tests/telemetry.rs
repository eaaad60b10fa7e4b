//! Traces: what a collector of our own gets to read from a house at play.

#![cfg(feature = "telemetry")]
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::common::v1::{AnyValue, KeyValue};
use prost::Message as _;
use serde_json::json;
use tempfile::TempDir;

/// Takes traces by OTLP over HTTP.
struct Collector {
    address: SocketAddr,
    taken: Arc<Mutex<Vec<Posted>>>,
}

/// Head and body.
type Posted = (String, Vec<u8>);

impl Collector {
    fn open() -> Collector {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let into = taken.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                into.lock().unwrap().push(read(&stream));
                let answer = "HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\n\
                              content-length: 0\r\nconnection: close\r\n\r\n";
                (&stream).write_all(answer.as_bytes()).unwrap();
            }
        });
        Collector { address, taken }
    }

    fn spans(&self) -> Vec<Span> {
        let taken = self.taken.lock().unwrap();
        let mut spans = Vec::new();
        for (head, body) in &*taken {
            assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
            assert!(
                head.contains("content-type: application/x-protobuf"),
                "{head}"
            );
            let request = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
            for of in request.resource_spans {
                let resource = fields(of.resource.unwrap_or_default().attributes);
                let scopes = of.scope_spans.into_iter().flat_map(|it| it.spans);
                spans.extend(scopes.map(|span| Span {
                    name: span.name,
                    service: resource["service.name"].clone(),
                    kind: span.kind,
                    id: span.span_id,
                    parent: span.parent_span_id,
                    nanos: span.end_time_unix_nano - span.start_time_unix_nano,
                    fields: fields(span.attributes),
                }));
            }
        }
        spans
    }
}

#[derive(Debug)]
struct Span {
    name: String,
    service: String,
    kind: i32,
    id: Vec<u8>,
    parent: Vec<u8>,
    nanos: u64,
    fields: HashMap<String, String>,
}

fn fields(list: Vec<KeyValue>) -> HashMap<String, String> {
    let text = |value: Option<AnyValue>| match value.and_then(|it| it.value) {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    };
    list.into_iter()
        .map(|it| (it.key, text(it.value)))
        .collect()
}

fn read(stream: &TcpStream) -> Posted {
    let mut lines = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).unwrap() <= 2 {
            break;
        }
        if let Some(count) = line.to_lowercase().strip_prefix("content-length:") {
            length = count.trim().parse().unwrap();
        }
        head.push_str(&line.to_lowercase());
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).unwrap();
    (
        head.replacen("post /v1/traces http", "POST /v1/traces HTTP", 1),
        body,
    )
}

struct House {
    child: Child,
    address: String,
}

impl House {
    fn open(folder: &Path, otlp: &str) -> House {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args([
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--database",
                "sqlite:h.db",
            ])
            .args(["--coexistence", "", "--marelles", "", "--terminal", ""])
            .current_dir(folder)
            .env_remove("RUST_LOG")
            .env("PARLOR_OTLP", otlp)
            .env("OTEL_BSP_SCHEDULE_DELAY", "100")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let opened = lines.find_map(|line| {
            let line = line.unwrap();
            let (_, at) = line.split_once("open at http://")?;
            Some(at.replace("localhost", "127.0.0.1"))
        });
        std::thread::spawn(move || lines.count());
        House {
            child,
            address: opened.unwrap(),
        }
    }

    fn post(&self, token: &str, path: &str, body: &serde_json::Value) -> serde_json::Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let (body, host) = (body.to_string(), &self.address);
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
             authorization: Bearer {token}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 20"), "{answer}");
        serde_json::from_str(body).unwrap()
    }

    /// Somebody plays a move against a bot. The token, and the id of the match.
    fn play(&self) -> (String, String) {
        let entered = json!({ "name": "Xanthippe", "bearer": true });
        let entered = self.post("", "/api/v1/session", &entered);
        let token = entered["token"].as_str().unwrap();
        let new = json!({ "game": "marelles", "bots": ["easy"], "seat": 0 });
        let table = self.post(token, "/api/v1/tables", &new);
        let id = table["id"].as_str().unwrap();
        let play = json!({ "seq": 0, "action": "d6" });
        self.post(token, &format!("/api/v1/matches/{id}/play"), &play);
        (token.to_owned(), id.to_owned())
    }

    /// In good order.
    fn close(mut self) {
        let pid = self.child.id().to_string();
        Command::new("kill").arg(pid).status().unwrap();
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for House {
    /// Whatever a test that failed has left.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_collector_reads_of_requests_commands_and_commits() {
    let (folder, collector) = (TempDir::new().unwrap(), Collector::open());
    let house = House::open(folder.path(), &format!("http://{}", collector.address));
    let (token, id) = house.play();
    // What is left goes out when the house closes.
    house.close();
    let spans = collector.spans();
    let named = |name: &str| {
        let found = spans.iter().find(|it| it.name == name);
        found.unwrap_or_else(|| panic!("no {name} in {spans:#?}"))
    };
    let request = named("POST /api/v1/matches/{id}/play");
    assert_eq!(request.service, "parlor");
    assert_eq!(request.kind, 2, "a server's");
    assert_eq!(request.fields["http.response.status_code"], "200");
    assert_eq!(request.fields["http.route"], "/api/v1/matches/{id}/play");
    let command = named("play");
    assert_eq!(command.parent, request.id);
    assert_eq!(command.fields["match"], id);
    let mut commits = spans.iter().filter(|it| it.name == "commit");
    let entry = commits.find(|it| it.fields["entries"] == "1");
    assert!(entry.unwrap().nanos > 0);
    // Nobody's name, and no secret, leaves the house.
    for (_, body) in &*collector.taken.lock().unwrap() {
        let text = String::from_utf8_lossy(body);
        assert!(
            !text.contains("Xanthippe") && !text.contains(&token),
            "{text}"
        );
    }
}

#[test]
fn without_a_collector_people_play_on() {
    let folder = TempDir::new().unwrap();
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = nobody.local_addr().unwrap();
    drop(nobody);
    let house = House::open(folder.path(), &format!("http://{address}"));
    house.play();
    house.close();
}

#[test]
fn an_address_that_is_none_is_refused() {
    let folder = TempDir::new().unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["serve", "--listen", "127.0.0.1:0"])
        .current_dir(folder.path())
        .env("PARLOR_OTLP", "collector")
        .output()
        .unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(
        !done.status.success() && said.contains("no address of a collector"),
        "{said}"
    );
    assert!(!folder.path().join("data").exists());
}

#[test]
fn nothing_is_sent_unless_it_is_asked_for() {
    let (folder, collector) = (TempDir::new().unwrap(), Collector::open());
    let house = House::open(folder.path(), "");
    house.play();
    house.close();
    assert_eq!(collector.spans().len(), 0);
}
