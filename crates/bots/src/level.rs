use serde::Serialize;

/// A strength to play at. What makes it weak are limits that can be repeated (nodes, depth,
/// chance moves), not time: a level is as strong on a slow machine as on a fast one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Level {
    pub name: &'static str,
    /// One line for somebody who has to choose.
    pub about: &'static str,
    #[serde(skip)]
    pub(crate) skill: Skill,
}

/// The limits of a level.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Skill {
    pub style: Style,
    /// Positions or playouts that it looks at for one decision.
    pub nodes: u64,
    /// Plies that it looks ahead at most.
    pub depth: u32,
    /// Of a thousand decisions so many are drawn at random.
    pub random: u32,
}

/// How a level comes to its decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// The game's search within the limits.
    Search,
    /// The best action one ply ahead by the game's plain count: stones, hexes, points, troops.
    Greedy,
    /// The player that a rule page describes.
    Classic,
}

impl Skill {
    pub const FULL: Skill = Skill {
        style: Style::Search,
        nodes: u64::MAX,
        depth: u32::MAX,
        random: 0,
    };

    /// More plies than any search gets to see.
    pub const DEEP: u32 = 60;

    pub const fn search(nodes: u64, depth: u32, random: u32) -> Skill {
        Skill {
            style: Style::Search,
            nodes,
            depth,
            random,
        }
    }

    pub const fn styled(style: Style) -> Skill {
        Skill {
            style,
            ..Skill::FULL
        }
    }
}

impl Level {
    const fn new(name: &'static str, about: &'static str, skill: Skill) -> Level {
        Level { name, about, skill }
    }

    /// The five levels that every game has, weakest first.
    pub(crate) const fn ladder(skills: [Skill; 5]) -> [Level; 5] {
        let [beginner, easy, medium, hard, best] = skills;
        [
            Level::new("beginner", "Just learned the rules", beginner),
            Level::new("easy", "Sees what is in front of it", easy),
            Level::new("medium", "Plays a decent game", medium),
            Level::new("hard", "Punishes mistakes", hard),
            Level::new("best", "Everything it can within its time", best),
        ]
    }

    /// Between `hard` and `best`, where these two are further apart than neighbours should be.
    pub(crate) const fn expert(skill: Skill) -> Level {
        Level::new("expert", "Seldom wrong", skill)
    }

    /// Other limits, given for each level of a ladder; anything else is as strong everywhere.
    pub(crate) fn skill_in(&self, ladder: &[Level], limits: &[Skill]) -> Skill {
        let place = ladder.iter().position(|known| known == self);
        let skill = place.and_then(|place| limits.get(place));
        skill.copied().unwrap_or(self.skill)
    }

    /// A level that is only tried out: `NODES/DEPTH/RANDOM`.
    pub(crate) fn trial(text: &str) -> Option<Level> {
        let mut parts = text.split('/');
        let mut next = || parts.next()?.parse::<u32>().ok();
        let skill = Skill::search(next()?.into(), next()?, next()?.min(1000));
        let level = Level::new("trial", "Limits that are tried out", skill);
        parts.next().is_none().then_some(level)
    }

    pub(crate) const CLASSIC: Level = Level::new(
        "classic",
        "The player of the rule page: blocks first, then builds, else plays anything",
        Skill::styled(Style::Classic),
    );

    /// One ply ahead: what strength is measured against. Not offered to people.
    pub(crate) const GREEDY: Level = Level::new(
        "greedy",
        "Takes what it can get at once",
        Skill::styled(Style::Greedy),
    );

    /// The rules' own simple player, which takes the seat of somebody who has left.
    pub(crate) const STAND_IN: Level = Level::new(
        "stand-in",
        "Gathers everything in one place and strikes where its lead is greatest",
        Skill::styled(Style::Classic),
    );

    /// Any legal action: the bottom of every scale. Not offered to people.
    pub(crate) const RANDOM: Level =
        Level::new("random", "Anything legal", Skill::search(0, 0, 1000));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_read() {
        let skill = |text| Level::trial(text).map(|level| level.skill);
        assert_eq!(skill("200/1/120"), Some(Skill::search(200, 1, 120)));
        for junk in ["", "best", "1/2", "1/2/3/4", "a/b/c", "-1/2/3"] {
            assert_eq!(skill(junk), None, "{junk}");
        }
    }
}
