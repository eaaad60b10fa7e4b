/// Of a board, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    Loss,
    Draw,
    Win,
}

impl Value {
    /// The same for the other side.
    #[inline]
    pub fn other(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

/// What two bits say; slots that no board leads to have the fourth code.
pub(crate) const DRAW: u8 = 0;
pub(crate) const WIN: u8 = 1;
pub(crate) const LOSS: u8 = 2;
pub(crate) const UNUSED: u8 = 3;

pub(crate) fn decode(code: u8) -> Option<Value> {
    match code {
        DRAW => Some(Value::Draw),
        WIN => Some(Value::Win),
        LOSS => Some(Value::Loss),
        _ => None,
    }
}

/// Values of two bits, four in a byte, the first in the lowest bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed(pub(crate) Vec<u8>);

impl Packed {
    /// Packs codes from 0 to 3.
    pub fn pack(mut codes: impl ExactSizeIterator<Item = u8>) -> Packed {
        let mut bytes = Vec::with_capacity(codes.len().div_ceil(4));
        while codes.len() > 0 {
            let four = codes.by_ref().take(4).enumerate();
            bytes.push(four.fold(0, |byte, (at, code)| byte | (code & 3) << (2 * at)));
        }
        Packed(bytes)
    }

    #[inline]
    pub(crate) fn code(&self, slot: u32) -> u8 {
        self.0[slot as usize >> 2] >> ((slot & 3) * 2) & 3
    }

    /// `None` in a slot without a board.
    pub fn value(&self, slot: u32) -> Option<Value> {
        decode(self.code(slot))
    }
}
