//! The little that must be read out of a certificate: from when to when it is valid.

/// Seconds since 1970, of the first and the last moment.
pub(crate) fn validity(der: &[u8]) -> Option<(i64, i64)> {
    let (_, certificate, _) = element(der)?;
    let (_, body, _) = element(certificate)?;
    let mut rest = body;
    // An optional version, then serial number, algorithm and issuer.
    if body.first() == Some(&0xa0) {
        rest = element(rest)?.2;
    }
    for _ in 0..3 {
        rest = element(rest)?.2;
    }
    let (_, validity, _) = element(rest)?;
    let (tag, from, rest) = element(validity)?;
    let from = seconds(tag, from)?;
    let (tag, to, _) = element(rest)?;
    Some((from, seconds(tag, to)?))
}

/// Tag, content and what follows.
fn element(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = bytes.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = if first < 0x80 {
        (usize::from(first), rest)
    } else {
        let count = usize::from(first & 0x7f);
        if count > 4 {
            return None;
        }
        let (digits, rest) = rest.split_at_checked(count)?;
        let join = |sum: usize, digit: &u8| (sum << 8) | usize::from(*digit);
        (digits.iter().fold(0, join), rest)
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// `YYMMDDHHMMSSZ` or, from 2050 on, with four digits of the year.
fn seconds(tag: u8, text: &[u8]) -> Option<i64> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z')?;
    let (year, rest) = match tag {
        0x17 => {
            let year: i64 = text.get(..2)?.parse().ok()?;
            (if year < 50 { 2000 } else { 1900 } + year, text.get(2..)?)
        }
        0x18 => (text.get(..4)?.parse().ok()?, text.get(4..)?),
        _ => return None,
    };
    let two = |at: usize| rest.get(at..at + 2)?.parse::<i64>().ok();
    let (month, day) = (two(0)?, two(2)?);
    let time = two(4)? * 3600 + two(6)? * 60 + two(8)?;
    // Days since 1970, with years that begin in March.
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    Some(days * 86_400 + time)
}

/// `2026-11-17`, for people.
pub(crate) fn day(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400);
    match time::OffsetDateTime::from_unix_timestamp(days * 86_400) {
        Ok(at) => format!(
            "{:04}-{:02}-{:02}",
            at.year(),
            u8::from(at.month()),
            at.day()
        ),
        Err(_) => "a day beyond the calendar".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_right() {
        assert_eq!(seconds(0x17, b"700101000000Z"), Some(0));
        assert_eq!(seconds(0x17, b"261117081500Z"), Some(1_794_903_300));
        assert_eq!(seconds(0x18, b"20520229120000Z"), Some(2_592_820_800));
        assert_eq!(seconds(0x17, b"000229000000Z"), Some(951_782_400));
        assert_eq!(day(1_794_903_300), "2026-11-17");
    }

    #[test]
    fn what_was_written_is_read() {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut params = rcgen::CertificateParams::new(vec!["house.example".into()]).unwrap();
        params.not_before = time::OffsetDateTime::from_unix_timestamp(1_794_903_300).unwrap();
        params.not_after = time::OffsetDateTime::from_unix_timestamp(2_700_000_000).unwrap();
        let made = params.self_signed(&key).unwrap();
        assert_eq!(validity(made.der()), Some((1_794_903_300, 2_700_000_000)));
        for cut in 0..made.der().len().min(200) {
            let _ = validity(&made.der()[..cut]);
        }
        assert_eq!(validity(b""), None);
        assert_eq!(validity(&[0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), None);
    }
}
