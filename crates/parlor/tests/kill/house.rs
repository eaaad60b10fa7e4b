use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;

/// The real program on a free port.
pub struct House {
    child: Child,
    address: SocketAddr,
    /// Kept open: the program may print more.
    _stdout: BufReader<ChildStdout>,
    _folder: TempDir,
}

/// How to start a house.
#[derive(Clone)]
pub struct Settings {
    pub program: PathBuf,
    /// Port 0 is any free one.
    pub listen: SocketAddr,
    pub database: String,
    pub bus: Option<String>,
}

impl Settings {
    pub fn on(database: &str) -> Settings {
        Settings {
            program: env!("CARGO_BIN_EXE_parlor").into(),
            listen: ([127, 0, 0, 1], 0).into(),
            database: database.to_owned(),
            bus: None,
        }
    }

    /// An empty folder to run in, so that no settings file is found, and what to run.
    fn command(&self) -> (TempDir, Command) {
        let folder = TempDir::new().unwrap();
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--listen", &self.listen.to_string()])
            .args(["--database", &self.database])
            .args(["--coexistence", "", "--marelles", "", "--terminal", ""])
            .args(self.bus.iter().flat_map(|bus| ["--bus", bus]))
            .current_dir(folder.path())
            .env("PARLOR_MESSAGES_PER_SECOND", "100000")
            .env("PARLOR_REQUESTS_PER_SECOND", "100000")
            .env("PARLOR_SIGN_INS_PER_MINUTE", "100000")
            .env("PARLOR_SOCKETS_PER_ADDRESS", "100000")
            .env("PARLOR_BOT_PAUSE_MS", "0")
            .env("RUST_LOG", "warn");
        (folder, command)
    }

    /// What it says when it does not start.
    pub fn refusal(&self) -> String {
        let (_folder, mut command) = self.command();
        let output = command.output().unwrap();
        assert!(!output.status.success(), "it started");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

impl House {
    pub fn start(database: &str) -> House {
        House::start_as(&Settings::on(database))
    }

    pub fn start_as(settings: &Settings) -> House {
        let (folder, mut command) = settings.command();
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let port = loop {
            let mut line = String::new();
            let count = stdout.read_line(&mut line).unwrap();
            assert!(count > 0, "the program ended before it said where it is");
            if let Some(port) = line.strip_prefix("Parlor is open at http://localhost:") {
                break port.trim().parse().unwrap();
            }
        };
        House {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            _stdout: stdout,
            _folder: folder,
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// SIGKILL: no chance to finish anything.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGTERM: it finishes what was begun.
    pub fn stop(&mut self) {
        terminate(&self.child);
        let code = self.child.wait().unwrap();
        assert!(code.success(), "closed in order, not {code}");
    }
}

/// The library has no other signal than SIGKILL.
pub fn terminate(child: &Child) {
    let kill = format!("kill -TERM {}", child.id());
    let done = Command::new("sh").args(["-c", &kill]).status().unwrap();
    assert!(done.success(), "{kill}");
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
