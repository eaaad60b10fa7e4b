//! The opening position (sections 1.4, 8.2 and 8.3).

use parlor_engine::{Chance, Seat, shuffle};

use crate::board::Board;
use crate::colour::PLAYER_COLOURS;
use crate::hex::{Grid, Hex};
use crate::options::{MAX_SEATS, Options};

/// Draws after the first until the start is fair; then the last one is kept.
const REDRAWS: u32 = 1_000;

/// Where the seats start, clockwise from the upper left (section 8.2).
pub fn start_hexes(grid: Grid, seats: u8) -> Vec<Hex> {
    let (right, bottom) = (grid.columns - 1, grid.rows - 1);
    let hex = |x, y| Hex { x, y };
    let top_left = hex(0, 0);
    let top_middle = hex(grid.columns / 2, 0);
    let top_right = hex(right, 0);
    let bottom_right = hex(right, bottom);
    let bottom_middle = hex(right / 2, bottom);
    let bottom_left = hex(0, bottom);
    match seats {
        2 => vec![top_left, bottom_right],
        3 => vec![top_left, top_right, bottom_middle],
        4 => vec![top_left, top_right, bottom_right, bottom_left],
        5 => {
            let border = border(grid);
            (0..5).map(|seat| border[seat * border.len() / 5]).collect()
        }
        _ => vec![
            top_left,
            top_middle,
            top_right,
            bottom_right,
            bottom_middle,
            bottom_left,
        ],
    }
}

/// The border hexes clockwise from the upper left.
fn border(grid: Grid) -> Vec<Hex> {
    let (right, bottom) = (grid.columns - 1, grid.rows - 1);
    let top = (0..=right).map(|x| Hex { x, y: 0 });
    let east = (1..=bottom).map(|y| Hex { x: right, y });
    let south = (0..right).rev().map(|x| Hex { x, y: bottom });
    let west = (1..bottom).rev().map(|y| Hex { x: 0, y });
    top.chain(east).chain(south).chain(west).collect()
}

/// The rotation of a start hex: outside now, inside after one step (rule 4 of section 1.4).
/// `None` away from the border, where no rotation is like that.
pub fn start_rotation(grid: Grid, hex: Hex) -> Option<u8> {
    (0..6).find(|&direction| {
        grid.neighbour(hex, direction).is_none()
            && grid.neighbour(hex, (direction + 1) % 6).is_some()
    })
}

/// Whether no first move can reach another start hex (section 8.3): with all start hexes one
/// step further, no two of them hang together.
pub fn is_fair(grid: Grid, starts: &[Hex], rotation: impl Fn(Hex) -> u8) -> bool {
    // Union-find with path halving.
    fn root(parents: &mut [u16], mut index: usize) -> usize {
        while usize::from(parents[index]) != index {
            parents[index] = parents[usize::from(parents[index])];
            index = usize::from(parents[index]);
        }
        index
    }
    let mut parents: Vec<u16> = (0..grid.len() as u16).collect();
    for hex in grid.hexes() {
        let stepped = rotation(hex) + u8::from(starts.contains(&hex));
        if let Some(target) = grid.neighbour(hex, stepped % 6) {
            let (from, to) = (
                root(&mut parents, grid.index(hex)),
                root(&mut parents, grid.index(target)),
            );
            parents[from] = to as u16;
        }
    }
    let roots: Vec<usize> = starts
        .iter()
        .map(|&start| root(&mut parents, grid.index(start)))
        .collect();
    (1..roots.len()).all(|place| !roots[..place].contains(&roots[place]))
}

/// Draws the board. The order of draws is part of the record format: all rotations by index,
/// again if unfair, then the colours.
pub(crate) fn draw_board(
    options: &Options,
    grid: Grid,
    seats: u8,
    chance: &mut dyn Chance,
) -> Board {
    let starts = start_hexes(grid, seats);
    let mut rotations = vec![0; grid.len()];
    let mut draws_left = if options.is_fair_start(seats) {
        REDRAWS
    } else {
        0
    };
    loop {
        for rotation in &mut rotations {
            *rotation = chance.below(6) as u8;
        }
        for &start in &starts {
            // A start hex lies on the border of a grid of at least 4 x 4, so it has one.
            rotations[grid.index(start)] = start_rotation(grid, start).unwrap_or(0);
        }
        if draws_left == 0 || is_fair(grid, &starts, |hex| rotations[grid.index(hex)]) {
            break;
        }
        draws_left -= 1;
    }
    Board::new(grid, seats, |hex| {
        let owner = starts.iter().position(|&start| start == hex);
        (
            owner.map(|seat| Seat(seat as u8)),
            rotations[grid.index(hex)],
        )
    })
}

/// The chosen colours, or different ones drawn from the ten.
pub(crate) fn draw_colours(
    options: &Options,
    seats: u8,
    chance: &mut dyn Chance,
) -> [u8; MAX_SEATS] {
    let mut colours = [0; MAX_SEATS];
    let count = usize::from(seats);
    if options.colours.is_empty() {
        let mut all: Vec<u8> = (0..PLAYER_COLOURS).collect();
        shuffle(&mut all, chance);
        colours[..count].copy_from_slice(&all[..count]);
    } else {
        colours[..count].copy_from_slice(options.colours.as_slice());
    }
    colours
}
