use std::fs;
use std::time::Duration;

use crate::LoadError;

/// What the kernel knows about a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Usage {
    pub(crate) cpu: Duration,
    pub(crate) resident: u64,
}

/// Linux counts in hundredths of a second here, whatever its own clock does.
const TICKS_PER_SECOND: u64 = 100;

fn usage(pid: u32) -> Result<Usage, LoadError> {
    let read = |file: &str| {
        fs::read_to_string(format!("/proc/{pid}/{file}")).map_err(|_| LoadError::NoProcess(pid))
    };
    parse(&read("stat")?, &read("status")?).ok_or(LoadError::NoProcess(pid))
}

/// All processes together; nothing if there are none.
pub(crate) fn usage_of_all(pids: &[u32]) -> Result<Option<Usage>, LoadError> {
    let mut sum = None;
    for &pid in pids {
        let one = usage(pid)?;
        sum = Some(sum.map_or(one, |sum: Usage| Usage {
            cpu: sum.cpu + one.cpu,
            resident: sum.resident + one.resident,
        }));
    }
    Ok(sum)
}

fn parse(stat: &str, status: &str) -> Option<Usage> {
    // The second field is the program's name, which may hold anything but ends with the last `)`.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?
        .split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()?;
    Some(Usage {
        cpu: Duration::from_millis((user + system) * 1000 / TICKS_PER_SECOND),
        resident: resident * 1024,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_kernel_writes() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194560 100 0 0 0 250 50 0 0 20 0 3 0 1 2 3";
        let used = parse(stat, "Name:\tx\nVmRSS:\t   12 kB\n").unwrap();
        assert_eq!(used.cpu, Duration::from_secs(3));
        assert_eq!(used.resident, 12 * 1024);
    }

    #[test]
    fn this_process_has_memory_and_another_does_not_exist() {
        assert!(usage(std::process::id()).unwrap().resident > 0);
        assert!(usage(u32::MAX).is_err());
    }
}
