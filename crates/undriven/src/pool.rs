//! Pools that cannot be opened.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::str::FromStr;
use std::time::Duration;

use crate::never::{Absent, Database};
use crate::{Error, Result};

type Boxed<'c, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'c>>;

/// Where to connect to: nowhere.
#[derive(Clone, Debug)]
pub struct Options<DB>(Absent, PhantomData<DB>);

impl<DB> FromStr for Options<DB> {
    type Err = Error;

    fn from_str(_: &str) -> Result<Self> {
        Err(Error::PoolClosed)
    }
}

impl<DB> Options<DB> {
    pub fn application_name(self, _: &str) -> Self {
        self
    }

    pub fn charset(self, _: &str) -> Self {
        self
    }

    pub fn collation(self, _: &str) -> Self {
        self
    }

    pub fn get_database(&self) -> Option<&str> {
        self.0.any()
    }

    pub fn get_host(&self) -> &str {
        self.0.any()
    }

    pub fn get_port(&self) -> u16 {
        self.0.any()
    }
}

pub trait ConnectOptions: Sized {
    fn disable_statement_logging(self) -> Self {
        self
    }
}

impl<DB> ConnectOptions for Options<DB> {}

#[derive(Debug)]
pub struct PoolOptions<DB>(PhantomData<DB>);

/// How a connection of a pool has fared.
#[derive(Debug)]
pub struct Metadata {
    pub idle_for: Duration,
}

impl<DB: Database> PoolOptions<DB> {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        PoolOptions(PhantomData)
    }

    pub fn max_connections(self, _: u32) -> Self {
        self
    }

    pub fn acquire_timeout(self, _: Duration) -> Self {
        self
    }

    pub fn test_before_acquire(self, _: bool) -> Self {
        self
    }

    pub fn before_acquire<F>(self, _: F) -> Self
    where
        F: for<'c> Fn(&'c mut DB::Connection, Metadata) -> Boxed<'c, bool>,
    {
        self
    }

    pub fn after_connect<F>(self, _: F) -> Self
    where
        F: for<'c> Fn(&'c mut DB::Connection, Metadata) -> Boxed<'c, ()>,
    {
        self
    }

    pub fn connect_lazy_with(self, options: Options<DB>) -> Pool<DB> {
        options.0.any()
    }
}

#[derive(Clone, Debug)]
pub struct Pool<DB>(Absent, PhantomData<DB>);

impl<DB: Database> Pool<DB> {
    pub async fn acquire(&self) -> Result<PoolConnection<DB>> {
        self.0.any()
    }

    pub async fn begin(&self) -> Result<Transaction<'static, DB>> {
        self.0.any()
    }

    pub async fn close(&self) {
        self.0.any::<()>();
    }
}

macro_rules! borrowed {
    ($($name:ident $(<$life:lifetime>)?),*) => {$(
        impl<$($life,)? DB: Database> Deref for $name<$($life,)? DB> {
            type Target = DB::Connection;

            fn deref(&self) -> &DB::Connection {
                self.0.any()
            }
        }

        impl<$($life,)? DB: Database> DerefMut for $name<$($life,)? DB> {
            fn deref_mut(&mut self) -> &mut DB::Connection {
                self.0.any()
            }
        }
    )*};
}

borrowed!(PoolConnection, Transaction<'c>);

#[derive(Debug)]
pub struct PoolConnection<DB>(Absent, PhantomData<DB>);

impl<DB> PoolConnection<DB> {
    pub fn close_on_drop(&mut self) {
        self.0.any::<()>();
    }
}

#[derive(Debug)]
pub struct Transaction<'c, DB>(Absent, PhantomData<&'c DB>);

impl<DB> Transaction<'_, DB> {
    pub async fn commit(self) -> Result<()> {
        self.0.any()
    }
}
