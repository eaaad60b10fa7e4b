//! One function for each thing an outsider can send. Each takes any bytes, must come back soon, and
//! panics when a promise is broken; `fuzz/` feeds them what libFuzzer finds, the test here what is
//! in its corpora.

#[cfg(feature = "house")]
mod commands;
#[cfg(feature = "house")]
mod engine;
mod games;
#[cfg(feature = "house")]
mod house;
mod lines;
mod mutate;
#[cfg(feature = "house")]
mod protocol;

#[cfg(feature = "house")]
pub use commands::commands;
#[cfg(feature = "house")]
pub use engine::engine_lines;
pub use games::{notation, record, state};
#[cfg(feature = "house")]
pub use house::ports;
pub use lines::{coexistence_command, coexistence_frame, table_file};
pub use mutate::mutate_json;
#[cfg(feature = "house")]
pub use protocol::{analysis_line, http_body, names, ws_message};

/// A target: its name, which is also that of its corpus, and what it does.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: &[Target] = &[
    ("coexistence_frame", coexistence_frame),
    ("coexistence_command", coexistence_command),
    ("table_file", table_file),
    ("notation", notation),
    ("record", record),
    ("state", state),
    #[cfg(feature = "house")]
    ("commands", commands),
    #[cfg(feature = "house")]
    ("ws_message", ws_message),
    #[cfg(feature = "house")]
    ("http_body", http_body),
    #[cfg(feature = "house")]
    ("analysis_line", analysis_line),
    #[cfg(feature = "house")]
    ("names", names),
    #[cfg(feature = "house")]
    ("ports", ports),
    #[cfg(feature = "house")]
    ("engine_lines", engine_lines),
];
