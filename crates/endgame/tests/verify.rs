//! That verification finds what is wrong, wherever it is.

use parlor_endgame::solve::{Table, solve, verify};
use parlor_endgame::{Error, Removal, Value};

fn slot_of(table: &Table, wanted: Value) -> usize {
    let mut slots = 0..table.values.len() as u32;
    let found = slots.find(|&slot| table.value(slot) == Some(wanted));
    found.expect("all values occur") as usize
}

#[test]
fn every_kind_of_error_is_found() {
    let pair = "3-3".parse().expect("a pair");
    let removal = Removal::Document;
    let good = solve(pair, removal, &[None], &()).expect("it is solved");
    verify(&good, removal, &[None], &()).expect("it is right");

    let code_of = |value| good[0].values[slot_of(&good[0], value)];
    for (is, becomes) in [
        (Value::Win, Value::Draw),
        (Value::Win, Value::Loss),
        (Value::Draw, Value::Win),
        (Value::Draw, Value::Loss),
        (Value::Loss, Value::Win),
        (Value::Loss, Value::Draw),
    ] {
        let mut tables = good.clone();
        let slot = slot_of(&tables[0], is);
        tables[0].values[slot] = code_of(becomes);
        let error = verify(&tables, removal, &[None], &()).expect_err("it is wrong");
        assert!(matches!(error, Error::Contradiction { .. }), "{error}");
    }
    for value in [Value::Win, Value::Loss] {
        let mut tables = good.clone();
        let slot = slot_of(&tables[0], value);
        let distances = tables[0].distances.as_mut().expect("they are known");
        distances[slot] += 2;
        let error = verify(&tables, removal, &[None], &()).expect_err("it is wrong");
        assert!(matches!(error, Error::Contradiction { .. }), "{error}");
    }
}
