use crate::protocol::ServerMessage;

/// Room for the longest head of a frame: two bytes and a length of eight.
const HEAD: usize = 10;
/// A whole message of text.
const TEXT: u8 = 0x81;

/// A message as a frame of its own, head and all, ready for any number of sockets: what a server
/// sends is not masked, so it is the same for all.
#[derive(Debug)]
pub(crate) struct TextFrame {
    bytes: Vec<u8>,
    /// Where the head begins.
    start: usize,
}

impl TextFrame {
    pub(crate) fn new(message: &ServerMessage) -> TextFrame {
        let mut bytes = Vec::with_capacity(HEAD + message.json_size());
        bytes.resize(HEAD, 0);
        message.write_json(&mut bytes);
        let start = put_head(&mut bytes);
        TextFrame { bytes, start }
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }
}

/// Writes the head in front of what follows it; where it begins.
fn put_head(bytes: &mut [u8]) -> usize {
    let length = bytes.len().saturating_sub(HEAD);
    let mut head = [0; HEAD];
    let start = match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..126), _) => {
            head[HEAD - 2..].copy_from_slice(&[TEXT, short]);
            HEAD - 2
        }
        (_, Ok(middle)) => {
            let [high, low] = middle.to_be_bytes();
            head[HEAD - 4..].copy_from_slice(&[TEXT, 126, high, low]);
            HEAD - 4
        }
        _ => {
            head[..2].copy_from_slice(&[TEXT, 127]);
            head[2..].copy_from_slice(&(length as u64).to_be_bytes());
            0
        }
    };
    if let Some(place) = bytes.get_mut(..HEAD) {
        place.copy_from_slice(&head);
    }
    start
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocket};

    use super::*;

    /// What the WebSocket library reads is what was said, whatever the length.
    #[test]
    fn frames_of_every_length() {
        for length in [0, 1, 60, 70, 80, 200, 65_400, 65_520, 65_600, 200_000] {
            let message = ServerMessage::Bye {
                reason: "m".repeat(length),
            };
            let frame = TextFrame::new(&message);
            let mut socket =
                WebSocket::from_raw_socket(Cursor::new(frame.bytes().to_vec()), Role::Client, None);
            let mut json = Vec::new();
            message.write_json(&mut json);
            let text = String::from_utf8(json).unwrap();
            assert_eq!(socket.read().unwrap(), Message::text(text), "{length}");
        }
    }
}
