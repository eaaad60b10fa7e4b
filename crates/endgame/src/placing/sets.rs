//! Boards with the same stones of the opponent, all at once: a bit for each set of the mover's stones.
//!
//! A set has the number that its squeezed points make as a mask, so placing a stone on a point is
//! a shift, and 64 boards are judged by a few operations.

use crate::solve::ground::{Capture, Ground, Taking};

/// Below this the bits of all sizes cost more than looking at the boards of one size.
const WORDS_A_BOARD: usize = 8;

/// Which numbers of a word have each of the six lowest points.
const LOW: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Whether judging all sets of so many points is worth it for so many boards.
pub(super) fn pays(points: u8, boards: usize) -> bool {
    let words = usize::from(points) << points.saturating_sub(6);
    words <= WORDS_A_BOARD * boards
}

/// A set of sets of points.
#[derive(Clone, Default, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn clear(&mut self, points: u8) {
        self.0.clear();
        self.0.resize(1 << points.saturating_sub(6), 0);
    }

    #[inline]
    fn add(&mut self, set: u32, is_in: bool) {
        self.0[set as usize >> 6] |= u64::from(is_in) << (set & 63);
    }

    #[inline]
    fn has(&self, set: u32) -> bool {
        self.0[set as usize >> 6] >> (set & 63) & 1 == 1
    }
}

/// What the mover reaches at least, and what for.
#[derive(Default, Debug)]
pub(super) struct Judged {
    won: Bits,
    drawn: Bits,
    /// Sets after a placement: those that are good for the mover.
    winning: Bits,
    drawing: Bits,
    /// Sets after a mill was closed that have to be asked for.
    wanted: Bits,
}

impl Judged {
    /// Judges all boards. `after` are the sets with one stone more, `quiet` their values for the
    /// opponent if no stone is taken.
    pub(super) fn judge(
        &mut self,
        ground: &Ground,
        taking: &mut Taking,
        (after, stones): (&[u32], u8),
        quiet: &[u8],
    ) {
        let points = ground.points();
        for bits in [&mut self.won, &mut self.drawn, &mut self.wanted] {
            bits.clear(points);
        }
        self.turn(points);
        for (&set, &code) in after.iter().zip(quiet) {
            self.winning.add(set, code == crate::packed::LOSS);
            self.drawing.add(set, code == crate::packed::DRAW);
        }
        self.place(ground, false);
        self.want(ground);
        self.turn(points);
        for &set in after {
            if self.wanted.has(set) {
                let best = taking.best(set, stones);
                self.winning.add(set, best == Capture::Won);
                self.drawing.add(set, best == Capture::Drawn);
            }
        }
        self.place(ground, true);
    }

    fn turn(&mut self, points: u8) {
        self.winning.clear(points);
        self.drawing.clear(points);
    }

    /// The code of a board.
    #[inline]
    pub(super) fn code(&self, own: u32) -> u8 {
        match (self.won.has(own), self.drawn.has(own)) {
            (true, _) => crate::packed::WIN,
            (false, true) => crate::packed::DRAW,
            (false, false) => crate::packed::LOSS,
        }
    }

    /// Takes over what placements lead to, those that close a mill or the others.
    fn place(&mut self, ground: &Ground, closing: bool) {
        for point in 0..ground.points() {
            let mills = ground.partners(point);
            let other = if closing { 0 } else { u64::MAX };
            for word in 0..self.won.0.len() {
                let Some((from, shift, lacking)) = with(point, word) else {
                    continue;
                };
                let these = (closed(mills, word) ^ other) & lacking;
                self.won.0[word] |= self.winning.0[from] >> shift & these;
                self.drawn.0[word] |= self.drawing.0[from] >> shift & these;
            }
        }
    }

    /// The sets after closing a mill on boards that are not won without.
    fn want(&mut self, ground: &Ground) {
        for point in 0..ground.points() {
            let mills = ground.partners(point);
            for word in 0..self.won.0.len() {
                if let Some((from, shift, lacking)) = with(point, word) {
                    let these = closed(mills, word) & lacking & !self.won.0[word];
                    self.wanted.0[from] |= these << shift;
                }
            }
        }
    }
}

/// Where the sets of a word are once the point is added: their word, how far up they are in it, and which
/// sets lack the point. Nothing if all of them have it.
#[inline]
fn with(point: u8, word: usize) -> Option<(usize, u32, u64)> {
    match LOW.get(usize::from(point)) {
        Some(low) => Some((word, 1 << point, !low)),
        None if word >> (point - 6) & 1 == 1 => None,
        None => Some((word | 1 << (point - 6), 0, u64::MAX)),
    }
}

/// The sets of a word that have both points of one of two pairs.
#[inline]
fn closed(mills: [Option<[u8; 2]>; 2], word: usize) -> u64 {
    let has = |point: u8| match LOW.get(usize::from(point)) {
        Some(low) => *low,
        None => 0u64.wrapping_sub(word as u64 >> (point - 6) & 1),
    };
    let pair = |mill: Option<[u8; 2]>| mill.map_or(0, |[a, b]| has(a) & has(b));
    pair(mills[0]) | pair(mills[1])
}
