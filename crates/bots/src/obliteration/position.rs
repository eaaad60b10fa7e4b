//! The board of two players as alpha-beta wants it: a byte a hex, and groups found at once.

use std::sync::Arc;

use parlor_engine::{Chance, Fast, Game, Seat};
use parlor_obliteration::{Hex, Mode, Obliteration};

use super::groups::Groups;
use crate::alphabeta::{self, LOUD, WIN};

pub(crate) const OUTSIDE: u16 = u16::MAX;

/// What never changes during a search.
#[derive(Debug)]
pub(crate) struct Land {
    pub neighbours: Vec<[u16; 6]>,
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
    /// Owner (0 nobody, 1 and 2 the seats) times 8, plus the rotation.
    pub hexes: Vec<u8>,
    pub counts: [u16; 3],
    /// Who is to move, 1 or 2.
    pub side: u8,
    turns: u32,
    key: u64,
}

pub(crate) fn owner(hex: u8) -> u8 {
    hex >> 3
}

pub(crate) fn rotation(hex: u8) -> u8 {
    hex & 7
}

/// One step clockwise.
pub(crate) fn turned(rotation: u8) -> u8 {
    if rotation == 5 { 0 } else { rotation + 1 }
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
                        let next = grid.neighbour(hex, direction as u8);
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
        let hexes: Vec<u8> = grid
            .hexes()
            .map(|hex| {
                let owner = board.owner(hex).map_or(0, |seat| seat.0 + 1);
                owner << 3 | board.rotation(hex)
            })
            .collect();
        let mut position = Position {
            counts: [board.neutral(), board.count(Seat(0)), board.count(Seat(1))],
            side: state.to_act().first().map_or(1, |seat| seat.0 + 1),
            turns: state.turns(),
            key: 0,
            land: Arc::new(land),
            hexes,
        };
        position.key = (0..position.hexes.len()).fold(0, |key, at| key ^ position.key_of(at));
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
        let hex = self.hexes[at];
        self.land.keys[at][usize::from(owner(hex))][usize::from(rotation(hex))]
    }

    fn set(&mut self, at: usize, hex: u8) {
        self.key ^= self.key_of(at);
        self.hexes[at] = hex;
        self.key ^= self.key_of(at);
    }

    /// What the hex would point at after a turn.
    pub fn next_target(&self, at: usize) -> u16 {
        self.land.neighbours[at][usize::from(turned(rotation(self.hexes[at])))]
    }

    pub fn own(&self) -> impl Iterator<Item = At> {
        let side = self.side;
        (0..)
            .zip(&self.hexes)
            .filter_map(move |(at, &hex)| (owner(hex) == side).then_some(at))
    }

    /// Takes everything that hangs together with the turned hex (rule page 2.2).
    fn convert(&mut self, from: usize) {
        let mut found = vec![from as u16];
        while let Some(at) = found.pop() {
            for direction in 0..6u8 {
                let next = self.land.neighbours[usize::from(at)][usize::from(direction)];
                if next == OUTSIDE {
                    continue;
                }
                let hex = self.hexes[usize::from(next)];
                let joined = rotation(self.hexes[usize::from(at)]) == direction
                    || rotation(hex) == (direction + 3) % 6;
                if joined && owner(hex) != self.side {
                    self.counts[usize::from(owner(hex))] -= 1;
                    self.counts[usize::from(self.side)] += 1;
                    self.set(usize::from(next), self.side << 3 | rotation(hex));
                    found.push(next);
                }
            }
        }
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
        Groups::of(self).candidates(self, out);
    }

    fn noisy(&self, out: &mut Vec<At>) {
        Groups::of(self).captures(self, out);
    }

    fn after(&self, at: At) -> Position {
        let mut next = self.clone();
        let place = usize::from(at);
        let hex = self.hexes[place];
        next.set(place, owner(hex) << 3 | turned(rotation(hex)));
        let target = self.next_target(place);
        if target != OUTSIDE && owner(self.hexes[usize::from(target)]) != self.side {
            next.convert(place);
        }
        next.side = 3 - self.side;
        next.key ^= self.land.side_key;
        next.turns += 1;
        next
    }

    fn evaluate(&self) -> i32 {
        Groups::of(self).evaluate(self)
    }

    /// Candidates come in their order already; captures are searched in full.
    fn rank(&self, at: At) -> i32 {
        let target = self.next_target(usize::from(at));
        if target != OUTSIDE && owner(self.hexes[usize::from(target)]) != self.side {
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
