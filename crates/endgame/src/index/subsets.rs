//! Sets of points as numbers: colexicographic rank, and squeezing out occupied points.
//!
//! Everything is looked up byte by byte or by halves, since the machines that this must run on need
//! not have an instruction for it.

use std::sync::OnceLock;

use parlor_marelles::board::FULL;

const MOST: usize = 9;

static BINOMIAL: [[u32; MOST + 2]; 26] = {
    let mut table = [[0; MOST + 2]; 26];
    let mut n = 0;
    while n < 26 {
        table[n][0] = 1;
        let mut k = 1;
        while k < MOST + 2 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Sets of `k` among `n` points; `n` at most 24, `k` at most 9.
pub fn binomial(n: u8, k: u8) -> u32 {
    BINOMIAL[usize::from(n)][usize::from(k)]
}

const HALF: u32 = 12;
const LOW: u32 = (1 << HALF) - 1;

/// Rank of a set within the twelve lowest points.
static LOW_RANK: [u16; 1 << HALF] = {
    let mut table = [0; 1 << HALF];
    let mut set = 1usize;
    while set < 1 << HALF {
        let top = set.ilog2() as usize;
        let size = set.count_ones() as usize;
        // Sets of more than nine points are never asked for.
        let own = if size <= MOST { BINOMIAL[top][size] } else { 0 };
        table[set] = table[set & !(1 << top)] + own as u16;
        set += 1;
    }
    table
};

/// What the points from the thirteenth up add to the rank of a set of so many points altogether.
static HIGH_RANK: [[u32; 1 << HALF]; MOST + 1] = {
    let mut table = [[0; 1 << HALF]; MOST + 1];
    let mut size = 1;
    while size <= MOST {
        let mut set = 1usize;
        while set < 1 << HALF {
            let top = set.ilog2() as usize;
            table[size][set] =
                table[size - 1][set & !(1 << top)] + BINOMIAL[HALF as usize + top][size];
            set += 1;
        }
        size += 1;
    }
    table
};

/// The colexicographic rank among all sets of `size` points.
#[inline]
pub(crate) fn rank(set: u32, size: u8) -> u32 {
    let high = &HIGH_RANK[usize::from(size)];
    u32::from(LOW_RANK[(set & LOW) as usize]) + high[(set >> HALF & LOW) as usize]
}

/// Drops the bits of a byte that are not in the mask.
static SQUEEZE: [[u8; 256]; 256] = {
    let mut table = [[0; 256]; 256];
    let mut mask = 1usize;
    while mask < 256 {
        let low = mask & mask.wrapping_neg();
        let mut byte = 0;
        while byte < 256 {
            let bit = (byte & low != 0) as u8;
            table[mask][byte] = table[mask & !low][byte] << 1 | bit;
            byte += 1;
        }
        mask += 1;
    }
    table
};

/// Gives the lowest bits of a byte to the places of a mask.
static SPREAD: [[u8; 256]; 256] = {
    let mut table = [[0; 256]; 256];
    let mut mask = 1usize;
    while mask < 256 {
        let low = mask & mask.wrapping_neg();
        let mut byte = 0;
        while byte < 256 {
            let bit = if byte & 1 == 1 { low as u8 } else { 0 };
            table[mask][byte] = table[mask & !low][byte >> 1] | bit;
            byte += 1;
        }
        mask += 1;
    }
    table
};

/// The points that a set leaves free, byte by byte, with what is counted before each byte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Free {
    bytes: [u8; 3],
    before: [u8; 2],
}

static COUNT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = (byte as u32).count_ones() as u8;
        byte += 1;
    }
    table
};

#[inline]
pub(crate) fn free_points(occupied: u32) -> Free {
    let [a, b, c, _] = (!occupied & FULL).to_le_bytes();
    let first = COUNT[usize::from(a)];
    Free {
        bytes: [a, b, c],
        before: [first, first + COUNT[usize::from(b)]],
    }
}

/// Numbers the free points from 0, and the set by those numbers.
#[inline]
pub(crate) fn squeeze(set: u32, free: Free) -> u32 {
    let [a, b, c, _] = set.to_le_bytes();
    let part =
        |at: usize, byte: u8| u32::from(SQUEEZE[usize::from(free.bytes[at])][usize::from(byte)]);
    part(0, a) | part(1, b) << free.before[0] | part(2, c) << free.before[1]
}

/// Undoes [`squeeze`].
#[inline]
pub(crate) fn spread(squeezed: u32, free: Free) -> u32 {
    let part = |at: usize, bits: u32| {
        u32::from(SPREAD[usize::from(free.bytes[at])][(bits & 0xff) as usize])
    };
    part(0, squeezed)
        | part(1, squeezed >> free.before[0]) << 8
        | part(2, squeezed >> free.before[1]) << 16
}

/// All sets of `size` among `points` points in the order of their rank; computed once.
pub(crate) fn subsets(points: u8, size: u8) -> &'static [u32] {
    static LISTS: [[OnceLock<Vec<u32>>; MOST + 1]; 25] =
        [const { [const { OnceLock::new() }; MOST + 1] }; 25];
    LISTS[usize::from(points)][usize::from(size)].get_or_init(|| {
        let mut list = Vec::with_capacity(binomial(points, size) as usize);
        let mut set = (1u32 << size) - 1;
        while set < 1 << points {
            list.push(set);
            if set == 0 {
                break;
            }
            // The next larger number with as many bits.
            let low = set & set.wrapping_neg();
            let carried = set + low;
            set = carried | (((set ^ carried) >> 2) / low);
        }
        list
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_sets() {
        for (points, size) in [(24, 0), (24, 3), (24, 6), (21, 9), (15, 9), (17, 7)] {
            let list = subsets(points, size);
            assert_eq!(list.len(), binomial(points, size) as usize);
            for (at, &set) in list.iter().enumerate() {
                assert_eq!(rank(set, size) as usize, at, "{set:x}");
            }
        }
    }

    #[test]
    fn squeezing_can_be_undone() {
        for &occupied in subsets(24, 5).iter().step_by(97) {
            let free = free_points(occupied);
            for &squeezed in subsets(19, 4).iter().step_by(13) {
                let set = spread(squeezed, free);
                assert_eq!(set & occupied, 0);
                assert_eq!(set.count_ones(), 4);
                assert_eq!(squeeze(set, free), squeezed);
            }
        }
    }
}
