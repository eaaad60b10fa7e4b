use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

/// A bus of our own, which may be stopped and started.
pub struct Nats {
    port: u16,
    child: Option<Child>,
}

impl Nats {
    pub fn start() -> Nats {
        let port = parlor_testkit::own_port();
        let mut nats = Nats { port, child: None };
        assert!(nats.run(), "no NATS server: `make test` installs it");
        nats
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn run(&mut self) -> bool {
        let port = self.port.to_string();
        let mut child = Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("nats-server is installed");
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if child.try_wait().unwrap().is_some() || begun.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                return false;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        self.child = Some(child);
        true
    }

    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    pub fn start_again(&mut self) {
        assert!(self.run(), "the bus starts again at its old address");
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}
