//! Everything the servers of this process log, so that a test can look for what must not be there.

use std::io::{self, Write};
use std::sync::{Mutex, OnceLock};

static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Keep;

impl Write for Keep {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LINES.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub fn listen() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        tracing_subscriber::fmt()
            .with_env_filter(
                "parlor=trace,parlor_hub=trace,parlor_server=trace,parlor_store=trace,warn",
            )
            .with_ansi(false)
            .with_writer(|| Keep)
            .init();
    });
}

pub fn all() -> String {
    String::from_utf8_lossy(&LINES.lock().unwrap()).into_owned()
}
