use std::io::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Told to stop in the moment in which its doors are open, and while nobody reads what it says: it closes
/// in order all the same.
#[test]
fn told_to_stop_as_soon_as_it_is_open() {
    for _ in 0..3 {
        let folder = TempDir::new().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let at: SocketAddr = free.local_addr().unwrap();
        drop(free);
        // A pipe that is full: whoever writes to it waits.
        let (_reader, mut full) = std::io::pipe().unwrap();
        full.write_all(&vec![b'.'; 65_536]).unwrap();
        let mut house = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--listen", &at.to_string()])
            .args(["--coexistence", "", "--marelles", "", "--terminal", ""])
            .args(["--database", "sqlite:parlor.db"])
            .current_dir(folder.path())
            .stdout(full)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        while TcpStream::connect(at).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "it never opened");
            std::thread::sleep(Duration::from_millis(1));
        }
        let told = Instant::now();
        let kill = format!("kill -TERM {}", house.id());
        let done = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(done.success());
        let code = loop {
            if let Some(code) = house.try_wait().unwrap() {
                break code;
            }
            if told.elapsed() > Duration::from_secs(30) {
                house.kill().unwrap();
            }
            std::thread::sleep(Duration::from_millis(10));
        };
        assert!(code.success(), "closed in order, not {code}");
        let took = told.elapsed();
        assert!(took < Duration::from_secs(5), "it closed after {took:?}");
    }
}
