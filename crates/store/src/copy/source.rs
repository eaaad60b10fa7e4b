//! Reading a house out of its database.

use super::error::CopyError;
use super::side::{Purpose, Side};
use super::stream::{BYTES, Giver, Head, Item, Outcome, ROWS, Stopped, Tallies};
use super::tables::{OLDEST, TABLES, select};
use super::value::{Kind, Row, Tally, Value};

/// Everything as it is at one moment.
pub(super) async fn give(url: &str, purpose: Purpose, giver: &Giver) -> Result<(), Outcome> {
    let mut side = Side::open(url, purpose).await?;
    let schema = side.schema().await?;
    if schema < OLDEST {
        return Err(CopyError::TooOld { found: schema }.into());
    }
    if purpose == Purpose::ReadAlone {
        side.must_be_closed().await?;
    }
    side.freeze().await?;
    giver.give(Item::Start { schema })?;
    let mut tallies = Tallies::new();
    for table in TABLES {
        let Some(columns) = table.columns(schema) else {
            continue;
        };
        let name = table.name.to_owned();
        let head = Head {
            name: name.clone(),
            columns: columns.clone(),
        };
        giver.give(Item::Table(head))?;
        let sql = select(table, &columns);
        tallies.push((name, give_rows(&mut side, &sql, &columns, giver).await?));
    }
    giver.give(Item::End(tallies))?;
    Ok(())
}

async fn give_rows(
    side: &mut Side,
    sql: &str,
    columns: &[(String, Kind)],
    giver: &Giver,
) -> Result<Tally, Outcome> {
    let mut tally = Tally::default();
    let (mut rows, mut bytes): (Vec<Row>, usize) = (Vec::new(), 0);
    let mut given: Result<(), Stopped> = Ok(());
    let each = |row: Row| {
        tally.add(&row);
        bytes += row.iter().map(size).sum::<usize>();
        rows.push(row);
        if given.is_ok() && (rows.len() >= ROWS || bytes >= BYTES) {
            bytes = 0;
            given = giver.give(Item::Rows(std::mem::take(&mut rows)));
        }
        // Who takes no more has failed: what still comes is dropped.
        if given.is_err() {
            rows.clear();
        }
    };
    side.rows(sql, columns, each).await?;
    given?;
    if !rows.is_empty() {
        giver.give(Item::Rows(rows))?;
    }
    Ok(tally)
}

fn size(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len(),
        Value::Bytes(bytes) => bytes.len(),
        Value::Null | Value::Int(_) | Value::Real(_) => 8,
    }
}
