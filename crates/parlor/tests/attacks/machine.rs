//! How long the machine itself stands still: other tests share its cores and its disk, and what they
//! do is not the house's fault.

use std::io::{Seek, SeekFrom, Write};
use std::sync::{Mutex, Once};
use std::time::{Duration, Instant};

static PAUSES: Mutex<Vec<(Instant, Duration)>> = Mutex::new(Vec::new());
const BREATH: Duration = Duration::from_millis(50);
/// Shorter pauses explain nothing.
const WORTH_IT: Duration = Duration::from_millis(100);

/// From now on somebody who asks for next to nothing, a moment and a block on the disk, notes how
/// late it comes.
pub fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let mut file = tempfile::tempfile().unwrap();
        std::thread::spawn(move || {
            loop {
                let begun = Instant::now();
                std::thread::sleep(BREATH);
                file.seek(SeekFrom::Start(0)).unwrap();
                file.write_all(&[0; 512]).unwrap();
                file.sync_data().unwrap();
                let late = begun.elapsed().saturating_sub(BREATH);
                if late > WORTH_IT {
                    PAUSES.lock().unwrap().push((Instant::now(), late));
                }
            }
        });
    });
}

/// How late that came since then, all in all.
pub fn stood_still(since: Instant) -> Duration {
    // Whoever is late now has not said so yet.
    std::thread::sleep(4 * BREATH);
    let pauses = PAUSES.lock().unwrap();
    let lately = pauses.iter().filter(|(at, _)| *at >= since);
    lately.map(|(_, late)| *late).sum()
}
