//! Previews of which only the game's name is known.

use serde_json::value::RawValue;

use super::{AnyPreview, raw};
use crate::{Game, Names};

#[derive(Debug)]
pub(super) struct Preview<G: Game>(pub(super) G::Preview);

impl<G: Game> AnyPreview for Preview<G> {
    fn raw(&self) -> Box<RawValue> {
        raw(&self.0)
    }

    fn words(&self, names: Names<'_>) -> Vec<String> {
        G::describe_preview(&self.0, names)
    }
}
