use parlor_describe::TS;
use serde::{Deserialize, Serialize};

/// What a player does on a turn; section 2. Columns count from 0 (A) to 5 (F); each card has the
/// same column for both players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Attack { own: u8, target: u8 },
    Pass,
}
