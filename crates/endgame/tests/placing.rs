//! Games that begin with three or four stones each, solved from the first stone: against the rules
//! that games are played by, and as certificates.

mod common;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use common::build_up_to;
use parlor_endgame::placing::{Group, Hand, PlacingPlan, build_placing};
use parlor_endgame::prove::{Certificate, Refusal, SMALL, certify, check};
use parlor_endgame::{Error, Removal, Tables, Value};
use parlor_engine::{Fast, Game};
use parlor_marelles::symmetry::canonical;
use parlor_marelles::{Colour, Marelles, Options};

const RULE: Removal = Removal::Document;

fn hand(stones: u8) -> Hand {
    Hand::new(stones).expect("three to nine")
}

/// Builds everything for a game with so many stones.
fn solved(dir: &Path, stones: u8) -> Tables {
    build_up_to(dir, &format!("{stones}-{stones}"), RULE);
    build_placing(&plan(dir, stones), &(), &|_| ()).expect("it is built");
    Tables::open_for(dir, RULE, hand(stones))
}

fn plan(dir: &Path, stones: u8) -> PlacingPlan {
    PlacingPlan {
        dir: dir.to_owned(),
        removal: RULE,
        hand: hand(stones),
        threads: 0,
    }
}

/// Plain negamax on the rules, which ends in the tables of the moving stages.
struct Negamax<'a> {
    tables: &'a Tables,
    seen: HashMap<(u8, u32, u32), Value>,
}

impl Negamax<'_> {
    fn value(&mut self, game: &Marelles, ply: u8) -> Value {
        if game.end().is_some() {
            return Value::Loss;
        }
        if let Some(entry) = self.tables.probe_position(game) {
            return entry.value;
        }
        let stones = (game.stones(Colour::Black), game.stones(Colour::White));
        let ((black, white), _) = canonical(stones.0, stones.1);
        if let Some(&value) = self.seen.get(&(ply, black, white)) {
            return value;
        }
        let mut best = Value::Loss;
        for legal in game.legal_plies() {
            let mut next = game.clone();
            for action in legal.actions() {
                let seat = next.to_act().first().expect("somebody moves");
                next.apply(seat, &action, &mut Fast::new(1), &mut Vec::new())
                    .expect("a legal ply");
            }
            best = best.max(self.value(&next, ply + 1).other());
            if best == Value::Win {
                break;
            }
        }
        self.seen.insert((ply, black, white), best);
        best
    }
}

fn options() -> Options {
    Options {
        removal: RULE,
        repetition: 0,
        no_capture: 0,
        ..Options::default()
    }
}

fn position(cells: &str, ply: u8, stones: u8) -> Marelles {
    let side = if ply.is_multiple_of(2) { 'b' } else { 'w' };
    let (black, white) = (stones - ply.div_ceil(2), stones - ply / 2);
    Marelles::from_position(&format!("{cells} {side} {black} {white} -"), &options())
        .expect("a position")
}

fn compare(negamax: &Negamax, tables: &Tables) -> [u64; 3] {
    let mut counts = [0; 3];
    for (&(ply, black, white), &value) in &negamax.seen {
        let (mover, other) = if ply % 2 == 0 {
            (black, white)
        } else {
            (white, black)
        };
        let found = tables.placing_value(ply, mover, other);
        assert_eq!(found, Some(value), "{ply} {black:x} {white:x}");
        counts[value as usize] += 1;
    }
    counts
}

#[test]
fn three_stones_each_against_the_rules() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = solved(dir.path(), 3);
    assert!(tables.knows_placing());
    let mut negamax = Negamax {
        tables: &tables,
        seen: HashMap::new(),
    };
    let start = position(&".".repeat(24), 0, 3);
    let value = negamax.value(&start, 0);
    assert_eq!(tables.placing_value(0, 0, 0), Some(value));
    let counts = compare(&negamax, &tables);
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// Random boards with captures before them, and everything that can follow.
#[test]
fn four_stones_each_against_the_rules() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = solved(dir.path(), 4);
    let mut negamax = Negamax {
        tables: &tables,
        seen: HashMap::new(),
    };
    let mut random = 5_u64;
    let mut point = || {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % 24
    };
    // Mover's and opponent's stones after five and six plies, some of them after captures.
    for group in [5, 6, 5, 6]
        .into_iter()
        .flat_map(|ply| Group::of_ply(hand(4), ply))
    {
        let own = if group.ply % 2 == 0 { 'b' } else { 'w' };
        let other = if group.ply % 2 == 0 { 'w' } else { 'b' };
        let mut cells = ['.'; 24];
        for (stone, count) in [(own, group.mover), (other, group.opponent)] {
            for _ in 0..count {
                let mut at = point();
                while cells[at] != '.' {
                    at = point();
                }
                cells[at] = stone;
            }
        }
        let cells: String = cells.iter().collect();
        negamax.value(&position(&cells, group.ply, 4), group.ply);
    }
    let counts = compare(&negamax, &tables);
    let [_, draws, wins] = counts;
    assert!(draws > 0 && wins > 0, "{counts:?}");
}

