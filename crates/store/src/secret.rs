use std::fmt;

/// Bytes that must not slip into a log line: the seed of a match.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(pub Vec<u8>);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_not_printed() {
        assert_eq!(format!("{:?}", Secret(vec![7; 3])), "Secret(..)");
    }
}
