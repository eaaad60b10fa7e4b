//! The board of two players as alpha-beta wants it: turned and repainted in place, its groups kept
//! from move to move.

use std::sync::Arc;

use parlor_engine::{Chance, Fast, Game, Seat};
use parlor_obliteration::{Hex, Mode, Obliteration};

use super::groups::{Around, Cell, OUTSIDE, cut, grouped};
use super::outlook;
use crate::alphabeta::{self, LOUD, WIN};

/// What never changes during a search.
#[derive(Debug)]
pub(crate) struct Land {
    pub neighbours: Vec<Around>,
    /// A random number for each hex, owner and rotation.
    keys: Vec<[[u64; 6]; 3]>,
    side_key: u64,
    rows: u8,
    needed: u16,
    turn_limit: u32,
}

/// A hex by its index.
pub(crate) type At = u16;

#[derive(Clone, Debug)]
pub(crate) struct Position {
    pub land: Arc<Land>,
    pub cells: Vec<Cell>,
    pub counts: [u16; 3],
    /// Who is to move, 1 or 2.
    pub side: u8,
    /// Whether every arrow joins hexes of one owner, as always after the first moves (rule page
    /// 2.3): a move takes one whole group then.
    is_settled: bool,
    turns: u32,
    key: u64,
}

impl Position {
    pub fn of(state: &Obliteration) -> Position {
        let (board, options) = (state.board(), state.options());
        let grid = board.grid();
        // Any numbers will do, the same in every search.
        let mut chance = Fast::new(0x0b11_7e4a);
        let mut random =
            || u64::from(chance.below(u32::MAX)) << 32 | u64::from(chance.below(u32::MAX));
        let land = Land {
            neighbours: grid
                .hexes()
                .map(|hex| {
                    std::array::from_fn(|direction| {
                        let next = grid.neighbour(hex, direction as u8 % 6);
                        next.map_or(OUTSIDE, |next| grid.index(next) as u16)
                    })
                })
                .collect(),
            keys: grid
                .hexes()
                .map(|_| std::array::from_fn(|_| std::array::from_fn(|_| random())))
                .collect(),
            side_key: random(),
            rows: grid.rows,
            needed: match options.mode {
                Mode::Obliteration => u16::MAX,
                Mode::Domination => (7 * grid.len()).div_ceil(10) as u16,
            },
            turn_limit: options.turn_limit.unwrap_or(u32::MAX),
        };
        let cells: Vec<Cell> = grid
            .hexes()
            .map(|hex| {
                let owner = board.owner(hex).map_or(0, |seat| seat.0 + 1);
                Cell::new(owner, board.rotation(hex))
            })
            .collect();
        let mut position = Position {
            counts: [board.neutral(), board.count(Seat(0)), board.count(Seat(1))],
            side: state.to_act().first().map_or(1, |seat| seat.0 + 1),
            turns: state.turns(),
            key: 0,
            is_settled: false,
            land: Arc::new(land),
            cells,
        };
        position.is_settled = grouped(&mut position.cells, &position.land.neighbours);
        position.key = (0..position.cells.len()).fold(0, |key, at| key ^ position.key_of(at));
        if position.side == 2 {
            position.key ^= position.land.side_key;
        }
        position
    }

    pub fn hex(&self, at: At) -> Hex {
        let rows = u16::from(self.land.rows.max(1));
        Hex {
            x: (at / rows) as u8,
            y: (at % rows) as u8,
        }
    }

    fn key_of(&self, at: usize) -> u64 {
        let cell = &self.cells[at];
        self.land.keys[at][usize::from(cell.owner)][usize::from(cell.rotation)]
    }

    /// What a hex points at once it has been turned so often, twice at most.
    #[inline]
    pub fn target(&self, at: usize, turns: u8) -> u16 {
        let direction = self.cells[at].rotation + turns;
        self.land.neighbours[at][usize::from(direction & 7)]
    }

    /// The same for any number of turns.
    pub fn later_target(&self, at: usize, turns: u8) -> u16 {
        let direction = (self.cells[at].rotation + turns) % 6;
        self.land.neighbours[at][usize::from(direction)]
    }

    /// Whether turning the hex takes something.
    pub fn is_capture(&self, at: usize) -> bool {
        let target = self.target(at, 1);
        target != OUTSIDE && self.cells[usize::from(target)].owner != self.side
    }

