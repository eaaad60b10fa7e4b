//! Connections and rows that cannot exist.

use std::fmt;
use std::marker::PhantomData;

use crate::pool::Options;
use crate::{Error, Result};

#[derive(Clone, Copy, Debug)]
enum Never {}

/// Whoever holds one has no business here.
#[derive(Clone, Copy, Debug)]
pub struct Absent(Never);

impl Absent {
    pub(crate) fn any<T>(self) -> T {
        match self.0 {}
    }
}

/// A kind of server.
pub trait Database: Sized + fmt::Debug + Send + Sync + 'static {
    type Connection: Connection;
}

#[derive(Debug)]
pub enum Postgres {}

#[derive(Debug)]
pub enum MySql {}

impl Database for Postgres {
    type Connection = Line<Postgres>;
}

impl Database for MySql {
    type Connection = Line<MySql>;
}

pub trait Connection: Send + Sized + 'static {
    type Options: Sync;

    fn connect_with(_: &Self::Options) -> impl Future<Output = Result<Self>> + Send {
        async { Err(Error::PoolClosed) }
    }

    fn ping(&mut self) -> impl Future<Output = Result<()>> + Send;
    fn close(self) -> impl Future<Output = Result<()>> + Send;
}

/// A connection.
#[derive(Debug)]
pub struct Line<DB>(Absent, PhantomData<DB>);

impl<DB: Database> Connection for Line<DB> {
    type Options = Options<DB>;

    async fn ping(&mut self) -> Result<()> {
        self.0.any()
    }

    async fn close(self) -> Result<()> {
        self.0.any()
    }
}

/// What runs a statement, and the rows it answers with.
pub trait Executor: Send {
    type Row: Send;

    fn absent(&self) -> Absent;
}

impl<DB: Database> Executor for &mut Line<DB> {
    type Row = Record<DB>;

    fn absent(&self) -> Absent {
        self.0
    }
}

pub trait Row {
    fn try_get<T>(&self, column: usize) -> Result<T>;
}

#[derive(Debug)]
pub struct Record<DB>(Absent, PhantomData<DB>);

impl<DB> Row for Record<DB> {
    fn try_get<T>(&self, _: usize) -> Result<T> {
        self.0.any()
    }
}
