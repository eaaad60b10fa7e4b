use std::sync::OnceLock;

use parlor_marelles::symmetry::Symmetry;

use super::{rank, subsets};
use crate::pair::MOST;

/// The sets of so many stones up to symmetry.
#[derive(Debug)]
pub(crate) struct Classes {
    stones: u8,
    /// By rank of the set.
    of: Vec<Class>,
    /// The smallest set of each class.
    representatives: Vec<u32>,
    /// The symmetries that leave the representative as it is, as a set of their numbers.
    stabilisers: Vec<u16>,
}

/// The class of a set and a symmetry that leads the set to its representative: bits 0 to 3 are the
/// symmetry, bit 4 tells that the representative has symmetries of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class(u32);

impl Class {
    #[inline]
    pub(crate) fn number(self) -> u32 {
        self.0 >> 5
    }

    #[inline]
    pub(crate) fn symmetry(self) -> Symmetry {
        Symmetry::numbered(self.0 as u8)
    }

    #[inline]
    pub(crate) fn is_symmetric(self) -> bool {
        self.0 >> 4 & 1 == 1
    }
}

impl Classes {
    fn new(stones: u8) -> Classes {
        const UNKNOWN: Class = Class(u32::MAX);
        let sets = subsets(24, stones);
        let mut classes = Classes {
            stones,
            of: vec![UNKNOWN; sets.len()],
            representatives: Vec::new(),
            stabilisers: Vec::new(),
        };
        for (at, &set) in sets.iter().enumerate() {
            // Sets come in rising order, so the first of a class is its smallest.
            if classes.of[at] != UNKNOWN {
                continue;
            }
            let stabiliser = Symmetry::all()
                .filter(|symmetry| symmetry.mask(set) == set)
                .fold(0, |numbers, symmetry| numbers | 1 << symmetry.number());
            let number = classes.representatives.len() as u32;
            let symmetric = u32::from(stabiliser != 1);
            for back in Symmetry::all() {
                // The symmetry is asked from the image to the representative, not the other way.
                let image = set_before(set, back);
                classes.of[rank(image, stones) as usize] =
                    Class(number << 5 | symmetric << 4 | u32::from(back.number()));
            }
            classes.representatives.push(set);
            classes.stabilisers.push(stabiliser);
        }
        classes
    }

    pub(crate) fn len(&self) -> usize {
        self.representatives.len()
    }

    #[inline]
    pub(crate) fn of(&self, set: u32) -> Class {
        self.of[rank(set, self.stones) as usize]
    }

    #[inline]
    pub(crate) fn representative(&self, number: u32) -> u32 {
        self.representatives[number as usize]
    }

    pub(crate) fn is_symmetric(&self, number: u32) -> bool {
        self.stabilisers[number as usize] != 1
    }

    /// The symmetries of a representative, without the identity.
    pub(crate) fn stabiliser(&self, number: u32) -> impl Iterator<Item = Symmetry> {
        let mut numbers = self.stabilisers[number as usize] & !1;
        std::iter::from_fn(move || {
            let number = numbers.trailing_zeros() as u8;
            let some = numbers != 0;
            numbers &= numbers.wrapping_sub(1);
            some.then(|| Symmetry::numbered(number))
        })
    }
}

/// The set that a symmetry leads to the given one.
fn set_before(set: u32, symmetry: Symmetry) -> u32 {
    let mut before = 0;
    for at in 0..24 {
        if set & symmetry.mask(1 << at) != 0 {
            before |= 1 << at;
        }
    }
    before
}

/// The classes of sets of at most 9 stones; computed once.
pub(crate) fn classes(stones: u8) -> &'static Classes {
    const SIZES: usize = MOST as usize + 1;
    static ALL: [OnceLock<Classes>; SIZES] = [const { OnceLock::new() }; SIZES];
    ALL[usize::from(stones)].get_or_init(|| Classes::new(stones))
}

/// How many classes of sets of so many stones there are. Sizes of files follow from it, which are
/// asked when a server starts: enumerating the sets would take longer than all the rest.
pub fn class_count(stones: u8) -> u32 {
    const COUNTS: [u32; MOST as usize + 1] =
        [1, 4, 30, 158, 757, 2_830, 8_774, 22_188, 46_879, 82_880];
    COUNTS[usize::from(stones)]
}
