//! That verification finds what is wrong, wherever it is.

use parlor_endgame::solve::{Cell, SolvedTable, solve, verify};
use parlor_endgame::{Error, Removal, Value};

fn slot_of(table: &SolvedTable, wanted: Value) -> usize {
    let mut cells = table.cells.iter();
    let found = cells.position(|cell| cell.value() == Some(wanted));
    found.expect("all values occur")
}

#[test]
fn every_kind_of_error_is_found() {
    let pair = "3-3".parse().expect("a pair");
    let removal = Removal::Document;
    let good = solve(pair, removal, &[None], &()).expect("it is solved");
    verify(&good, removal, &[None], &()).expect("it is right");
    let is_found = |slot: usize, wrong: Cell| {
        let mut tables = good.clone();
        tables[0].cells[slot] = wrong;
        let error = verify(&tables, removal, &[None], &()).expect_err("it is wrong");
        assert!(matches!(error, Error::Contradiction { .. }), "{error}");
    };

    let cell_of = |value| good[0].cells[slot_of(&good[0], value)];
    for (is, becomes) in [
        (Value::Win, Value::Draw),
        (Value::Win, Value::Loss),
        (Value::Draw, Value::Win),
        (Value::Draw, Value::Loss),
        (Value::Loss, Value::Win),
        (Value::Loss, Value::Draw),
    ] {
        is_found(slot_of(&good[0], is), cell_of(becomes));
    }
    let further = |value| cell_of(value).distance().expect("decided") + 2;
    is_found(
        slot_of(&good[0], Value::Win),
        Cell::win(further(Value::Win)),
    );
    is_found(
        slot_of(&good[0], Value::Loss),
        Cell::loss(further(Value::Loss)),
    );
}
