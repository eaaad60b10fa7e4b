use parlor_engine::{Chance, Fast, Game, Seat, Viewer};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// How to test a game: what the rules alone do not say.
pub trait Specimen: Game {
    /// No random game of the cases below takes more actions.
    const LONGEST: u32;

    /// Where the page looks for the game's types, from the root of the repository.
    const TYPES: &'static str = "web/src/generated";

    /// Option sets worth testing, each with a number of seats. Random play must end in all of them.
    fn cases() -> Vec<(u8, Self::Options)>;

    /// Any action at all: out of range, of the wrong phase, or by chance legal.
    fn junk(chance: &mut dyn Chance) -> Self::Action;

    /// A state that differs from this one only in what the viewer may not know.
    fn other_world(&self, viewer: Viewer, chance: &mut dyn Chance) -> Self {
        Self::determinize(&self.view(viewer), chance)
    }
}

/// A random walk from the opening: everything follows from these three numbers.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    pub options: usize,
    pub seed: u64,
    pub steps: u32,
}

impl Case {
    pub fn start<G: Specimen>(self) -> (G, Fast) {
        let cases = G::cases();
        let (seats, options) = &cases[self.options % cases.len()];
        let mut chance = Fast::new(self.seed);
        let state = G::new(options, *seats, &mut chance).expect("a test case has good options");
        (state, chance)
    }
}

/// The state after the case's steps, or the end of the game if that comes first.
pub fn walk<G: Specimen>(case: Case) -> (G, Fast) {
    let (mut state, mut chance) = case.start::<G>();
    for _ in 0..case.steps {
        if step(&mut state, &mut chance).is_none() {
            break;
        }
    }
    (state, chance)
}

/// One random action of a random seat that may act; its seat, the action and what happened.
pub(crate) fn step<G: Specimen>(
    state: &mut G,
    chance: &mut Fast,
) -> Option<(Seat, G::Action, Vec<G::Event>)> {
    let actors: Vec<Seat> = state.to_act().iter().collect();
    let seat = *parlor_engine::pick(&actors, chance)?;
    let action = state
        .sample(seat, &mut Vec::new(), chance)
        .expect("a seat that may act has something to do");
    let mut events = Vec::new();
    state
        .apply(seat, &action, chance, &mut events)
        .unwrap_or_else(|refused| panic!("sampled {action:?} was refused: {refused}\n{state:#?}"));
    Some((seat, action, events))
}

/// A runner whose cases are the same in every run; a failure prints its case after shrinking.
pub fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}
