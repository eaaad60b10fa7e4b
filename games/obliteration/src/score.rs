//! Percentages as text (section 5).

/// `100 * part / whole` with four significant digits, rounded half up, and a percent sign.
pub fn percent(part: u32, whole: u32) -> String {
    if part == 0 || whole == 0 {
        return "0.000%".to_owned();
    }
    let (part, whole) = (u64::from(part), u64::from(whole));
    // Integers only: floats round 1.5625 to 1.562.
    let digits = |scale: u64| (200 * part * scale + whole) / (2 * whole);
    // As many decimals as four digits leave room for after rounding: 9.9996 is 10.00.
    let (mut scale, mut decimals) = (10, 1);
    while digits(10 * scale) < 10_000 {
        scale *= 10;
        decimals += 1;
    }
    let digits = digits(scale);
    format!("{}.{:0decimals$}%", digits / scale, digits % scale)
}

#[cfg(test)]
mod tests {
    use super::percent;

    #[test]
    fn section_5_table() {
        for (part, whole, shown) in [
            (1, 2, "50.00%"),
            (5, 6, "83.33%"),
            (1, 6, "16.67%"),
            (10, 11, "90.91%"),
            (1, 11, "9.091%"),
            (1, 480, "0.2083%"),
            (479, 480, "99.79%"),
            (1, 64, "1.563%"),
            (480, 480, "100.0%"),
            (0, 480, "0.000%"),
            (4, 5, "80.00%"),
        ] {
            assert_eq!(percent(part, whole), shown, "{part}/{whole}");
        }
    }

    #[test]
    fn carries_and_extremes() {
        for (part, whole, shown) in [
            (1, 1600, "0.06250%"),
            (1, 1000, "0.1000%"),
            (99_996, 100_000, "100.0%"),
            (99_994, 100_000, "99.99%"),
            (99_996, 1_000_000, "10.00%"),
            (0, 0, "0.000%"),
            (1, u32::MAX, "0.00000002328%"),
            (u32::MAX, u32::MAX, "100.0%"),
        ] {
            assert_eq!(percent(part, whole), shown, "{part}/{whole}");
        }
    }
}
