//! Sockets that only listen, as of people who have left the page open: from so many loopback addresses
//! that none has more than a house allows.

use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::task::JoinSet;

use crate::LoadError;
use crate::api::Api;
use crate::nodes::Nodes;
use crate::run::AT_ONCE;
use crate::socket::Socket;

/// Fewer than the 200 of `sockets_per_address`.
const PER_ADDRESS: usize = 150;
/// So long they get to be let in and to be told the list.
const SETTLE: Duration = Duration::from_secs(2);

/// They stay, and answer when they are asked whether they are there, until this is dropped.
#[derive(Debug)]
pub(crate) struct Crowd(JoinSet<LoadError>);

impl Crowd {
    /// So many, at all nodes.
    pub(crate) async fn gather(nodes: &Nodes, count: usize) -> Result<Crowd, LoadError> {
        // By turns, so that no address comes faster than a house allows.
        let addresses = count.div_ceil(PER_ADDRESS).max(1);
        let coming = (0..count).map(|number| enter(nodes.at(number), address(number % addresses)));
        let mut coming = stream::iter(coming).buffer_unordered(AT_ONCE);
        let mut here = JoinSet::new();
        while let Some(socket) = coming.next().await {
            let mut socket = socket?;
            here.spawn(async move {
                loop {
                    if let Err(end) = poll_fn(|context| socket.poll(context)).await {
                        return end;
                    }
                }
            });
        }
        tokio::time::sleep(SETTLE).await;
        Ok(Crowd(here))
    }

    /// How many are still there.
    pub(crate) fn count(&mut self) -> usize {
        while self.0.try_join_next().is_some() {}
        self.0.len()
    }
}

async fn enter(api: &Api, from: IpAddr) -> Result<Socket, LoadError> {
    let mut socket = Socket::connect_from(api, "/ws", None, Some(from)).await?;
    socket.is_welcome().await?;
    // As the front page does.
    socket.send(r#"{"type":"lobby"}"#.into()).await?;
    Ok(socket)
}

/// Others than those of another load beside this one.
fn address(number: usize) -> IpAddr {
    let [.., high, low] = (number as u32 + 1).to_be_bytes();
    let own = 1 + (std::process::id() % 250) as u8;
    IpAddr::V4(Ipv4Addr::new(127, own, high, low))
}
