//! One function for each thing an outsider can send. Each takes any bytes, must come back soon, and
//! panics when a promise is broken; `fuzz/` feeds them what libFuzzer finds, the test here what is
//! in its corpora.

mod games;
mod house;
mod lines;
mod protocol;

/// A target: its name, which is also that of its corpus, and what it does.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 11] = [
    ("ws_message", protocol::ws_message),
    ("http_body", protocol::http_body),
    ("names", protocol::names),
    ("ports", house::ports),
    ("coexistence_frame", lines::coexistence_frame),
    ("coexistence_command", lines::coexistence_command),
    ("engine_lines", lines::engine_lines),
    ("table_file", lines::table_file),
    ("notation", games::notation),
    ("record", games::record),
    ("state", games::state),
];

/// Runs one target; for `fuzz/`, where each is a program of its own.
pub fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|(target, _)| *target == name);
    let (_, target) = found.expect("a target of this name");
    target(data);
}
