//! Events of which only the game's name is known.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{AnyEvents, Sentences, raw};
use crate::{Game, Names, Viewer};

#[derive(Debug)]
pub(super) struct Events<G: Game>(pub(super) Vec<G::Event>);

impl<G: Game> Events<G> {
    fn seen_by(&self, viewer: Viewer) -> impl Iterator<Item = G::Event> {
        self.0
            .iter()
            .filter_map(move |event| G::redact(event, viewer))
    }
}

/// The events that a viewer learns of, as a list.
struct Seen<'a, G: Game>(&'a Events<G>, Viewer);

impl<G: Game> Serialize for Seen<'_, G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.seen_by(self.1))
    }
}

impl<G: Game> AnyEvents for Events<G> {
    fn raw(&self, viewer: Viewer) -> Box<RawValue> {
        raw(&Seen(self, viewer))
    }

    fn words(&self, viewer: Viewer, names: Names<'_>) -> Sentences {
        self.seen_by(viewer)
            .map(|event| G::describe(&event, names))
            .collect()
    }

    fn reveals(&self) -> bool {
        G::reveals(&self.0)
    }
}
