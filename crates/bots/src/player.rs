//! What a game's computer player has to be able to do, and the one place where its type is erased.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_engine::{Fast, Game, Seat};
use serde::Serialize;

use crate::effort::{Budget, Cancel, Effort};
use crate::level::{Level, Skill};

/// What a player decided, and what it knows about it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// In the game's notation.
    pub action: String,
    /// The estimated chance of the seat to win, a draw counting half; `None` if it did not look.
    pub chance: Option<f64>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions or playouts looked at.
    pub nodes: u64,
    /// What it expects to be played, its own action first.
    pub line: Vec<String>,
    /// Why the action is only some legal one. To be logged.
    pub trouble: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotError {
    #[error("there is no game '{0}'")]
    UnknownGame(String),
    #[error("{game} has no level '{level}': there are {}", known.join(", "))]
    UnknownLevel {
        game: &'static str,
        level: String,
        known: Vec<&'static str>,
    },
    #[error("not a view of this game: {0}")]
    BadView(String),
    #[error("seat {0} has nothing to decide")]
    NotToAct(Seat),
    #[error("cancelled")]
    Cancelled,
}

/// A decision with its type.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Thought<A> {
    pub action: A,
    pub chance: Option<f64>,
    pub depth: u32,
    pub line: Vec<A>,
}

impl<A> Thought<A> {
    /// A decision without a look at what follows.
    pub fn plain(action: A) -> Thought<A> {
        Thought {
            action,
            chance: None,
            depth: 0,
            line: Vec::new(),
        }
    }
}

/// A decision, or why there is none and what may be played instead.
type Decision<A> = Result<Thought<A>, (String, Option<A>)>;

/// A game's computer player. It is given views, never states.
pub(crate) trait Player: 'static {
    type Game: Game;

    /// Weakest first; what people can choose.
    const LEVELS: &'static [Level];

    /// On no menu, for comparison; besides those that every game has.
    const REFERENCES: &'static [Level] = &[];

    /// The limits of a level in a seat of such a match: what is weak against one may be strong
    /// among many or on a larger board, and a seat that the rules favour may be held back. Nodes
    /// can only become fewer.
    fn limits(world: &Self::Game, seat: Seat, level: &Level) -> Skill {
        let _ = (world, seat);
        level.skill
    }

    /// The decision of a seat that may act; `None` if it found nothing to do.
    fn think(
        view: &<Self::Game as Game>::View,
        seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Option<Thought<<Self::Game as Game>::Action>>;

    /// The seat's chance to win, a draw counting half.
    fn estimate(view: &<Self::Game as Game>::View, seat: Seat, effort: &mut Effort) -> f64;
}

/// A player of which only the game's name is known.
pub(crate) trait AnyPlayer: Send + Sync + Debug {
    fn game(&self) -> &'static str;

    fn levels(&self) -> &'static [Level];

    fn references(&self) -> &'static [Level];

    fn limits(&self, view: &str, seat: Seat, level: &Level) -> Result<Skill, BotError>;

    fn choose(
        &self,
        view: &str,
        seat: Seat,
        level: &Level,
        budget: &Budget,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Choice, BotError>;

    fn evaluate(
        &self,
        view: &str,
        seat: Seat,
        budget: &Budget,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<f64, BotError>;
}

/// Registers a player.
pub(crate) const fn entry<P: Player>() -> &'static dyn AnyPlayer {
    &Kind::<P>(PhantomData)
}

struct Kind<P>(PhantomData<fn() -> P>);

impl<P: Player> Debug for Kind<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(P::Game::META.id)
    }
}

fn read<G: Game>(view: &str) -> Result<G::View, BotError> {
    serde_json::from_str(view).map_err(|error| BotError::BadView(error.to_string()))
}

