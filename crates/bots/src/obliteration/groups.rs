//! What hangs together: hexes of one owner that are joined by arrows. Found once, then kept.

/// In place of a neighbour that the board does not have.
pub(crate) const OUTSIDE: u16 = u16::MAX;

/// The neighbours of a hex by direction; the first two stand at the end again, so that nobody has to
/// count around.
pub(crate) type Around = [u16; 8];

/// A hex and its place among the groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    /// 0 nobody, 1 and 2 the seats.
    pub owner: u8,
    pub rotation: u8,
    /// A group has the name of one of its members.
    pub group: u16,
    /// How many it has.
    pub size: u16,
}

impl Cell {
    pub fn new(owner: u8, rotation: u8) -> Cell {
        Cell {
            owner,
            rotation,
            group: 0,
            size: 0,
        }
    }
}

/// Finds the groups of a board. Whether all arrows are inside of them.
pub(crate) fn grouped(cells: &mut [Cell], neighbours: &[Around]) -> bool {
    for (at, cell) in (0..).zip(&mut *cells) {
        (cell.group, cell.size) = (at, 1);
    }
    let mut is_settled = true;
    for at in 0..cells.len() {
        let target = neighbours[at][usize::from(cells[at].rotation)];
        if target == OUTSIDE {
            continue;
        }
        if cells[usize::from(target)].owner == cells[at].owner {
            join(cells, at as u16, target);
        } else {
            is_settled = false;
        }
    }
    for at in 0..cells.len() {
        let name = name(cells, at as u16);
        (cells[at].group, cells[at].size) = (name, cells[usize::from(name)].size);
    }
    is_settled
}

fn name(cells: &[Cell], mut at: u16) -> u16 {
    while cells[usize::from(at)].group != at {
        at = cells[usize::from(at)].group;
    }
    at
}

/// The smaller group gets the name of the larger, so that the way to it stays short.
fn join(cells: &mut [Cell], a: u16, b: u16) {
    let (a, b) = (name(cells, a), name(cells, b));
    if a == b {
        return;
    }
    let (large, small) = if cells[usize::from(a)].size >= cells[usize::from(b)].size {
        (a, b)
    } else {
        (b, a)
    };
    cells[usize::from(small)].group = large;
    cells[usize::from(large)].size += cells[usize::from(small)].size;
}

/// After the arrow from a hex to its old target is gone: what leads to the hex is a group of
/// its own, unless the old target does.
pub(crate) fn cut(cells: &mut [Cell], neighbours: &[Around], at: usize, old: u16) {
    let Cell { group, size, .. } = cells[at];
    let mut ahead = usize::from(old);
    // An arrow a hex: the way from anywhere is one line, and no longer than the group is large.
    for _ in 0..size {
        if ahead == at {
            return;
        }
        match neighbours[ahead][usize::from(cells[ahead].rotation)] {
            OUTSIDE => break,
            next => ahead = usize::from(next),
        }
    }
    let mut leaving = vec![at as u16];
    let mut place = 0;
    while let Some(&end) = leaving.get(place) {
        for (direction, &next) in (0..6).zip(&neighbours[usize::from(end)]) {
            if next != OUTSIDE
                && usize::from(next) != at
                && cells[usize::from(next)].rotation == (direction + 3) % 6
            {
                leaving.push(next);
            }
        }
        place += 1;
    }
    let count = leaving.len() as u16;
    let rest = if leaving.contains(&group) { old } else { group };
    for cell in cells.iter_mut().filter(|cell| cell.group == group) {
        (cell.group, cell.size) = (rest, size - count);
    }
    for &left in &leaving {
        let cell = &mut cells[usize::from(left)];
        (cell.group, cell.size) = (at as u16, count);
    }
}
