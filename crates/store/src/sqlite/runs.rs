//! Where the entries of a match are: their row ids, which grow, as the first and then differences
//! of seven bits a byte. Two bytes for an entry of one of a few hundred matches at play.

pub(super) fn encode(ids: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ids.len() * 2 + 8);
    let mut last = 0;
    for &id in ids {
        let mut rest = id.wrapping_sub(last) as u64;
        last = id;
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
    bytes
}

/// None when this was never written by [`encode`].
pub(super) fn decode(bytes: &[u8]) -> Option<Vec<i64>> {
    let mut ids = Vec::new();
    let (mut last, mut rest, mut shift) = (0_i64, 0_u64, 0);
    for &byte in bytes {
        rest |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            last = last.wrapping_add(rest as i64);
            ids.push(last);
            (rest, shift) = (0, 0);
        }
    }
    (shift == 0).then_some(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for ids in [
            vec![],
            vec![1],
            vec![1, 2, 3],
            vec![5, 405, 804, 100_000],
            vec![i64::MAX - 1, i64::MAX],
        ] {
            assert_eq!(decode(&encode(&ids)), Some(ids));
        }
        let neighbours: Vec<i64> = (0..50).map(|n| 1_000_000 + n * 400).collect();
        assert_eq!(encode(&neighbours).len(), 3 + 49 * 2);
    }

    #[test]
    fn half_a_number() {
        assert_eq!(decode(&[0x80]), None);
        assert_eq!(decode(&[0xff; 12]), None);
    }
}
