//! The word of a variant, as serde writes it.

use serde::de::value::Error;
use serde::ser::{Error as _, Impossible, Serialize, Serializer};

type Word = &'static str;

/// What stands for a variant without fields in JSON, such as `ran_away` for `Reason::RanAway`.
#[inline]
pub fn word<T: Serialize>(variant: &T) -> &'static str {
    variant.serialize(OfVariant).expect("a variant alone")
}

/// Takes a variant without fields, and nothing else.
struct OfVariant;

macro_rules! nothing_else {
    ($($name:ident $(<$inner:ident>)? ($($kind:ty),*) -> $out:ty;)*) => {
        $(
            fn $name $(<$inner: ?Sized + Serialize>)? (self, $(_: $kind),*) -> Result<$out, Error> {
                Err(Error::custom("not a variant without fields"))
            }
        )*
    };
}

impl Serializer for OfVariant {
    type Ok = Word;
    type Error = Error;
    type SerializeSeq = Impossible<Word, Error>;
    type SerializeTuple = Impossible<Word, Error>;
    type SerializeTupleStruct = Impossible<Word, Error>;
    type SerializeTupleVariant = Impossible<Word, Error>;
    type SerializeMap = Impossible<Word, Error>;
    type SerializeStruct = Impossible<Word, Error>;
    type SerializeStructVariant = Impossible<Word, Error>;

    #[inline]
    fn serialize_unit_variant(self, _: Word, _: u32, variant: Word) -> Result<Word, Error> {
        Ok(variant)
    }

    nothing_else! {
        serialize_bool(bool) -> Word;
        serialize_i8(i8) -> Word;
        serialize_i16(i16) -> Word;
        serialize_i32(i32) -> Word;
        serialize_i64(i64) -> Word;
        serialize_u8(u8) -> Word;
        serialize_u16(u16) -> Word;
        serialize_u32(u32) -> Word;
        serialize_u64(u64) -> Word;
        serialize_f32(f32) -> Word;
        serialize_f64(f64) -> Word;
        serialize_char(char) -> Word;
        serialize_str(&str) -> Word;
        serialize_bytes(&[u8]) -> Word;
        serialize_none() -> Word;
        serialize_some<T>(&T) -> Word;
        serialize_unit() -> Word;
        serialize_unit_struct(Word) -> Word;
        serialize_newtype_struct<T>(Word, &T) -> Word;
        serialize_newtype_variant<T>(Word, u32, Word, &T) -> Word;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(Word, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(Word, u32, Word, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(Word, usize) -> Self::SerializeStruct;
        serialize_struct_variant(Word, u32, Word, usize) -> Self::SerializeStructVariant;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutcomeKind;

    #[test]
    fn variants_have_the_words_of_their_json() {
        assert_eq!(word(&OutcomeKind::NoWinner), "no_winner");
        assert!("text".serialize(OfVariant).is_err());
        assert!(Some(OutcomeKind::Win).serialize(OfVariant).is_err());
    }
}
