//! Writing a house into an empty database, all of it or nothing.

use std::sync::mpsc::Receiver;

use super::error::CopyError;
use super::side::{Purpose, Side};
use super::stream::{Head, Item, Tallies};
use super::tables::{SqlTable, TABLES, select};
use super::value::{Row, Tally};
use crate::dialect::rows_of_marks;
use crate::exec::Arg;
use crate::migrate::{lock, migrate, migrate_to};
use crate::{Backend, StoreError};

/// What was written is read back and compared before it is kept.
pub(super) async fn take(
    url: &str,
    items: &Receiver<Result<Item, CopyError>>,
    progress: &dyn Fn(u64),
) -> Result<Tallies, CopyError> {
    let Item::Start { schema } = next(items)? else {
        return Err(ended());
    };
    let mut side = Side::open(url, Purpose::Write).await?;
    match side.schema().await {
        Ok(found) if found > schema => {
            let place = side.place();
            return Err(CopyError::OpenedBefore { place });
        }
        Ok(_) | Err(CopyError::NoHouse(_)) => {}
        Err(error) => return Err(error),
    }
    // The rows are of that schema; the steps after it change rows, too.
    migrate_to(&mut side.exec(), schema).await?;
    begin(&mut side).await?;
    let done = fill(&mut side, schema, items, progress).await;
    match done {
        Ok(tallies) => {
            side.exec().raw("COMMIT").await?;
            migrate(&mut side.exec()).await?;
            Ok(tallies)
        }
        Err(error) => {
            let _ = side.exec().raw("ROLLBACK").await;
            Err(error)
        }
    }
}

/// With the lock that every house takes when it opens: none does meanwhile.
async fn begin(side: &mut Side) -> Result<(), CopyError> {
    lock(&mut side.exec()).await?;
    if side.backend() == Backend::Mysql {
        side.exec().raw("START TRANSACTION").await?;
    }
    Ok(())
}

async fn fill(
    side: &mut Side,
    schema: i64,
    items: &Receiver<Result<Item, CopyError>>,
    progress: &dyn Fn(u64),
) -> Result<Tallies, CopyError> {
    side.must_be_closed().await?;
    must_be_empty(side, schema).await?;
    let mut written: Vec<Head> = Vec::new();
    let mut count = 0;
    let tallies = loop {
        match next(items)? {
            Item::Start { .. } => return Err(ended()),
            Item::Table(head) => written.push(head),
            Item::Rows(rows) => {
                let head = written.last().ok_or_else(ended)?;
                insert(side, head, &rows).await?;
                count += rows.len() as u64;
                progress(count);
            }
            Item::End(tallies) => break tallies,
        }
    };
    for (head, (name, wanted)) in written.iter().zip(&tallies) {
        let mut found = Tally::default();
        if let Some(table) = SqlTable::named(&head.name) {
            let sql = select(table, &head.columns);
            let each = |row: Row| found.add(&row);
            side.rows(&sql, &head.columns, each).await?;
        }
        if found != *wanted {
            let table = name.clone();
            return Err(CopyError::Differs { table });
        }
    }
    Ok(tallies)
}

async fn must_be_empty(side: &mut Side, schema: i64) -> Result<(), CopyError> {
    for table in TABLES.iter().filter(|it| it.columns(schema).is_some()) {
        let name = table.name;
        if table.may_have_rows {
            let sql = format!("DELETE FROM {name}{}", table.except);
            side.exec().execute(&sql, &[]).await?;
            continue;
        }
        let sql = format!("SELECT COUNT(*) FROM (SELECT 1 AS one FROM {name} LIMIT 1) AS found");
        let rows: Option<i64> = side.exec().fetch_optional(&sql, &[]).await?;
        if rows != Some(0) {
            return Err(CopyError::NotEmpty {
                place: side.place(),
                table: name.to_owned(),
            });
        }
    }
    Ok(())
}

async fn insert(side: &mut Side, head: &Head, rows: &[Row]) -> Result<(), CopyError> {
    let names: Vec<&str> = head.columns.iter().map(|(name, _)| name.as_str()).collect();
    let marks = rows_of_marks(rows.len(), names.len());
    let (table, names) = (&head.name, names.join(", "));
    let sql = format!("INSERT INTO {table} ({names}) VALUES {marks}");
    let values = rows.iter().flat_map(|row| row.iter().zip(&head.columns));
    let args: Result<Vec<Arg<'_>>, StoreError> =
        values.map(|(value, (_, kind))| value.arg(*kind)).collect();
    side.exec().execute(&sql, &args?).await?;
    Ok(())
}

fn next(items: &Receiver<Result<Item, CopyError>>) -> Result<Item, CopyError> {
    items.recv().unwrap_or_else(|_| Err(ended()))
}

/// Only when the giving side has panicked: otherwise it says why it ends.
fn ended() -> CopyError {
    CopyError::Differs {
        table: "the stream".to_owned(),
    }
}
