//! What a certificate is as a file.

use parlor_marelles::Removal;
use thiserror::Error;

use crate::Value;
use crate::placing::Hand;
use crate::store::checksum;

const MAGIC: [u8; 8] = *b"PARLORMP";
const VERSION: u32 = 1;
const HEADER: usize = 32;
const SUM: usize = 8;
/// Plies that a half may have; what is longer is not ours.
pub(super) const MOST: usize = 600_000;

/// A value of the opening for black, who begins, and what each side does to reach it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    pub removal: Removal,
    pub hand: Hand,
    pub value: Value,
    /// Of black and of white; empty for whom the value promises nothing.
    pub(super) halves: [Half; 2],
}

/// What one side does up to some ply, for its positions in the order in which they are met.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Half {
    pub(super) plies: u8,
    /// The point of a placement, and in the upper byte one more than the point of the stone taken.
    pub(super) placements: Vec<u16>,
}

/// Why a certificate proves nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("it is not a certificate of Marelles")]
    Foreign,
    #[error("it has format version {0}, not 1")]
    Version(u32),
    #[error("it is cut short or too long: {is} bytes instead of {should}")]
    Length { is: usize, should: usize },
    #[error("it is damaged: the checksum is wrong")]
    Checksum,
    #[error("it makes no sense: {0}")]
    Nonsense(&'static str),
    #[error("it belongs to another removal rule or number of stones")]
    Other,
    #[error("it has no ply for a position after {ply} plies: {position}")]
    Missing { ply: u8, position: String },
    #[error("it goes on after all positions were met")]
    Surplus,
    #[error("its ply is against the rules after {ply} plies: {position}")]
    Illegal { ply: u8, position: String },
    #[error("what it promises fails after {ply} plies: {position}")]
    Fails { ply: u8, position: String },
    #[error("it ends too early to be checked, after {ply} plies: {position}")]
    TooEarly { ply: u8, position: String },
    #[error("the table {0} is needed, and missing or damaged")]
    Table(String),
}

impl Certificate {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.removal {
            Removal::Standard => 1,
            Removal::Document => 2,
        });
        bytes.push(self.hand.stones());
        bytes.push(self.value as u8);
        bytes.push(0);
        bytes.extend(self.halves.each_ref().map(|half| half.plies));
        bytes.extend([0; 2]);
        for half in &self.halves {
            bytes.extend((half.placements.len() as u32).to_le_bytes());
        }
        bytes.extend([0; 4]);
        for half in &self.halves {
            bytes.extend(half.placements.iter().flat_map(|ply| ply.to_le_bytes()));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &[u8]) -> Result<Certificate, Refusal> {
        let wrong_length = |should| Refusal::Length {
            is: bytes.len(),
            should,
        };
        if bytes.len() < HEADER + SUM {
            let is_ours = bytes.starts_with(&MAGIC[..bytes.len().min(8)]) && !bytes.is_empty();
            let cut = wrong_length(HEADER + SUM);
            return Err(if is_ours { cut } else { Refusal::Foreign });
        }
        if bytes[..8] != MAGIC {
            return Err(Refusal::Foreign);
        }
        let number = |at: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(four)
        };
        if number(8) != VERSION {
            return Err(Refusal::Version(number(8)));
        }
        let counts = [number(20) as usize, number(24) as usize];
        if counts.iter().any(|&count| count > MOST) {
            return Err(Refusal::Nonsense("it claims too many plies"));
        }
        let end = HEADER + 2 * (counts[0] + counts[1]);
        if bytes.len() != end + SUM {
            return Err(wrong_length(end + SUM));
        }
        if checksum(&bytes[..end]).to_le_bytes() != bytes[end..] {
            return Err(Refusal::Checksum);
        }
        let removal = match bytes[12] {
            1 => Removal::Standard,
            2 => Removal::Document,
            _ => return Err(Refusal::Nonsense("there is no such removal rule")),
        };
        let hand = Hand::new(bytes[13]).ok_or(Refusal::Nonsense("nobody begins so"))?;
        let value = match bytes[14] {
            0 => Value::Loss,
            1 => Value::Draw,
            2 => Value::Win,
            _ => return Err(Refusal::Nonsense("there is no such value")),
        };
        let (first, second) = bytes[HEADER..end].split_at(2 * counts[0]);
        let half = |plies: u8, bytes: &[u8]| Half {
            plies,
            placements: bytes
                .chunks_exact(2)
                .map(|two| u16::from_le_bytes([two[0], two[1]]))
                .collect(),
        };
        let certificate = Certificate {
            removal,
            hand,
            value,
            halves: [half(bytes[16], first), half(bytes[17], second)],
        };
        if certificate
            .halves
            .iter()
            .any(|half| half.plies > hand.plies())
        {
            return Err(Refusal::Nonsense("there are not so many plies"));
        }
        // One way to write each certificate.
        if certificate.to_bytes() != bytes {
            return Err(Refusal::Nonsense("something stands where nothing should"));
        }
        Ok(certificate)
    }
}
