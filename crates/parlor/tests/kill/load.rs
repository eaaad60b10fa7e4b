use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

use crate::house::terminate;

/// `parlor load` on some nodes, until it is told to stop.
pub struct Load(Option<Child>);

impl Load {
    pub fn start(nodes: &[SocketAddr], matches: usize) -> Load {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command
            .args(["load", "--json", "--seconds", "86400", "--pause-ms", "5"])
            .args(["--matches", &matches.to_string()])
            .args(["--game", "mars", "--options", r#"{"turns":1000}"#]);
        for node in nodes {
            command.args(["--server", &format!("http://{node}")]);
        }
        Load(Some(command.stdout(Stdio::piped()).spawn().unwrap()))
    }

    /// What it saw until now.
    pub fn stop(mut self) -> Value {
        let child = self.0.take().unwrap();
        terminate(&child);
        let output = child.wait_with_output().unwrap();
        let report = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&report)
            .unwrap_or_else(|error| panic!("the load failed ({error}): {report}"))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Nothing was lost, doubled, reordered, changed, refused or left behind.
pub fn assert_clean(report: &Value) {
    let faults = report["faults"].as_object().expect("a report");
    assert!(faults.values().all(|count| count == 0), "{report}");
    assert!(report["moves"].as_u64() > Some(0), "{report}");
}