/// A world that the view allows. A view from outside may be one that no state has.
fn imagine<G: Game>(view: &G::View, chance: &mut Fast) -> Result<G, BotError> {
    let state = guarded(|| G::determinize(view, chance)).map_err(BotError::BadView)?;
    state
        .check_state()
        .map_err(|refused| BotError::BadView(refused.message))?;
    Ok(state)
}

/// A player's bug must not take down the thread it thinks on: it costs a good move, not a match.
fn guarded<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        text.or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "the player broke off".to_owned())
    })
}

impl<P: Player> Kind<P> {
    fn decide(
        view: &<P::Game as Game>::View,
        world: &P::Game,
        seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Decision<<P::Game as Game>::Action> {
        let mut scratch = Vec::new();
        if effort.happens(skill.random)
            && let Some(action) = world.sample(seat, &mut scratch, &mut effort.chance)
        {
            return Ok(Thought::plain(action));
        }
        let trouble = match guarded(|| P::think(view, seat, skill, effort)) {
            Ok(Some(thought)) => match world.validate(seat, &thought.action) {
                Ok(()) => return Ok(thought),
                Err(refused) => format!("an illegal choice: {}", refused.message),
            },
            Ok(None) => "no choice".to_owned(),
            Err(panic) => panic,
        };
        Err((
            trouble,
            world.sample(seat, &mut scratch, &mut effort.chance),
        ))
    }
}

impl<P: Player> AnyPlayer for Kind<P> {
    fn game(&self) -> &'static str {
        P::Game::META.id
    }

    fn levels(&self) -> &'static [Level] {
        P::LEVELS
    }

    fn references(&self) -> &'static [Level] {
        P::REFERENCES
    }

    fn limits(&self, view: &str, seat: Seat, level: &Level) -> Result<Skill, BotError> {
        let world = imagine(&read::<P::Game>(view)?, &mut Fast::new(0))?;
        Ok(P::limits(&world, seat, level))
    }

    fn choose(
        &self,
        view: &str,
        seat: Seat,
        level: &Level,
        budget: &Budget,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<Choice, BotError> {
        let mut effort = Effort::new(budget, &level.skill, seed, cancel);
        let view = read::<P::Game>(view)?;
        let world: P::Game = imagine(&view, &mut effort.chance)?;
        if !world.to_act().contains(seat) {
            return Err(BotError::NotToAct(seat));
        }
        let skill = P::limits(&world, seat, level);
        effort.limit_to(skill.nodes);
        let decision = Self::decide(&view, &world, seat, &skill, &mut effort);
        if effort.is_cancelled() {
            return Err(BotError::Cancelled);
        }
        let (thought, trouble) = match decision {
            Ok(thought) => (thought, None),
            Err((trouble, Some(action))) => (Thought::plain(action), Some(trouble)),
            Err((_, None)) => return Err(BotError::NotToAct(seat)),
        };
        Ok(Choice {
            action: P::Game::notate(&thought.action),
            chance: thought.chance.map(|chance| chance.clamp(0.0, 1.0)),
            depth: thought.depth,
            nodes: effort.nodes(),
            line: thought.line.iter().map(P::Game::notate).collect(),
            trouble,
        })
    }

    fn evaluate(
        &self,
        view: &str,
        seat: Seat,
        budget: &Budget,
        seed: u64,
        cancel: &Cancel,
    ) -> Result<f64, BotError> {
        let mut effort = Effort::new(budget, &Skill::FULL, seed, cancel);
        let view = read::<P::Game>(view)?;
        let world: P::Game = imagine(&view, &mut effort.chance)?;
        if seat.0 >= world.seats() {
            return Err(BotError::NotToAct(seat));
        }
        let chance = match world.outcome() {
            Some(outcome) => crate::points(&outcome, seat),
            None => guarded(|| P::estimate(&view, seat, &mut effort)).map_err(BotError::BadView)?,
        };
        if effort.is_cancelled() {
            return Err(BotError::Cancelled);
        }
        Ok(chance.clamp(0.0, 1.0))
    }
}
