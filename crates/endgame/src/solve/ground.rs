//! The boards with the same stones of the opponent: what the mover can do among them.
//!
//! The opponent's stones stay where they are in a quiet ply, so all that happens between captures
//! happens in one such set of boards, and in one block of the other table. Points are numbered
//! without the opponent's here ("squeezed"), so a board is the rank of the mover's stones.

use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, MILL_MASKS, points, slides};

use super::Captures;
use super::moves::{reach, victims};
use crate::index::{Free, free_points, rank, spread, squeeze};
use crate::packed;

pub(crate) struct Ground {
    enemy: u32,
    free: Free,
    flies: bool,
    /// All points that the opponent leaves free.
    all: u32,
    /// From where a stone comes to each point.
    reach: [u32; 24],
    /// The other two points of both mills through each point; more than there is if an opponent
    /// stands in the way.
    partners: [[u32; 2]; 24],
    mills: Vec<u32>,
}

impl Ground {
    pub(crate) fn new(enemy: u32, stones: u8) -> Ground {
        let free = free_points(enemy);
        let mut ground = Ground {
            enemy,
            free,
            flies: stones == 3,
            all: squeeze(FULL, free),
            reach: [0; 24],
            partners: [[u32::MAX; 2]; 24],
            mills: Vec::new(),
        };
        for (number, point) in points(FULL & !enemy).enumerate() {
            ground.reach[number] = squeeze(reach(point, stones) & !enemy, free);
        }
        for mill in MILL_MASKS.into_iter().filter(|mill| mill & enemy == 0) {
            let mill = squeeze(mill, free);
            ground.mills.push(mill);
            for at in points(mill) {
                let [first, second] = &mut ground.partners[usize::from(at.0)];
                let place = if *first == u32::MAX { first } else { second };
                *place = mill & !at.bit();
            }
        }
        ground
    }

    #[inline]
    pub(crate) fn spread(&self, own: u32) -> u32 {
        spread(own, self.free)
    }

    #[inline]
    pub(crate) fn squeeze(&self, own: u32) -> u32 {
        squeeze(own, self.free)
    }

    /// Every arrival that closes a mill: the stones afterwards. Stops when told `false`.
    #[inline]
    pub(crate) fn closing(&self, own: u32, mut visit: impl FnMut(u32) -> bool) {
        for to in points(self.all & !own) {
            let [a, b] = self.partners[usize::from(to.0)];
            if own & a != a && own & b != b {
                continue;
            }
            let near = own & self.reach[usize::from(to.0)];
            let mut from = 0;
            for mill in [a, b] {
                from |= if own & mill == mill { near & !mill } else { 0 };
            }
            for from in points(from) {
                if !visit(own ^ from.bit() ^ to.bit()) {
                    return;
                }
            }
        }
    }

    /// Every placement of one more stone: the stones afterwards, and whether a mill is closed. Stops
    /// when told `false`.
    #[inline]
    pub(crate) fn placements(&self, own: u32, mut visit: impl FnMut(u32, bool) -> bool) {
        for to in points(self.all & !own) {
            let [a, b] = self.partners[usize::from(to.0)];
            if !visit(own | to.bit(), own & a == a || own & b == b) {
                return;
            }
        }
    }

    /// How many points the opponent leaves free.
    pub(crate) fn points(&self) -> u8 {
        self.all.count_ones() as u8
    }

    /// The other two points of the mills through a point that no opponent stands in.
    pub(crate) fn partners(&self, point: u8) -> [Option<[u8; 2]>; 2] {
        self.partners[usize::from(point)].map(|mill| {
            let last = mill.ilog2();
            let both = [mill.trailing_zeros() as u8, last as u8];
            (mill != u32::MAX).then_some(both)
        })
    }

    /// How many plies there are, closing ones included, captures counted once.
    #[inline]
    pub(crate) fn plies(&self, own: u32) -> u32 {
        if self.flies {
            return 3 * (self.all & !own).count_ones();
        }
        let stones = self.spread(own);
        slides(stones, FULL & !(stones | self.enemy)).count_ones()
    }

