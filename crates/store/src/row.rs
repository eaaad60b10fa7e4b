//! Reading what came back, whichever kind of row it is.

use parlor_engine::Seq;
use rusqlite::types::Value;
use sqlx::Row;
use sqlx::mysql::MySqlRow;
use sqlx::postgres::PgRow;

use crate::StoreError;
use crate::exec::Terms;

/// A record that is read column by column, in the order of its SELECT.
pub(crate) trait Stored: Sized + Send {
    fn read(row: &mut Reader<'_>) -> Result<Self, StoreError>;
}

impl Stored for i64 {
    fn read(row: &mut Reader<'_>) -> Result<i64, StoreError> {
        row.int()
    }
}

impl Stored for String {
    fn read(row: &mut Reader<'_>) -> Result<String, StoreError> {
        row.text()
    }
}

/// The answer to a query.
pub(crate) enum Rows {
    Sqlite(Vec<Vec<Value>>),
    Postgres(Vec<PgRow>),
    Mysql(Vec<MySqlRow>),
}

impl Rows {
    pub(crate) fn read<T: Stored>(&self, terms: &Terms) -> Result<Vec<T>, StoreError> {
        match self {
            Rows::Sqlite(rows) => read(terms, rows),
            Rows::Postgres(rows) => read(terms, rows),
            Rows::Mysql(rows) => read(terms, rows),
        }
    }
}

fn read<T: Stored>(terms: &Terms, rows: &[impl Columns]) -> Result<Vec<T>, StoreError> {
    let read = |row| T::read(&mut Reader::new(terms, row));
    rows.iter().map(|row| read(row)).collect()
}

pub(crate) struct Reader<'r> {
    terms: &'r Terms,
    row: &'r dyn Columns,
    next: usize,
}

impl<'r> Reader<'r> {
    fn new(terms: &'r Terms, row: &'r dyn Columns) -> Reader<'r> {
        Reader {
            terms,
            row,
            next: 0,
        }
    }

    fn take<T>(
        &mut self,
        get: impl FnOnce(&'r dyn Columns, usize) -> sqlx::Result<T>,
    ) -> Result<T, StoreError> {
        let column = self.next;
        self.next += 1;
        get(self.row, column).map_err(|error| self.terms.failed(error))
    }

    pub(crate) fn corrupt(&self, what: &str) -> StoreError {
        self.terms.corrupt(what)
    }

    pub(crate) fn int(&mut self) -> Result<i64, StoreError> {
        self.maybe_int()?
            .ok_or_else(|| self.corrupt("NULL in place of a number"))
    }

    pub(crate) fn maybe_int(&mut self) -> Result<Option<i64>, StoreError> {
        self.take(Columns::int)
    }

    /// A number in the narrower range of its Rust type.
    pub(crate) fn number<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| self.corrupt("a number out of its range"))
    }

    pub(crate) fn maybe_number<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, StoreError> {
        self.maybe_int()?
            .map(|value| T::try_from(value).map_err(|_| self.corrupt("a number out of its range")))
            .transpose()
    }

    pub(crate) fn seq(&mut self) -> Result<Seq, StoreError> {
        self.number().map(Seq)
    }

    pub(crate) fn bool(&mut self) -> Result<bool, StoreError> {
        Ok(self.int()? != 0)
    }

    pub(crate) fn real(&mut self) -> Result<f64, StoreError> {
        self.take(Columns::real)
    }

    pub(crate) fn text(&mut self) -> Result<String, StoreError> {
        self.maybe_text()?
            .ok_or_else(|| self.corrupt("NULL in place of text"))
    }

    pub(crate) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        self.take(Columns::text)
    }

    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>, StoreError> {
        self.maybe_bytes()?
            .ok_or_else(|| self.corrupt("NULL in place of bytes"))
    }

    pub(crate) fn maybe_bytes(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        self.take(Columns::bytes)
    }
}

/// The four types there are, on each kind of row.
pub(crate) trait Columns {
    fn int(&self, column: usize) -> sqlx::Result<Option<i64>>;
    fn real(&self, column: usize) -> sqlx::Result<f64>;
    fn text(&self, column: usize) -> sqlx::Result<Option<String>>;
    fn bytes(&self, column: usize) -> sqlx::Result<Option<Vec<u8>>>;
}

macro_rules! columns {
    ($($row:ty),*) => {$(
        impl Columns for $row {
            fn int(&self, column: usize) -> sqlx::Result<Option<i64>> {
                self.try_get(column)
            }

            fn real(&self, column: usize) -> sqlx::Result<f64> {
                self.try_get(column)
            }

            fn text(&self, column: usize) -> sqlx::Result<Option<String>> {
                self.try_get(column)
            }

            fn bytes(&self, column: usize) -> sqlx::Result<Option<Vec<u8>>> {
                self.try_get(column)
            }
        }
    )*};
}

columns!(PgRow, MySqlRow);

impl Columns for Vec<Value> {
    fn int(&self, column: usize) -> sqlx::Result<Option<i64>> {
        match self.get(column) {
            Some(Value::Integer(value)) => Ok(Some(*value)),
            Some(Value::Null) => Ok(None),
            other => Err(unlike("a number", column, other)),
        }
    }

    fn real(&self, column: usize) -> sqlx::Result<f64> {
        match self.get(column) {
            Some(Value::Real(value)) => Ok(*value),
            other => Err(unlike("a real number", column, other)),
        }
    }

    fn text(&self, column: usize) -> sqlx::Result<Option<String>> {
        match self.get(column) {
            Some(Value::Text(value)) => Ok(Some(value.clone())),
            Some(Value::Null) => Ok(None),
            other => Err(unlike("text", column, other)),
        }
    }

    fn bytes(&self, column: usize) -> sqlx::Result<Option<Vec<u8>>> {
        match self.get(column) {
            Some(Value::Blob(value)) => Ok(Some(value.clone())),
            Some(Value::Null) => Ok(None),
            other => Err(unlike("bytes", column, other)),
        }
    }
}

fn unlike(wanted: &str, column: usize, found: Option<&Value>) -> sqlx::Error {
    let found = found.map(Value::data_type);
    sqlx::Error::Decode(format!("column {column} is {found:?}, not {wanted}").into())
}
