/// Descriptors that are not connections: the database, its log, the ports, the bus, the terminal.
const RESERVE: u64 = 256;
/// Where the system does not say: what it gives a process by itself.
const USUAL: u64 = 1024;

/// Asks the system for as many open files as it allows, and says how many connections that is.
pub fn most_connections(wanted: Option<u32>) -> usize {
    let files = rlimit::increase_nofile_limit(u64::MAX).unwrap_or(USUAL);
    let room = files.saturating_sub(RESERVE).max(files / 2);
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    let most = wanted.map_or(room, |wanted| room.min(wanted as usize));
    tracing::debug!(files, most, "open files");
    most
}
