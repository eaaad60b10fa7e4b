use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The real program in a folder of its own, which outlives it.
pub struct House {
    child: Child,
    pub http: SocketAddr,
    said: Arc<Mutex<String>>,
    log: Arc<Mutex<String>>,
}

fn keep(from: impl Read + Send + 'static) -> Arc<Mutex<String>> {
    let kept = Arc::new(Mutex::new(String::new()));
    let into = kept.clone();
    std::thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            let mut kept = into.lock().unwrap();
            kept.push_str(&line);
            kept.push('\n');
        }
    });
    kept
}

pub fn command(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command
        .args([
            "serve",
            "--coexistence",
            "",
            "--marelles",
            "",
            "--terminal",
            "",
        ])
        .args(["--database", "sqlite:parlor.db"])
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl House {
    pub fn open(folder: &Path, arguments: &[&str], settings: &[(&str, &str)]) -> House {
        let mut child = command(folder, arguments, settings).spawn().unwrap();
        let said = keep(child.stdout.take().unwrap());
        let log = keep(child.stderr.take().unwrap());
        let mut house = House {
            child,
            http: SocketAddr::from(([127, 0, 0, 1], 0)),
            said,
            log,
        };
        let port = house.port("Parlor is open at");
        house.http.set_port(port);
        house
    }

    /// The port in the line that says so.
    pub fn port(&mut self, what: &str) -> u16 {
        let line = self.wait(|house| house.line(what));
        let digits = |text: &str| {
            let end = text
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len());
            text[..end].parse::<u16>().ok()
        };
        line.split(':').filter_map(digits).next_back().unwrap()
    }

    pub fn line(&self, what: &str) -> Option<String> {
        let said = self.said.lock().unwrap();
        let line = said.lines().find(|line| line.contains(what));
        line.map(str::to_owned)
    }

    fn wait(&mut self, found: impl Fn(&House) -> Option<String>) -> String {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            if let Some(found) = found(self) {
                return found;
            }
            let over = self.child.try_wait().unwrap().is_some() || Instant::now() > end;
            assert!(!over, "it did not come: {}", self.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    pub fn logs(&mut self, what: &str) {
        self.wait(|house| house.log().contains(what).then(String::new));
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
