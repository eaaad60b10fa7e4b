//! In place of the bus, in programs without the feature `nats`.

use tokio::sync::mpsc;

use super::join::{BusError, Heard};
use super::{Bus, BusMessage};

#[expect(
    clippy::unused_async,
    reason = "as the one it stands for, which has to wait"
)]
pub(crate) async fn connect(
    _url: &str,
    _cluster: &str,
    _bus: &Bus,
    _queue: mpsc::Receiver<BusMessage>,
) -> Result<Heard, BusError> {
    Err(BusError::NotBuilt)
}
