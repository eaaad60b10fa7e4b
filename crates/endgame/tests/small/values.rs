//! The results of §5.6, by value: wins, draws, losses and the longest conversion.

use std::path::Path;

use parlor_endgame::build::files;
use parlor_endgame::file::Kind;
use parlor_endgame::index::Index;
use parlor_endgame::solve::Summary;
use parlor_endgame::{Pair, Removal, Stones, Tables, Value};

fn summary(dir: &Path, removal: Removal, stones: Stones) -> Summary {
    let names = files(removal, stones.pair());
    let values = names
        .iter()
        .find(|name| name.kind == Kind::Values)
        .expect("values");
    let (header, _) = values.read(dir).expect("a good file");
    let at = stones
        .pair()
        .tables()
        .iter()
        .position(|&table| table == stones);
    header.summaries[at.expect("of its pair")]
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

/// One table differs with the document's rule.
fn by_rule(removal: Removal, row: Row, document: Row) -> Row {
    let is_other = removal == Removal::Document && (row.0, row.1) == (document.0, document.1);
    if is_other { document } else { row }
}

pub(crate) fn check(dir: &Path, removal: Removal, tables: &Tables) {
    for row in STANDARD {
        let (mover, opponent, expected) = by_rule(removal, row, DOCUMENT_3_5);
        let found = summary(dir, removal, Stones::new(mover, opponent).expect("3 to 9"));
        let counts = [found.wins, found.draws, found.losses];
        assert_eq!(counts, expected, "{mover}-{opponent}");
    }
    for (pair, longest) in LONGEST {
        let tables = pair.parse::<Pair>().expect("a pair").tables().into_iter();
        let found = tables.map(|stones| summary(dir, removal, stones).longest);
        assert_eq!(found.max(), Some(longest), "{pair}");
    }
    for row in WITHOUT_SYMMETRY {
        let (mover, opponent, expected) = by_rule(removal, row, DOCUMENT_3_5_WITHOUT_SYMMETRY);
        let counts = count_without_symmetry(tables, Stones::new(mover, opponent).expect("3 to 9"));
        assert_eq!(counts, expected, "{mover}-{opponent}");
    }
}

fn count_without_symmetry(tables: &Tables, stones: Stones) -> [u64; 3] {
    let index = Index::new(stones);
    let mut counts = [0; 3];
    for slot in 0..index.slots() {
        let ((own, enemy), is_used) = index.board(slot);
        if is_used {
            let at = match tables.value(own, enemy).expect("a table") {
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            };
            counts[at] += u64::from(index.orbit(own, enemy));
        }
    }
    counts
}
