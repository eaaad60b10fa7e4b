//! The hexes with their owners and rotations, and the conversion of section 2.

use parlor_engine::{Chance, Seat, members};

use crate::event::Event;
use crate::hex::{Grid, Hex};
use crate::layout::Layout;

/// Owner of a cell: 0 is nobody, 1 to 6 are the seats, 7 lies outside the board.
const NEUTRAL: u16 = 0;
const OUTSIDE: u16 = 7;
const OWNERS: usize = 8;

const ROTATION_BITS: u16 = 0b111;
const OWNER_SHIFT: u16 = 3;
const OWNER_BITS: u16 = 0b111 << OWNER_SHIFT;
const ARROWS_SHIFT: u16 = 6;

/// Below one own hex in so many, members are counted off instead of drawn until one fits.
const SPARSE: u32 = 4;

/// Rotations and owners of all hexes.
///
/// A cell holds the rotation (3 bits), the owner (3 bits) and from which of the six directions an
/// arrow points at it (6 bits): so a hex knows all it is connected with. Arrows, member sets and counts follow from rotations and owners alone: equal
/// positions are equal boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    grid: Grid,
    seats: u8,
    cells: Box<[u16]>,
    /// One set of cells for each owner, nobody first.
    members: Box<[u64]>,
    counts: [u16; OWNERS],
    layout: Layout,
}

impl Board {
    /// A board from the owner and rotation of each hex, asked for in the order of the index.
    /// Owners beyond the seats count as nobody.
    pub fn new(grid: Grid, seats: u8, mut hex: impl FnMut(Hex) -> (Option<Seat>, u8)) -> Board {
        let layout = Layout::of(grid);
        let seats = seats.min(OUTSIDE as u8 - 1);
        let mut board = Board {
            grid,
            seats,
            cells: vec![OUTSIDE << OWNER_SHIFT; layout.cells()].into(),
            members: vec![0; layout.words() * (usize::from(seats) + 1)].into(),
            counts: [0; OWNERS],
            layout,
        };
        for place in grid.hexes() {
            let (owner, rotation) = hex(place);
            let owner = owner
                .filter(|owner| owner.0 < seats)
                .map_or(NEUTRAL, code_of);
            let at = board.layout.at(place);
            board.cells[at] = u16::from(rotation % 6) | owner << OWNER_SHIFT;
            board.flip_member(owner, at);
            board.counts[usize::from(owner)] += 1;
        }
        for place in grid.hexes() {
            let at = board.layout.at(place);
            let rotation = board.cells[at] & ROTATION_BITS;
            let target = board.layout.beside(at, place.x, rotation);
            board.cells[target] |= arrow_bit(rotation);
        }
        board
    }

    pub fn grid(&self) -> Grid {
        self.grid
    }

    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// None for a neutral hex.
    pub fn owner(&self, hex: Hex) -> Option<Seat> {
        seat_of(owner_of(self.cells[self.layout.at(hex)]))
    }

    pub fn rotation(&self, hex: Hex) -> u8 {
        (self.cells[self.layout.at(hex)] & ROTATION_BITS) as u8
    }

    /// What the hex points at; none if that is outside.
    pub fn target(&self, hex: Hex) -> Option<Hex> {
        self.grid.neighbour(hex, self.rotation(hex))
    }

    /// How many hexes a seat owns.
    pub fn count(&self, seat: Seat) -> u16 {
        self.counts[usize::from(code_of(seat) & 7)]
    }

    pub fn neutral(&self) -> u16 {
        self.counts[usize::from(NEUTRAL)]
    }

    /// The hexes of all seats together.
    pub fn owned(&self) -> u16 {
        self.grid.len() as u16 - self.neutral()
    }

    /// Whether every arrow that stays on the board joins hexes of one owner (section 2.3).
    pub fn is_settled(&self) -> bool {
        self.grid.hexes().all(|hex| {
            self.target(hex)
                .is_none_or(|target| self.owner(hex) == self.owner(target))
        })
    }

    /// Turns a hex one step clockwise for its owner and converts what hangs together with its new
    /// target. Appends what happened in breadth-first waves; returns the number of conversions.
    /// The hex must be on the board.
    pub fn turn(&mut self, seat: Seat, hex: Hex, events: &mut Vec<Event>) -> usize {
        let at = self.layout.at(hex);
        let old = self.cells[at] & ROTATION_BITS;
        let rotation = if old == 5 { 0 } else { old + 1 };
        let before = self.layout.beside(at, hex.x, old);
        let after = self.layout.beside(at, hex.x, rotation);
        self.cells[before] &= !arrow_bit(old);
        self.cells[after] |= arrow_bit(rotation);
        self.cells[at] = self.cells[at] & !ROTATION_BITS | rotation;
        events.push(Event::Turned {
            seat,
            x: hex.x,
            y: hex.y,
            rotation: rotation as u8,
        });
        // The gate: pointing outside or at an own hex converts nothing.
        if Foreign::to(seat).has(self.cells[after]) {
            self.convert(seat, events)
        } else {
            0
        }
    }

