//! Drawing from a set of bits: how many there are and which is the n-th.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// Position of the k-th set bit of each byte.
static NTH_IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A mask with the running counts of its bytes: one addition tree serves the count and the choice,
/// on machines without a bit-count instruction too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    mask: u64,
    /// Byte `i` counts the bits of bytes `0..=i`.
    counts: u64,
}

impl Ranked {
    #[inline]
    pub(crate) fn new(mask: u64) -> Ranked {
        let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Ranked {
            mask,
            counts: bytes.wrapping_mul(ONES),
        }
    }

    #[inline]
    pub(crate) fn count(self) -> u32 {
        (self.counts >> 56) as u32
    }

    /// The n-th set bit from below; `n` must be below the count.
    #[inline]
    pub(crate) fn nth(self, n: u32) -> u8 {
        // The byte holds the bit if as many bytes before it count at most n bits.
        let passed = (((u64::from(n) * ONES) | HIGHS) - self.counts) & HIGHS;
        let shift = (((passed >> 7).wrapping_mul(ONES) >> 56) * 8) & 63;
        let before = self.counts << 8 >> shift & 0xff;
        let byte = self.mask >> shift & 0xff;
        let left = u64::from(n).wrapping_sub(before) & 7;
        shift as u8 + NTH_IN_BYTE[byte as usize][left as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_found_in_its_place() {
        let mut mask: u64 = 1;
        for round in 0..2_000 {
            mask = mask.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(round);
            for mask in [mask, mask & mask >> 7, mask & 0xff_ffff, u64::MAX, 1 << 63] {
                let ranked = Ranked::new(mask);
                let bits: Vec<u8> = (0..64).filter(|bit| mask >> bit & 1 == 1).collect();
                assert_eq!(ranked.count() as usize, bits.len());
                for (n, &bit) in bits.iter().enumerate() {
                    assert_eq!(ranked.nth(n as u32), bit, "{mask:x} {n}");
                }
            }
        }
    }
}