    /// Every board from which a quiet ply leads to this one: a stone goes back, unless it stands in
    /// a mill, which would have been closed.
    #[inline]
    pub(crate) fn before(&self, own: u32, mut visit: impl FnMut(u32)) {
        let mut fixed = 0;
        for &mill in &self.mills {
            fixed |= if own & mill == mill { mill } else { 0 };
        }
        for to in points(own & !fixed) {
            for from in points(self.reach[usize::from(to.0)] & !own) {
                visit(own ^ to.bit() ^ from.bit());
            }
        }
    }
}

/// What captures lead to, remembered: several plies end with the same stones.
pub(crate) struct Taking<'a> {
    captures: Option<&'a Captures>,
    victims: Vec<Victim>,
    /// By rank of the mover's stones.
    best: Vec<u8>,
}

/// The best that captures lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Capture {
    None,
    Lost,
    Drawn,
    Won,
}

/// The boards without one of the opponent's stones.
struct Victim {
    first: u32,
    images: Vec<Image>,
}

/// Where the mover's stones stand after a symmetry, from squeezed to squeezed points, by a byte
/// at a time.
struct Image([[u32; 256]; 3]);

impl Image {
    fn new(ground: &Ground, to: impl Fn(u32) -> u32) -> Image {
        let mut parts = [[0; 256]; 3];
        for (part, table) in parts.iter_mut().enumerate() {
            for set in 1..256usize {
                let number = part * 8 + set.trailing_zeros() as usize;
                let bit = ground.all & 1 << number;
                let image = if bit == 0 { 0 } else { to(ground.spread(bit)) };
                table[set] = table[set & (set - 1)] | image;
            }
        }
        Image(parts)
    }

    #[inline]
    fn of(&self, own: u32) -> u32 {
        let [a, b, c, _] = own.to_le_bytes();
        let [first, second, third] = &self.0;
        first[usize::from(a)] | second[usize::from(b)] | third[usize::from(c)]
    }
}

impl<'a> Taking<'a> {
    pub(crate) fn new(captures: Option<&'a Captures>) -> Taking<'a> {
        Taking {
            captures,
            victims: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Turns to other stones of the opponent; `boards` is how many the mover's can be.
    pub(crate) fn turn(&mut self, ground: &Ground, removal: Removal, boards: usize) {
        self.best.clear();
        self.best.resize(boards, Capture::None as u8);
        self.victims.clear();
        let Some(captures) = self.captures else {
            return;
        };
        let classes = captures.index.classes();
        for victim in points(victims(ground.enemy, removal)) {
            let class = classes.of(ground.enemy & !victim.bit());
            let free = free_points(classes.representative(class.number()));
            let image = |set| class.symmetry().mask(set);
            let mut images = vec![Image::new(ground, |set| squeeze(image(set), free))];
            for symmetry in classes.stabiliser(class.number()) {
                images.push(Image::new(ground, |set| {
                    squeeze(symmetry.mask(image(set)), free)
                }));
            }
            self.victims.push(Victim {
                first: class.number() * captures.index.block() as u32,
                images,
            });
        }
    }

    /// The best capture after a mill was closed, with these stones of the mover.
    #[inline]
    pub(crate) fn best(&mut self, after: u32, stones: u8) -> Capture {
        const KNOWN: [Capture; 4] = [Capture::None, Capture::Lost, Capture::Drawn, Capture::Won];
        let Some(captures) = self.captures else {
            return Capture::Won;
        };
        let at = rank(after, stones) as usize;
        let known = KNOWN[usize::from(self.best[at] & 3)];
        if known != Capture::None {
            return known;
        }
        let mut best = Capture::Lost;
        for victim in &self.victims {
            let images = victim.images.iter();
            let least = images.map(|image| rank(image.of(after), stones)).min();
            match captures.values.code(victim.first + least.unwrap_or(0)) {
                packed::LOSS => {
                    best = Capture::Won;
                    break;
                }
                packed::DRAW => best = Capture::Drawn,
                _ => {}
            }
        }
        self.best[at] = best as u8;
        best
    }
}