/// What a run leaves, and what another one does with it.
#[test]
fn groups_are_kept_and_damaged_ones_built_anew() {
    let dir = tempfile::tempdir().expect("a folder");
    let first = solved(dir.path(), 4).placing_value(0, 0, 0);
    let plies = |plan: &PlacingPlan| {
        let plies = Mutex::new(Vec::new());
        let told = |placed: parlor_endgame::placing::Placed| {
            plies.lock().expect("nobody panics").push(placed.ply);
        };
        build_placing(plan, &(), &told).expect("it is built");
        plies.into_inner().expect("nobody panics")
    };
    let plan = plan(dir.path(), 4);
    assert_eq!(plies(&plan), [0; 0], "all is there");
    let folder = dir.path().join("marelles/document/placing-4");
    let file = folder.join("03-1-2.values");
    let good = std::fs::read(&file).expect("a group");
    assert!(!folder.join("04-2-2.values").exists(), "it is searched");
    let mut bad = good.clone();
    bad[130] ^= 1;
    std::fs::write(&file, &bad).unwrap();
    assert_eq!(plies(&plan), [7, 6, 5, 4, 3], "what ply 3 is made from");
    assert!(std::fs::read(&file).unwrap() == good);
    let again = Tables::open_for(dir.path(), RULE, hand(4));
    assert_eq!(again.placing_value(0, 0, 0), first);

    let nowhere = tempfile::tempdir().expect("a folder");
    let without = PlacingPlan {
        dir: nowhere.path().to_owned(),
        ..plan
    };
    let error = build_placing(&without, &(), &|_| ()).expect_err("tables are missing");
    assert!(matches!(error, Error::File { .. }), "{error}");
}

/// Sets the checksum right again.
fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 8;
    let sum = crc::Crc::<u64>::new(&crc::CRC_64_XZ).checksum(&bytes[..end]);
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn certificates_are_checked() {
    let dir = tempfile::tempdir().expect("a folder");
    let tables = solved(dir.path(), 4);
    let good = certify(&tables, SMALL).expect("it is known").to_bytes();
    let judge = |bytes: &[u8]| check(bytes, RULE, hand(4), &tables, &());
    let proof = judge(&good).expect("it is right");
    assert_eq!(Some(proof.value), tables.placing_value(0, 0, 0));
    // A shorter one leaves more to be tried out.
    let short = certify(&tables, 30).expect("it is known").to_bytes();
    assert!(short.len() < 200 && good.len() > 2_000);
    assert_eq!(judge(&short).map(|proof| proof.value), Ok(proof.value));

    // Cut, lengthened, damaged, foreign.
    for length in [0, 5, 31, 40, good.len() - 2, good.len() - 1] {
        assert!(judge(&good[..length]).is_err(), "{length}");
    }
    let mut long = good.clone();
    long.push(0);
    assert!(matches!(judge(&long), Err(Refusal::Length { .. })));
    assert_eq!(
        judge(b"somebody's holiday pictures, all of them in one file"),
        Err(Refusal::Foreign)
    );
    let mut damaged = good.clone();
    damaged[40] ^= 1;
    assert_eq!(judge(&damaged), Err(Refusal::Checksum));
    // Of another rule, or another game.
    assert_eq!(
        check(&good, Removal::Standard, hand(4), &tables, &()),
        Err(Refusal::Other)
    );
    assert_eq!(
        check(&good, RULE, hand(3), &tables, &()),
        Err(Refusal::Other)
    );

    // Forged with right sums: another value, plies left out, other plies.
    for value in (0..4).filter(|&value| value != proof.value as u8) {
        let mut forged = good.clone();
        forged[14] = value;
        assert!(judge(&summed(forged)).is_err(), "value {value}");
    }
    for (at, becomes) in [(13, 2), (13, 255), (16, 99), (18, 1), (20, 255), (23, 255)] {
        let mut forged = good.clone();
        forged[at] = becomes;
        assert!(judge(&summed(forged)).is_err(), "byte {at}");
    }
}

/// With three stones few plies are as good as others.
#[test]
fn forged_plies_prove_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let [illegal, failing] = forge(&solved(dir.path(), 3));
    assert!(illegal > 0 && failing > 0, "{illegal} {failing}");
}

/// Replaces plies of a certificate and sets its sums right; how many were refused because they are
/// illegal, and because what is promised fails.
fn forge(tables: &Tables) -> [u32; 2] {
    let good = certify(tables, SMALL).expect("it is known");
    let (value, good) = (good.value, good.to_bytes());
    let mut refused = [0; 2];
    // From the end, where plies matter most.
    for at in (32..good.len() - 8).rev().skip(1).step_by(22).take(25) {
        for to in [0, 2, 4, 6, 9, 13, 17, 19, 23, 24] {
            let mut forged = good.clone();
            forged[at] = to;
            match check(&summed(forged), RULE, tables.hand(), tables, &()) {
                // Another ply may be as good, if the rest happens to fit.
                Ok(same) => assert_eq!(same.value, value),
                Err(Refusal::Illegal { .. }) => refused[0] += 1,
                Err(Refusal::Fails { .. } | Refusal::Missing { .. } | Refusal::Surplus) => {
                    refused[1] += 1;
                }
                Err(other) => panic!("{other}"),
            }
        }
    }
    refused
}

/// A certificate is read from any bytes without harm.
#[test]
fn any_bytes_are_refused_or_read_again() {
    let mut bytes = b"PARLORMP".to_vec();
    bytes.extend([0; 60]);
    for at in 8..bytes.len() {
        for byte in [1, 2, 9, 127, 255] {
            let mut tried = bytes.clone();
            tried[at] = byte;
            if let Ok(certificate) = Certificate::from_bytes(&summed(tried.clone())) {
                assert_eq!(certificate.to_bytes(), summed(tried));
            }
        }
    }
}
