//! The program. What it does is in the library beside it.

use std::process::ExitCode;

/// Measured: a move asks for memory some forty times, and the system's allocator took a tenth of the
/// server's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    parlor::run()
}
