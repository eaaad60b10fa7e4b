//! Prepared statements on a connection of this thread.

use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, ToSql, params_from_iter};

use crate::StoreError;
use crate::exec::{Arg, Terms};
use crate::row::Columns;

impl ToSql for Arg<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match *self {
            Arg::Int(value) => ValueRef::Integer(value),
            Arg::Real(value) => ValueRef::Real(value),
            Arg::Text(value) => ValueRef::Text(value.as_bytes()),
            Arg::Bytes(value) => ValueRef::Blob(value),
            Arg::NoInt | Arg::NoText | Arg::NoBytes => ValueRef::Null,
        }))
    }
}

/// Values that can go to another thread.
pub(super) fn owned(args: &[Arg<'_>]) -> Vec<Value> {
    let owned = |arg: &Arg<'_>| match *arg {
        Arg::Int(value) => Value::Integer(value),
        Arg::Real(value) => Value::Real(value),
        Arg::Text(value) => Value::Text(value.to_owned()),
        Arg::Bytes(value) => Value::Blob(value.to_owned()),
        Arg::NoInt | Arg::NoText | Arg::NoBytes => Value::Null,
    };
    args.iter().map(owned).collect()
}

/// How many rows were changed.
pub(crate) fn execute<A: ToSql>(
    conn: &Connection,
    terms: &Terms,
    sql: &str,
    args: &[A],
) -> Result<u64, StoreError> {
    let run = || {
        let mut statement = conn.prepare_cached(sql)?;
        statement.execute(params_from_iter(args))
    };
    let changed = run().map_err(|error| StoreError::of_sqlite(&terms.place, error))?;
    Ok(changed as u64)
}

pub(crate) fn rows<A: ToSql>(
    conn: &Connection,
    terms: &Terms,
    sql: &str,
    args: &[A],
) -> Result<Vec<Vec<Value>>, StoreError> {
    let run = || -> rusqlite::Result<Vec<Vec<Value>>> {
        let mut statement = conn.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut found = statement.query(params_from_iter(args))?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            rows.push(
                (0..columns)
                    .map(|at| row.get(at))
                    .collect::<Result<_, _>>()?,
            );
        }
        Ok(rows)
    };
    run().map_err(|error| StoreError::of_sqlite(&terms.place, error))
}

/// Row after row, none of which is kept.
pub(crate) fn visit(
    conn: &Connection,
    terms: &Terms,
    sql: &str,
    each: &mut dyn FnMut(&dyn Columns) -> sqlx::Result<()>,
) -> Result<(), StoreError> {
    let failed = |error| StoreError::of_sqlite(&terms.place, error);
    let mut statement = conn.prepare(sql).map_err(failed)?;
    let columns = statement.column_count();
    let mut found = statement.query([]).map_err(failed)?;
    while let Some(row) = found.next().map_err(failed)? {
        let values: Result<Vec<Value>, _> = (0..columns).map(|at| row.get(at)).collect();
        each(&values.map_err(failed)?).map_err(|error| terms.failed(error))?;
    }
    Ok(())
}