    pub fn own(&self) -> impl Iterator<Item = At> {
        let side = self.side;
        (0..)
            .zip(&self.cells)
            .filter_map(move |(at, cell)| (cell.owner == side).then_some(at))
    }

    fn turn(&mut self, at: usize) {
        self.key ^= self.key_of(at);
        self.cells[at].rotation = (self.cells[at].rotation + 1) % 6;
        self.key ^= self.key_of(at);
    }

    fn take(&mut self, at: usize) {
        self.counts[usize::from(self.cells[at].owner)] -= 1;
        self.counts[usize::from(self.side)] += 1;
        self.key ^= self.key_of(at);
        self.cells[at].owner = self.side;
        self.key ^= self.key_of(at);
    }

    /// Leaves the old group, takes the new one.
    fn turn_settled(&mut self, at: usize) {
        let old = self.target(at, 0);
        self.turn(at);
        if old != OUTSIDE {
            cut(&mut self.cells, &self.land.neighbours, at, old);
        }
        let target = self.target(at, 0);
        if target == OUTSIDE {
            return;
        }
        let (own, other) = (self.cells[at].group, self.cells[usize::from(target)].group);
        if own == other {
            return;
        }
        let is_foreign = self.cells[usize::from(target)].owner != self.side;
        let size = self.cells[at].size + self.cells[usize::from(target)].size;
        for place in 0..self.cells.len() {
            let cell = &mut self.cells[place];
            if cell.group == own {
                cell.size = size;
            } else if cell.group == other {
                (cell.group, cell.size) = (own, size);
                if is_foreign {
                    self.take(place);
                }
            }
        }
    }

    /// Takes everything that hangs together with the turned hex (rule page 2.2).
    fn turn_unsettled(&mut self, from: usize) {
        let is_open = self.is_capture(from);
        self.turn(from);
        let mut found = if is_open { vec![from] } else { Vec::new() };
        while let Some(at) = found.pop() {
            for direction in 0..6u8 {
                let next = self.land.neighbours[at][usize::from(direction)];
                if next == OUTSIDE {
                    continue;
                }
                let next = usize::from(next);
                let joined = self.cells[at].rotation == direction
                    || self.cells[next].rotation == (direction + 3) % 6;
                if joined && self.cells[next].owner != self.side {
                    self.take(next);
                    found.push(next);
                }
            }
        }
        self.is_settled = grouped(&mut self.cells, &self.land.neighbours);
    }

    /// By hexes at the turn limit; of equal counts the later seat wins (rule page 4.3).
    fn leader(&self) -> u8 {
        1 + u8::from(self.counts[2] >= self.counts[1])
    }
}

impl alphabeta::Position for Position {
    type Move = At;

    const SLOTS: usize = 1 << 12;

    fn key(&self) -> u64 {
        self.key
    }

    /// After the other's move.
    fn ended(&self) -> Option<i32> {
        let (me, other) = (usize::from(self.side), usize::from(3 - self.side));
        if self.counts[me] == 0 || self.counts[other] >= self.land.needed {
            return Some(-WIN);
        }
        (self.turns >= self.land.turn_limit).then(|| {
            if self.leader() == self.side {
                WIN
            } else {
                -WIN
            }
        })
    }

    fn moves(&self, out: &mut Vec<At>) {
        outlook::candidates(self, out);
    }

    fn noisy(&self, out: &mut Vec<At>) {
        outlook::captures(self, out);
    }

    fn after(&self, at: At) -> Position {
        let mut next = self.clone();
        if self.is_settled {
            next.turn_settled(usize::from(at));
        } else {
            next.turn_unsettled(usize::from(at));
        }
        next.side = 3 - self.side;
        next.key ^= self.land.side_key;
        next.turns += 1;
        next
    }

    fn evaluate(&self) -> i32 {
        outlook::evaluate(self)
    }

    /// Candidates come in their order already; captures are searched in full.
    fn rank(&self, at: At) -> i32 {
        if self.is_capture(usize::from(at)) {
            LOUD
        } else {
            0
        }
    }

    fn slot(at: At) -> usize {
        usize::from(at) % Self::SLOTS
    }

    /// Hexes turn one way only: six turns of one hex at least to come back.
    fn is_reversible(&self) -> bool {
        false
    }
}