    /// Breadth-first over connected foreign hexes. The caller's events are the queue, so nothing
    /// is allocated, and the work is in proportion to what is converted.
    ///
    /// A hex is painted when it is found, and that is its visited mark too. Trap 4 warns of
    /// painting during a search; here it is the same as a separate set, because the only question
    /// ever asked about a colour is "is it the mover's?", and a hex that was found and one that
    /// was the mover's before are both to be left alone.
    fn convert(&mut self, seat: Seat, events: &mut Vec<Event>) -> usize {
        let first = events.len();
        // The event before is the turned hex: wave 0.
        let (mut start, mut wave) = (first - 1, 0);
        while start < events.len() {
            let end = events.len();
            // A wave is found in any order, but shown sorted.
            events[start..end].sort_unstable_by_key(|event| event.hex());
            wave += 1;
            for place in start..end {
                if let Some(hex) = events[place].hex() {
                    self.take_neighbours(seat, hex, wave, events);
                }
            }
            start = end;
        }
        self.counts[usize::from(code_of(seat))] += (events.len() - first) as u16;
        events.len() - first
    }

    /// Paints every foreign hex connected with this one, in either direction of the arrow.
    fn take_neighbours(&mut self, seat: Seat, hex: Hex, wave: u16, events: &mut Vec<Event>) {
        let foreign = Foreign::to(seat);
        let from = self.layout.at(hex);
        let cell = self.cells[from];
        for direction in members(cell >> ARROWS_SHIFT | 1 << (cell & ROTATION_BITS)) {
            let at = self.layout.beside(from, hex.x, direction.into());
            let cell = self.cells[at];
            if foreign.has(cell) {
                let owner = owner_of(cell);
                self.cells[at] = cell & !OWNER_BITS | code_of(seat) << OWNER_SHIFT;
                self.flip_member(owner, at);
                self.flip_member(code_of(seat), at);
                self.counts[usize::from(owner)] -= 1;
                let next = self.layout.hex_at(at);
                events.push(Event::Converted {
                    seat,
                    x: next.x,
                    y: next.y,
                    wave,
                    from: seat_of(owner),
                });
            }
        }
    }

    /// Makes all hexes of a seat neutral, rotations kept (section 8.5); returns how many.
    pub(crate) fn vacate(&mut self, seat: Seat) -> u16 {
        let freed = self.count(seat);
        for hex in self.grid.hexes() {
            if self.owner(hex) == Some(seat) {
                let at = self.layout.at(hex);
                self.cells[at] = self.cells[at] & !OWNER_BITS | NEUTRAL << OWNER_SHIFT;
                self.flip_member(code_of(seat), at);
                self.flip_member(NEUTRAL, at);
            }
        }
        self.counts[usize::from(code_of(seat))] = 0;
        self.counts[usize::from(NEUTRAL)] += freed;
        freed
    }

    /// One of the seat's hexes, uniformly; none if it has none.
    pub(crate) fn draw<C: Chance + ?Sized>(&self, seat: Seat, chance: &mut C) -> Option<Hex> {
        let count = u32::from(self.count(seat));
        if count == 0 || seat.0 >= self.seats {
            return None;
        }
        let owner = code_of(seat);
        let (first, span) = self.layout.span();
        if count * SPARSE >= span {
            loop {
                let at = first + chance.below(span) as usize;
                if owner_of(self.cells[at]) == owner {
                    return Some(self.layout.hex_at(at));
                }
            }
        }
        let mut left = chance.below(count);
        for (word, &set) in self.members_of(owner).iter().enumerate() {
            let here = set.count_ones();
            if left < here {
                let at = members(set).nth(left as usize)?;
                return Some(self.layout.hex_at(word * 64 + usize::from(at)));
            }
            left -= here;
        }
        None
    }

    /// The hexes of a seat in the order of their index.
    pub(crate) fn hexes_of(&self, seat: Seat) -> impl Iterator<Item = Hex> {
        let words = if seat.0 < self.seats {
            self.members_of(code_of(seat))
        } else {
            &[]
        };
        words.iter().enumerate().flat_map(move |(word, &set)| {
            members(set).map(move |bit| self.layout.hex_at(word * 64 + usize::from(bit)))
        })
    }

    fn members_of(&self, owner: u16) -> &[u64] {
        let words = self.layout.words();
        &self.members[usize::from(owner) * words..][..words]
    }

    fn flip_member(&mut self, owner: u16, at: usize) {
        let first = usize::from(owner) * self.layout.words();
        self.members[first + at / 64] ^= 1 << (at % 64);
    }
}

/// Owners a mover may take from, as a set of bits: everybody else and nobody, but not the outside.
#[derive(Clone, Copy)]
struct Foreign(u16);

impl Foreign {
    fn to(seat: Seat) -> Foreign {
        Foreign(0b0111_1111 & !(1 << code_of(seat)))
    }

    fn has(self, cell: u16) -> bool {
        self.0 >> owner_of(cell) & 1 == 1
    }
}

fn owner_of(cell: u16) -> u16 {
    cell >> OWNER_SHIFT & 7
}

fn code_of(seat: Seat) -> u16 {
    u16::from(seat.0) + 1
}

fn seat_of(owner: u16) -> Option<Seat> {
    (owner != NEUTRAL).then(|| Seat(owner as u8 - 1))
}

/// The mark an arrow leaves on the cell it points at: the direction it comes from.
fn arrow_bit(rotation: u16) -> u16 {
    let opposite = if rotation < 3 {
        rotation + 3
    } else {
        rotation - 3
    };
    1 << (ARROWS_SHIFT + opposite)
}
