use serde::Deserialize;
use serde_json::{Value, json};

use super::line::Question;
use crate::Refusal;

/// Everything that may be asked about a position at once.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    game: String,
    line: Question,
    /// One to be foreseen and thrown.
    #[serde(default)]
    action: Option<String>,
}

/// What the API answers to somebody who studies a position, without a house around it: `None` if this
/// cannot be read.
pub fn answer(body: &[u8]) -> Option<Result<Value, Refusal>> {
    let asked: Asked = serde_json::from_slice(body).ok()?;
    let game = parlor_catalog::game(&asked.game)?;
    Some((|| {
        let end = asked.line.play(game)?;
        let look = asked.line.look(game)?;
        let told = asked.action.map(|action| {
            let foreseen = end.preview(&action).map_err(|(why, _)| why);
            let thrown = end.spread(&action, &asked.line.names);
            (foreseen, thrown.map_err(|refusal| refusal.message))
        });
        Ok(json!({ "look": look, "told": told }))
    })())
}
