//! Checking a certificate.

use std::collections::HashMap;

use parlor_marelles::Removal;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::board::{Board, Next, Placement, Position};
use super::certificate::{Certificate, Half, Refusal};
use super::walk::{Walk, fails, text};
use crate::placing::Hand;
use crate::solve::Watch;
use crate::{Tables, Value};

/// Placements that are tried from the end of a certificate to the end of the stage, for one
/// position: enough for eight plies, and not for somebody's certificate that proves nothing.
const TRIES: u64 = 40_000_000;
/// Positions that a thread remembers.
const REMEMBERED: usize = 2_000_000;
/// So near to the end nothing is remembered: trying is as quick.
const QUICK: u8 = 2;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Of the opening, for black, who begins.
    pub value: Value,
    /// By side, black first: the plies of the certificate, and the positions at its end that were
    /// tried out down to the tables.
    pub placements: [usize; 2],
    pub ends: [usize; 2],
}

/// Checks that the opening has the value that a certificate claims, for this rule and number of
/// stones. The tables are believed; they are verified when they are built.
pub fn check(
    bytes: &[u8],
    removal: Removal,
    hand: Hand,
    tables: &Tables,
    watch: &dyn Watch,
) -> Result<Proof, Refusal> {
    let certificate = Certificate::from_bytes(bytes)?;
    if certificate.removal != removal || certificate.hand != hand || tables.removal() != removal {
        return Err(Refusal::Other);
    }
    let board = Board::new(hand.stones());
    let mut proof = Proof {
        value: certificate.value,
        placements: [0; 2],
        ends: [0; 2],
    };
    for (side, half) in (0u8..).zip(&certificate.halves) {
        let goal = match (side, certificate.value) {
            (_, Value::Draw) => Value::Draw,
            (0, Value::Win) | (1, Value::Loss) => Value::Win,
            // Nothing is promised to this side.
            _ if half.placements.is_empty() => continue,
            _ => return Err(Refusal::Surplus),
        };
        let ends = follow(&board, side, half)?;
        proof.placements[usize::from(side)] = half.placements.len();
        proof.ends[usize::from(side)] = ends.len();
        watch.replan(ends.len() as i64);
        ends.par_iter().try_for_each_init(
            || Try::new(&board, tables, side, goal),
            |tried, &position| {
                watch.advance(1);
                tried.from(half.plies, position)
            },
        )?;
    }
    Ok(proof)
}

/// The positions at the end of a half.
fn follow(board: &Board, side: u8, half: &Half) -> Result<Vec<Position>, Refusal> {
    let mut placements = half.placements.iter();
    let mut walk = Walk::new(board, side);
    while walk.ply < half.plies {
        walk.step(|ply, position| {
            let missing = || Refusal::Missing {
                ply,
                position: text(position),
            };
            let [to, takes] = placements.next().ok_or_else(missing)?.to_le_bytes();
            let takes = takes.checked_sub(1);
            Ok(Placement { to, takes })
        })?;
    }
    match placements.next() {
        Some(_) => Err(Refusal::Surplus),
        None => Ok(walk.positions),
    }
}

/// Tries out everything.
struct Try<'a> {
    board: &'a Board,
    tables: &'a Tables,
    side: u8,
    goal: Value,
    left: u64,
    known: HashMap<(u8, Position), bool>,
}

impl<'a> Try<'a> {
    fn new(board: &'a Board, tables: &'a Tables, side: u8, goal: Value) -> Try<'a> {
        Try {
            board,
            tables,
            side,
            goal,
            left: 0,
            known: HashMap::new(),
        }
    }

    fn from(&mut self, ply: u8, position: Position) -> Result<(), Refusal> {
        self.left = TRIES;
        match self.holds(ply, position) {
            Ok(true) => Ok(()),
            Ok(false) => Err(fails(ply, position)),
            Err(Stop::Tired) => Err(Refusal::TooEarly {
                ply,
                position: text(position),
            }),
            Err(Stop::Table(stones)) => Err(Refusal::Table(stones)),
        }
    }

    /// Whether the side reaches its goal from here.
    fn holds(&mut self, ply: u8, position: Position) -> Result<bool, Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::Tired)?;
        if ply == self.board.plies() {
            return self.is_reached(ply, position);
        }
        let is_quick = ply + QUICK >= self.board.plies();
        let key = (!is_quick).then(|| (ply, self.board.canonical(position)));
        if let Some(key) = &key
            && let Some(&known) = self.known.get(key)
        {
            return Ok(known);
        }
        let is_own = ply % 2 == self.side;
        // One ply is enough for the side itself, one that fails for the other.
        let mut holds = !is_own;
        for placement in position.placements(ply) {
            let found = match self.board.play(position, ply, placement) {
                Some(Next::Position(after)) => self.holds(ply + 1, after)?,
                Some(Next::Wins) => is_own,
                None => continue,
            };
            if found == is_own {
                holds = found;
                break;
            }
        }
        if let Some(key) = key {
            if self.known.len() >= REMEMBERED {
                self.known.clear();
            }
            self.known.insert(key, holds);
        }
        Ok(holds)
    }

    /// All stones are placed.
    fn is_reached(&self, ply: u8, position: Position) -> Result<bool, Stop> {
        let (mover, other) = position.sides(ply);
        let value = self
            .tables
            .value(mover, other)
            .ok_or_else(|| Stop::Table(format!("{}-{}", mover.count_ones(), other.count_ones())))?;
        let own = if ply % 2 == self.side {
            value
        } else {
            value.other()
        };
        Ok(own >= self.goal)
    }
}

enum Stop {
    Tired,
    Table(String),
}
