//! `parlor join`: our board for a game that runs on somebody else's server.
//!
//! A little web server on loopback serves the same page as the house. `link` keeps the connection
//! to the foreign server, `game` knows what its frames mean, `web` tells the page.

mod game;
mod link;
mod web;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};

use game::JoinedGame;

/// The port of the rule page, for addresses that name none.
const USUAL_PORT: u16 = 21357;
/// Clicks that wait for the connection; a person never has so many.
const MOST_ASKED: usize = 16;

#[derive(Args, Debug)]
pub(crate) struct Join {
    /// What the other server speaks
    game: Joinable,
    /// Its address, such as example.org:21357
    server: String,
    /// Local port of the page; a free one if absent
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Only print the address instead of opening a browser, too
    #[arg(long)]
    no_open: bool,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Joinable {
    /// Frames of 19 lines of 40 characters
    Coexistence,
}

impl Join {
    pub(crate) fn run(&self) -> io::Result<()> {
        let Joinable::Coexistence = self.game;
        let server = address(&self.server)?;
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?
            .block_on(self.serve(server))
    }

    async fn serve(&self, server: String) -> io::Result<()> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))
            .await
            .map_err(|error| io::Error::other(format!("port {}: {error}", self.port)))?;
        let own = listener.local_addr()?;
        let (tell, told) = watch::channel(JoinedGame::new(&server));
        let (ask, asked) = mpsc::channel(MOST_ASKED);
        let linked = tokio::spawn(link::keep(server.clone(), asked, tell));
        let page = format!("http://{own}/join");
        crate::say(&format!("CoExistence at {server}: open {page}"));
        crate::say("Ctrl-C ends it.");
        if !self.no_open {
            open(&page);
        }
        let serving = axum::serve(listener, web::router(told, ask, own));
        let done = serving.with_graceful_shutdown(crate::told_to_stop());
        tokio::select! {
            done = done => done,
            // Open pages would keep the server from ending in order.
            () = crate::told_to_stop() => Ok(()),
        }?;
        linked.abort();
        Ok(())
    }
}

/// The address with a port, or what is wrong with it.
fn address(text: &str) -> io::Result<String> {
    let text = text.trim();
    let bad = |why: &str| {
        let example = SocketAddr::from((Ipv4Addr::LOCALHOST, USUAL_PORT));
        let message = format!("{text:?} is no address: {why}; write it like {example}");
        Err(io::Error::new(io::ErrorKind::InvalidInput, message))
    };
    if text.is_empty() || text.contains(|it: char| it.is_whitespace() || it == '/') {
        return bad("a host and a port are needed");
    }
    match text.rsplit_once(':') {
        Some(("", _)) => bad("the host is missing"),
        Some((host, _)) if host.contains(':') && !host.starts_with('[') => {
            bad("an IPv6 host stands in brackets")
        }
        Some((_, port)) if port.parse::<u16>().is_ok_and(|port| port > 0) => Ok(text.to_owned()),
        Some(_) if !text.ends_with(']') => bad("the port must be a number from 1 to 65535"),
        _ => Ok(format!("{text}:{USUAL_PORT}")),
    }
}

/// Asks the system to show the page. Where that is not possible the printed address remains.
fn open(page: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let _ = Command::new(opener)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

#[cfg(test)]
mod tests {
    use super::address;

    #[test]
    fn addresses_get_the_usual_port_and_bad_ones_a_reason() {
        assert_eq!(address("example.org").unwrap(), "example.org:21357");
        assert_eq!(address(" 10.0.0.7:4000 ").unwrap(), "10.0.0.7:4000");
        assert_eq!(address("[::1]:4000").unwrap(), "[::1]:4000");
        assert_eq!(address("[::1]").unwrap(), "[::1]:21357");
        for bad in [
            "",
            ":21357",
            "host:",
            "host:0",
            "host:70000",
            "http://x:1",
            "a b:1",
            "::1",
        ] {
            assert!(address(bad).is_err(), "{bad:?} was taken for an address");
        }
    }
}
