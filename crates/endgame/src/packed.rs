/// Of a board, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    Loss,
    Draw,
    Win,
}

impl Value {
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
    pub fn pack(codes: &[u8]) -> Packed {
        Packed(codes.chunks(4).map(pack_byte).collect())
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

fn pack_byte(codes: &[u8]) -> u8 {
    codes
        .iter()
        .rev()
        .fold(0, |byte, code| byte << 2 | code & 3)
}
