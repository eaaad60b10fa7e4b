//! Looking up positions with stones in hand.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, completes, in_mills, points};

use super::{Group, Hand, Name};
use crate::error::Fault;
use crate::index::Index;
use crate::lazy::{Lazy, Notes};
use crate::packed::decode;
use crate::{Tables, Value};

/// The groups that are on the disk.
#[derive(Debug)]
pub(crate) struct Placing {
    groups: Vec<(Group, OnceLock<Index>, Lazy)>,
}

impl Placing {
    /// `None` if nothing is there.
    pub(crate) fn open(
        dir: &Path,
        removal: Removal,
        hand: Hand,
        notes: &Arc<Notes>,
    ) -> Option<Placing> {
        if !Name::folder(dir, removal, hand).exists() {
            return None;
        }
        let mut groups = Vec::new();
        for group in (0..hand.kept()).flat_map(|ply| Group::of_ply(hand, ply)) {
            let name = Name {
                removal,
                hand,
                group,
            };
            let path = name.path(dir);
            match name.head().open(&path) {
                Ok((file, header)) => {
                    let label = format!("the values while stones are placed ({group})");
                    let payload = name.head().payload;
                    let lazy = Lazy::new(file, payload, header.checksum, label, notes);
                    groups.push((group, OnceLock::new(), lazy));
                }
                // Not built, or not yet.
                Err(Fault::Missing) => {}
                Err(fault) => notes.add(format!("{} is left out: {fault}", path.display())),
            }
        }
        (!groups.is_empty()).then_some(Placing { groups })
    }

    fn value(&self, ply: u8, mover: u32, opponent: u32) -> Option<Value> {
        let group = Group {
            ply,
            mover: mover.count_ones() as u8,
            opponent: opponent.count_ones() as u8,
        };
        let at = self.groups.binary_search_by_key(&group, |&(is, ..)| is);
        let (_, index, lazy) = &self.groups[at.ok()?];
        let index = index.get_or_init(|| Index::new(group.stones()));
        let slot = index.slot(mover, opponent);
        let byte = lazy.byte(u64::from(slot >> 2))?;
        decode(byte >> ((slot & 3) * 2) & 3)
    }
}

impl Tables {
    /// Whether positions with stones in hand are known, too.
    pub fn knows_placing(&self) -> bool {
        self.placing.is_some()
    }

    /// A position between two plies after so many of them, by the stones of the side to move and
    /// the other's. `None` where tables are missing.
    pub fn placing_value(&self, ply: u8, mover: u32, opponent: u32) -> Option<Value> {
        let hand = self.hand();
        if mover & opponent != 0 || (mover | opponent) & !FULL != 0 || ply > hand.plies() {
            return None;
        }
        let placed = [ply / 2, ply.div_ceil(2)];
        let stones = [mover, opponent].map(|stones| stones.count_ones() as u8);
        if stones[0] > placed[0] || stones[1] > placed[1] {
            return None;
        }
        if ply < hand.kept() {
            return self.placing.as_ref()?.value(ply, mover, opponent);
        }
        self.search(hand, ply, mover, opponent)
    }

    /// The value by trying every placement, down to the tables.
    fn search(&self, hand: Hand, ply: u8, mover: u32, opponent: u32) -> Option<Value> {
        if ply == hand.plies() {
            return self.value(mover, opponent);
        }
        let mut best = Value::Loss;
        for to in points(FULL & !(mover | opponent)) {
            let after = mover | to.bit();
            let found = if completes(mover, to) {
                self.after_removal(hand, ply, after, opponent)?
            } else {
                self.search(hand, ply + 1, opponent, after)?.other()
            };
            best = best.max(found);
            if best == Value::Win {
                break;
            }
        }
        Some(best)
    }

    /// The best removal for the side that has closed a mill.
    fn after_removal(&self, hand: Hand, ply: u8, own: u32, enemy: u32) -> Option<Value> {
        let in_hand = u32::from(hand.stones() - ply.div_ceil(2));
        if enemy.count_ones() + in_hand <= 3 {
            return Some(Value::Win);
        }
        let free = enemy & !in_mills(enemy);
        let mut best = Value::Loss;
        for victim in points(if free == 0 { enemy } else { free }) {
            let found = self.search(hand, ply + 1, enemy & !victim.bit(), own)?;
            best = best.max(found.other());
            if best == Value::Win {
                break;
            }
        }
        Some(best)
    }
}
