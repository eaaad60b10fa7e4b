use std::net::IpAddr;
use std::time::Duration;

use parlor_hub::ops::{Admission, Closed, MessageRate, Rank, RateVerdict, Word, accept, turn_away};
use parlor_hub::{Hub, Refusal};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Port, coexistence, marelles, terminal};

/// Whoever does not take what is sent for so long is gone.
const PATIENCE: Duration = Duration::from_secs(20);
/// Whoever sends too fast is read this much later.
const SLOWED: Duration = Duration::from_millis(20);

/// Accepts connections until the house closes.
pub(crate) async fn open(
    port: Port,
    listener: TcpListener,
    hub: Hub,
    mut closing: watch::Receiver<bool>,
) {
    let slots = marelles::Slots::default();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &hub.connections) => accepted,
            _ = closing.changed() => return,
        };
        let admitted = hub
            .people
            .bans
            .check_address(peer.ip())
            .and_then(|()| hub.limits.request(peer.ip()))
            .and_then(|()| hub.connections.admit(peer.ip()));
        match admitted {
            Ok(admission) => {
                let _ = stream.set_nodelay(true);
                let line = Line {
                    stream,
                    from: peer.ip(),
                    rate: hub.limits.message_rate(Some(peer.ip())),
                    admission,
                    closing: closing.clone(),
                };
                tokio::spawn(serve(port, line, hub.clone(), slots.clone()));
            }
            Err(refusal) => turn_away(stream, Word::AtOnce, word(port, &refusal)),
        }
    }
}

/// A refusal in the words of the port.
fn word(port: Port, refusal: &Refusal) -> Vec<u8> {
    match port {
        Port::CoExistence => coexistence::refused(refusal),
        Port::Marelles => b"[error]full\n".to_vec(),
        Port::Terminal => format!("{} ({})\n", refusal.message, refusal.code).into_bytes(),
    }
}

async fn serve(port: Port, line: Line, hub: Hub, slots: marelles::Slots) {
    match port {
        Port::CoExistence => coexistence::serve(line, hub).await,
        Port::Marelles => marelles::serve(line, hub, slots).await,
        Port::Terminal => terminal::serve(line, hub).await,
    }
}

/// What a line costs its address: often the answer is a whole picture.
const LINE: u32 = 4;

/// A text connection.
pub(super) struct Line {
    stream: TcpStream,
    pub(super) from: IpAddr,
    rate: MessageRate,
    admission: Admission,
    pub(super) closing: watch::Receiver<bool>,
}

impl Line {
    /// Some bytes; `None` when the client has gone or the house closes.
    pub(super) async fn read(&mut self, buffer: &mut [u8]) -> Option<usize> {
        tokio::select! {
            read = self.stream.read(buffer) => match read {
                Ok(0) | Err(_) => None,
                Ok(count) => {
                    self.admission.connection.touch();
                    Some(count)
                }
            },
            () = self.admission.connection.shed() => None,
            _ = self.closing.changed() => None,
        }
    }

    pub(super) async fn write(&mut self, bytes: &[u8]) -> Option<()> {
        match timeout(PATIENCE, self.stream.write_all(bytes)).await {
            Ok(Ok(())) => Some(()),
            Ok(Err(_)) => None,
            Err(_) => {
                Closed::TakesNothing.note(Some(self.from), None);
                None
            }
        }
    }

    /// Counts a line that was read: too many are slowed, a flood is cut off.
    pub(super) async fn may_speak(&mut self) -> Option<()> {
        match self.rate.check(LINE) {
            RateVerdict::Fine => Some(()),
            RateVerdict::Flood => {
                Closed::TooManyLines.note(Some(self.from), None);
                None
            }
            RateVerdict::TooFast => {
                tokio::time::sleep(SLOWED).await;
                Some(())
            }
        }
    }

    /// Whether somebody with a name is here now.
    pub(super) fn known(&self, somebody: bool) {
        if somebody {
            self.admission.connection.is(Rank::Person);
        }
    }

    pub(super) async fn end(mut self) {
        let _ = timeout(Duration::from_secs(1), self.stream.shutdown()).await;
    }
}

/// Splits bytes into lines of bounded length; what is longer is reported once and dropped up to
/// its end.
pub(super) struct Lines {
    line: Vec<u8>,
    most: usize,
    dropping: bool,
}

pub(super) enum Received {
    Line(String),
    TooLong,
    NotText,
}

impl Lines {
    pub(super) fn new(most: usize) -> Lines {
        Lines {
            line: Vec::new(),
            most,
            dropping: false,
        }
    }

    pub(super) fn push(&mut self, byte: u8) -> Option<Received> {
        let ends = byte == b'\n';
        if self.dropping {
            self.dropping = !ends;
            return None;
        }
        if ends {
            let mut line = std::mem::take(&mut self.line);
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            return Some(String::from_utf8(line).map_or(Received::NotText, Received::Line));
        }
        if self.line.len() >= self.most {
            self.line = Vec::new();
            self.dropping = true;
            return Some(Received::TooLong);
        }
        self.line.push(byte);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(most: usize, bytes: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(most);
        bytes
            .iter()
            .filter_map(|&byte| lines.push(byte))
            .map(|heard| match heard {
                Received::Line(line) => line,
                Received::TooLong => "<too long>".into(),
                Received::NotText => "<not text>".into(),
            })
            .collect()
    }

    #[test]
    fn lines_are_bounded() {
        assert_eq!(heard(5, b"ab\r\n\ncd\n"), ["ab", "", "cd"]);
        assert_eq!(heard(5, b"abcdefghij\nxy\n"), ["<too long>", "xy"]);
        assert_eq!(heard(5, b"\xff\xfe\nok\n"), ["<not text>", "ok"]);
    }
}
