//! Looking boards up.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use parlor_marelles::board::FULL;
use parlor_marelles::{Colour, Marelles, Removal};

use crate::build::keeps_distances;
use crate::error::Fault;
use crate::file::{Kind, Name, folder, removal_word};
use crate::index::Index;
use crate::lazy::{Lazy, Notes};
use crate::packed::decode;
use crate::pair::{FEWEST, MOST};
use crate::placing::{Hand, Placing};
use crate::solve::NO_DISTANCE;
use crate::{Pair, Stones, Value};

/// What the tables know of a board, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProbeResult {
    pub value: Value,
    /// Plies to the next decisive capture or the end of the game; `None` for draws, and where only
    /// values are kept.
    pub distance: Option<u8>,
}

const SIZES: usize = (MOST - FEWEST + 1) as usize;

/// The tables of a removal rule. Whatever is missing or damaged is told in [`Tables::notes`] and
/// answered with `None`.
#[derive(Debug)]
pub struct Tables {
    removal: Removal,
    /// By the mover's stones, then by the opponent's.
    by_stones: [[Option<StoredTable>; SIZES]; SIZES],
    hand: Hand,
    pub(crate) placing: Option<Placing>,
    notes: Arc<Notes>,
}

#[derive(Debug)]
struct StoredTable {
    stones: Stones,
    /// Made at the first question: for nine stones it takes a good part of a second.
    index: OnceLock<Index>,
    values: Part,
    distances: Option<Part>,
}

/// A table's part of a file.
#[derive(Debug)]
struct Part {
    payload: Arc<Lazy>,
    offset: u64,
}

impl Tables {
    /// Finds what is there. Headers and lengths are checked now, contents page by page when they
    /// are first asked for; nothing is read as a whole.
    pub fn open(dir: &Path, removal: Removal) -> Tables {
        Tables::open_for(dir, removal, Hand::FULL)
    }

    /// The same for a game that begins with other hands.
    pub fn open_for(dir: &Path, removal: Removal, hand: Hand) -> Tables {
        let mut tables = Tables {
            removal,
            by_stones: Default::default(),
            hand,
            placing: None,
            notes: Arc::default(),
        };
        for pair in Pair::all() {
            if let Some(values) = tables.payload(dir, pair, Kind::Values) {
                let distances = keeps_distances(pair)
                    .then(|| tables.payload(dir, pair, Kind::Distances))
                    .flatten();
                tables.enter(pair, &values, distances.as_ref());
            }
        }
        tables.placing = Placing::open(dir, removal, hand, &tables.notes);
        if tables.is_empty() {
            tables.note(format!(
                "no tables for the removal rule '{0}' in {1}; \
                 `parlor tables marelles --removal {0}` builds those up to 5-5 within a minute \
                 (80 MiB), and the next start finds them",
                removal_word(removal),
                folder(dir, removal).display()
            ));
        }
        tables
    }

    fn payload(&self, dir: &Path, pair: Pair, kind: Kind) -> Option<Arc<Lazy>> {
        let name = Name {
            removal: self.removal,
            pair,
            kind,
        };
        match name.open(dir) {
            Ok((file, header)) => {
                let label = format!("the {kind:?} of {pair}");
                let (length, sum) = (name.payload(), header.checksum);
                Some(Arc::new(Lazy::new(file, length, sum, label, &self.notes)))
            }
            // Larger pairs are simply not built yet.
            Err(Fault::Missing) if kind == Kind::Values => None,
            Err(fault) => {
                self.note(format!("{} is left out: {fault}", name.path(dir).display()));
                None
            }
        }
    }

    fn enter(&mut self, pair: Pair, values: &Arc<Lazy>, distances: Option<&Arc<Lazy>>) {
        let name = |kind| Name {
            removal: self.removal,
            pair,
            kind,
        };
        let offsets = |kind| name(kind).parts().into_iter().map(|(_, offset, _)| offset);
        let places = offsets(Kind::Values).zip(offsets(Kind::Distances));
        for (stones, (value, distance)) in pair.tables().into_iter().zip(places) {
            let part = |payload: &Arc<Lazy>, offset| Part {
                payload: Arc::clone(payload),
                offset,
            };
            let table = StoredTable {
                stones,
                index: OnceLock::new(),
                values: part(values, value),
                distances: distances.map(|distances| part(distances, distance)),
            };
            let (mover, opponent) = (stones.mover - FEWEST, stones.opponent - FEWEST);
            self.by_stones[usize::from(mover)][usize::from(opponent)] = Some(table);
        }
    }

    pub fn removal(&self) -> Removal {
        self.removal
    }

    /// The stones that each side begins with.
    pub fn hand(&self) -> Hand {
        self.hand
    }

    /// Whether there is no table at all.
    pub fn is_empty(&self) -> bool {
        self.by_stones.iter().flatten().all(Option::is_none)
    }

    /// Whether there is a table for a board with so many stones.
    pub fn covers(&self, mover: u32, opponent: u32) -> bool {
        self.table(mover, opponent).is_some()
    }

    /// What could not be used and why, for people.
    pub fn notes(&self) -> Vec<String> {
        self.notes.all()
    }

    fn note(&self, note: String) {
        self.notes.add(note);
    }

    #[inline]
    fn table(&self, mover: u32, opponent: u32) -> Option<&StoredTable> {
        let row = self.by_stones.get((mover as usize).wrapping_sub(3))?;
        row.get((opponent as usize).wrapping_sub(3))?.as_ref()
    }

    /// A board by the stones of the side to move and the other's; both hands are empty and no
    /// removal is owed.
    #[inline]
    pub fn probe(&self, mover: u32, opponent: u32) -> Option<ProbeResult> {
        let (table, slot) = self.find(mover, opponent)?;
        let value = table.value(slot)?;
        let distance = match (&table.distances, value) {
            (None, _) | (_, Value::Draw) => None,
            (Some(distances), _) => distances
                .byte(u64::from(slot))
                .filter(|&distance| distance != NO_DISTANCE),
        };
        Some(ProbeResult { value, distance })
    }

    /// The value alone.
    #[inline]
    pub fn value(&self, mover: u32, opponent: u32) -> Option<Value> {
        let (table, slot) = self.find(mover, opponent)?;
        table.value(slot)
    }

    /// A position of a game, if it is one of those that tables are about: played by the same removal
    /// rule, all stones placed, between two plies. Draw rules are not considered.
    pub fn probe_position(&self, game: &Marelles) -> Option<ProbeResult> {
        let side = game.side();
        let hands = game.hand(Colour::Black) + game.hand(Colour::White);
        let between = game.end().is_none() && game.pending().is_none() && hands == 0;
        if !between || game.options().removal != self.removal {
            return None;
        }
        self.probe(game.stones(side), game.stones(side.other()))
    }

    #[inline]
    fn find(&self, mover: u32, opponent: u32) -> Option<(&StoredTable, u32)> {
        if mover & opponent != 0 || (mover | opponent) & !FULL != 0 {
            return None;
        }
        let table = self.table(mover.count_ones(), opponent.count_ones())?;
        let index = table.index.get_or_init(|| Index::new(table.stones));
        Some((table, index.slot(mover, opponent)))
    }
}

impl StoredTable {
    #[inline]
    fn value(&self, slot: u32) -> Option<Value> {
        let byte = self.values.byte(u64::from(slot >> 2))?;
        decode(byte >> ((slot & 3) * 2) & 3)
    }
}

impl Part {
    #[inline]
    fn byte(&self, at: u64) -> Option<u8> {
        self.payload.byte(self.offset + at)
    }
}
