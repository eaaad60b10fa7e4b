//! Sets of places as the bits of a number.

/// An unsigned number whose bits are a set.
pub trait Bits: Copy {
    /// The lowest bit that is set, and the rest; `None` if there is none.
    fn split_lowest(self) -> Option<(u8, Self)>;
}

macro_rules! bits {
    ($($number:ty),+) => {
        $(
            impl Bits for $number {
                #[inline]
                fn split_lowest(self) -> Option<(u8, Self)> {
                    (self != 0).then(|| (self.trailing_zeros() as u8, self & self.wrapping_sub(1)))
                }
            }
        )+
    };
}

bits!(u8, u16, u32, u64, u128);

/// The members of a set, rising.
#[inline]
pub fn members<B: Bits>(mut set: B) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let (lowest, rest) = set.split_lowest()?;
        set = rest;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::members;

    #[test]
    fn members_rise_and_end() {
        assert_eq!(members(0u32).next(), None);
        assert_eq!(members(0b1010_0001u8).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(members(1u128 << 127 | 1).collect::<Vec<_>>(), [0, 127]);
        assert_eq!(members(u64::MAX).count(), 64);
    }
}
