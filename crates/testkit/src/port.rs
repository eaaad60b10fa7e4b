use std::fs::File;
use std::net::TcpListener;

/// Below what the system gives to connections that ask for no port in particular.
const FIRST: u32 = 20_000;
const COUNT: u32 = 10_000;

/// A port on loopback that stays this test's own until its process ends, whether or not somebody
/// listens there: for servers that stop and come back at the same address. One of the system's own
/// choice would be given to somebody else meanwhile.
pub fn own_port() -> u16 {
    let folder = std::env::temp_dir().join("parlor-test-ports");
    std::fs::create_dir_all(&folder).expect("a folder for the locks");
    for number in 0..COUNT {
        let number = std::process::id().wrapping_mul(61).wrapping_add(number);
        let port = (FIRST + number % COUNT) as u16;
        let lock = File::create(folder.join(port.to_string())).expect("a lock file");
        if lock.try_lock().is_ok() && TcpListener::bind(("127.0.0.1", port)).is_ok() {
            // Held to the end of the process.
            std::mem::forget(lock);
            return port;
        }
    }
    panic!("no port is free");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_gets_the_same_port() {
        let (one, other) = (own_port(), own_port());
        assert_ne!(one, other);
        for port in [one, other] {
            assert!(TcpListener::bind(("127.0.0.1", port)).is_ok());
            assert!(u32::from(port) < FIRST + COUNT);
        }
    }
}
