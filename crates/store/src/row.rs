//! Reading what came back, whichever kind of row it is.

use sqlx::Row;
use sqlx::mysql::MySqlRow;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

use crate::{Backend, StoreError};

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
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
    Mysql(Vec<MySqlRow>),
}

impl Rows {
    pub(crate) fn read<T: Stored>(&self) -> Result<Vec<T>, StoreError> {
        match self {
            Rows::Sqlite(rows) => read(Backend::Sqlite, rows),
            Rows::Postgres(rows) => read(Backend::Postgres, rows),
            Rows::Mysql(rows) => read(Backend::Mysql, rows),
        }
    }
}

fn read<T: Stored>(backend: Backend, rows: &[impl Columns]) -> Result<Vec<T>, StoreError> {
    let read = |row| T::read(&mut Reader::new(backend, row));
    rows.iter().map(|row| read(row)).collect()
}

pub(crate) struct Reader<'r> {
    backend: Backend,
    row: &'r dyn Columns,
    next: usize,
}

impl<'r> Reader<'r> {
    fn new(backend: Backend, row: &'r dyn Columns) -> Reader<'r> {
        Reader {
            backend,
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
        get(self.row, column).map_err(|error| StoreError::of(self.backend, error))
    }

    pub(crate) fn int(&mut self) -> Result<i64, StoreError> {
        self.maybe_int()?
            .ok_or_else(|| StoreError::corrupt("NULL in place of a number"))
    }

    pub(crate) fn maybe_int(&mut self) -> Result<Option<i64>, StoreError> {
        self.take(Columns::int)
    }

    /// A number in the narrower range of its Rust type.
    pub(crate) fn number<T: TryFrom<i64>>(&mut self) -> Result<T, StoreError> {
        let value = self.int()?;
        T::try_from(value).map_err(|_| StoreError::corrupt("a number out of its range"))
    }

    pub(crate) fn maybe_number<T: TryFrom<i64>>(&mut self) -> Result<Option<T>, StoreError> {
        self.maybe_int()?
            .map(|value| {
                T::try_from(value).map_err(|_| StoreError::corrupt("a number out of its range"))
            })
            .transpose()
    }

    pub(crate) fn bool(&mut self) -> Result<bool, StoreError> {
        Ok(self.int()? != 0)
    }

    pub(crate) fn real(&mut self) -> Result<f64, StoreError> {
        self.take(Columns::real)
    }

    pub(crate) fn text(&mut self) -> Result<String, StoreError> {
        self.maybe_text()?
            .ok_or_else(|| StoreError::corrupt("NULL in place of text"))
    }

    pub(crate) fn maybe_text(&mut self) -> Result<Option<String>, StoreError> {
        self.take(Columns::text)
    }

    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>, StoreError> {
        self.maybe_bytes()?
            .ok_or_else(|| StoreError::corrupt("NULL in place of bytes"))
    }

    pub(crate) fn maybe_bytes(&mut self) -> Result<Option<Vec<u8>>, StoreError> {
        self.take(Columns::bytes)
    }
}

/// The four types there are, on each kind of row.
trait Columns {
    fn int(&self, column: usize) -> sqlx::Result<Option<i64>>;
    fn real(&self, column: usize) -> sqlx::Result<f64>;
    fn text(&self, column: usize) -> sqlx::Result<Option<String>>;
    fn bytes(&self, column: usize) -> sqlx::Result<Option<Vec<u8>>>;
}

macro_rules! columns {
    ($($backend:ident $row:ty),*) => {$(
        impl From<Vec<$row>> for Rows {
            fn from(rows: Vec<$row>) -> Rows {
                Rows::$backend(rows)
            }
        }

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

columns!(Sqlite SqliteRow, Postgres PgRow, Mysql MySqlRow);
