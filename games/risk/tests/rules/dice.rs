//! Rule page 5.

use parlor_engine::{Fast, Scripted};
use parlor_risk::{Roll, attack_dice, best_defence, defence_dice, losses};

fn roll(faces: &[u8]) -> Roll {
    Roll::of(faces).expect("faces of dice")
}

/// Every throw of so many dice, each once.
fn throws(count: u32) -> impl Iterator<Item = Roll> {
    (0..6u32.pow(count)).map(move |mut number| {
        let faces: Vec<u8> = (0..count)
            .map(|_| {
                let face = number % 6 + 1;
                number /= 6;
                face as u8
            })
            .collect();
        roll(&faces)
    })
}

#[test]
fn comparisons_of_section_5_1() {
    type Row = (&'static [u8], &'static [u8], (u8, u8));
    let page: [Row; 7] = [
        (&[6, 3, 2], &[5, 4], (1, 1)),
        (&[5, 5, 1], &[5, 4], (1, 1)),
        (&[6], &[6, 2], (1, 0)),
        (&[4, 4, 4], &[3], (0, 1)),
        (&[6, 6], &[1, 1], (0, 2)),
        (&[2, 1], &[6, 5], (2, 0)),
        (&[1, 1, 1], &[1, 1], (2, 0)),
    ];
    for (attack, defence, lost) in page {
        assert_eq!(
            losses(roll(attack), roll(defence)),
            lost,
            "{attack:?} {defence:?}"
        );
    }
}

#[test]
fn exhaustive_counts_of_section_5_2() {
    // (attack dice, defence dice), combinations, then how often (attacker, defender) lose.
    type Row = ((u32, u32), u32, [((u8, u8), u32); 3]);
    let page: [Row; 6] = [
        ((1, 1), 36, [((0, 1), 15), ((1, 0), 21), ((1, 1), 0)]),
        ((1, 2), 216, [((0, 1), 55), ((1, 0), 161), ((1, 1), 0)]),
        ((2, 1), 216, [((0, 1), 125), ((1, 0), 91), ((1, 1), 0)]),
        ((2, 2), 1296, [((0, 2), 295), ((1, 1), 420), ((2, 0), 581)]),
        ((3, 1), 1296, [((0, 1), 855), ((1, 0), 441), ((1, 1), 0)]),
        (
            (3, 2),
            7776,
            [((0, 2), 2890), ((1, 1), 2611), ((2, 0), 2275)],
        ),
    ];
    for ((attack, defence), combinations, counts) in page {
        let all: Vec<(u8, u8)> = throws(attack)
            .flat_map(|ours| throws(defence).map(move |theirs| losses(ours, theirs)))
            .collect();
        assert_eq!(all.len() as u32, combinations);
        for (lost, count) in counts {
            let found = all.iter().filter(|&&one| one == lost).count() as u32;
            assert_eq!(found, count, "{attack} against {defence}: {lost:?}");
        }
        assert_eq!(
            counts.iter().map(|(_, count)| count).sum::<u32>(),
            combinations
        );
    }
}

/// By how much the attacker loses more, times the number of throws.
fn advantage(attack: Roll, dice: u32) -> i32 {
    throws(dice)
        .map(|defence| losses(attack, defence))
        .map(|(attacker, defender)| i32::from(attacker) - i32::from(defender))
        .sum()
}

#[test]
fn best_defence_is_the_one_of_section_5_4() {
    for count in 1..=3 {
        for attack in throws(count) {
            let one_better = (6 * advantage(attack, 1)).cmp(&advantage(attack, 2));
            let faces = attack.faces();
            let page = match (count, faces.first(), faces.get(1)) {
                (1, ..) => {
                    assert!(one_better.is_le(), "two dice are never worse: {faces:?}");
                    2
                }
                (_, Some(5), Some(4 | 5)) | (_, Some(6), Some(4..=6)) => {
                    assert!(one_better.is_gt(), "{faces:?}");
                    1
                }
                (_, Some(4), Some(4)) => {
                    assert!(one_better.is_eq(), "{faces:?}");
                    2
                }
                _ => {
                    assert!(one_better.is_lt(), "{faces:?}");
                    2
                }
            };
            assert_eq!(best_defence(attack, 2), page, "{faces:?}");
            assert_eq!(best_defence(attack, 1), 1);
        }
    }
}

#[test]
fn a2_most_dice_by_troops() {
    assert_eq!([1, 2, 3, 4, 50].map(attack_dice), [0, 1, 2, 3, 3]);
    assert_eq!([1, 2, 9].map(defence_dice), [1, 2, 2]);
}

#[test]
fn throws_are_sorted_and_fair() {
    let sorted = Roll::throw(3, &mut Scripted::dice([2, 6, 4]));
    assert_eq!(sorted.faces(), [6, 4, 2]);
    let mut chance = Fast::new(3);
    let mut counts = [0u32; 7];
    for _ in 0..60_000 {
        counts[usize::from(Roll::throw(1, &mut chance).faces()[0])] += 1;
    }
    assert!(
        counts[1..]
            .iter()
            .all(|count| (9_500..10_500).contains(count)),
        "{counts:?}"
    );
}

#[test]
fn a_roll_is_one_to_three_faces() {
    for faces in [&[][..], &[1, 2, 3, 4], &[0], &[7], &[6, 255]] {
        assert_eq!(Roll::of(faces), None);
    }
    assert!(serde_json::from_str::<Roll>("[3,9]").is_err());
    assert_eq!(serde_json::to_string(&roll(&[1, 6])).unwrap(), "[6,1]");
}
