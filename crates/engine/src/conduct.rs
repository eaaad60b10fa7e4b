use serde::Serialize;

/// What the options of a game say about things around the rules, which the house sees to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// So long for every decision, unless the table has a clock of its own.
    pub turn_seconds: Option<u32>,
    pub take_back: TakeBackRule,
    /// Nobody but the players may look on.
    pub players_only: bool,
    /// Whoever stays away has left, also where no clock runs and people wait.
    pub absence_counts: bool,
}

/// Whether a move may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TakeBackRule {
    /// If the others agree.
    #[default]
    Ask,
    /// Without being asked.
    Instant,
    Never,
}

/// What people who play each other expect of a table of this game, unless they say otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct TableDefaults {
    /// So long for every decision.
    pub turn_seconds: Option<u32>,
    /// Everybody says that they are ready before the first move.
    pub confirm: bool,
}
