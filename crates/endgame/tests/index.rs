//! The numbers of §5.3 and §5.4, and that slots and boards belong together.

use parlor_endgame::index::{Index, boards, class_count};
use parlor_endgame::{Pair, Stones};

fn stones(mover: u8, opponent: u8) -> Stones {
    Stones::new(mover, opponent).expect("3 to 9")
}

/// Rows: the mover's stones from 3 to 9.
const BOARDS: [[u64; 7]; 7] = [
    [
        169_626, 760_398, 2_580_390, 6_875_320, 14_725_688, 25_763_836, 37_209_228,
    ],
    [
        760_398,
        3_225_597,
        10_310_496,
        25_765_792,
        51_516_528,
        83_705_798,
        111_597_612,
    ],
    [
        2_580_390,
        10_310_496,
        30_914_424,
        72_116_072,
        133_910_896,
        200_852_988,
        245_479_248,
    ],
    [
        6_875_320,
        25_765_792,
        72_116_072,
        156_229_360,
        267_793_288,
        368_205_516,
        409_106_740,
    ],
    [
        14_725_688,
        51_516_528,
        133_910_896,
        267_793_288,
        420_793_096,
        525_979_400,
        525_979_400,
    ],
    [
        25_763_836,
        83_705_798,
        200_852_988,
        368_205_516,
        525_979_400,
        591_726_690,
        525_979_400,
    ],
    [
        37_209_228,
        111_597_612,
        245_479_248,
        409_106_740,
        525_979_400,
        525_979_400,
        409_106_740,
    ],
];

#[test]
fn boards_of_all_tables() {
    for (mover, row) in (3..).zip(BOARDS) {
        for (opponent, count) in (3..).zip(row) {
            assert_eq!(boards(stones(mover, opponent)), count, "{mover}-{opponent}");
        }
    }
}

#[test]
fn classes_of_stones() {
    for stones in 3..=9 {
        let index = Index::new(Stones::new(stones, 3).expect("3 to 9"));
        let blocks = u64::from(index.slots()) / index.stones().block();
        assert_eq!(blocks, u64::from(class_count(stones)), "{stones}");
    }
    let counts: Vec<u32> = (3..=9).map(class_count).collect();
    assert_eq!(counts, [158, 757, 2_830, 8_774, 22_188, 46_879, 82_880]);
}

#[test]
fn slots_of_table_sets() {
    let slots = |up_to: &str| {
        let pairs = up_to.parse::<Pair>().expect("a pair").closure();
        pairs.into_iter().map(Pair::slots).sum::<u64>()
    };
    assert_eq!(slots("3-3"), 210_140);
    assert_eq!(slots("4-4"), 5_686_415);
    assert_eq!(slots("5-5"), 67_256_675);
    assert_eq!(slots("6-6"), 454_019_459);
    assert_eq!(slots("7-7"), 1_864_201_691);
    assert_eq!(slots("8-8"), 4_960_307_447);
    assert_eq!(slots("9-9"), 9_193_626_407);
}

/// The whole game is within 8 GiB, and every slot's number within 32 bits.
#[test]
fn plan_for_all_pairs() {
    let pairs = Pair::all();
    assert_eq!(pairs.len(), 28);
    assert_eq!(pairs.iter().flat_map(|pair| pair.tables()).count(), 49);
    for pair in pairs {
        assert!(pair.memory() < 4 << 30, "{pair}: {}", pair.memory());
        for table in pair.tables() {
            assert!(table.slots() < 1 << 32, "{table}");
        }
    }
}

/// Captures lead from a pair only to pairs before it.
#[test]
fn order_of_solving() {
    let order = Pair::all();
    for (at, pair) in order.iter().enumerate() {
        for after in pair.tables().into_iter().filter_map(Stones::after_capture) {
            assert!(order[..at].contains(&after.pair()), "{pair} before {after}");
        }
        assert_eq!(pair.closure().last(), Some(pair));
    }
}

/// Every slot in use is the one that its board leads to, and there are as many as boards; so the
/// index numbers boards up to symmetry, each once.
#[test]
fn slots_and_boards_belong_together() {
    for (mover, opponent) in [(3, 3), (4, 3), (3, 4), (4, 4), (3, 5), (5, 3)] {
        let index = Index::new(stones(mover, opponent));
        let (mut used, mut all) = (0, 0);
        for slot in 0..index.slots() {
            let ((own, enemy), is_used) = index.board(slot);
            assert_eq!(own & enemy, 0);
            if is_used {
                used += 1;
                all += u64::from(index.orbit(own, enemy));
            }
        }
        assert_eq!(used, boards(stones(mover, opponent)), "{mover}-{opponent}");
        let without_symmetry = choose(24, mover) * choose(24 - mover, opponent);
        assert_eq!(all, without_symmetry, "{mover}-{opponent}");
    }
}

fn choose(n: u8, k: u8) -> u64 {
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// All 16 images of a board have the same slot, in every table.
#[test]
fn images_share_a_slot() {
    use parlor_marelles::symmetry::Symmetry;
    for mover in 3..=9 {
        for opponent in 3..=9 {
            let index = Index::new(stones(mover, opponent));
            for slot in (0..index.slots()).step_by(index.slots() as usize / 97) {
                let ((own, enemy), is_used) = index.board(slot);
                let found = index.slot(own, enemy);
                assert_eq!(is_used, found == slot);
                assert!(found <= slot);
                for symmetry in Symmetry::all() {
                    let image = index.slot(symmetry.mask(own), symmetry.mask(enemy));
                    assert_eq!(image, found, "{mover}-{opponent} {slot}");
                }
            }
        }
    }
}

#[test]
fn pairs_as_text() {
    for (text, pair) in [("5-5", "5-5"), ("3-7", "7-3"), (" 9-8 ", "9-8")] {
        assert_eq!(text.parse::<Pair>().expect("a pair").to_string(), pair);
    }
    for text in [
        "", "5", "5-", "-5", "5-2", "10-3", "5-5-5", "a-b", "5–5", "255-3", "-3-3",
    ] {
        let error = text.parse::<Pair>().unwrap_err().to_string();
        assert!(error.contains("3 to 9"), "{text}: {error}");
    }
}
