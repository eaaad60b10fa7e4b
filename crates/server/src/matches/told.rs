use std::io::Write as _;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;
use parlor_engine::{AnyState, Legal, Outcome, Viewer};
use serde::Serialize;

use crate::protocol::{ClockView, LogLine};

/// What one viewer learns when a match moves on. Made once per viewer, shared by all who look
/// through the same eyes.
#[derive(Clone, Debug)]
pub struct Told {
    pub game_match: String,
    pub seq: u32,
    pub viewer: Viewer,
    pub lines: Vec<LogLine>,
    /// The actions of those lines in notation, where nothing is hidden in the game.
    pub actions: Vec<(u8, String)>,
    /// JSON.
    pub view: String,
    pub to_act: Vec<u8>,
    pub legal: Legal,
    pub outcome: Option<Outcome>,
    pub clock: Option<ClockView>,
    /// The frame for those who have asked for nothing: a crowd that looks on gets the same bytes.
    pub(super) shared: OnceLock<Utf8Bytes>,
}

impl Told {
    /// The frame for a socket.
    pub fn frame(&self, ack: Option<&str>) -> Utf8Bytes {
        match ack {
            Some(_) => self.write(ack).into(),
            None => self.shared.get_or_init(|| self.write(None).into()).clone(),
        }
    }

    /// By hand because the largest part, the view, is JSON already.
    fn write(&self, ack: Option<&str>) -> String {
        let mut text = Vec::with_capacity(self.view.len() + 768);
        let _ = write!(text, "{{\"type\":\"update\",\"seq\":{}", self.seq);
        field(&mut text, "match", Some(&*self.game_match));
        field(&mut text, "id", ack);
        text.extend_from_slice(b",\"log\":[");
        for (place, line) in self.lines.iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            let _ = write!(
                text,
                "{{\"seq\":{},\"kind\":\"{}\",\"at_ms\":{},\"seat\":",
                line.seq, line.kind, line.at_ms
            );
            push(&mut text, &line.seat);
            text.extend_from_slice(b",\"events\":");
            text.extend_from_slice(line.events.0.as_bytes());
            text.extend_from_slice(b",\"words\":");
            push(&mut text, &line.words);
            text.push(b'}');
        }
        text.extend_from_slice(b"],\"view\":");
        text.extend_from_slice(self.view.as_bytes());
        text.extend_from_slice(b",\"to_act\":");
        push(&mut text, &self.to_act);
        text.extend_from_slice(b",\"legal\":");
        push(&mut text, &self.legal.actions);
        field(&mut text, "pattern", self.legal.pattern.as_ref());
        field(&mut text, "outcome", self.outcome.as_ref());
        field(&mut text, "clock", self.clock.as_ref());
        text.push(b'}');
        String::from_utf8(text).unwrap_or_default()
    }
}

fn push<T: Serialize>(text: &mut Vec<u8>, value: &T) {
    // Only a map with keys that are no text could fail.
    let _ = serde_json::to_writer(text, value);
}

fn field<T: Serialize>(text: &mut Vec<u8>, name: &str, value: Option<T>) {
    if let Some(value) = value {
        let _ = write!(text, ",\"{name}\":");
        push(text, &value);
    }
}

/// What the viewer's seat may do; spectators may do nothing.
pub(super) fn legal_for(state: &dyn AnyState, viewer: Viewer) -> Legal {
    match viewer {
        Viewer::Seat(seat) => state.legal(seat),
        Viewer::Spectator | Viewer::Referee => Legal {
            actions: Vec::new(),
            pattern: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Raw;

    #[test]
    fn the_frame_is_json_with_every_field() {
        let told = Told {
            game_match: "abc".into(),
            seq: 7,
            viewer: Viewer::Spectator,
            lines: vec![LogLine {
                seq: 7,
                kind: "action",
                seat: Some(1),
                events: Raw("[{\"kind\":\"x\"}]".into()),
                words: vec!["a \"quoted\" word".into()],
                at_ms: 5,
            }],
            actions: Vec::new(),
            view: "{\"board\":1}".into(),
            to_act: vec![0],
            legal: Legal {
                actions: vec!["a1".into()],
                pattern: None,
            },
            outcome: Some(Outcome::draw(2, "agreed")),
            clock: None,
            shared: OnceLock::new(),
        };
        let frame: serde_json::Value = serde_json::from_str(&told.frame(Some("c\"1"))).unwrap();
        assert_eq!(frame["id"], "c\"1");
        assert_eq!(frame["log"][0]["words"][0], "a \"quoted\" word");
        assert_eq!(frame["view"]["board"], 1);
        assert_eq!(frame["outcome"]["kind"], "draw");
        assert_eq!(frame["type"], "update");
    }
}
