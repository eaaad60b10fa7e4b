use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
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

impl House {
    pub fn start(database: &str) -> House {
        // An empty folder, so that no settings file is found.
        let folder = TempDir::new().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database", database])
            .args(["--coexistence", "", "--marelles", "", "--terminal", ""])
            .current_dir(folder.path())
            .env("PARLOR_MESSAGES_PER_SECOND", "100000")
            .env("PARLOR_REQUESTS_PER_SECOND", "100000")
            .env("PARLOR_SIGN_INS_PER_MINUTE", "100000")
            .env("PARLOR_BOT_PAUSE_MS", "0")
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
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
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
