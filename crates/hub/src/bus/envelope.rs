//! How messages travel: whatever waits goes together, for each way through the bus costs more than what
//! is carried.

use parlor_engine::SeatSet;
use serde::{Deserialize, Serialize};

use super::{BusEntry, BusMessage, NodeId};
use crate::MatchId;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) from: NodeId,
    /// Alone, as nodes of every version read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<BusMessage>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    entries: Vec<Entries>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<BusMessage>,
}

/// What most messages are: `BusMessage::Entries` without a tag, which is read without a detour.
#[derive(Debug, Serialize, Deserialize)]
struct Entries {
    match_id: MatchId,
    rows: Vec<BusEntry>,
    to_act: SeatSet,
}

impl Envelope {
    #[cfg(feature = "nats")]
    pub(super) fn one(from: NodeId, message: BusMessage) -> Envelope {
        Envelope {
            from,
            message: Some(message),
            entries: Vec::new(),
            others: Vec::new(),
        }
    }

    #[cfg(feature = "nats")]
    pub(super) fn many(from: NodeId, messages: impl IntoIterator<Item = BusMessage>) -> Envelope {
        let mut envelope = Envelope {
            from,
            message: None,
            entries: Vec::new(),
            others: Vec::new(),
        };
        for message in messages {
            match message {
                BusMessage::Entries {
                    match_id,
                    rows,
                    to_act,
                } => envelope.entries.push(Entries {
                    match_id,
                    rows,
                    to_act,
                }),
                other => envelope.others.push(other),
            }
        }
        envelope
    }

    pub(super) fn len(&self) -> usize {
        usize::from(self.message.is_some()) + self.entries.len() + self.others.len()
    }

    /// Entries come first: what else was said may build on them, and what they have overtaken says nothing
    /// any more.
    pub(super) fn into_messages(self) -> impl Iterator<Item = BusMessage> {
        let entries = self.entries.into_iter().map(|it| BusMessage::Entries {
            match_id: it.match_id,
            rows: it.rows,
            to_act: it.to_act,
        });
        self.message.into_iter().chain(entries).chain(self.others)
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::{Seat, Seq};

    use super::*;

    fn entries(seq: u32) -> BusMessage {
        BusMessage::Entries {
            match_id: MatchId::NONE,
            rows: vec![BusEntry {
                seq: Seq(seq),
                at_ms: 5,
                act: "{\"kind\":\"resign\",\"seat\":0}".to_owned(),
                by: Some(7),
                cmd: None,
            }],
            to_act: SeatSet::only(Seat(1)),
        }
    }

    fn sent(envelope: &Envelope) -> Envelope {
        serde_json::from_str(&serde_json::to_string(envelope).unwrap()).unwrap()
    }

    #[test]
    fn what_travels_together_arrives() {
        let gone = BusMessage::BansChanged {};
        let all = [entries(1), gone.clone(), entries(2)];
        let heard = sent(&Envelope::many(NodeId(3), all));
        assert_eq!((heard.from, heard.len()), (NodeId(3), 3));
        let heard: Vec<_> = heard.into_messages().collect();
        assert_eq!(heard, [entries(1), entries(2), gone]);
    }

    /// As versions have written it that knew nothing of others.
    #[test]
    fn one_alone_looks_as_it_always_did() {
        let text = serde_json::to_string(&Envelope::one(NodeId(3), BusMessage::BansChanged {}));
        let text = text.unwrap();
        assert_eq!(text, r#"{"from":3,"message":{"kind":"bans_changed"}}"#);
        let heard: Envelope = serde_json::from_str(&text).unwrap();
        assert_eq!(heard.into_messages().count(), 1);
    }
}
