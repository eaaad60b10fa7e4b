//! What each side cares for.
//!
//! The weights come from some thousand games of the two doctrines against each other, in which
//! changes were kept that brought more points.

/// What an action promises for each of these, in points.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Doctrine {
    /// Actions left from which on what pays back later counts less and less.
    pub horizon: f64,
    /// An enemy that dies.
    pub kill: f64,
    /// An own unit that dies.
    pub die: f64,
    /// The same for every level of veterancy.
    pub veteran_kill: f64,
    pub veteran_die: f64,
    /// The whole health of an enemy, in part.
    pub hurt: f64,
    /// As much more for an enemy that has lost nearly all of it before.
    pub finish: f64,
    /// The whole health of an own unit, in part.
    pub bleed: f64,
    /// An attacker that is left with little health where the enemy can reach it.
    pub prey: f64,
    /// By the points of a town, twice as they change hands: a garrison without reserves that dies
    /// or is hurt.
    pub storm_kill: f64,
    pub storm_wear: f64,
    /// The same for one with reserves beside it.
    pub held_kill: f64,
    pub held_wear: f64,
    /// By the points of the enemy towns near: a defender that dies or is hurt.
    pub besiege_kill: f64,
    pub besiege_wear: f64,
    /// By its points: an own town that is left empty as its garrison attacks and dies.
    pub town_risk: f64,
    /// An enemy in reach that is of a weaker arm.
    pub strong: f64,
    /// By its points: the same if it holds a town.
    pub strong_siege: f64,
    /// Standing where an enemy of a stronger arm can attack.
    pub weak: f64,
    /// Standing where an enemy can attack, with nearly no health.
    pub frail: f64,
    /// By its points: an enemy town in reach.
    pub siege: f64,
    /// A fresh unit in a town.
    pub garrison: f64,
    /// What a move has to bring at least.
    pub tempo: f64,
    /// A tile that changes hands.
    pub ground: f64,
    /// By the town's points, twice: walking into it.
    pub take: f64,
    /// An enemy that is cut off by a move, where it can be attacked.
    pub encircle: f64,
    /// By its points: the same for a garrison.
    pub encircle_town: f64,
    /// By its points: walking into an own empty town that the enemy could take.
    pub man: f64,
    /// By its points: leaving such a town.
    pub leave: f64,
    /// Moving to where no tile beside is one's own.
    pub trapped: f64,
    /// A step towards the nearest town of the enemy, far from him.
    pub approach: f64,
    /// What an exchange of places has to bring at least.
    pub exchange: f64,
}

/// 46 units, most of them fresh: men to spare, and 40 points to make up.
static SOVIETS: Doctrine = Doctrine {
    horizon: 10.0,
    kill: 2.18,
    die: 1.31,
    veteran_kill: 0.04,
    veteran_die: 0.15,
    hurt: 1.59,
    finish: 0.47,
    bleed: 0.87,
    prey: 0.75,
    storm_kill: 0.7,
    storm_wear: 0.16,
    held_kill: 0.0,
    held_wear: 0.06,
    besiege_kill: 0.48,
    besiege_wear: 0.02,
    town_risk: 2.54,
    strong: 0.25,
    strong_siege: 0.05,
    weak: 0.3,
    frail: 0.32,
    siege: 0.09,
    garrison: 0.15,
    tempo: 0.12,
    ground: 0.15,
    take: 1.0,
    encircle: 1.0,
    encircle_town: 0.16,
    man: 0.19,
    leave: 1.48,
    trapped: -0.05,
    approach: 0.13,
    exchange: 0.45,
};

/// 27 units hold most of the towns: who is lost cannot be replaced.
static GERMANS: Doctrine = Doctrine {
    horizon: 3.23,
    kill: 2.11,
    die: 2.78,
    veteran_kill: -0.03,
    veteran_die: 0.19,
    hurt: 0.53,
    finish: 0.81,
    bleed: 3.02,
    prey: 1.14,
    storm_kill: 0.7,
    storm_wear: -0.09,
    held_kill: 0.18,
    held_wear: 0.19,
    besiege_kill: -0.06,
    besiege_wear: 0.34,
    town_risk: 1.21,
    strong: 0.17,
    strong_siege: 0.07,
    weak: 0.11,
    frail: 0.3,
    siege: 0.05,
    garrison: 0.25,
    tempo: 0.28,
    ground: 0.05,
    take: 0.24,
    encircle: 0.3,
    encircle_town: 0.13,
    man: 1.2,
    leave: 2.82,
    trapped: 0.59,
    approach: 0.11,
    exchange: 0.4,
};

pub(crate) fn doctrine(side: usize) -> &'static Doctrine {
    [&SOVIETS, &GERMANS][side]
}
