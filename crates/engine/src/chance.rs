//! Where randomness comes from. A state never holds a generator, or a search could foresee dice:
//! every step is given its chance from outside.

use std::collections::VecDeque;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

use crate::inverse_normal;

/// A source of draws.
pub trait Chance {
    /// Uniform in `0..n`; `n` must not be 0.
    fn below(&mut self, n: u32) -> u32;

    /// One draw from the standard normal distribution.
    fn normal(&mut self) -> f64;
}

impl<C: Chance + ?Sized> Chance for &mut C {
    fn below(&mut self, n: u32) -> u32 {
        (**self).below(n)
    }

    fn normal(&mut self) -> f64 {
        (**self).normal()
    }
}

/// Fisher-Yates, from the back; the order of draws is part of the record format.
pub fn shuffle<T>(items: &mut [T], chance: &mut (impl Chance + ?Sized)) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// A uniformly drawn item, or `None` if there is nothing to draw from.
pub fn pick<'a, T>(items: &'a [T], chance: &mut (impl Chance + ?Sized)) -> Option<&'a T> {
    if items.is_empty() {
        None
    } else {
        items.get(chance.below(items.len() as u32) as usize)
    }
}

/// Lemire's multiplication with rejection: unbiased.
fn unbiased(n: u32, mut bits: impl FnMut() -> u32) -> u32 {
    debug_assert!(n > 0, "nothing to draw from");
    let mut product = u64::from(bits()) * u64::from(n);
    if (product as u32) < n {
        let threshold = n.wrapping_neg() % n;
        while (product as u32) < threshold {
            product = u64::from(bits()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// 53 random bits, centred in their interval so that neither 0 nor 1 can occur.
fn open_unit(bits: u64) -> f64 {
    ((bits >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// The chance of one entry of a match: the stream of its number in the match's seed.
///
/// Streams are independent, so an entry's draws do not depend on how many were used before it,
/// and replay may start anywhere.
#[derive(Debug)]
pub struct Stream {
    rng: ChaCha12Rng,
    drawn: u32,
}

impl Stream {
    pub fn new(seed: &[u8; 32], stream: u32) -> Stream {
        let mut rng = ChaCha12Rng::from_seed(*seed);
        rng.set_stream(u64::from(stream));
        Stream { rng, drawn: 0 }
    }

    /// Whether anything was drawn: dice once shown cannot be taken back.
    pub fn was_used(&self) -> bool {
        self.drawn > 0
    }
}

impl Chance for Stream {
    fn below(&mut self, n: u32) -> u32 {
        self.drawn += 1;
        unbiased(n, || self.rng.next_u32())
    }

    fn normal(&mut self) -> f64 {
        self.drawn += 1;
        inverse_normal(open_unit(self.rng.next_u64()))
    }
}

/// A small fast generator for searches and random playouts; never for a match that counts.
#[derive(Clone, Debug)]
pub struct Fast(u64);

impl Fast {
    pub fn new(seed: u64) -> Fast {
        Fast(seed)
    }

    /// `SplitMix64`: one addition and a scramble.
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Chance for Fast {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        unbiased(n, || (self.bits() >> 32) as u32)
    }

    fn normal(&mut self) -> f64 {
        inverse_normal(open_unit(self.bits()))
    }
}

/// Draws written down beforehand, for tests. Panics when they run out or do not fit: a test that
/// scripts its dice wants to know.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    numbers: VecDeque<u32>,
    normals: VecDeque<f64>,
}

impl Scripted {
    /// Answers for [`Chance::below`], in order.
    pub fn numbers(numbers: impl IntoIterator<Item = u32>) -> Scripted {
        Scripted {
            numbers: numbers.into_iter().collect(),
            normals: VecDeque::new(),
        }
    }

    /// Dice showing these faces (1 to 6).
    pub fn dice(faces: impl IntoIterator<Item = u32>) -> Scripted {
        Scripted::numbers(faces.into_iter().map(|face| face - 1))
    }

    /// Answers for [`Chance::normal`], in order.
    pub fn normals(normals: impl IntoIterator<Item = f64>) -> Scripted {
        Scripted {
            numbers: VecDeque::new(),
            normals: normals.into_iter().collect(),
        }
    }

    pub fn is_used_up(&self) -> bool {
        self.numbers.is_empty() && self.normals.is_empty()
    }
}

impl Chance for Scripted {
    fn below(&mut self, n: u32) -> u32 {
        let number = self.numbers.pop_front().expect("a scripted number is left");
        assert!(number < n, "the scripted number {number} is not below {n}");
        number
    }

    fn normal(&mut self) -> f64 {
        self.normals
            .pop_front()
            .expect("a scripted normal draw is left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_pinned_and_independent() {
        let draws = |seq| {
            let mut stream = Stream::new(&[7; 32], seq);
            [stream.below(6), stream.below(1000), stream.below(u32::MAX)]
        };
        assert_eq!(draws(0), draws(0));
        assert_ne!(draws(0), draws(1));
    }

    #[test]
    fn below_is_uniform_enough() {
        let mut chance = Fast::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[chance.below(6) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&count| (9_500..10_500).contains(&count)),
            "{counts:?}"
        );
    }

    #[test]
    fn normal_has_mean_0_and_deviation_1() {
        let mut stream = Stream::new(&[3; 32], 9);
        let draws: Vec<f64> = (0..20_000).map(|_| stream.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 20_000.0;
        let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!(
            mean.abs() < 0.03 && (variance - 1.0).abs() < 0.05,
            "{mean} {variance}"
        );
    }
}
