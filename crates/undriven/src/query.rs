//! Statements that nobody runs.

use futures_util::stream::{Empty, empty};

use crate::Result;
use crate::never::{Absent, Executor};

#[derive(Debug)]
pub struct SqlStr(String);

impl SqlStr {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug)]
pub struct AssertSqlSafe<T>(pub T);

pub trait SqlSafeStr {
    fn into_sql_str(self) -> SqlStr;
}

impl SqlSafeStr for SqlStr {
    fn into_sql_str(self) -> SqlStr {
        self
    }
}

impl SqlSafeStr for &'static str {
    fn into_sql_str(self) -> SqlStr {
        SqlStr(self.to_owned())
    }
}

impl<T: Into<String>> SqlSafeStr for AssertSqlSafe<T> {
    fn into_sql_str(self) -> SqlStr {
        SqlStr(self.0.into())
    }
}

/// A statement with its values.
#[derive(Debug)]
pub struct Query(());

pub fn query(_: impl SqlSafeStr) -> Query {
    Query(())
}

pub fn raw_sql(_: impl SqlSafeStr) -> Query {
    Query(())
}

impl Query {
    pub fn bind<T>(self, _: T) -> Query {
        self
    }

    pub async fn execute<E: Executor>(self, on: E) -> Result<Done> {
        on.absent().any()
    }

    pub async fn fetch_all<E: Executor>(self, on: E) -> Result<Vec<E::Row>> {
        on.absent().any()
    }

    pub fn fetch<E: Executor>(self, _: E) -> Empty<Result<E::Row>> {
        empty()
    }
}

/// What a statement has done.
#[derive(Debug)]
pub struct Done(Absent);

impl Done {
    pub fn rows_affected(&self) -> u64 {
        self.0.any()
    }
}
