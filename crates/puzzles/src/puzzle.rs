use std::fmt;

use parlor_engine::{AnyGame, AnyState, Rejection, Stream};
use parlor_marelles::{Options, Removal};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What the right move does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// It alone wins.
    Win,
    /// It alone saves a draw.
    Draw,
    /// It leaves clearly better chances than any other.
    Best,
}

impl Goal {
    pub fn word(self) -> &'static str {
        match self {
            Goal::Win => "win",
            Goal::Draw => "draw",
            Goal::Best => "best",
        }
    }

    fn of(word: &str) -> Option<Goal> {
        let all = [Goal::Win, Goal::Draw, Goal::Best];
        all.into_iter().find(|goal| goal.word() == word)
    }
}

/// A position with one right move, and the line that is right from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Made from the position alone: it tells nothing of the line.
    pub id: String,
    pub game: &'static str,
    /// How hard it is, on the scale of the players' ratings.
    pub rating: u16,
    /// How often each level of [`crate::grade::levels`] found the whole line.
    pub solved: Vec<u8>,
    pub goal: Goal,
    /// Marelles: plies to the capture that decides, where the tables know. Elsewhere the chances in
    /// percent that the best move and the next best leave, such as `61 38`.
    pub worth: String,
    /// See [`Puzzle::state`].
    pub position: String,
    /// Single actions of both sides. In place of the last one several may do: `CE/CF`.
    pub line: Vec<String>,
}

/// Between the fields of a line of the list, and between actions.
const FIELD: char = '\t';
const ACTION: char = ';';

impl Puzzle {
    /// What a position is called.
    pub(crate) fn id_of(game: &str, position: &str) -> String {
        let hash = Sha256::digest(format!("{game} {position}").as_bytes());
        let [a, b, c, d, ..] = hash.0;
        format!("{:08x}", u32::from_be_bytes([a, b, c, d]))
    }

    /// A line of a list.
    pub fn read(game: &'static str, line: &str) -> Option<Puzzle> {
        let fields: Vec<&str> = line.split(FIELD).collect();
        let [rating, solved, goal, worth, position, line] = fields.as_slice() else {
            return None;
        };
        Some(Puzzle {
            id: Puzzle::id_of(game, position),
            game,
            rating: rating.parse().ok()?,
            solved: solved
                .split(' ')
                .map(|it| it.parse().ok())
                .collect::<Option<_>>()?,
            goal: Goal::of(goal)?,
            worth: (*worth).to_owned(),
            position: (*position).to_owned(),
            line: line.split(ACTION).map(str::to_owned).collect(),
        })
    }

    pub(crate) fn rules(&self) -> Result<&'static dyn AnyGame, Rejection> {
        parlor_catalog::game(self.game).ok_or_else(|| Rejection::state("there is no such game"))
    }

    /// Where it begins. Marelles: the removal rule and the position's text. Risk: `after COUNT SEED
    /// STATE`, so many actions into a game. Elsewhere `SEATS OPTIONS SEED ACTION;ACTION…`: a game
    /// that was played so far.
    pub fn state(&self) -> Result<Box<dyn AnyState>, Rejection> {
        let bad = || Rejection::state("the puzzle cannot be read");
        let game = self.rules()?;
        if let Some((options, text)) = marelles(&self.position) {
            let state = parlor_marelles::Marelles::from_position(text, &options)?;
            return game.load(&serde_json::to_value(state).map_err(|_| bad())?);
        }
        if let Some((_, _, state)) = self.loaded() {
            return game.load(&serde_json::from_str(state).map_err(|_| bad())?);
        }
        let (seats, options, seed, actions) = self.played().ok_or_else(bad)?;
        let key = key(seed);
        let mut state = game.start(&options, seats, &mut Stream::new(&key, 0))?;
        for (seq, action) in (1..).zip(actions) {
            let seat = state.to_act().first().ok_or_else(bad)?;
            state.act(seat, action, &mut Stream::new(&key, seq))?;
        }
        Ok(state)
    }

    fn played(&self) -> Option<(u8, Value, u64, Vec<&str>)> {
        let mut fields = self.position.splitn(4, ' ');
        let seats = fields.next()?.parse().ok()?;
        let options = serde_json::from_str(fields.next()?).ok()?;
        let seed = fields.next()?.parse().ok()?;
        let actions = fields.next()?.split(ACTION).filter(|it| !it.is_empty());
        Some((seats, options, seed, actions.collect()))
    }

    fn loaded(&self) -> Option<(u32, u64, &str)> {
        let mut fields = self.position.strip_prefix("after ")?.splitn(3, ' ');
        let count = fields.next()?.parse().ok()?;
        Some((count, fields.next()?.parse().ok()?, fields.next()?))
    }

    /// From which the dice of its line come, and the number of their first throw.
    pub(crate) fn dice(&self) -> ([u8; 32], u32) {
        if let Some((count, seed, _)) = self.loaded() {
            return (key(seed), count + 1);
        }
        let played = self.played();
        let (seed, count) = played.map_or((0, 0), |(_, _, seed, actions)| (seed, actions.len()));
        (key(seed), count as u32 + 1)
    }
}

/// What a game that is played for its positions draws from.
pub(crate) fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

pub(crate) fn played_text(seats: u8, options: &str, seed: u64, actions: &[String]) -> String {
    format!("{seats} {options} {seed} {}", actions.join(";"))
}

pub(crate) fn loaded_text(seed: u64, count: usize, state: &dyn AnyState) -> String {
    format!("after {count} {seed} {}", state.state())
}

/// The rule and the text of a position of Marelles.
fn marelles(position: &str) -> Option<(Options, &str)> {
    let (rule, text) = position.split_once(' ')?;
    let removal = match rule {
        "document" => Removal::Document,
        "standard" => Removal::Standard,
        _ => return None,
    };
    let options = Options {
        removal,
        ..Options::default()
    };
    Some((options, text))
}

/// As a line of the list.
impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let solved: Vec<String> = self.solved.iter().map(u8::to_string).collect();
        write!(
            f,
            "{}\t{}\t{}\t{}\t{}\t{}",
            self.rating,
            solved.join(" "),
            self.goal.word(),
            self.worth,
            self.position,
            self.line.join(";")
        )
    }
}
