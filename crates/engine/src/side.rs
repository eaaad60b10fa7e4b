use serde::Serialize;

/// What a seat of a game is called and has to do, for those who choose where to sit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SideSpec {
    /// Stable, lower case, one word: it is typed on text ports.
    pub id: &'static str,
    pub name: &'static str,
    /// One line: what this side has to do.
    pub about: &'static str,
}

impl SideSpec {
    /// The seats of a game in which they differ by their turn alone.
    pub const IN_ORDER: [SideSpec; 6] = [
        SideSpec::new("first", "First", "begins"),
        SideSpec::new("second", "Second", "moves second"),
        SideSpec::new("third", "Third", "moves third"),
        SideSpec::new("fourth", "Fourth", "moves fourth"),
        SideSpec::new("fifth", "Fifth", "moves fifth"),
        SideSpec::new("sixth", "Sixth", "moves sixth"),
    ];

    pub const fn new(id: &'static str, name: &'static str, about: &'static str) -> SideSpec {
        SideSpec { id, name, about }
    }
}
