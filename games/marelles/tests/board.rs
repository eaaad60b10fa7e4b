//! The tables of §1, against data typed from the rule page by label and against its geometry.

mod common;

use std::collections::BTreeSet;

use common::{at, labels, mask};
use parlor_marelles::Point;
use parlor_marelles::board::{
    FULL, MILL_MASKS, MILLS, NEIGHBOURS, POINTS, SLIDES, completed, completes, in_mills,
    mills_through, points, slides,
};
use parlor_marelles::symmetry::{SYMMETRIES, Symmetry, canonical};

/// Label, grid (column, row), literature label, neighbours and mills of a point.
type Row = (&'static str, (u8, u8), &'static str, &'static str, [u8; 2]);

const TABLE: [Row; POINTS] = [
    ("A1", (1, 1), "a7", "A4 D1", [0, 8]),
    ("A4", (4, 1), "d7", "A1 A7 B4", [0, 11]),
    ("A7", (7, 1), "g7", "A4 D7", [0, 15]),
    ("B2", (2, 2), "b6", "B4 D2", [1, 9]),
    ("B4", (4, 2), "d6", "A4 B2 B6 C4", [1, 11]),
    ("B6", (6, 2), "f6", "B4 D6", [1, 14]),
    ("C3", (3, 3), "c5", "C4 D3", [2, 10]),
    ("C4", (4, 3), "d5", "B4 C3 C5", [2, 11]),
    ("C5", (5, 3), "e5", "C4 D5", [2, 13]),
    ("D1", (1, 4), "a4", "A1 D2 G1", [3, 8]),
    ("D2", (2, 4), "b4", "B2 D1 D3 F2", [3, 9]),
    ("D3", (3, 4), "c4", "C3 D2 E3", [3, 10]),
    ("D5", (5, 4), "e4", "C5 D6 E5", [4, 13]),
    ("D6", (6, 4), "f4", "B6 D5 D7 F6", [4, 14]),
    ("D7", (7, 4), "g4", "A7 D6 G7", [4, 15]),
    ("E3", (3, 5), "c3", "D3 E4", [5, 10]),
    ("E4", (4, 5), "d3", "E3 E5 F4", [5, 12]),
    ("E5", (5, 5), "e3", "D5 E4", [5, 13]),
    ("F2", (2, 6), "b2", "D2 F4", [6, 9]),
    ("F4", (4, 6), "d2", "E4 F2 F6 G4", [6, 12]),
    ("F6", (6, 6), "f2", "D6 F4", [6, 14]),
    ("G1", (1, 7), "a1", "D1 G4", [7, 8]),
    ("G4", (4, 7), "d1", "F4 G1 G7", [7, 12]),
    ("G7", (7, 7), "g1", "D7 G4", [7, 15]),
];

const MILL_LABELS: [&str; 16] = [
    "A1 A4 A7", "B2 B4 B6", "C3 C4 C5", "D1 D2 D3", "D5 D6 D7", "E3 E4 E5", "F2 F4 F6", "G1 G4 G7",
    "A1 D1 G1", "B2 D2 F2", "C3 D3 E3", "A4 B4 C4", "E4 F4 G4", "C5 D5 E5", "B6 D6 F6", "A7 D7 G7",
];

fn all() -> impl Iterator<Item = Point> {
    (0..POINTS as u8).map(Point)
}

#[test]
fn points_are_those_of_the_table() {
    for (point, (label, grid, literature, neighbours, mills)) in all().zip(TABLE) {
        assert_eq!(point.to_string(), label);
        assert_eq!(Point::from_label(&label.to_lowercase()), Some(point));
        assert_eq!(point.grid(), Some(grid));
        // The literature counts rows from the bottom and puts the column first.
        let translated = format!("{}{}", char::from(b'a' + grid.0 - 1), 8 - grid.1);
        assert_eq!(translated, literature);
        assert_eq!(labels(point.neighbours()), neighbours);
        assert_eq!(mills_through(point), mills);
    }
    for stray in ["D4", "A2", "H1", "A8", "A", "", "A11", "é1"] {
        assert_eq!(Point::from_label(stray), None, "{stray}");
    }
    assert!(!Point(24).is_on_board() && Point(255).grid().is_none());
}

#[test]
fn mills_are_those_of_the_table() {
    for (id, names) in MILL_LABELS.iter().enumerate() {
        assert_eq!(MILL_MASKS[id], mask(names), "M{id}");
        let mill = MILLS[id].map(|at| Point(at).to_string()).join(" ");
        assert_eq!(&mill, names);
    }
}

#[test]
fn invariants_of_section_1_2() {
    let mut degrees = [0; 5];
    let mut edges = 0;
    for point in all() {
        for next in points(point.neighbours()) {
            assert_ne!(next.neighbours() & point.bit(), 0, "adjacency is symmetric");
            let ((c, r), (to_c, to_r)) = (point.grid().unwrap(), next.grid().unwrap());
            assert!(c == to_c || r == to_r, "no diagonals");
        }
        let degree = point.neighbours().count_ones() as usize;
        degrees[degree] += 1;
        edges += degree;
        assert_eq!(degree, NEIGHBOURS[usize::from(point.0)].len());
        let through = MILL_MASKS.iter().filter(|&&mill| mill & point.bit() != 0);
        assert_eq!(through.count(), 2);
    }
    assert_eq!((edges / 2, degrees), (32, [0, 0, 12, 8, 4]));
    let crosses: Vec<String> = all()
        .filter(|point| point.neighbours().count_ones() == 4)
        .map(|point| point.to_string())
        .collect();
    assert_eq!(crosses, ["B4", "D2", "D6", "F4"]);
    assert_eq!(MILL_MASKS.iter().collect::<BTreeSet<_>>().len(), 16);
    for [one, middle, other] in MILLS.map(|mill| mill.map(Point)) {
        assert_eq!(
            middle.neighbours() & (one.bit() | other.bit()),
            one.bit() | other.bit()
        );
        assert_eq!(one.neighbours() & other.bit(), 0);
    }
}

/// Masks that look random but are the same in every run.
fn masks() -> impl Iterator<Item = u32> {
    let mut x = 1u64;
    std::iter::from_fn(move || {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some((x >> 40) as u32 & FULL)
    })
    .take(5_000)
}

#[test]
fn fast_lookups_agree_with_slow_ones() {
    for (own, empty) in masks().zip(masks().skip(1)) {
        let empty = empty & !own;
        let slow: Vec<(Point, Point)> = all()
            .filter(|from| own & from.bit() != 0)
            .flat_map(|from| points(from.neighbours() & empty).map(move |to| (from, to)))
            .collect();
        let set = slides(own, empty);
        let fast: Vec<(Point, Point)> = (0..64)
            .filter(|edge| set >> edge & 1 == 1)
            .map(|edge| SLIDES[edge])
            .collect();
        assert_eq!(fast, slow);
        let standing = MILL_MASKS.iter().filter(|&&mill| own & mill == mill);
        assert_eq!(in_mills(own), standing.fold(0, |all, mill| all | mill));
        for point in points(own) {
            let lines: u16 = (0..16)
                .filter(|&id| {
                    MILL_MASKS[id] & point.bit() != 0 && own & MILL_MASKS[id] == MILL_MASKS[id]
                })
                .fold(0, |lines, id| lines | 1 << id);
            assert_eq!(completed(own, point), lines);
            assert_eq!(completes(own, point), lines != 0);
        }
    }
}

#[test]
fn the_16_symmetries_of_section_1_3() {
    let mut images = BTreeSet::new();
    for symmetry in Symmetry::all() {
        let image: Vec<u8> = all().map(|point| symmetry.point(point).0).collect();
        for point in all() {
            let moved = symmetry.point(point);
            assert_eq!(moved.neighbours(), symmetry.mask(point.neighbours()));
        }
        let mills: BTreeSet<u32> = MILL_MASKS.iter().map(|&mill| symmetry.mask(mill)).collect();
        assert_eq!(mills, MILL_MASKS.into_iter().collect());
        assert_eq!(symmetry.mask(FULL), FULL);
        images.insert(image);
    }
    assert_eq!(images.len(), SYMMETRIES);
    // A group: closed under composition.
    for (one, other) in
        Symmetry::all().flat_map(|one| Symmetry::all().map(move |other| (one, other)))
    {
        let product: Vec<u8> = all().map(|point| other.point(one.point(point)).0).collect();
        assert!(images.contains(&product));
    }
    // The generators, by their formulas on the grid.
    for formula in [
        |(c, r): (i8, i8)| (8 - r, c),
        |(c, r)| (8 - c, r),
        |(c, r): (i8, i8)| {
            let distance = (c - 4).abs().max((r - 4).abs());
            (
                4 + (c - 4).signum() * (4 - distance),
                4 + (r - 4).signum() * (4 - distance),
            )
        },
    ] {
        let image: Vec<u8> = all()
            .map(|point| {
                let (c, r) = point.grid().unwrap();
                let (c, r) = formula((c as i8, r as i8));
                at(&format!("{}{c}", char::from(b'A' + r as u8 - 1))).0
            })
            .collect();
        assert!(images.contains(&image), "{image:?}");
    }
}

#[test]
fn a_position_and_its_images_have_one_representative() {
    for (black, white) in masks().zip(masks().skip(7)).take(500) {
        let white = white & !black;
        let (representative, to_it) = canonical(black, white);
        assert_eq!((to_it.mask(black), to_it.mask(white)), representative);
        for symmetry in Symmetry::all() {
            let image = canonical(symmetry.mask(black), symmetry.mask(white)).0;
            assert_eq!(image, representative);
        }
    }
}

/// Classes of k stones under the 16 symmetries, from §5.4.
#[test]
fn classes_of_stone_sets_of_section_5_4() {
    let mut classes = [0u32; 10];
    for mask in 0..=FULL {
        let count = mask.count_ones() as usize;
        if (3..=6).contains(&count) && canonical(mask, 0).0.0 == mask {
            classes[count] += 1;
        }
    }
    assert_eq!(classes[3..=6], [158, 757, 2_830, 8_774]);
}
