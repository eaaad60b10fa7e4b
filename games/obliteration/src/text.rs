//! Boards as text in the notation of section 9.2: a line for each row, a cell is owner and
//! rotation. And the compact form of states and views: two strings in the order of the index.

use std::fmt::Write as _;

use parlor_engine::{Rejection, Seat};

use crate::board::Board;
use crate::hex::{Grid, Hex};
use crate::options::MAX_SEATS;

/// `.` for nobody, `A` to `F` for the seats.
pub(crate) fn owner_letter(owner: Option<Seat>) -> char {
    owner.map_or('.', |seat| char::from(b'A' + seat.0))
}

fn owner_of(letter: u8, seats: u8) -> Result<Option<Seat>, &'static str> {
    match letter {
        b'.' => Ok(None),
        b'A'..=b'F' if letter - b'A' < seats => Ok(Some(Seat(letter - b'A'))),
        _ => Err("an owner is '.' or the letter of a seat"),
    }
}

fn rotation_of(digit: u8) -> Result<u8, &'static str> {
    match digit {
        b'0'..=b'5' => Ok(digit - b'0'),
        _ => Err("a rotation is a digit from 0 to 5"),
    }
}

impl Board {
    /// Reads the notation of section 9.2. Blank lines and blanks around cells do not matter.
    pub fn from_text(seats: u8, text: &str) -> Result<Board, Rejection> {
        let bad = |what: &str| Rejection::state(format!("not a board: {what}"));
        let lines: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .filter(|cells: &Vec<&str>| !cells.is_empty())
            .collect();
        let columns = lines.first().map_or(0, Vec::len);
        if lines.iter().any(|line| line.len() != columns) {
            return Err(bad("the rows differ in length"));
        }
        let grid = match (u8::try_from(columns), u8::try_from(lines.len())) {
            (Ok(columns @ 1..=40), Ok(rows @ 1..=40)) => Grid { columns, rows },
            _ => return Err(bad("it must have 1 to 40 columns and rows")),
        };
        if usize::from(seats) > MAX_SEATS {
            return Err(bad("there are at most six seats"));
        }
        let mut cells = Vec::with_capacity(grid.len());
        for hex in grid.hexes() {
            let cell = lines[usize::from(hex.y)][usize::from(hex.x)];
            let [owner, rotation] = *cell.as_bytes() else {
                return Err(bad("a cell is an owner and a rotation"));
            };
            cells.push((
                owner_of(owner, seats).map_err(bad)?,
                rotation_of(rotation).map_err(bad)?,
            ));
        }
        Ok(Board::new(grid, seats, |hex| cells[grid.index(hex)]))
    }

    /// The board in the notation of section 9.2.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for y in 0..self.grid().rows {
            for x in 0..self.grid().columns {
                let hex = Hex { x, y };
                let gap = if x == 0 { "" } else { " " };
                let letter = owner_letter(self.owner(hex));
                let _ = write!(text, "{gap}{letter}{}", self.rotation(hex));
            }
            text.push('\n');
        }
        text
    }

    /// Owners as letters, one for each hex.
    pub(crate) fn owners(&self) -> String {
        let hexes = self.grid().hexes();
        hexes.map(|hex| owner_letter(self.owner(hex))).collect()
    }

    /// Rotations as digits, one for each hex.
    pub(crate) fn rotations(&self) -> String {
        let hexes = self.grid().hexes();
        hexes
            .map(|hex| char::from(b'0' + self.rotation(hex)))
            .collect()
    }

    /// Reads `owners` and `rotations` back.
    pub(crate) fn from_strings(
        grid: Grid,
        seats: u8,
        owners: &str,
        rotations: &str,
    ) -> Result<Board, &'static str> {
        let (owners, rotations) = (owners.as_bytes(), rotations.as_bytes());
        if owners.len() != grid.len() || rotations.len() != grid.len() {
            return Err("owners and rotations must have one character for each hex");
        }
        let cells: Vec<_> = owners
            .iter()
            .zip(rotations)
            .map(|(&owner, &rotation)| Ok((owner_of(owner, seats)?, rotation_of(rotation)?)))
            .collect::<Result<_, &'static str>>()?;
        Ok(Board::new(grid, seats, |hex| cells[grid.index(hex)]))
    }
}
