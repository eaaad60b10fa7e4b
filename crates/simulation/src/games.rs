//! What simulated people play.

use serde_json::{Value, json};

/// Every game of the house, with options under which its matches come to an end soon.
pub(crate) fn games() -> Vec<(&'static str, Value)> {
    vec![
        ("marelles", json!({ "undo": "ask" })),
        ("coexistence", json!({})),
        ("obliteration", json!({ "columns": 6, "rows": 5 })),
        ("risk", json!({})),
        ("mars", json!({ "turns": 20 })),
    ]
}

/// Few, so that people who want a partner find one.
pub(crate) const PAIRED: [&str; 2] = ["marelles", "coexistence"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_game_of_the_house_is_simulated() {
        let house = parlor_catalog::GAMES.iter().map(|game| game.meta().id);
        let simulated: BTreeSet<_> = games().into_iter().map(|(game, _)| game).collect();
        assert_eq!(simulated, house.collect());
    }
}
