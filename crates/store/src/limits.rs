//! The longest texts, the same on every back end. They are the column widths of the MySQL schema.

use crate::StoreError;

/// Characters.
pub(crate) const ID: usize = 32;
pub(crate) const GAME: usize = 32;
pub(crate) const NAME: usize = 64;
pub(crate) const NAME_KEY: usize = 128;
pub(crate) const PASSWORD: usize = 255;
pub(crate) const SESSION_KIND: usize = 16;
pub(crate) const SESSION_LABEL: usize = 255;
pub(crate) const CMD: usize = 64;
pub(crate) const AUDIT: usize = 2000;
/// Bytes.
pub(crate) const SECRET: usize = 255;
pub(crate) const LINE: usize = 65_535;
pub(crate) const BODY: usize = 4 << 20;

/// At most `most` characters.
pub(crate) fn chars(text: &str, most: usize, what: &'static str) -> Result<(), StoreError> {
    // Bytes first: counting characters is rarely needed.
    if text.len() > most && text.chars().count() > most {
        return Err(StoreError::BadValue(what));
    }
    Ok(())
}

pub(crate) fn bytes(bytes: &[u8], most: usize, what: &'static str) -> Result<(), StoreError> {
    if bytes.len() > most {
        return Err(StoreError::BadValue(what));
    }
    Ok(())
}

/// Ids stay ASCII: they are part of addresses and of sort orders.
pub(crate) fn id(id: &str) -> Result<(), StoreError> {
    if id.is_empty() || id.len() > ID || !id.is_ascii() {
        return Err(StoreError::BadValue("an id is 1 to 32 ASCII characters"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_not_bytes() {
        assert!(chars("中文字", 3, "x").is_ok());
        assert!(chars("中文字符", 3, "x").is_err());
        assert!(chars("abc", 3, "x").is_ok());
        assert!(bytes("中".as_bytes(), 2, "x").is_err());
    }

    #[test]
    fn ids() {
        assert!(id("t0").is_ok());
        for bad in ["", "é", &"x".repeat(33)] {
            assert!(id(bad).is_err(), "{bad}");
        }
    }
}
