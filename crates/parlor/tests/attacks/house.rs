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
    pub folder: TempDir,
}

/// What it may hold in memory, whatever happens to it.
const MOST_MEMORY: u64 = 500 << 20;

impl House {
    pub fn open() -> House {
        House::with(&[])
    }

    /// With these variables set.
    pub fn with(settings: &[(&str, &str)]) -> House {
        House::open_in(TempDir::new().unwrap(), settings)
    }

    /// The same database again, after the program has ended.
    pub fn open_again(mut self) -> House {
        self.kill();
        let folder = std::mem::replace(&mut self.folder, TempDir::new().unwrap());
        House::open_in(folder, &[])
    }

    fn open_in(folder: TempDir, settings: &[(&str, &str)]) -> House {
        let any = "127.0.0.1:0";
        // A file that may not grow is an error to be told, not a signal to die of.
        let mut child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--listen", any, "--coexistence", any])
            .args(["--marelles", any, "--terminal", any])
            .args(["--database", "sqlite:parlor.db"])
            .current_dir(folder.path())
            .env_remove("RUST_LOG")
            .envs(settings.iter().copied())
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
            folder,
        }
    }

    pub fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// Asserts that the log says this, and in one line.
    pub fn has_told_once(&self, what: &str) {
        assert_eq!(self.logged(what), 1, "{what:?} in:\n{}", self.log());
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

    /// No file of it may grow beyond so many bytes; without a number, beyond nothing.
    pub fn may_write(&self, bytes: Option<u64>) {
        let limit = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
        let pid = self.child.id().to_string();
        let set = format!("--fsize={limit}:");
        let done = Command::new("prlimit").args(["--pid", &pid, &set]).status();
        assert!(done.unwrap().success());
    }

    /// How many files it may have open: what it has asked for, and what the system allows.
    pub fn open_files(&self) -> (String, String) {
        let limits = std::fs::read_to_string(format!("/proc/{}/limits", self.child.id())).unwrap();
        let line = limits
            .lines()
            .find(|line| line.starts_with("Max open files"));
        let mut words = line.unwrap().split_whitespace().skip(3).map(str::to_owned);
        (words.next().unwrap(), words.next().unwrap())
    }

    /// It may have no more files open than this, whatever it reckoned with.
    pub fn may_open(&self, files: u64) {
        let pid = self.child.id().to_string();
        let set = format!("--nofile={files}:{files}");
        let done = Command::new("prlimit").args(["--pid", &pid, &set]).status();
        assert!(done.unwrap().success());
    }

    /// SIGKILL: no chance to finish anything.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asserts that it ends within five seconds of SIGTERM, whoever thinks or hangs.
    pub fn stops_soon(&mut self) {
        let took = self.stop();
        assert!(took < Duration::from_secs(5), "it closed after {took:?}");
    }

    /// SIGTERM; how long it took to end.
    fn stop(&mut self) -> Duration {
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
