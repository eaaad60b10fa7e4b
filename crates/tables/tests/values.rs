//! The results of §5.6, by value: wins, draws, losses and the longest conversion.

mod common;

use std::path::Path;

use common::build_up_to;
use parlor_tables::build::files;
use parlor_tables::file::Kind;
use parlor_tables::index::Index;
use parlor_tables::solve::Summary;
use parlor_tables::{Pair, Removal, Stones, Tables, Value};

fn summary(dir: &Path, removal: Removal, stones: Stones) -> Summary {
    let names = files(removal, stones.pair());
    let values = names.iter().find(|name| name.kind == Kind::Values).unwrap();
    let (header, _) = values.read(dir).unwrap();
    let at = stones
        .pair()
        .tables()
        .iter()
        .position(|&table| table == stones);
    header.summaries[at.unwrap()]
}

/// Mover, opponent, then wins, draws, losses.
type Row = (u8, u8, [u64; 3]);

const STANDARD: [Row; 6] = [
    (3, 3, [140_621, 269, 28_736]),
    (4, 3, [75_397, 681_906, 3_095]),
    (3, 4, [102_281, 658_117, 0]),
    (4, 4, [159, 3_225_409, 29]),
    (5, 3, [580_660, 1_999_730, 0]),
    (3, 5, [6_301, 2_564_412, 9_677]),
];
const DOCUMENT_3_5: Row = (3, 5, [6_478, 2_564_235, 9_677]);

/// The page counts levels of propagation, with blocked boards and captures together on the first;
/// the tables count plies, and a blocked player has none. So the longest line of 4-4, which ends in
/// a blockade, has 9 plies where the page says 10.
const LONGEST: [(&str, u8); 4] = [("3-3", 26), ("4-3", 11), ("4-4", 9), ("5-3", 3)];

/// The same boards without taking symmetric ones together.
const WITHOUT_SYMMETRY: [Row; 6] = [
    (3, 3, [2_232_160, 4_112, 455_648]),
    (4, 3, [1_201_560, 10_863_360, 48_720]),
    (3, 4, [1_629_336, 10_484_304, 0]),
    (4, 4, [2_456, 51_480_175, 339]),
    (5, 3, [9_271_288, 31_915_088, 0]),
    (3, 5, [100_512, 40_933_248, 152_616]),
];
const DOCUMENT_3_5_WITHOUT_SYMMETRY: Row = (3, 5, [103_200, 40_930_560, 152_616]);

fn check(removal: Removal, differing: Row, differing_without_symmetry: Row) {
    let dir = tempfile::tempdir().unwrap();
    build_up_to(dir.path(), "4-4", removal);
    build_up_to(dir.path(), "5-3", removal);
    for row in STANDARD {
        let is_other = (row.0, row.1) == (differing.0, differing.1);
        let (mover, opponent, expected) = if is_other { differing } else { row };
        let found = summary(dir.path(), removal, Stones::new(mover, opponent).unwrap());
        let counts = [found.wins, found.draws, found.losses];
        assert_eq!(counts, expected, "{mover}-{opponent}");
    }
    for (pair, longest) in LONGEST {
        let tables = pair.parse::<Pair>().unwrap().tables().into_iter();
        let found = tables.map(|stones| summary(dir.path(), removal, stones).longest);
        assert_eq!(found.max(), Some(longest), "{pair}");
    }
    let tables = Tables::open(dir.path(), removal);
    assert_eq!(tables.notes(), [""; 0]);
    for row in WITHOUT_SYMMETRY {
        let is_other = (row.0, row.1) == (differing.0, differing.1);
        let (mover, opponent, expected) = if is_other {
            differing_without_symmetry
        } else {
            row
        };
        let counts = count_without_symmetry(&tables, Stones::new(mover, opponent).unwrap());
        assert_eq!(counts, expected, "{mover}-{opponent}");
    }
}

fn count_without_symmetry(tables: &Tables, stones: Stones) -> [u64; 3] {
    let index = Index::new(stones);
    let mut counts = [0; 3];
    for slot in 0..index.slots() {
        let ((own, enemy), is_used) = index.board(slot);
        if is_used {
            let at = match tables.value(own, enemy).unwrap() {
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            };
            counts[at] += u64::from(index.orbit(own, enemy));
        }
    }
    counts
}

#[test]
fn standard_removal() {
    check(Removal::Standard, STANDARD[5], WITHOUT_SYMMETRY[5]);
}

#[test]
fn document_removal() {
    check(
        Removal::Document,
        DOCUMENT_3_5,
        DOCUMENT_3_5_WITHOUT_SYMMETRY,
    );
}
