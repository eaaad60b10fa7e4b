//! The board of the checker: points, mills and symmetries worked out from the drawing's lines.

use parlor_marelles::board::{MILLS, NEIGHBOURS};

const POINTS: usize = 24;
const ALL: u32 = 0xff_ffff;

/// A position between two plies; how many were played is known from where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Position {
    pub(super) black: u32,
    pub(super) white: u32,
}

impl Position {
    pub(super) const START: Position = Position { black: 0, white: 0 };

    /// The stones of the side to move, then the other's.
    pub(super) fn sides(self, ply: u8) -> (u32, u32) {
        match ply % 2 {
            0 => (self.black, self.white),
            _ => (self.white, self.black),
        }
    }

    /// Every legal placement, those that take a stone first.
    pub(super) fn placements(self, ply: u8) -> Vec<Placement> {
        let (own, enemy) = self.sides(ply);
        let (mut taking, mut quiet) = (Vec::new(), Vec::with_capacity(POINTS));
        for to in (0..POINTS as u8).filter(|to| (own | enemy) >> to & 1 == 0) {
            if !closes(own, to) {
                quiet.push(Placement { to, takes: None });
                continue;
            }
            let victims = victims(enemy);
            taking.extend(
                (0..POINTS as u8)
                    .filter(|at| victims >> at & 1 == 1)
                    .map(|at| Placement {
                        to,
                        takes: Some(at),
                    }),
            );
        }
        taking.append(&mut quiet);
        taking
    }

    fn of(mover: u32, other: u32, ply: u8) -> Position {
        let (black, white) = match ply % 2 {
            0 => (mover, other),
            _ => (other, mover),
        };
        Position { black, white }
    }
}

/// A placement, with the stone it takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Placement {
    pub(super) to: u8,
    pub(super) takes: Option<u8>,
}

/// Where a placement leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The other side has too few stones left.
    Wins,
    Position(Position),
}

#[derive(Debug)]
pub(super) struct Board {
    /// Images of masks by symmetry and byte.
    images: Vec<[[u32; 256]; 3]>,
    /// Stones that each side begins with.
    hand: u8,
}

impl Board {
    pub(super) fn new(hand: u8) -> Board {
        let images = symmetries().iter().map(by_bytes).collect();
        Board { images, hand }
    }

    /// Plies of the stage.
    pub(super) fn plies(&self) -> u8 {
        2 * self.hand
    }

    /// The same for all positions that are equal up to symmetry.
    pub(super) fn canonical(&self, position: Position) -> Position {
        let image = |table: &[[u32; 256]; 3], set: u32| {
            let [a, b, c, _] = set.to_le_bytes();
            table[0][usize::from(a)] | table[1][usize::from(b)] | table[2][usize::from(c)]
        };
        let images = self.images.iter().map(|table| Position {
            black: image(table, position.black),
            white: image(table, position.white),
        });
        images.min().unwrap_or(position)
    }

    /// `None` if the rules forbid it.
    pub(super) fn play(&self, position: Position, ply: u8, placement: Placement) -> Option<Next> {
        let Placement { to, takes } = placement;
        let (own, mut enemy) = position.sides(ply);
        if usize::from(to) >= POINTS || (own | enemy) >> to & 1 == 1 {
            return None;
        }
        if closes(own, to) != takes.is_some() {
            return None;
        }
        if let Some(at) = takes {
            if usize::from(at) >= POINTS || victims(enemy) >> at & 1 == 0 {
                return None;
            }
            enemy &= !(1 << at);
            // Those in the hand count, too.
            let in_hand = u32::from(self.hand - ply.div_ceil(2));
            if enemy.count_ones() + in_hand < 3 {
                return Some(Next::Wins);
            }
        }
        Some(Next::Position(Position::of(own | 1 << to, enemy, ply)))
    }
}

/// The points of each line as a set.
const LINES: [u32; 16] = {
    let mut lines = [0; 16];
    let mut at = 0;
    while at < 16 {
        let [a, b, c] = MILLS[at];
        lines[at] = 1 << a | 1 << b | 1 << c;
        at += 1;
    }
    lines
};

/// The two lines through each point.
const THROUGH: [[u32; 2]; POINTS] = {
    let mut through = [[0; 2]; POINTS];
    let mut at = 0;
    while at < POINTS {
        let (mut line, mut found) = (0, 0);
        while line < LINES.len() {
            if LINES[line] >> at & 1 == 1 {
                through[at][found] = LINES[line];
                found += 1;
            }
            line += 1;
        }
        at += 1;
    }
    through
};

fn closes(own: u32, to: u8) -> bool {
    let after = own | 1 << to;
    let through = THROUGH[usize::from(to)];
    through.into_iter().any(|line| after & line == line)
}

/// The stones that a placement may take: those in mills only if all are.
fn victims(enemy: u32) -> u32 {
    let whole = LINES.into_iter().filter(|line| enemy & line == *line);
    let protected = whole.fold(0, |set, line| set | line);
    match enemy & !protected {
        0 => enemy,
        free => free,
    }
}

fn by_bytes(points: &[u8; POINTS]) -> [[u32; 256]; 3] {
    let mut tables = [[0; 256]; 3];
    for (byte, table) in tables.iter_mut().enumerate() {
        for (bits, image) in table.iter_mut().enumerate() {
            let inside = (0..8).filter(|bit| bits >> bit & 1 == 1);
            *image = inside.fold(0, |set, bit| set | 1 << points[8 * byte + bit]);
        }
    }
    tables
}

/// All renumberings of the points that keep the lines between them.
fn symmetries() -> Vec<[u8; POINTS]> {
    let (mut found, mut image) = (Vec::new(), [0; POINTS]);
    extend(0, 0, &mut image, &mut found);
    found
}

fn extend(count: usize, used: u32, image: &mut [u8; POINTS], found: &mut Vec<[u8; POINTS]>) {
    if count == POINTS {
        return found.push(*image);
    }
    for to in (0..POINTS as u8).filter(|to| (used & ALL) >> to & 1 == 0) {
        let joined = |at: usize, other: u8| NEIGHBOURS[at].contains(&other);
        let fits = (0..count)
            .all(|before| joined(count, before as u8) == joined(usize::from(to), image[before]));
        if fits {
            image[count] = to;
            extend(count + 1, used | 1 << to, image, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_sixteen_symmetries() {
        let found = symmetries();
        assert_eq!(found.len(), 16);
        let moved = |mill: [u8; 3], image: &[u8; POINTS]| {
            let points = mill.map(|at| image[usize::from(at)]);
            points.iter().fold(0, |set, at| set | 1 << at)
        };
        for image in &found {
            let mut mills = MILLS.map(|mill| moved(mill, image));
            mills.sort_unstable();
            let mut same = LINES;
            same.sort_unstable();
            assert_eq!(mills, same);
        }
    }
}
