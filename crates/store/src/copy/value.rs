//! A row on its way from one place to another, and how a table's rows are told from others.

use sha2::{Digest as _, Sha256};

use crate::StoreError;
use crate::exec::Arg;
use crate::row::Columns;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Int,
    Real,
    Text,
    Bytes,
}

const KINDS: [(Kind, &str); 4] = [
    (Kind::Int, "int"),
    (Kind::Real, "real"),
    (Kind::Text, "text"),
    (Kind::Bytes, "bytes"),
];

impl Kind {
    pub(super) fn of(word: &str) -> Option<Kind> {
        KINDS.iter().find(|it| it.1 == word).map(|it| it.0)
    }

    pub(super) fn word(self) -> &'static str {
        KINDS.iter().find(|it| it.0 == self).map_or("", |it| it.1)
    }

    pub(super) fn read(self, row: &dyn Columns, at: usize) -> sqlx::Result<Value> {
        let value = match self {
            Kind::Int => row.int(at)?.map(Value::Int),
            Kind::Real => Some(Value::Real(row.real(at)?)),
            Kind::Text => row.text(at)?.map(Value::Text),
            Kind::Bytes => row.bytes(at)?.map(Value::Bytes),
        };
        Ok(value.unwrap_or(Value::Null))
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

pub(super) type Row = Vec<Value>;

impl Value {
    /// To bind; a column's kind says which NULL it is.
    pub(super) fn arg(&self, kind: Kind) -> Result<Arg<'_>, StoreError> {
        match (self, kind) {
            (Value::Int(value), Kind::Int) => Ok(Arg::Int(*value)),
            (Value::Real(value), Kind::Real) => Ok(Arg::Real(*value)),
            (Value::Text(value), Kind::Text) => Ok(Arg::Text(value)),
            (Value::Bytes(value), Kind::Bytes) => Ok(Arg::Bytes(value)),
            (Value::Null, Kind::Int) => Ok(Arg::NoInt),
            (Value::Null, Kind::Text) => Ok(Arg::NoText),
            (Value::Null, Kind::Bytes) => Ok(Arg::NoBytes),
            _ => Err(StoreError::BadValue("a value of another kind")),
        }
    }

    fn encode(&self, out: &mut Vec<u8>) {
        match self {
            Value::Null => out.push(0),
            Value::Int(value) => {
                out.push(1);
                out.extend(value.to_le_bytes());
            }
            Value::Real(value) => {
                out.push(2);
                out.extend(value.to_bits().to_le_bytes());
            }
            Value::Text(value) => sized(out, 3, value.as_bytes()),
            Value::Bytes(value) => sized(out, 4, value),
        }
    }

    fn decode(from: &mut &[u8]) -> Option<Value> {
        Some(match take::<1>(from)? {
            [0] => Value::Null,
            [1] => Value::Int(i64::from_le_bytes(take(from)?)),
            [2] => Value::Real(f64::from_bits(u64::from_le_bytes(take(from)?))),
            [3] => Value::Text(String::from_utf8(take_sized(from)?).ok()?),
            [4] => Value::Bytes(take_sized(from)?),
            _ => return None,
        })
    }
}

fn sized(out: &mut Vec<u8>, tag: u8, bytes: &[u8]) {
    out.push(tag);
    out.extend((bytes.len() as u32).to_le_bytes());
    out.extend(bytes);
}

fn take<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (head, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(*head)
}

fn take_sized(from: &mut &[u8]) -> Option<Vec<u8>> {
    let length = u32::from_le_bytes(take(from)?) as usize;
    let (head, rest) = from.split_at_checked(length)?;
    *from = rest;
    Some(head.to_owned())
}

pub(super) fn encode(row: &[Value], out: &mut Vec<u8>) {
    for value in row {
        value.encode(out);
    }
}

/// None for what was not written by [`encode`].
pub(super) fn decode(mut from: &[u8], columns: usize) -> Option<Vec<Row>> {
    let mut rows = Vec::new();
    while !from.is_empty() {
        let row: Option<Row> = (0..columns).map(|_| Value::decode(&mut from)).collect();
        rows.push(row?);
    }
    Some(rows)
}

/// How many rows a table has, and a sum over them that does not depend on their order, which is not
/// the same on every back end.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Tally {
    pub(super) rows: u64,
    pub(super) sum: u128,
}

impl Tally {
    pub(super) fn add(&mut self, row: &[Value]) {
        let mut bytes = Vec::new();
        encode(row, &mut bytes);
        let hash = Sha256::digest(&bytes);
        let mut low = [0; 16];
        low.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_le_bytes(low));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let text = |text: &str| Value::Text(text.to_owned());
        vec![
            vec![Value::Int(i64::MIN), text("中文 \"'\\"), Value::Null],
            vec![Value::Int(7), text(""), Value::Bytes(vec![0, 255])],
            vec![Value::Real(0.1), text("x"), Value::Bytes(Vec::new())],
        ]
    }

    #[test]
    fn rows_come_back() {
        let mut bytes = Vec::new();
        for row in &rows() {
            encode(row, &mut bytes);
        }
        assert_eq!(decode(&bytes, 3), Some(rows()));
        for length in 1..bytes.len() {
            // Cut between two rows it is shorter, cut within one it is nothing.
            assert_ne!(decode(&bytes[..length], 3), Some(rows()));
        }
        assert_eq!(decode(&[9], 1), None);
    }

    #[test]
    fn a_tally_knows_rows_but_not_their_order() {
        let tally = |rows: &[Row]| {
            let mut tally = Tally::default();
            for row in rows {
                tally.add(row);
            }
            tally
        };
        let mut other = rows();
        other.reverse();
        assert_eq!(tally(&rows()), tally(&other));
        other[0][1] = Value::Text("y".to_owned());
        assert_ne!(tally(&rows()), tally(&other));
        assert_ne!(tally(&rows()), tally(&rows()[1..]));
    }
}
