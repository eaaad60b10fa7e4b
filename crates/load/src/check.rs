//! What the clients saw, held against the server's logs.

use futures_util::{StreamExt, stream};

use crate::api::LogLine;
use crate::ledger::{Kept, digest};
use crate::nodes::Nodes;
use crate::room::Seen;
use crate::run::{AT_ONCE, bar};
use crate::{Faults, LoadError};

/// Reads every match's log as each of its seats, each from another node, and compares.
pub(crate) async fn check(nodes: &Nodes, rooms: &[Seen]) -> Result<(u64, Faults), LoadError> {
    let bar = bar("checking logs {pos}/{len} {wide_bar}");
    let mut wanted = Vec::new();
    for room in rooms {
        for left in &room.left {
            for (token, (seat, ledger)) in room.tokens.iter().zip(&left.seats) {
                wanted.push((left.id.as_str(), token, *seat, ledger));
            }
        }
    }
    bar.set_length(wanted.len() as u64);
    let reading = (0..).zip(wanted).map(|(node, (id, token, seat, ledger))| {
        let bar = &bar;
        async move {
            let log = nodes.log(node, id, token).await?.log;
            bar.inc(1);
            let stored: Vec<Kept> = log.iter().map(kept).collect();
            Ok::<_, LoadError>((u64::from(ledger.last().0), ledger.compare(seat, &stored)))
        }
    });
    let (mut entries, mut faults) = (0, Faults::default());
    let mut read = stream::iter(reading).buffer_unordered(AT_ONCE);
    while let Some(found) = read.next().await {
        let (checked, found) = found?;
        entries += checked;
        faults.add(found);
    }
    bar.finish_and_clear();
    Ok((entries, faults))
}

fn kept(line: &LogLine) -> Kept {
    Kept {
        seq: line.seq,
        seat: line.seat,
        digest: digest(line.seat, line.at_ms, line.words.get()),
    }
}
