use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// The real program with its own limits, on free ports.
pub struct House {
    child: Child,
    pub http: SocketAddr,
    pub coexistence: SocketAddr,
    pub marelles: SocketAddr,
    pub terminal: SocketAddr,
    log: Arc<Mutex<String>>,
    _folder: TempDir,
}

/// What it may hold in memory, whatever happens to it.
const MOST_MEMORY: u64 = 500 << 20;

impl House {
    pub fn open() -> House {
        let folder = TempDir::new().unwrap();
        let any = "127.0.0.1:0";
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--listen", any, "--coexistence", any])
            .args(["--marelles", any, "--terminal", any])
            .args(["--database", "sqlite:parlor.db"])
            .current_dir(folder.path())
            .env_remove("RUST_LOG")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = Arc::new(Mutex::new(String::new()));
        let stderr = child.stderr.take().unwrap();
        let kept = log.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stderr).lines().map_while(Result::ok) {
                let mut kept = kept.lock().unwrap();
                kept.push_str(&line);
                kept.push('\n');
            }
        });
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut found = [None; 4];
        let marks = [
            "Parlor is open at",
            "CoExistence",
            "Marelles text",
            "terminal",
        ];
        while found.iter().any(Option::is_none) {
            let mut line = String::new();
            let count = stdout.read_line(&mut line).unwrap();
            assert!(count > 0, "it ended: {}", log.lock().unwrap());
            for (place, mark) in found.iter_mut().zip(marks) {
                if line.contains(mark) {
                    *place = port(&line);
                }
            }
        }
        std::thread::spawn(move || stdout.read_to_end(&mut Vec::new()));
        let [http, coexistence, marelles, terminal] =
            found.map(|port| SocketAddr::from(([127, 0, 0, 1], port.unwrap())));
        House {
            child,
            http,
            coexistence,
            marelles,
            terminal,
            log,
            _folder: folder,
        }
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// How many lines of the log say this.
    pub fn logged(&self, what: &str) -> usize {
        let log = self.log();
        log.lines().filter(|line| line.contains(what)).count()
    }

    /// Asserts that it does not swell.
    pub fn is_slim(&self) {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let peak = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"))
            .unwrap();
        let peak = peak.trim().parse::<u64>().unwrap() << 10;
        assert!(peak < MOST_MEMORY, "it held {} MB", peak >> 20);
    }

    /// SIGTERM; how long it took to end.
    pub fn stop(&mut self) -> Duration {
        let started = Instant::now();
        let kill = format!("kill -TERM {}", self.child.id());
        let done = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(done.success());
        let code = self.child.wait().unwrap();
        assert!(code.success(), "closed in order, not {code}");
        started.elapsed()
    }
}

fn port(line: &str) -> Option<u16> {
    let (_, rest) = line.rsplit_once(':').filter(|(_, rest)| {
        let digit = rest.chars().next();
        digit.is_some_and(|c| c.is_ascii_digit())
    })?;
    let end = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    rest.get(..end)?.parse().ok()
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
